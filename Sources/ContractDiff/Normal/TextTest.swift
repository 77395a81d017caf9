import JSONDocument
import JSONSchema

/// Holds texts to patterns and formats, by the validator that holds recordings to contracts.
enum TextTest {
    /// Whether a pattern matches a text; one that does not compile matches nothing.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        accepts(text, patterns: [pattern], formats: [], dateFormats: nil)
    }

    /// Whether a text keeps patterns, formats, and one of some date patterns.
    static func accepts(_ text: String, patterns: [String], formats: [String], dateFormats: [String]?) -> Bool
    {
        var keywords =
            patterns.map { ("pattern", JSONValue.string($0)) } + formats.map { ("format", .string($0)) }
        if let dateFormats { keywords.append(("x-date-formats", .array(dateFormats.map(JSONValue.string)))) }
        guard !keywords.isEmpty else { return true }
        let schemas = keywords.map { JSONValue.object([$0.0: $0.1]) }
        let schema: JSONValue = ["allOf": .array(schemas)]
        guard let document = try? JSON(parsing: schema.text(.compact)),
            let compiled = try? Schema(document).compile(options: CompileOptions(formats: .assertion)),
            let instance = try? JSON(parsing: JSONValue.string(text).text(.compact))
        else { return false }
        return compiled.accepts(instance)
    }
}
