import VerbatimHAR
import VerbatimJSON

/// A parameter of a path that was inferred from the paths of requests.
public struct PathDecision: Sendable, Hashable {
    /// The path up to the parameter: `/orgs/{orgId}`.
    public let path: String
    /// The number of different values.
    public let count: Int
    /// The reasons: `3 UUIDs`, `1 that behaves like the others`.
    public let reasons: [String]
    /// One of the values.
    public let example: String

    init(path: String, _ evidence: PathParameterEvidence) {
        self.path = path
        count = evidence.count
        reasons = evidence.reasons
        example = evidence.example ?? ""
    }
}

/// The segments that became a parameter.
struct PathParameterEvidence {
    private var forms: [IdentifierForm: Int] = [:]
    /// The number of segments that behave like the others.
    private var alike = 0
    /// The number of segments that are known to be names only by the properties of responses.
    private var named = 0
    /// The numbers of segments that the properties of responses have as values.
    private var properties: [String: Int] = [:]
    /// Those of them that are the names of parameters.
    private var wholeNames: Set<String> = []
    /// What the segments name, if they are names.
    private(set) var role: NamingEvidence.Role?
    /// The first of the segments in order.
    private(set) var example: String?
    /// The segments that no form shows to be identifiers.
    private(set) var words: Set<String> = []
    /// The name in the braces that a segment has.
    private(set) var writtenName: String?

    mutating func add(_ text: String, as form: IdentifierForm?, _ naming: NamingEvidence? = nil) {
        if let form { forms[form, default: 0] += 1 } else { words.insert(text) }
        if let property = naming?.property {
            properties[property, default: 0] += 1
            if naming?.role == .value { wholeNames.insert(property) }
            if form == nil { named += 1 }
        } else if form == nil {
            alike += 1
        }
        include(naming?.role)
        areSymbols = IdentifierForm.isSymbol(text) && (areSymbols || example == nil)
        areTexts = Self.isText(text) && (areTexts || example == nil)
        example = min(example ?? text, text)
        if form == .placeholder, writtenName == nil {
            let name = text.drop { $0 == "{" || $0 == "$" || $0 == ":" }.prefix { $0 != "}" }
            writtenName = name.isEmpty || !name.utf8.allSatisfy(Self.isNameByte) ? nil : String(name)
        }
    }

    /// Adds the segments that became the same parameter.
    mutating func merge(_ other: PathParameterEvidence) {
        guard let theirs = other.example else { return }
        areSymbols = other.areSymbols && (areSymbols || example == nil)
        areTexts = other.areTexts && (areTexts || example == nil)
        example = min(example ?? theirs, theirs)
        forms.merge(other.forms, uniquingKeysWith: +)
        (alike, named) = (alike + other.alike, named + other.named)
        properties.merge(other.properties, uniquingKeysWith: +)
        wholeNames.formUnion(other.wholeNames)
        include(other.role)
        words.formUnion(other.words)
        writtenName = writtenName ?? other.writtenName
    }

    /// Adds what one of the segments is in another path.
    mutating func adopt(_ naming: NamingEvidence) {
        if let property = naming.property {
            properties[property, default: 0] += words.count
            if naming.role == .value { wholeNames.insert(property) }
        }
        include(naming.role)
    }

    /// Takes a role that says more than the one so far.
    private mutating func include(_ other: NamingEvidence.Role?) {
        if let other, other.rawValue > role?.rawValue ?? -1 { role = other }
    }

    /// Whether a segment has spaces or letters that are not in ASCII.
    private static func isText(_ segment: String) -> Bool {
        segment.contains("%")
            && PercentEncoding.decode(segment[...]).utf8.contains { $0 == UInt8(ascii: " ") || $0 > 0x7f }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "_")
    }

    /// The number of segments.
    var count: Int { alike + named + forms.values.reduce(0, +) }

    /// The property that names most things, if no form shows that the segments are other identifiers.
    var property: String? {
        let mayBeNumber = areNumbers && properties.keys.allSatisfy { $0.lowercased().hasSuffix("number") }
        let most = properties.max { ($0.value, $1.key) < ($1.value, $0.key) }
        let areNames =
            most.map { most in
                PathNames.saysAll(most.key) && most.value * 2 >= count
                    || ["name", "slug"].contains(most.key) && most.value == count
            } ?? false
        let areOthers = !forms.keys.allSatisfy { [.branch, .domain, .version].contains($0) }
        return mayBeNumber || areNames || !areOthers ? most?.key : nil
    }

    /// Whether some segments are numbers and others names, so that things have both.
    var haveSeveralForms: Bool {
        let numbers = forms[.number, default: 0]
        return numbers > 0 && numbers < count
            && numbers + alike + named + forms[.encoded, default: 0] == count
            && properties.contains {
                $0.value * 2 <= count && !PathNames.isKey(ResourceName.words(of: $0.key))
            }
    }

    /// The words of the property that refers to most of the segments.
    var reference: [String]? {
        properties.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ResourceName.words(of: $0.key) }
    }

    /// The property by which most responses refer to the segments, if it says all: `jobId`, `season`.
    var identity: String? {
        guard let most = properties.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            most.value * 2 >= count || forms.isEmpty
        else { return nil }
        let words = ResourceName.words(of: most.key)
        let isKey = words.count > 1 && ["id", "key"].contains(words.last?.lowercased())
        // What is identified by UUIDs as well is more than one of its names.
        let isName = wholeNames.contains(most.key) && forms[.uuid] == nil
        guard isKey || isName else { return nil }
        // What was done with a thing says nothing about it: `deleted_monitor_id`.
        let isDone = words.count > 2 && ["deleted", "created", "updated", "removed"].contains(words[0])
        return ResourceName.joined(isDone ? Array(words.dropFirst()) : words, capitalized: false)
    }

    /// Whether all segments are dates.
    var areDates: Bool { forms[.date] == count }

    /// Whether all segments are languages.
    var areLanguages: Bool { forms[.language] == count }

    /// Whether all segments are pairs of currencies.
    var areCurrencies: Bool { forms[.currencies] == count }

    /// Whether most segments are names of domains, and no other identifiers.
    var areDomains: Bool { forms.count == 1 && forms[.domain, default: 0] * 2 >= count }

    /// Whether all segments are email addresses.
    var areEmails: Bool { forms[.email] == count }

    /// Whether all segments are symbols: `TXT`, `GOOGL`.
    private(set) var areSymbols = false

    /// Whether all segments have spaces, or letters that are not in ASCII, as no identifiers have.
    private(set) var areTexts = false

    /// Whether all segments are UUIDs, which identify a thing without another.
    var areUUIDs: Bool { forms[.uuid] == count }

    /// Whether some segments are identifiers and others the values of properties.
    var areMixed: Bool { !forms.isEmpty && !properties.isEmpty }

    /// Whether all segments are numbers.
    var areNumbers: Bool { forms[.number] == count }

    /// Whether all segments have forms that no words have.
    var areIdentifiers: Bool { alike + named == 0 && forms[.branch] == nil && forms[.language] == nil }

    /// Whether all segments are secrets.
    var areRedacted: Bool { forms[.redacted] == count }

    /// The numbers of segments of each form, and of those that behave like them.
    var reasons: [String] {
        var reasons = IdentifierForm.allCases.compactMap { form in
            forms[form].map(form.count)
        }
        if named > 0 { reasons.append(.count(named, "name") + " in responses") }
        if alike > 0 {
            let others = reasons.isEmpty ? "alike" : "like the others"
            reasons.append("\(alike) that \(alike == 1 ? "behaves" : "behave") \(others)")
        }
        return reasons
    }
}
