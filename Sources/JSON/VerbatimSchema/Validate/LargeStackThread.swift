import Foundation
import Synchronization

/// Runs closures that need more stack than any thread is sure to have.
package enum LargeStackThread {
    /// Sufficient for `Machine.maximumDepth` in a debug build; unused pages are never backed by memory.
    private static let size = 256 << 20

    /// Runs a closure on a new thread, and waits for its result.
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
        let cell = Cell<Value>()
        let thread = Thread {
            let value = body()
            cell.value.withLock { $0 = value }
            cell.isFilled.signal()
        }
        thread.stackSize = size
        thread.start()
        cell.isFilled.wait()
        return cell.value.withLock { $0 }
    }

    private final class Cell<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let isFilled = DispatchSemaphore(value: 0)
    }
}
