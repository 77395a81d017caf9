import VerbatimJSON
import VerbatimSchema

/// Holds texts to patterns and formats, by the validator that holds recordings to contracts.
struct TextTest {
    /// Nil when nothing is asked of a text.
    private let schema: CompiledSchema?
    private let isBroken: Bool

    /// A test of patterns, formats, and one of some date patterns; with one that means nothing no text passes.
    init(patterns: [String] = [], formats: [String] = [], dateFormats: [String]? = nil) {
        var keywords =
            patterns.map { ("pattern", JSONValue.string($0)) } + formats.map { ("format", .string($0)) }
        if let dateFormats { keywords.append(("x-date-formats", .array(dateFormats.map(JSONValue.string)))) }
        guard !keywords.isEmpty else {
            schema = nil
            isBroken = false
            return
        }
        let all: JSONValue = ["allOf": .array(keywords.map { .object([$0.0: $0.1]) })]
        schema = JSON(all).flatMap { document in
            try? Schema(document).compile(options: CompileOptions(formats: .assertion))
        }
        isBroken = schema == nil
    }

    /// Whether a text passes.
    func accepts(_ text: String) -> Bool {
        guard let schema else { return !isBroken }
        return JSON(.string(text)).map(schema.accepts) ?? false
    }

    /// Whether a pattern matches a text; one that does not compile matches nothing.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        TextTest(patterns: [pattern]).accepts(text)
    }
}

extension JSON {
    /// A value as a document of its own.
    init?(_ value: JSONValue) {
        guard let json = try? JSON(parsing: value.text(.compact)) else { return nil }
        self = json
    }
}
