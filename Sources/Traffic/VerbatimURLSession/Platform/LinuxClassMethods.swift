#if canImport(FoundationNetworking)
    import Foundation

    /// The methods of swift-corelibs-foundation that are replaced so that sessions with any configuration are
    /// intercepted, as the Objective-C runtime allows on Apple platforms.
    ///
    /// Every configuration lists the native protocols first, which accept every HTTP request. They are made
    /// to decline those of scopes; Foundation asks the registered classes then. While a scope is open, no
    /// configuration has a cache: with one, Foundation asks on a queue that knows no task-local values. It
    /// caches nothing on Linux.
    ///
    /// A method is replaced by a pointer in the table of methods in the class metadata. The position is that
    /// in which a subclass that overrides the method differs from two that do not, so that no layout of the
    /// table is assumed. If that is not one position, or the replaced methods do not behave as expected,
    /// everything is left as it was, and sessions with other configurations are not intercepted.
    ///
    /// Class metadata:
    /// https://github.com/swiftlang/swift/blob/swift-6.3.1-RELEASE/include/swift/ABI/Metadata.h
    enum LinuxClassMethods {
        /// Makes the native protocols decline the requests of scopes; returns whether they do.
        static func declineIntercepted() -> Bool {
            let configuration = URLSessionConfiguration.default
            guard MemoryLayout<Int>.size == 8, let natives = configuration.protocolClasses,
                let http = natives.first(where: { accepts("http://a", $0) }),
                let ftp = natives.first(where: { accepts("ftp://a", $0) }),
                let canInit = position(
                    of: DecliningHTTPProtocol.self, plain: (PlainProtocol.self, OtherPlainProtocol.self)),
                let urlCache = position(
                    of: CachelessConfiguration.self, count: 3,
                    plain: (PlainConfiguration.self, OtherPlainConfiguration.self)),
                CachelessConfiguration.findStorage()
            else { return false }
            let replacements = [
                Replacement(at: canInit, in: http, by: DecliningHTTPProtocol.self),
                Replacement(at: canInit, in: ftp, by: DecliningFTPProtocol.self),
                Replacement(at: urlCache, in: URLSessionConfiguration.self, by: CachelessConfiguration.self),
            ]
            guard replacements.allSatisfy(\.isWritable) else { return false }
            let originals = replacements.map { $0.apply() }
            let isCorrect =
                accepts("http://a", http) && accepts("ftp://a", ftp) && !accepts("x://a", http)
                && hasCache(configuration)
            if !isCorrect { for (one, original) in zip(replacements, originals) { one.revert(to: original) } }
            return isCorrect
        }

        private static func accepts(_ url: String, _ type: AnyClass) -> Bool {
            var isAccepted = false
            ScopedInterception.withoutInterception {
                guard let url = URL(string: url), let type = type as? URLProtocol.Type else { return }
                isAccepted = type.canInit(with: URLRequest(url: url))
            }
            return isAccepted
        }

        private static func hasCache(_ configuration: URLSessionConfiguration) -> Bool {
            let cache = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
            configuration.urlCache = cache
            return configuration.urlCache === cache
        }

        /// Returns the position of a method in the metadata of a class that overrides it: the only one, or
        /// the first of several in a row, as a property has several methods.
        private static func position(
            of overriding: AnyClass, count: Int = 1, plain: (AnyClass, AnyClass)
        ) -> Int? {
            let size = ClassMetadata(plain.0).size
            guard (8..<4096).contains(size), ClassMetadata(plain.1).size == size,
                ClassMetadata(overriding).size == size
            else { return nil }
            let words = [plain.0, plain.1, overriding].map { ClassMetadata($0).words }
            // The words before are the header, in which all classes differ.
            let found = (7..<size).filter { words[0][$0] == words[1][$0] && words[0][$0] != words[2][$0] }
            guard found.count == count, let first = found.first, found.last == first + count - 1
            else { return nil }
            return first
        }
    }

    /// The metadata of a class, as words.
    ///
    /// A reference to a class is the address of its metadata. The fifth word contains its size in bytes, and
    /// how many of them precede the address.
    private struct ClassMetadata {
        let words: UnsafeMutablePointer<UInt>

        init(_ type: AnyClass) { words = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self) }

        /// The number of words that follow the address.
        var size: Int {
            let (whole, preceding) = (words[4] & 0xffff_ffff, words[4] >> 32)
            return whole < preceding ? 0 : Int(whole - preceding) / MemoryLayout<UInt>.size
        }
    }

    /// The replacement of a method of a class by that of a subclass of one of its superclasses.
    ///
    /// The method that replaces it uses no stored property that the class may not have.
    private struct Replacement {
        private let address: UnsafeMutablePointer<UInt>
        private let method: UInt

        init(at position: Int, in type: AnyClass, by source: AnyClass) {
            address = ClassMetadata(type).words + position
            method = ClassMetadata(source).words[position]
        }

        /// Whether the memory of the metadata can be written; makes it so if possible.
        var isWritable: Bool {
            let pageSize = UInt(getpagesize())
            let page = UInt(bitPattern: address) / pageSize * pageSize
            return mprotect(
                UnsafeMutableRawPointer(bitPattern: page), Int(pageSize), PROT_READ | PROT_WRITE) == 0
        }

        func apply() -> UInt {
            defer { address.pointee = method }
            return address.pointee
        }

        func revert(to original: UInt) { address.pointee = original }
    }

    private class PlainProtocol: URLProtocol {}

    private final class OtherPlainProtocol: PlainProtocol {}

    private final class DecliningHTTPProtocol: PlainProtocol {
        override class func canInit(with request: URLRequest) -> Bool {
            request.isHTTP && ScopedInterception.owner == nil
        }
    }

    private final class DecliningFTPProtocol: PlainProtocol {
        override class func canInit(with request: URLRequest) -> Bool {
            ["ftp", "ftps", "sftp"].contains(request.url?.scheme?.lowercased())
                && ScopedInterception.owner == nil
        }
    }

    private class PlainConfiguration: URLSessionConfiguration, @unchecked Sendable {}

    private final class OtherPlainConfiguration: PlainConfiguration, @unchecked Sendable {}

    /// A configuration that has no cache while a scope is open.
    ///
    /// Its getter replaces that of `URLSessionConfiguration`, and so reads the property from where that class
    /// stores it.
    private final class CachelessConfiguration: PlainConfiguration, @unchecked Sendable {
        /// The offset of the property in an object, in bytes; written once, before the getter is used.
        nonisolated(unsafe) private static var storage = 0

        override var urlCache: URLCache? {
            get {
                guard !ScopedInterception.isActive else { return nil }
                return CachelessConfiguration.stored(in: self, at: CachelessConfiguration.storage)
            }
            set { super.urlCache = newValue }
        }

        /// Searches the first 40 words of a configuration, which has more properties, for its cache.
        static func findStorage() -> Bool {
            let configuration = URLSessionConfiguration.default
            let cache = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
            configuration.urlCache = cache
            let wanted = UInt(bitPattern: Unmanaged.passUnretained(cache).toOpaque())
            let address = UnsafeRawPointer(Unmanaged.passUnretained(configuration).toOpaque())
            let offsets = (2..<40).map { $0 * MemoryLayout<UInt>.stride }
            let found = offsets.first { address.load(fromByteOffset: $0, as: UInt.self) == wanted }
            guard let found else { return false }
            storage = found
            return true
        }

        private static func stored(in configuration: AnyObject, at offset: Int) -> URLCache? {
            let address = UnsafeRawPointer(Unmanaged.passUnretained(configuration).toOpaque())
            return address.load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map {
                Unmanaged<URLCache>.fromOpaque($0).takeUnretainedValue()
            }
        }
    }
#endif
