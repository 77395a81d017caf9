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
    /// The first of the segments in order.
    private(set) var example: String?
    /// The numbers of segments, by their spellings.
    private(set) var spellings: [String: Int] = [:]
    /// The name in the braces that a segment has.
    private(set) var writtenName: String?

    mutating func add(_ text: String, as form: IdentifierForm?) {
        if let form { forms[form, default: 0] += 1 } else { alike += 1 }
        spellings[SiblingComparison.spelling(of: text), default: 0] += 1
        example = min(example ?? text, text)
        if form == .placeholder, writtenName == nil {
            let name = text.drop { $0 == "{" || $0 == "$" || $0 == ":" }.prefix { $0 != "}" }
            writtenName = name.isEmpty || !name.utf8.allSatisfy(Self.isNameByte) ? nil : String(name)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "_")
    }

    /// The number of segments.
    var count: Int { alike + forms.values.reduce(0, +) }

    /// Whether all segments are dates.
    var areDates: Bool { forms[.date] == count }

    /// Whether all segments are secrets.
    var areRedacted: Bool { forms[.redacted] == count }

    /// The numbers of segments of each form, and of those that behave like them.
    var reasons: [String] {
        var reasons = IdentifierForm.allCases.compactMap { form in
            forms[form].map(form.count)
        }
        if alike > 0 {
            let others = reasons.isEmpty ? "alike" : "like the others"
            reasons.append("\(alike) that \(alike == 1 ? "behaves" : "behave") \(others)")
        }
        return reasons
    }
}
