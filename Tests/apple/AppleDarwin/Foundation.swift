// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What Apple's Foundation has, and the one on Linux does not.

/// Arrays are bridged to it there, but on Linux only to NSArray, which has the same memory.
public typealias CFArray = NSArray

/// https://developer.apple.com/documentation/foundation/urlsession/asyncbytes
extension URLSession {
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8
        let data: Data

        public struct AsyncIterator: AsyncIteratorProtocol {
            var bytes: Data.Iterator

            public mutating func next() async throws -> UInt8? { bytes.next() }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(bytes: data.makeIterator()) }
    }

    /// Loads all bytes before it returns, unlike the original.
    public func bytes(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) {
        let (data, response) = try await data(for: request, delegate: delegate)
        return (AsyncBytes(data: data), response)
    }

    public func bytes(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) {
        try await bytes(for: URLRequest(url: url), delegate: delegate)
    }
}

// The Objective-C runtime, in which no class has a method here, and an object any associated ones.
// https://developer.apple.com/documentation/objectivec/objective-c_runtime

public typealias Selector = OpaquePointer
public typealias Method = OpaquePointer
public typealias IMP = OpaquePointer

public func NSSelectorFromString(_ name: String) -> Selector {
    OpaquePointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

public func class_getClassMethod(_ type: AnyClass?, _ name: Selector) -> Method? { nil }

public func method_getImplementation(_ method: Method) -> IMP { method }

public func imp_implementationWithBlock(_ block: Any) -> IMP {
    preconditionFailure("no method can be replaced")
}

@discardableResult public func method_setImplementation(_ method: Method, _ implementation: IMP) -> IMP {
    implementation
}

public func class_getInstanceMethod(_ type: AnyClass?, _ name: Selector) -> Method? { nil }

public func class_getSuperclass(_ type: AnyClass?) -> AnyClass? { nil }

public func object_getClass(_ object: Any?) -> AnyClass? { object.map { type(of: $0 as AnyObject) } }

public enum objc_AssociationPolicy: UInt {
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN = 769
}

private nonisolated(unsafe) var associations: [String: Any] = [:]
private let associationsLock = NSLock()

private func associationKey(_ object: Any, _ key: UnsafeRawPointer) -> String {
    "\(ObjectIdentifier(object as AnyObject))/\(key)"
}

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    associationsLock.withLock { associations[associationKey(object, key)] }
}

public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    associationsLock.withLock { associations[associationKey(object, key)] = value }
}

extension NSObject {
    /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/responds(to:)
    public func responds(to selector: Selector!) -> Bool { false }

    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/value(forkey:)
    public func value(forKey key: String) -> Any? { nil }
}
