import VerbatimJSON

/// Builds the schema that all values of a shape satisfy.
struct SchemaBuilder {
    /// The number of responses in which a property must always be present to become required.
    let minimumResponses: Int
    var kinds = ObjectKinds()
    /// The components for the shapes of objects, with the properties they require.
    var components: [ObjectKinds.Key: (name: String, required: Set<String>)] = [:]

    init(minimumResponses: Int) {
        self.minimumResponses = minimumResponses
    }

    /// The depth below which values are not described, as the document would be too deep to be read.
    private static let depthLimit = 100

    /// The schema of a shape; empty if nothing is known about its values.
    ///
    /// - Parameter name: The name of the property that has the values; by default none has.
    func schema(of shape: ObservedShape, named name: String = "") -> JSONObject {
        schema(of: shape, name, depth: 0)
    }

    private func schema(of shape: ObservedShape, _ name: String, depth: Int) -> JSONObject {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { self.schema(of: shape, name, depth: depth) }
        }
        if let schema = alternatives(for: shape) ?? reference(to: shape) { return schema }
        return inlineSchema(of: shape, name, depth: depth)
    }

    /// The schema of a shape, with references to the components of what is inside.
    func inlineSchema(of shape: ObservedShape, _ name: String, depth: Int) -> JSONObject {
        var schema = JSONObject()
        guard depth < Self.depthLimit else { return schema }
        let types = types(of: shape)
        if let first = types.first {
            schema["type"] = types.count == 1 ? .string(first) : .array(types.map { .string($0) })
        }
        if shape.strings.count > 0 { describeStrings(shape.strings, name, in: &schema) }
        if shape.objects > 0 { describeObjects(shape, depth, in: &schema) }
        if let items = shape.items {
            schema["items"] = .object(self.schema(of: items, name, depth: depth + 1))
        }
        return schema
    }

    /// The types of JSON Schema, containers first; none if all values were null, as others may be of any
    /// type.
    private func types(of shape: ObservedShape) -> [String] {
        var types: [String] = []
        if shape.objects > 0 { types.append("object") }
        if shape.arrays > 0 { types.append("array") }
        if shape.strings.count > 0 { types.append("string") }
        if shape.decimals > 0 {
            types.append("number")
        } else if shape.integers > 0 {
            types.append("integer")
        }
        if shape.booleans > 0 { types.append("boolean") }
        if shape.nulls > 0, !types.isEmpty { types.append("null") }
        return types
    }

    // MARK: Strings

    private func describeStrings(_ strings: StringFacts, _ name: String, in schema: inout JSONObject) {
        let name = PropertyName(name)
        if let format = strings.format, format != "ipv4" || name.isAddress {
            schema["format"] = .string(format)
        }
        if !strings.datePatterns.isEmpty,
            strings.count >= minimumResponses
                || strings.datePatterns.contains(where: DateFormat.isUnambiguous)
        {
            if let format = DateFormat.format(of: strings.datePatterns) { schema["format"] = .string(format) }
            schema["x-date-formats"] = .array(strings.datePatterns.map { .string($0) })
        } else if let number = strings.numericString, strings.count >= minimumResponses, !name.isText {
            schema["x-numeric-string"] = .string(number.rawValue)
        } else if strings.isOpenEnumeration, strings.format == nil, !name.isIdentifying {
            schema["x-known-values"] = .array(strings.values.map { .string($0.text) })
        }
    }

    // MARK: Objects

    private func describeObjects(_ shape: ObservedShape, _ depth: Int, in schema: inout JSONObject) {
        let required = shape.responses >= minimumResponses ? shape.alwaysPresent : []
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        var properties = JSONObject()
        for property in shape.properties {
            properties.append(
                property.name, .object(self.schema(of: property.shape, property.name, depth: depth + 1)))
        }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
    }
}

extension StringFacts {
    /// Whether there are so few values for so many strings that they are those of an enumeration.
    ///
    /// A value that occurs in a single response shows that unseen values are likely (Good and Turing), and a
    /// single value shows nothing. Values that identify something are private.
    fileprivate var isOpenEnumeration: Bool {
        count >= 10 && values.count > 1 && values.count * values.count <= count
            && values.allSatisfy { $0.responses > 1 && IdentifierForm($0.text) == nil }
    }
}
