import VerbatimJSON
import VerbatimSchema

/// Tests values for the keywords for their type, size and text, but not those for parts.
struct ScalarTest {
    private let branch: SchemaBranch
    private let values: Set<JSONValue>?
    private let multiples: [JSONNumber]
    private let text: TextTest

    /// Creates a test by all keywords of a branch, or by all but its enumeration.
    init(_ branch: SchemaBranch, ignoringEnumeration: Bool = false) {
        self.branch = branch
        values = ignoringEnumeration ? nil : branch.values.map { Set($0) }
        multiples = branch.texts[.multipleOf, default: []].compactMap { JSONNumber($0) }
        text = branch.textTest
    }

    func accepts(_ value: JSONValue) -> Bool {
        guard branch.types.contains(TypeSet(value)) else { return false }
        if let values, !values.contains(value) { return false }
        switch value {
        case .number(let number):
            return branch.isWithin(.max, number) && branch.isWithin(.min, number)
                && multiples.allSatisfy { number.isMultiple(of: $0) }
        case .string(let string): return branch.acceptsLength(of: string) && text.accepts(string)
        default: return true
        }
    }
}

/// Tests strings for patterns and formats, with the validator that checks recordings.
struct TextTest {
    /// The patterns and formats; nil if every string is valid, or if no string is.
    private let schema: CompiledSchema?
    private let isInvalid: Bool

    /// Creates a test for all of several patterns and formats, and one of several date patterns.
    ///
    /// No string passes if one of them is invalid.
    init(patterns: [String] = [], formats: [String] = [], dateFormats: [String]? = nil) {
        var keywords =
            patterns.map { ("pattern", JSONValue.string($0)) } + formats.map { ("format", .string($0)) }
        if let dateFormats { keywords.append(("x-date-formats", .array(dateFormats.map(JSONValue.string)))) }
        let all: JSONValue = ["allOf": .array(keywords.map { .object([$0.0: $0.1]) })]
        schema =
            keywords.isEmpty
            ? nil
            : JSON(all).flatMap { try? Schema($0).compile(options: CompileOptions(formats: .assertion)) }
        isInvalid = schema == nil && !keywords.isEmpty
    }

    func accepts(_ text: String) -> Bool {
        guard let schema else { return !isInvalid }
        return JSON(.string(text)).map(schema.accepts) ?? false
    }
}
