import VerbatimContract
import VerbatimJSON
import VerbatimFormats

/// What is seen of all values at one location of the bodies of a recording: kinds, members, formats, words.
struct ValueSummary {
    /// What a value is, integers and fractions apart.
    enum Kind: String, Comparable {
        case null, boolean, integer, number, string, array, object

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// How many values there are.
    private(set) var count = 0
    /// Where each kind is first.
    private(set) var kinds: [Kind: SourceLocation] = [:]
    /// The members of objects, in the order in which they come first.
    private(set) var memberNames: [String] = []
    private(set) var members: [String: ValueSummary] = [:]
    /// How many objects there are.
    private(set) var objects = 0
    /// The elements of arrays: none, or one sketch of all of them.
    private(set) var elements: [ValueSummary] = []
    /// The strings that are not empty.
    private(set) var texts = StringSummary()
    /// Where the first value is.
    private(set) var location: SourceLocation?

    /// Adds a value.
    mutating func add(_ value: JSON, at locate: (JSON) -> SourceLocation?) {
        count += 1
        let kind = Self.kind(of: value)
        let isNew = kinds[kind] == nil
        if isNew || location == nil {
            let here = locate(value)
            if isNew, let here { kinds[kind] = here }
            location = location ?? here
        }
        switch kind {
        case .array:
            var sketch = elements.first ?? ValueSummary()
            elements = []
            for element in value.elements { sketch.add(element, at: locate) }
            if sketch.count > 0 { elements = [sketch] }
        case .object:
            objects += 1
            for (name, member) in value.members { add(member, named: name, at: locate) }
        case .string: texts.add(value, at: locate)
        case .null, .boolean, .integer, .number: return
        }
    }

    private mutating func add(_ member: JSON, named name: String, at locate: (JSON) -> SourceLocation?) {
        if members[name] == nil { memberNames.append(name) }
        members[name, default: ValueSummary()].add(member, at: locate)
    }

    private static func kind(of value: JSON) -> Kind {
        switch value.kind {
        case .bool: .boolean
        case .number: value.number?.isInteger == true ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        case .null, nil: .null
        }
    }
}

/// What is seen of the strings at one location.
struct StringSummary {
    /// What a text is, going by itself.
    enum Form: String {
        case url = "a URL"
        case date = "a date"
        case httpDate = "an HTTP date"
        case digits = "a number in a string"
        case identifier = "a UUID"
        case text = "a text"
    }

    private(set) var count = 0
    /// Where each form is first, with the text.
    private(set) var forms: [Form: (location: SourceLocation?, text: String)] = [:]
    /// How the dates are written.
    private(set) var profile: DateProfile?
    /// Where each text is first; no more than are a vocabulary.
    private(set) var words: [String: SourceLocation?] = [:]
    /// Whether there are too many different texts, or too long ones, to be words of a vocabulary.
    private(set) var isProse = false

    private static let wordLimit = 12

    mutating func add(_ value: JSON, at locate: (JSON) -> SourceLocation?) {
        guard let text = value.string, !text.isEmpty else { return }
        add(text) { locate(value) }
    }

    mutating func add(_ text: String, at locate: () -> SourceLocation?) {
        count += 1
        let form = Self.form(of: text)
        if forms[form] == nil { forms[form] = (locate(), text) }
        if form == .date, let written = DateProfile(parsing: text) { profile = profile?.union(written) ?? written }
        guard !isProse else { return }
        guard Self.isWord(text), words[text] != nil || words.count < Self.wordLimit else {
            isProse = true
            words = [:]
            return
        }
        if words[text] == nil { words[text] = .some(locate()) }
    }

    /// Whether the same few words come again and again.
    var isVocabulary: Bool { !isProse && count >= 4 && words.count * 2 <= count }

    /// The words, sorted.
    var vocabulary: String { words.keys.sorted().map { DiffMessages.quoted($0) }.joined(separator: ", ") }

    /// Where a word is first; of one that is not there, where there is any.
    func location(of word: String) -> SourceLocation? {
        words[word] ?? words.keys.min().flatMap { words[$0] ?? nil }
    }

    static func form(of text: String) -> Form {
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return .url }
        if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return .digits }
        if DateProfile(parsing: text) != nil { return .date }
        if text.wholeMatch(of: /[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/) != nil {
            return .httpDate
        }
        let isIdentifier =
            text.wholeMatch(of: /[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}/) != nil
        return isIdentifier ? .identifier : .text
    }

    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= 40 && form(of: text) == .text && !text.contains(" ")
    }
}
