import VerbatimJSON

/// A value that came as text (a header, a query item, an XML attribute) as the JSON value its schema asks for.
enum TextValue {
    /// The value as JSON text: a number or a boolean where the schema allows no string and the text spells one.
    static func json(_ text: String, shape: SchemaShapes.Shape) -> String {
        if !shape.allows("string") {
            if shape.allows("number") || shape.allows("integer"), isNumber(text) { return text }
            if shape.allows("boolean"), text == "true" || text == "false" { return text }
        }
        return JSONValue.string(text).text(.compact)
    }

    /// The value as a document of its own, ready to be validated.
    static func document(_ text: String, shape: SchemaShapes.Shape) throws(JSONError) -> JSON {
        try JSON(parsing: json(text, shape: shape))
    }

    private static func isNumber(_ text: String) -> Bool {
        (try? JSON(parsing: text))?.kind == .number && text.utf8.allSatisfy { $0 > 0x20 }
    }
}
