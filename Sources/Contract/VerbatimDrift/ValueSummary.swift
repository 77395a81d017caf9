import VerbatimContract
import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// A summary of all values at one path of a body: their types, properties, formats and vocabulary.
struct ValueSummary {
    /// The type of a value, with integers and fractions apart.
    enum Kind: String, Comparable {
        case null, boolean, integer, number, string, array, object

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    private(set) var count = 0
    /// The first value of each type, with its location, which is nil if the recording is in no file.
    private(set) var kinds: [Kind: (location: SourceLocation?, value: Finding.Value?)] = [:]
    /// The properties of objects, in the order in which they first appear.
    private(set) var properties = OrderedGroups<String, ValueSummary>()
    private(set) var objectCount = 0
    /// Whether the properties are the kinds of the items of a sequence.
    private(set) var isOfItemKinds = false
    /// A summary of the elements of all arrays, if any: an array, since a value cannot contain itself.
    private(set) var elements: [ValueSummary] = []
    /// The strings that are not empty.
    private(set) var strings = StringSummary()
    /// The location of the first value.
    private(set) var location: SourceLocation?

    /// A value: the first of the only type, or of the last type in their order.
    var value: Finding.Value? { kinds.max { $0.key < $1.key }?.value.value }

    mutating func add(_ value: JSON, at locate: (JSON) -> SourceLocation?) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { add(value, at: locate) } }
        count += 1
        let kind = Self.kind(of: value)
        let isNew = kinds[kind] == nil
        if isNew || location == nil {
            let here = locate(value)
            if isNew { kinds[kind] = (here, Finding.Value(value)) }
            location = location ?? here
        }
        switch kind {
        case .array:
            var summary = elements.first ?? ValueSummary()
            elements = []
            for element in value.elements { summary.add(element, at: locate) }
            if summary.count > 0 { elements = [summary] }
        case .object:
            objectCount += 1
            for (name, member) in value.members {
                properties[name, default: ValueSummary()].add(member, at: locate)
            }
        case .string: strings.add(value, at: locate)
        case .null, .boolean, .integer, .number: return
        }
    }

    /// Adds the items of a stream or of another sequence. Those of each kind have a summary of their own, as
    /// if they were the values of a property with the name of the kind.
    mutating func add(items: JSON, at locate: (JSON) -> SourceLocation?) {
        let names = Set(items.elements.map(\.itemKind))
        guard names != [nil], names.count <= Self.itemKindLimit else { return add(items, at: locate) }
        count += 1
        isOfItemKinds = true
        kinds[.array] = (locate(items), Finding.Value(items))
        for item in items.elements {
            objectCount += 1
            properties[item.itemKind ?? "*", default: ValueSummary()].add(item, at: locate)
        }
    }

    /// The number of kinds from which they are no vocabulary.
    private static let itemKindLimit = 64

    private static func kind(of value: JSON) -> Kind {
        if value.number?.isInteger == true { return .integer }
        return value.kind.flatMap { Kind(rawValue: $0.typeName) } ?? .null
    }
}

/// A summary of the strings at one path.
struct StringSummary {
    /// The format of a string, judged by its text.
    enum Kind: String {
        case url = "a URL"
        case date = "a date"
        case httpDate = "an HTTP date"
        case digits = "a number in a string"
        case identifier = "a UUID"
        case text = "a plain string"
    }

    private(set) var count = 0
    /// The first string of each kind, with its location.
    private(set) var kinds: [Kind: (location: SourceLocation?, text: String)] = [:]
    private(set) var profile: DateProfile?
    /// What separates the days of dates from their times: `T` or a space.
    private(set) var separators: Set<Character> = []
    /// The location of each distinct string, as long as they may be a vocabulary.
    private(set) var words: [String: SourceLocation?] = [:]
    /// Whether there are too many distinct strings, or too long ones, for a vocabulary.
    private(set) var isProse = false

    private static let wordLimit = 12

    mutating func add(_ value: JSON, at locate: (JSON) -> SourceLocation?) {
        guard let text = value.string, !text.isEmpty else { return }
        add(text) { locate(value) }
    }

    mutating func add(_ text: String, at locate: () -> SourceLocation?) {
        count += 1
        let kind = Self.kind(of: text)
        if kinds[kind] == nil { kinds[kind] = (locate(), text) }
        if kind == .date, let written = DateProfile(parsing: text) {
            profile = profile?.union(written) ?? written
            if let separator = text.dropFirst(10).first { separators.insert(separator) }
        }
        guard !isProse else { return }
        let isWord = kind == .text && text.utf8.count <= 40 && !text.contains(" ")
        guard isWord, words[text] != nil || words.count < Self.wordLimit else {
            isProse = true
            words = [:]
            return
        }
        if words[text] == nil { words[text] = .some(locate()) }
    }

    /// Whether a few words are repeated.
    var isVocabulary: Bool { !isProse && count >= 4 && words.count * 2 <= count }

    var vocabulary: String { words.keys.sorted().map { Self.quoted($0) }.joined(separator: ", ") }

    /// A string in quotation marks, cut at 80 characters.
    static func quoted(_ text: String) -> String { text.quotedExcerpt() }

    /// Returns the location of a word, or of any other if it is missing.
    func location(of word: String) -> SourceLocation? {
        words[word] ?? words.keys.min().flatMap { words[$0] ?? nil }
    }

    static func kind(of text: String) -> Kind {
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return .url }
        if text.utf8.allSatisfy(\.isDigit) { return .digits }
        if DateProfile(parsing: text) != nil { return .date }
        if text.hasSuffix(" GMT"), HTTPDate.date(text) != nil { return .httpDate }
        return Format.uuid.accepts(text) ? .identifier : .text
    }
}
