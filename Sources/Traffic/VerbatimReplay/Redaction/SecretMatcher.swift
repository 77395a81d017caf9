/// Compares a text at one position with every secret, in every way in which the text can be read.
struct SecretMatcher {
    /// An occurrence of a secret in bytes.
    struct Match {
        var spelling: Int
        var end: Int
    }

    /// The secrets that the characters up to a position begin.
    private struct State: Equatable {
        var secrets: Range<Int>
        var position: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private lazy var reader = EscapeReader(bytes: bytes)
    /// The number of comparisons left. A text that repeats a part of a long secret runs out of them.
    private var budget: Int

    /// The number of characters that make an occurrence once the comparisons are used up.
    private static var sufficientLength: Int { 256 }
    /// The number of readings that are followed at a time, before and after the comparisons are used up. Only
    /// a run of characters that begin escapes has more than a few.
    private static var maximumStates: (usual: Int, scarce: Int) { (64, 8) }

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        budget = 64 * bytes.count + 1 << 16
    }

    /// Returns the longest occurrence that begins at a position, or nil.
    mutating func longest(at start: Int, of table: SecretTable) -> Match? {
        var state = State(secrets: table.all, position: start)
        var length = 0
        var match: Match?
        while !state.secrets.isEmpty, state.position < bytes.count {
            let unit = UInt32(bytes[state.position])
            // Only other bytes can be read in several ways.
            guard unit < 0x80, !unit.beginsEscape else {
                return longest(from: state, length, of: table, after: match)
            }
            state.secrets = table.narrow(state.secrets, to: unit, at: length)
            (state.position, length) = (state.position + 1, length + 1)
            accept(&state, length, table, &match)
        }
        return match
    }

    /// Continues with all readings of escapes, which can be several states at a time.
    private mutating func longest(
        from state: State, _ length: Int, of table: SecretTable, after match: Match?
    ) -> Match? {
        var (states, length, match) = ([state], length, match)
        let reader = reader
        while !states.isEmpty {
            length += 1
            var next: [State] = []
            let limit = budget < 0 ? Self.maximumStates.scarce : Self.maximumStates.usual
            for state in states {
                reader.forEachCharacter(at: state.position) { character, end in
                    let secrets = table.narrow(state.secrets, to: character, at: length - 1)
                    let state = State(secrets: secrets, position: end)
                    budget -= 1
                    if !secrets.isEmpty, next.count < limit, !next.contains(state) { next.append(state) }
                }
            }
            states.removeAll(keepingCapacity: true)
            for var state in next {
                accept(&state, length, table, &match)
                if !state.secrets.isEmpty { states.append(state) }
            }
        }
        return match
    }

    /// Updates the match if the characters up to a position are a whole secret, or as good as one.
    private mutating func accept(
        _ state: inout State, _ length: Int, _ table: SecretTable, _ match: inout Match?
    ) {
        guard !state.secrets.isEmpty else { return }
        budget -= 1
        if let spelling = table.complete(&state.secrets, length: length) {
            if match.map({ $0.end <= state.position }) ?? true {
                match = Match(spelling: spelling, end: state.position)
            }
        } else if budget < 0, length >= Self.sufficientLength {
            match = Match(spelling: table.spelling(of: state.secrets), end: state.position)
            state.secrets = 0..<0
        }
    }
}

/// The values of secrets, sorted, so that a text is compared with all of them at once.
///
/// The values that begin with some characters are a range of the table. Each further character narrows it:
/// the cost of a comparison does not depend on the number of secrets.
struct SecretTable: Sendable {
    private struct Entry: Sendable {
        let characters: [UInt32]
        let spelling: Int
    }

    let ignoresCase: Bool
    /// Sorted by their characters, without duplicates.
    private var entries: [Entry] = []

    init(ignoresCase: Bool) { self.ignoresCase = ignoresCase }

    var all: Range<Int> { 0..<entries.count }

    /// Adds the characters of a spelling, unless the table has them.
    mutating func insert(_ characters: [UInt32], of spelling: Int) {
        let characters = characters.map { folding($0) }
        let low = firstIndex(in: all) { !$0.characters.lexicographicallyPrecedes(characters) }
        if low < entries.count, entries[low].characters == characters { return }
        entries.insert(Entry(characters: characters, spelling: spelling), at: low)
    }

    func folding(_ character: UInt32) -> UInt32 {
        ignoresCase && 0x41...0x5a ~= character ? character | 0x20 : character
    }

    /// Returns the values of a range that have a character at an index. Every value of the range is longer.
    func narrow(_ range: Range<Int>, to character: UInt32, at index: Int) -> Range<Int> {
        let character = folding(character)
        if range.count == 1 {
            let isEqual = entries[range.lowerBound].characters[index] == character
            return isEqual ? range : range.lowerBound..<range.lowerBound
        }
        let low = firstIndex(in: range) { $0.characters[index] >= character }
        return low..<firstIndex(in: low..<range.upperBound) { $0.characters[index] > character }
    }

    /// Returns the spelling that has a length, and removes it from a range of values that are no
    /// shorter.
    func complete(_ range: inout Range<Int>, length: Int) -> Int? {
        guard !range.isEmpty, entries[range.lowerBound].characters.count == length else { return nil }
        defer { range = (range.lowerBound + 1)..<range.upperBound }
        return entries[range.lowerBound].spelling
    }

    func spelling(of range: Range<Int>) -> Int { entries[range.lowerBound].spelling }

    private func firstIndex(in range: Range<Int>, where isAfter: (Entry) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
