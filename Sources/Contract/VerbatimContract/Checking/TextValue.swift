import VerbatimJSON

// Values that are text in HTTP (headers, parameters, forms, XML) become the JSON values their schemas
// describe.

/// A scalar of text as the JSON value that its schema describes.
enum TextValue {
    /// Returns JSON text: a number or a boolean where the schema allows no string and the text is one.
    static func json(_ text: String, shape: SchemaShapes.Shape) -> String {
        if !shape.allows("string") {
            if shape.allows("number") || shape.allows("integer"), isNumber(text) { return text }
            if shape.allows("boolean"), text == "true" || text == "false" { return text }
        }
        return JSONValue.string(text).text(.compact)
    }

    private static func isNumber(_ text: String) -> Bool {
        (try? JSON(parsing: text))?.kind == .number && text.utf8.allSatisfy { $0 > 0x20 }
    }
}

extension SchemaShapes {
    /// Returns a form as the text of a JSON object. The fields of a list have the same name.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#encoding-object
    func json(ofForm bytes: [UInt8], _ shape: Index) -> String {
        let fields = RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...])
        let properties = OrderedGroups(grouping: fields, by: \.name).pairs.map { name, fields in
            let index = self[shape].properties[name]
            let items = index.flatMap { self[$0].allows("string") ? nil : self[$0].items }
            let value =
                items.map { array(fields.map(\.value), of: $0) }
                ?? TextValue.json(fields.first?.value ?? "", shape: index.map { self[$0] } ?? Shape())
            return JSONValue.string(name).text(.compact) + ":" + value
        }
        return "{" + properties.joined(separator: ",") + "}"
    }

    fileprivate func array(_ elements: [String], of items: Index) -> String {
        "[" + elements.map { TextValue.json($0, shape: self[items]) }.joined(separator: ",") + "]"
    }

    fileprivate func object(_ fields: [RequestTarget.Field], shape: (String) -> Index?) -> String {
        let properties = fields.map { name, value in
            let text = TextValue.json(value, shape: shape(name).map { self[$0] } ?? Shape())
            return JSONValue.string(name).text(.compact) + ":" + text
        }
        return "{" + properties.joined(separator: ",") + "}"
    }
}

extension Contract {
    /// Returns the JSON texts that a parameter or header may mean, the most specific first.
    func readings(
        of value: SerializedValue, _ schema: SchemaReference, _ serialization: ParameterSerialization,
        as mediaType: MediaType?
    ) -> [String] {
        if let mediaType {
            return [mediaType.isJSON ? value.text : JSONValue.string(value.text).text(.compact)]
        }
        let shape = shapes[schema.shape]
        var readings: [String] = []
        if let items = shape.items, shape.allows("array"), let elements = serialization.elements(of: value) {
            readings.append(shapes.array(elements, of: items))
        }
        if shape.isStructured, shape.allows("object"),
            let fields = serialization.properties(of: value, where: shape.mayHaveProperty)
        {
            readings.append(shapes.object(fields) { shape.properties[$0] ?? shape.additionalProperties })
        }
        if shape.allowsScalar, !value.values.isEmpty, let text = serialization.scalar(of: value) {
            readings.append(TextValue.json(text, shape: shape))
        }
        return readings
    }
}

extension SchemaShapes.Shape {
    /// Whether a schema describes properties.
    var isStructured: Bool {
        !properties.isEmpty || additionalProperties != nil || types == ["object"]
    }

    /// Whether a value may be neither a list nor an object.
    var allowsScalar: Bool {
        types.map { !$0.isSubset(of: ["array", "object"]) } ?? (items == nil && !isStructured)
    }

    /// Whether a property may have a name; any name is allowed if no schema names properties.
    func mayHaveProperty(_ name: String) -> Bool {
        properties[name] != nil || additionalProperties != nil || properties.isEmpty
    }
}
