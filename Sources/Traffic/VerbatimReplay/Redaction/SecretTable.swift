/// The values of secrets, sorted, so that a text is compared with all of them at once.
///
/// The values that begin with some characters are a range of the table. Each further character narrows it:
/// the cost of a comparison does not depend on the number of secrets.
struct SecretTable: Sendable {
    private struct Entry: Sendable {
        let characters: [UInt32]
        let secret: Int
    }

    /// Whether the case of ASCII letters is ignored.
    let ignoresCase: Bool
    /// Sorted by their characters, without duplicates.
    private var entries: [Entry] = []

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    /// The range of all values.
    var all: Range<Int> { 0..<entries.count }

    /// Adds a value, unless the table has it.
    ///
    /// - Parameters:
    ///   - characters: The Unicode scalars of the value.
    ///   - secret: The index of its secret.
    mutating func insert(_ characters: [UInt32], of secret: Int) {
        let characters = characters.map { folding($0) }
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].characters.lexicographicallyPrecedes(characters) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        if low < entries.count, entries[low].characters == characters { return }
        entries.insert(Entry(characters: characters, secret: secret), at: low)
    }

    /// Returns a character as the table compares it.
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

    /// Returns the secret whose value has a length, and removes it from a range of values that are no
    /// shorter.
    func complete(_ range: inout Range<Int>, length: Int) -> Int? {
        guard !range.isEmpty, entries[range.lowerBound].characters.count == length else { return nil }
        defer { range = (range.lowerBound + 1)..<range.upperBound }
        return entries[range.lowerBound].secret
    }

    /// Returns a secret of a range.
    func secret(of range: Range<Int>) -> Int { entries[range.lowerBound].secret }

    private func firstIndex(in range: Range<Int>, where isAfter: (Entry) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(entries[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
