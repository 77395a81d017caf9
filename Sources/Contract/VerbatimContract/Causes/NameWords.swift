/// The name of a property in words: `first`, `name` of `first_name`.
struct NameWords {
    let words: [String]
    /// The different words.
    let set: Set<String>
    /// The words without anything between them.
    let joined: String

    init(_ name: String) {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in name {
            let isUpper = character.isUppercase
            if !(character.isLetter || character.isNumber) || isUpper && wasLower {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character.isLetter || character.isNumber { word += character.lowercased() }
            wasLower = character.isLowercase || character.isNumber
        }
        self.words = word.isEmpty ? words : words + [word]
        set = Set(self.words)
        joined = self.words.joined()
    }

    /// Returns how alike two names are, from 0 to 1: 1 if only their case or separators differ.
    func likeness(to other: NameWords) -> Double {
        let (one, two) = (joined, other.joined)
        if one == two { return 1 }
        let common = set.intersection(other.set).count
        let shared = Double(common) / Double(max(1, set.count + other.set.count - common))
        let prefix = Double(zip(one, two).prefix { $0 == $1 }.count)
        let ends = one.hasPrefix(two) || two.hasPrefix(one) || one.hasSuffix(two) || two.hasSuffix(one)
        return max(shared, ends ? 0.6 : prefix >= 4 ? prefix / Double(max(one.count, two.count)) : 0)
    }

    /// Returns what changed between two names: that only case and separators did, or the words that differ.
    static func change(_ old: String, _ new: String) -> [String?] {
        let (a, b) = (NameWords(old), NameWords(new))
        if a.joined == b.joined { return [nil] }
        let start = zip(a.words, b.words).prefix { $0 == $1 }.count
        let end = zip(a.words.reversed(), b.words.reversed()).prefix { $0 == $1 }.count
        guard start + end > 0, start + end <= min(a.words.count, b.words.count) else { return [old, new] }
        return [
            a.words[start..<(a.words.count - end)].joined(separator: " "),
            b.words[start..<(b.words.count - end)].joined(separator: " "),
        ]
    }

    /// Whether all words are those of pages of results.
    var isAboutPaging: Bool { !words.isEmpty && words.allSatisfy(Self.pagingWords.contains) }

    private static let pagingWords: Set = [
        "page", "pages", "per", "total", "totals", "count", "number", "num", "size", "limit", "offset",
        "start", "index", "cursor", "next", "prev", "previous", "token", "has", "more", "first", "last",
        "skip", "after", "before", "end", "continuation", "results", "items", "pagination", "paging",
        "current", "max", "is", "url", "link", "links", "cursors", "self",
    ]
}
