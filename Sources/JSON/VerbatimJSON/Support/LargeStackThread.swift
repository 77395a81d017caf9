import CVerbatimJSON
import Foundation

/// Threads for work that needs more stack than any thread is sure to have.
///
/// Documents are nested up to 512 levels, and schemas lead to each other on many more. The threads of Apple's
/// platforms have 512 KB of stack, except for the first one. So a function that recurs checks at each level:
///
/// ```swift
/// if LargeStackThread.isNeeded { return LargeStackThread.run { depth(of: value) } }
/// ```
package enum LargeStackThread {
    /// The stack that is to be left before a level of recursion, more than half of a thread's 512 KB.
    private static let reserve = 320 << 10

    /// Sufficient for 16,384 levels of schemas in a debug build; unused pages are never backed by memory.
    private static let size = 256 << 20

    /// Whether the thread has so little stack left that a recursion should continue on another one.
    package static var isNeeded: Bool { stack_space() < reserve }

    /// Returns the number of levels of a recursion for which this thread has stack.
    ///
    /// - Parameter size: The stack that a level takes in a debug build, in bytes.
    package static func levels(of size: Int) -> Int { max(0, Int(clamping: stack_space()) - reserve) / size }

    /// Calls a function on a new thread, and waits for its result.
    ///
    /// Nothing runs at the same time, so the function may use what belongs to this thread, except for the
    /// values of task-local variables.
    package static func run<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var result: Result<Value, Failure>?
        withoutActuallyEscaping({ result = Result(catching: body) }) { work in
            let job = Job(work)
            let thread = Thread { job.perform() }
            thread.stackSize = size
            thread.start()
            job.isDone.wait()
        }
        guard let result else { preconditionFailure("the thread ends after the function") }
        return try result.get()
    }

    /// A function that one thread calls while another waits.
    private final class Job: @unchecked Sendable {
        private var work: (() -> Void)?
        let isDone = DispatchSemaphore(value: 0)

        init(_ work: @escaping () -> Void) { self.work = work }

        func perform() {
            work?()
            // The function must not outlive the call, but the thread may.
            work = nil
            isDone.signal()
        }
    }
}
