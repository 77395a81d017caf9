/// The lines that differ between two texts.
///
/// Lines that each text has once are compared first; a stretch between them that is still long is replaced as
/// a whole, so that the time grows with the length of the texts and not with its square.
struct LineDiff {
    let old: [Substring]
    let new: [Substring]
    private(set) var hunks: [Hunk] = []

    /// Lines that take the place of others.
    struct Hunk: Hashable {
        /// The indices of the lines that are removed.
        let old: Range<Int>
        /// The indices of the lines that are added.
        let new: Range<Int>
    }

    /// The lines of the two sides, equal ones as the same number.
    private let numbers: (old: [Int], new: [Int])

    /// The number of lines that are compared one by one.
    private static let lineLimit = 2000
    private static let depthLimit = 8

    init(from old: String, to new: String) {
        self.old = old.split(separator: "\n", omittingEmptySubsequences: false)
        self.new = new.split(separator: "\n", omittingEmptySubsequences: false)
        var known: [Substring: Int] = [:]
        func numbered(_ lines: [Substring]) -> [Int] {
            lines.map { line in
                let number = known[line] ?? known.count
                known[line] = number
                return number
            }
        }
        numbers = (numbered(self.old), numbered(self.new))
        compare(self.old.indices, self.new.indices, depth: 0)
        hunks = hunks.map(slid)
    }

    /// Returns a hunk that only adds or only removes lines at the place that reads best of those that lead to
    /// the same texts: where its first line is indented least, and is no closing bracket.
    private func slid(_ hunk: Hunk) -> Hunk {
        guard hunk.old.isEmpty != hunk.new.isEmpty else { return hunk }
        let (lines, range) = hunk.old.isEmpty ? (new, hunk.new) : (old, hunk.old)
        let least = max(-Self.shiftLimit, -min(hunk.old.lowerBound, hunk.new.lowerBound))
        var (first, last) = (0, 0)
        while first > least, lines[range.lowerBound + first - 1] == lines[range.upperBound + first - 1] {
            first -= 1
        }
        while last < Self.shiftLimit, range.upperBound + last < lines.count,
            lines[range.lowerBound + last] == lines[range.upperBound + last]
        {
            last += 1
        }
        func cost(_ shift: Int) -> Int {
            let line = lines[range.lowerBound + shift]
            let start = line.drop { $0 == " " }
            return 2 * (line.count - start.count) + (start.hasPrefix("}") || start.hasPrefix("]") ? 1 : 0)
        }
        let best = (first...last).min { (cost($0), abs($0)) < (cost($1), abs($1)) } ?? 0
        return Hunk(
            old: hunk.old.lowerBound + best..<hunk.old.upperBound + best,
            new: hunk.new.lowerBound + best..<hunk.new.upperBound + best)
    }

    /// The number of lines that a hunk is moved at most.
    private static let shiftLimit = 100

    private mutating func compare(_ old: Range<Int>, _ new: Range<Int>, depth: Int) {
        var (old, new) = (old, new)
        while let a = old.first, let b = new.first, numbers.old[a] == numbers.new[b] {
            (old, new) = (old.dropFirst(), new.dropFirst())
        }
        while let a = old.last, let b = new.last, numbers.old[a] == numbers.new[b] {
            (old, new) = (old.dropLast(), new.dropLast())
        }
        guard !old.isEmpty, !new.isEmpty, depth < Self.depthLimit else { return replace(old, new) }
        guard old.count + new.count > Self.lineLimit else { return compareLines(old, new) }
        let anchors = anchors(old, new)
        guard !anchors.isEmpty else { return replace(old, new) }
        var (a, b) = (old.lowerBound, new.lowerBound)
        for anchor in anchors + [(old.upperBound, new.upperBound)] {
            compare(a..<anchor.0, b..<anchor.1, depth: depth + 1)
            (a, b) = (min(anchor.0 + 1, old.upperBound), min(anchor.1 + 1, new.upperBound))
        }
    }

    private mutating func replace(_ old: Range<Int>, _ new: Range<Int>) {
        if !old.isEmpty || !new.isEmpty { hunks.append(Hunk(old: old, new: new)) }
    }

    private mutating func compareLines(_ old: Range<Int>, _ new: Range<Int>) {
        let difference = numbers.new[new].difference(from: numbers.old[old])
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(old.lowerBound + offset)
            case .insert(let offset, _, _): inserted.insert(new.lowerBound + offset)
            }
        }
        var (a, b) = (old.lowerBound, new.lowerBound)
        while a < old.upperBound || b < new.upperBound {
            let start = (a, b)
            while removed.contains(a) { a += 1 }
            while inserted.contains(b) { b += 1 }
            replace(start.0..<a, start.1..<b)
            if (a, b) == start { (a, b) = (a + 1, b + 1) }
        }
    }

    /// Returns the indices of lines that each side has once, as many as are in the same order on both.
    private func anchors(_ old: Range<Int>, _ new: Range<Int>) -> [(Int, Int)] {
        func lone(_ numbers: [Int], _ range: Range<Int>) -> [Int: Int] {
            var counts: [Int: Int] = [:]
            for index in range { counts[numbers[index], default: 0] += 1 }
            let lone = range.filter { counts[numbers[$0]] == 1 }
            return Dictionary(lone.map { (numbers[$0], $0) }) { first, _ in first }
        }
        let others = lone(numbers.new, new)
        let pairs = lone(numbers.old, old).compactMap { number, index in others[number].map { (index, $0) } }
            .sorted { $0.0 < $1.0 }
        // The longest increasing subsequence: the last pair of the best of each length, and predecessors.
        var (tails, previous): ([Int], [Int?]) = ([], [])
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tails[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
            }
            previous.append(low > 0 ? tails[low - 1] : nil)
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        return sequence(first: tails.last) { $0.flatMap { previous[$0] } }.prefix { $0 != nil }
            .compactMap { $0.map { pairs[$0] } }.reversed()
    }
}
