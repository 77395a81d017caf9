import Synchronization

@testable import VerbatimCommands

/// A terminal whose keys are known before.
final class ScriptedTerminal: KeyTerminal {
    let size: TerminalSize
    private let keys: Mutex<ArraySlice<Key>>
    private let opened = Mutex(0)

    init(_ keys: [Key], size: TerminalSize = TerminalSize(columns: 80, rows: 24)) {
        self.keys = Mutex(keys[...])
        self.size = size
    }

    /// Whether it was given back as often as it was taken.
    var isClosed: Bool { opened.withLock { $0 == 0 } }

    func open(for use: TerminalUse) -> Bool {
        opened.withLock { $0 += 1 }
        return true
    }

    func close() { opened.withLock { $0 -= 1 } }

    func key(waits: Bool) -> Key? { keys.withLock { $0.popFirst() } ?? (waits ? .end : nil) }
}

extension [Key] {
    /// The keys of letters.
    static func typing(_ text: String) -> [Key] { text.map { $0 == "\n" ? .enter : .character($0) } }
}
