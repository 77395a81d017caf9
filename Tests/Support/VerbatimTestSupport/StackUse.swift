import CVerbatimTestSupport

/// The stack that some work uses.
///
/// On Apple's platforms all threads but the first have 512 KB, of which an app or a test may have used a
/// part. The use does not depend on time or chance, only on the compiler and its options: builds for
/// debugging need most.
public struct StackUse: Sendable, CustomStringConvertible {
    /// The number of bytes.
    public let bytes: Int

    /// Whether the use can be compared with the limit: not with a sanitizer.
    public static let isComparable = verbatim_stack_is_plain() != 0

    /// The stack of a thread.
    private static let size = 512 << 10
    /// The number of bytes that work may use: half of the stack.
    public static let limit = size / 2
    /// The stack that is there for work that uses too much.
    private static let reserve = 8 << 20

    /// Measures work, which is done on a new thread.
    public init(of work: () throws -> Void) throws {
        let (bytes, result) = withoutActuallyEscaping(work) { work in
            let call = Call(work)
            let bytes = verbatim_stack_use(
                Self.size, Self.reserve, { Call.perform($0) }, Unmanaged.passUnretained(call).toOpaque())
            return (bytes, call.result)
        }
        precondition(bytes >= 0, "no memory for a thread")
        self.bytes = bytes
        try result.get()
    }

    /// Whether a small thread has half of its stack left.
    public var isWithinLimit: Bool { bytes <= Self.limit }

    /// The kilobytes, for messages: `300 KB of 256`.
    public var description: String { "\(bytes >> 10) KB of \(Self.limit >> 10)" }
}

/// Work that a function in C calls, and its result.
private final class Call {
    private let work: () throws -> Void
    private(set) var result: Result<Void, any Error> = .success(())

    init(_ work: @escaping () throws -> Void) { self.work = work }

    static func perform(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        let call = Unmanaged<Call>.fromOpaque(context).takeUnretainedValue()
        call.result = Result(catching: call.work)
    }
}

/// Work whose stack is measured, for a table of tests.
public struct StackCase: Sendable, CustomStringConvertible {
    /// The name of the work.
    public let description: String
    private let work: @Sendable () throws -> Void

    /// Creates a case.
    public init(_ name: String, work: @escaping @Sendable () throws -> Void) {
        description = name
        self.work = work
    }

    /// Does the work, and returns the stack that it used.
    public func use() throws -> StackUse { try StackUse(of: work) }
}

/// Texts that are nested as deeply as they may be.
public enum DeepText {
    /// The depth of the arrays and objects of JSON.
    public static let levels = 512

    /// An array in an array, and so on, with a text in the innermost one.
    public static func arrays(_ levels: Int = levels, around core: String = "") -> String {
        String(repeating: "[", count: levels) + core + String(repeating: "]", count: levels)
    }

    /// An object in an object, and so on, with a value in the innermost one.
    public static func objects(_ levels: Int = levels, _ name: String = "a", around core: String = "1")
        -> String
    {
        String(repeating: "{\"\(name)\":", count: levels) + core + String(repeating: "}", count: levels)
    }
}
