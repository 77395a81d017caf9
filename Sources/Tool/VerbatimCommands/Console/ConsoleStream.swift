import Foundation
import Synchronization

/// A stream of text that is no longer written after its first error.
///
/// Any number of threads may use it; texts are written whole, one after the other.
final class ConsoleStream: Sendable {
    private let name: String
    private let sink: @Sendable (String) throws -> Void
    private let state = Mutex<String?>(nil)

    init(_ name: String, _ sink: @escaping @Sendable (String) throws -> Void) {
        self.name = name
        self.sink = sink
    }

    /// The first error, with the name of the stream, or nil.
    var failure: String? { state.withLock { $0 } }

    /// Writes text, unless an earlier text could not be written.
    func write(_ text: String) {
        state.withLock { failure in
            guard failure == nil, !text.isEmpty else { return }
            do {
                try sink(text)
            } catch { failure = "\(name) cannot be written: \(error)" }
        }
    }
}

/// The standard streams of the process, as file descriptors.
///
/// `FileHandle` raises an exception if a pipe is closed or a disk is full, which nothing can catch.
enum StandardStream {
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { String(cString: strerror(code)) }
    }

    /// Opens descriptors that the parent process has closed, so that no file that the tool opens gets the
    /// number of a standard stream. Writing to them fails, as it does to a closed one.
    static func reserveDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free, which is this one.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// The width of the terminal of the results in columns, if there is one that knows it.
    static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Returns the next line of standard input without its line break, or nil at its end.
    @Sendable static func nextLine() -> String? { readLine() }

    /// Returns the next bytes of standard input, and none at its end or if it cannot be read.
    @Sendable static func nextBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            var read = -1
            repeat {
                read = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            } while read < 0 && errno == EINTR
            count = max(0, read)
        }
    }

    static func send(_ text: String, to descriptor: Int32) throws(Failure) {
        var text = text
        let code = text.withUTF8 { send(UnsafeRawBufferPointer($0), to: descriptor) }
        if code != 0 { throw Failure(code: code) }
    }

    /// Returns 0, or the error number of the write that failed.
    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                // The parent process made the stream non-blocking.
                var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&stream, 1, -1)
            } else if count == 0 || errno != EINTR {
                return count == 0 ? EIO : errno
            }
        }
        return 0
    }
}
