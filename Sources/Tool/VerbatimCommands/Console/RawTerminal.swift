import Foundation
import Synchronization

/// A terminal that gives each key as it is typed, without Enter.
protocol KeyTerminal: Sendable {
    /// The columns and rows that can be seen.
    var size: TerminalSize { get }

    /// Takes the terminal until it is closed; returns false if it cannot give single keys.
    func open(for use: TerminalUse) -> Bool

    /// Gives the terminal back as it was.
    func close()

    /// Returns the next key, or ``Key/resize`` if the size has changed meanwhile.
    ///
    /// - Parameter waits: Whether it waits for a key; if not, it returns nil if none was typed.
    func key(waits: Bool) -> Key?
}

struct TerminalSize: Sendable, Hashable {
    var columns: Int
    var rows: Int
}

enum TerminalUse: Sendable {
    /// A screen of its own, after which what was shown before is shown again. Control-C is a key.
    case screen
    /// Keys while lines are printed. Control-C ends the process.
    case keys
}

/// The terminal of the process, without echo and line editing.
///
/// It is given back on every way out that can be seen: when it is closed, before a signal ends or stops the
/// process, and before another program uses it.
final class RawTerminal: KeyTerminal {
    private struct State {
        var saved: termios?
        var use = TerminalUse.keys
        var decoder = KeyDecoder()
        var size: TerminalSize
    }

    private let state = Mutex(State(size: RawTerminal.currentSize))

    private static let usualSize = TerminalSize(columns: 80, rows: 24)
    /// The milliseconds between two looks at the size.
    private static let interval: Int32 = 100
    /// The milliseconds in which the rest of a key follows its first byte.
    private static let escapeInterval: Int32 = 25
    private static let enterScreen = "\u{1b}[?1049h\u{1b}[?7l\u{1b}[?25l"
    private static let leaveScreen = "\u{1b}[?25h\u{1b}[?7h\u{1b}[?1049l"

    var size: TerminalSize { Self.currentSize }

    private static var currentSize: TerminalSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return usualSize
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    func open(for use: TerminalUse) -> Bool {
        state.withLock { state in
            var modes = termios()
            guard state.saved == nil else { return true }
            guard isInForeground, tcgetattr(STDIN_FILENO, &modes) == 0 else { return false }
            let saved = modes
            modes.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
            if use == .screen { modes.c_lflag &= ~tcflag_t(ISIG) }
            modes.c_iflag &= ~tcflag_t(IXON)
            withUnsafeMutableBytes(of: &modes.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
            // What was typed before a screen is seen, or to another program, is no answer to it.
            let when = use == .screen ? TCSAFLUSH : TCSADRAIN
            guard tcsetattr(STDIN_FILENO, when, &modes) == 0 else { return false }
            if use == .screen { state.decoder = KeyDecoder() }
            (state.saved, state.use, state.size) = (saved, use, Self.currentSize)
            UnsafeTerminalSignals.install(restoring: saved, after: use == .screen ? Self.leaveScreen : "")
            if use == .screen { Self.send(Self.enterScreen) }
            return true
        }
    }

    func close() {
        state.withLock { state in
            guard var saved = state.saved else { return }
            state.saved = nil
            UnsafeTerminalSignals.remove()
            if state.use == .screen { Self.send(Self.leaveScreen) }
            if isInForeground { tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) }
        }
    }

    /// Whether the process may change the terminal: one in the background would be stopped.
    private var isInForeground: Bool { tcgetpgrp(STDIN_FILENO) == getpgrp() }

    func key(waits: Bool) -> Key? {
        while true {
            if let key = state.withLock({ $0.decoder.next() }) { return key == .suspend ? suspend() : key }
            if hasResized { return .resize }
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&input, 1, waits ? Self.interval : 0) > 0 {
                guard read() else { return .end }
            } else if !waits {
                return nil
            }
        }
    }

    private var hasResized: Bool {
        state.withLock { state in
            let size = Self.currentSize
            defer { state.size = size }
            return size != state.size
        }
    }

    /// Reads what was typed; returns false at the end of the input.
    private func read() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
        let isComplete = state.withLock { state in
            state.decoder.add(bytes[..<count])
            return !state.decoder.endsInEscape
        }
        // The rest of an arrow key may come later over a network.
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return isComplete || poll(&input, 1, Self.escapeInterval) <= 0 || read()
    }

    /// Stops the process and those that were started with it, as Control-Z does, and continues with it.
    private func suspend() -> Key {
        let use = state.withLock { $0.use }
        close()
        kill(0, SIGTSTP)
        return open(for: use) ? .resize : .end
    }

    private static func send(_ text: String) {
        // A terminal that is gone has nothing to restore.
        try? StandardStream.send(text, to: STDOUT_FILENO)
    }
}
