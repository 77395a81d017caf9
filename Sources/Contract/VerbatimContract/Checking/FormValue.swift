import VerbatimJSON

/// A form as the JSON object its schema asks for.
enum FormValue {
    static func json(_ bytes: [UInt8], shape: SchemaShapes.Index, in shapes: SchemaShapes) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let members = RequestTarget.fields(text[...]).map { field in
            let shape = shapes[shape].properties[field.name].map { shapes[$0] } ?? SchemaShapes.Shape()
            return JSONValue.string(field.name).text(.compact) + ":"
                + TextValue.json(field.value, shape: shape)
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
