import VerbatimJSON

/// What is wrong with a value that came as text: a parameter or a header.
struct TextFault {
    let found: String
    let expected: String
}

extension OperationCheck {
    /// Finds what is wrong with what was sent, in whichever of the ways to read it that has least against it.
    ///
    /// A value that may be a list, an object or a plain one is right if one of these readings is.
    mutating func faults(
        in sent: SentValue, of schema: SchemaReference, in notation: ParameterSerialization,
        as mediaType: MediaType?
    ) -> [TextFault] {
        let readings = contract.readings(of: sent, schema, notation, as: mediaType)
        var best: (value: JSON, faults: [SchemaFault])?
        for reading in readings {
            let value: JSON
            do {
                value = try JSON(parsing: reading)
            } catch {
                return [TextFault(found: "not JSON: \(error)", expected: "JSON")]
            }
            let faults = contract.faults(in: value, of: schema)
            if faults.isEmpty || best == nil { best = (value, faults) }
            if faults.isEmpty { break }
        }
        guard let best else {
            return [TextFault(found: ContractMessages.quoted(sent.text), expected: notation.example)]
        }
        see(best.value, schema)
        return best.faults.map { TextFault(found: $0.found, expected: $0.expected) }
    }
}

extension Contract {
    /// The JSON texts that what was sent may stand for, the likeliest first.
    fileprivate func readings(
        of sent: SentValue, _ schema: SchemaReference, _ notation: ParameterSerialization,
        as mediaType: MediaType?
    ) -> [String] {
        mediaType.map { [reading(of: sent, as: $0)] } ?? readings(of: sent, schema, notation)
    }

    private func reading(of sent: SentValue, as mediaType: MediaType) -> String {
        mediaType.isJSON ? sent.text : JSONValue.string(sent.text).text(.compact)
    }

    private func readings(of sent: SentValue, _ schema: SchemaReference, _ notation: ParameterSerialization)
        -> [String]
    {
        let shape = shapes[schema.shape]
        var readings: [String] = []
        if let items = shape.items, shape.allows("array"), let elements = notation.elements(of: sent) {
            readings.append(array(elements, of: items))
        }
        if shape.isStructured, shape.allows("object"),
            let members = notation.members(of: sent, where: shape.hasMember)
        {
            readings.append(object(members, of: shape))
        }
        if shape.allowsText, !sent.values.isEmpty, let text = notation.text(of: sent) {
            readings.append(TextValue.json(text, shape: shape))
        }
        return readings
    }

    private func array(_ elements: [String], of items: SchemaShapes.Index) -> String {
        "[" + elements.map { TextValue.json($0, shape: shapes[items]) }.joined(separator: ",") + "]"
    }

    private func object(_ members: [RequestTarget.Field], of shape: SchemaShapes.Shape) -> String {
        let texts = members.map { name, value in
            let index = shape.properties[name] ?? shape.others
            let text = TextValue.json(value, shape: index.map { shapes[$0] } ?? .init())
            return JSONValue.string(name).text(.compact) + ":" + text
        }
        return "{" + texts.joined(separator: ",") + "}"
    }
}

extension SchemaShapes.Shape {
    /// Whether something is said about members.
    var isStructured: Bool { !properties.isEmpty || others != nil || types == ["object"] }

    /// Whether a value may be something else than a list or an object.
    var allowsText: Bool {
        types.map { !$0.isSubset(of: ["array", "object"]) } ?? (items == nil && !isStructured)
    }

    /// Whether a name is that of a member; of an object that names none, every one is.
    func hasMember(_ name: String) -> Bool {
        properties[name] != nil || others != nil || properties.isEmpty
    }
}
