import Foundation
import Synchronization

/// The signals with which a user or another program ends a command that runs until then.
enum EndSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    /// The end of a pipe to which a handler writes; -1 if there is no handler.
    private static let output = Atomic<Int32>(-1)

    /// Waits for one of the signals. Another one ends the process as usual.
    ///
    /// - Parameter begin: Called when the signals no longer end the process.
    /// - Throws: `POSIXError` if there is no descriptor left.
    static func wait(_ begin: () -> Void) async throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        output.store(ends[1], ordering: .sequentiallyConsistent)
        for number in numbers { signal(number) { _ in EndSignals.note() } }
        begin()
        let input = ends[0]
        await withCheckedContinuation { end in
            Thread {
                var byte: UInt8 = 0
                while read(input, &byte, 1) < 0, errno == EINTR {}
                end.resume()
            }.start()
        }
        for number in numbers { signal(number, SIG_DFL) }
        output.store(-1, ordering: .sequentiallyConsistent)
        for end in ends { close(end) }
    }

    /// Wakes the waiting thread. A handler may call only what POSIX allows in one.
    private static func note() {
        let error = errno
        var byte: UInt8 = 1
        _ = write(output.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = error
    }
}
