import Foundation

/// Gives the terminal back before a signal ends the process.
///
/// A dispatch source would not do: it does not see a signal that a thread gets which does not block it.
enum UnsafeTerminalSignals {
    private static let numbers = [SIGTERM, SIGHUP, SIGINT]
    private static let capacity = 64

    // Invariant: the memory is allocated before a handler is installed, is never freed, and is written to
    // only while no handler is installed. The handler calls only what POSIX allows in one.
    private nonisolated(unsafe) static let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private nonisolated(unsafe) static let text = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    private nonisolated(unsafe) static let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    /// Restores modes, after a text of at most 64 bytes, whenever a signal ends the process.
    static func install(restoring saved: termios, after sequence: String) {
        modes.initialize(to: saved)
        let bytes = Array(sequence.utf8.prefix(capacity))
        text.initialize(from: bytes, count: bytes.count)
        count.initialize(to: bytes.count)
        for number in numbers {
            signal(number) { number in
                _ = write(STDOUT_FILENO, UnsafeTerminalSignals.text, UnsafeTerminalSignals.count.pointee)
                tcsetattr(STDIN_FILENO, TCSANOW, UnsafeTerminalSignals.modes)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Lets signals end the process at once.
    static func remove() {
        for number in numbers { signal(number, SIG_DFL) }
    }
}
