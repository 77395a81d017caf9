import VerbatimJSON

/// Writes a shape as the schema that every value of it keeps.
struct SchemaWriter {
    /// In how many answers a member must have been, always, to be promised.
    let evidence: Int

    /// Values deeper than this are not described: a document that does would itself be too deep to be read.
    private static let depthLimit = 100

    /// The schema of a shape; empty when nothing was seen that could be promised.
    func schema(of shape: ObservedShape) -> JSONObject { schema(of: shape, depth: 0) }

    private func schema(of shape: ObservedShape, depth: Int) -> JSONObject {
        var schema = JSONObject()
        guard depth < Self.depthLimit else { return schema }
        let types = types(of: shape)
        if let first = types.first {
            schema["type"] = types.count == 1 ? .string(first) : .array(types.map { .string($0) })
        }
        if shape.text.count > 0 { describeText(shape.text, in: &schema) }
        if shape.objects > 0 { describeObject(shape, depth, in: &schema) }
        if let items = shape.items { schema["items"] = .object(self.schema(of: items, depth: depth + 1)) }
        return schema
    }

    /// The types of JSON Schema, those with something in them first; none when all there was is null, which does not
    /// tell what might be there instead.
    private func types(of shape: ObservedShape) -> [String] {
        var types: [String] = []
        if shape.objects > 0 { types.append("object") }
        if shape.arrays > 0 { types.append("array") }
        if shape.text.count > 0 { types.append("string") }
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

    private func describeText(_ text: TextFacts, in schema: inout JSONObject) {
        if let format = text.format { schema["format"] = .string(format) }
        if !text.datePatterns.isEmpty,
            text.count >= evidence || text.datePatterns.contains(where: DateForm.isPlain)
        {
            schema["x-date-formats"] = .array(text.datePatterns.map { .string($0) })
        } else if let number = text.number {
            schema["x-numeric-string"] = .string(number.rawValue)
        } else if text.isOpenEnumeration {
            schema["x-known-values"] = .array(text.values.map { .string($0.text) })
        }
    }

    // MARK: Objects

    private func describeObject(_ shape: ObservedShape, _ depth: Int, in schema: inout JSONObject) {
        let required = shape.answers >= evidence ? shape.always : []
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        var properties = JSONObject()
        for member in shape.members {
            properties.append(member.name, .object(self.schema(of: member.shape, depth: depth + 1)))
        }
        let kinds = kinds(of: shape, beyond: required)
        if !kinds.isEmpty {
            for mark in shape.kinds[0].marks { knowAllKinds(mark.name, shape, &properties) }
        }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        if !kinds.isEmpty { schema["allOf"] = .array(kinds.map { .object($0) }) }
    }

    /// What each kind promises that not all of them do.
    private func kinds(of shape: ObservedShape, beyond required: [String]) -> [JSONObject] {
        guard shape.kinds.count > 1 else { return [] }
        let common = Set(required)
        return shape.kinds.compactMap { kind in
            let more = kind.always.filter { !common.contains($0) }
            guard kind.answers >= evidence, !more.isEmpty else { return nil }
            return [
                "if": .object(condition(of: kind)), "then": ["required": .array(more.map { .string($0) })],
            ]
        }
    }

    private func condition(of kind: ObservedShape.Kind) -> JSONObject {
        let marks = kind.marks.map { mark in
            (mark.name, mark.value.map { JSONValue.object(["const": .string($0)]) } ?? .bool(false))
        }
        let present = kind.marks.filter { $0.value != nil }.map { JSONValue.string($0.name) }
        return present.isEmpty
            ? ["properties": .object(JSONObject(marks))]
            : ["required": .array(present), "properties": .object(JSONObject(marks))]
    }

    /// A new kind of element is worth a word, however rare the known ones are.
    private func knowAllKinds(_ name: String, _ shape: ObservedShape, _ properties: inout JSONObject) {
        guard case .object(var property)? = properties[name] else { return }
        let values = Set(shape.kinds.flatMap(\.marks).filter { $0.name == name }.compactMap(\.value))
        property["x-known-values"] = .array(values.sorted().map { .string($0) })
        properties[name] = .object(property)
    }
}

extension ObservedShape {
    /// The members that every object has, in order.
    var always: [String] { members.filter { $0.count == objects }.map(\.name) }
}

extension TextFacts {
    /// Whether the values are so few for so many strings that they must be a choice.
    ///
    /// A value that came in a single answer shows that others are still to come (Good and Turing), so there is none.
    var isOpenEnumeration: Bool {
        count >= 10 && !values.isEmpty && values.count * values.count <= count
            && values.allSatisfy { $0.answers > 1 }
    }
}
