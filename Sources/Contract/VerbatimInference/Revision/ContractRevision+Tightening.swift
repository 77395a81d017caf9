public import VerbatimContract
import VerbatimHAR
public import VerbatimJSON

/// What schemas require of objects, as far as an inference decided it.
///
/// An inferred schema says in `x-responses` how many responses show what it requires. Such a schema without
/// `required` had too few of them; one with a list, also an empty one, is decided, and gets only the names of
/// properties that are new. A schema without `x-responses` is a person's.
extension ContractRevision {
    /// Requires what enough responses have always had, and brings `x-responses` up to them.
    mutating func tighten(_ observations: Observations) {
        for (pointer, shape) in objects(of: observations).pairs {
            guard let schema = document[pointer]?.object else { continue }
            confirm(schema, at: pointer, by: shape)
            guard schema["required"] == nil else { continue }
            let names = schemaBuilder.required(of: shape).filter { schema["properties"]?[$0] != nil }
            require(names, at: pointer, "\(shape.objects) of \(String.count(shape.objects, "object"))")
        }
    }

    /// What all objects have, by the schemas of inferences that require something.
    func requiredNames(_ observations: Observations) -> [JSONPointer: Set<String>] {
        var names: [JSONPointer: Set<String>] = [:]
        for (pointer, shape) in objects(of: observations).pairs
        where document[pointer.appending("required")] != nil {
            names[pointer] = Set(schemaBuilder.required(of: shape))
        }
        return names
    }

    /// The shapes of the objects of responses, by the schema with `x-responses` that declares their
    /// properties.
    private func objects(of observations: Observations) -> OrderedGroups<JSONPointer, ObservedShape> {
        var objects = OrderedGroups<JSONPointer, ObservedShape>()
        for (_, body) in observations.bodies.pairs {
            collect(body.shape, body.schema, in: &objects)
        }
        return objects
    }

    private func collect(
        _ shape: ObservedShape, _ index: SchemaShapes.Index,
        in objects: inout OrderedGroups<JSONPointer, ObservedShape>
    ) {
        let described = contract.shapes[index]
        if shape.objects > 0 {
            // One copy serves all of the schemas, which may be those of many kinds.
            let schemas = described.schemas.filter { $0[Contract.responsesKeyword].exists }
            let counts = schemas.isEmpty ? ObservedShape() : shape.withoutValues
            for schema in schemas {
                if objects[schema.pointer] == nil {
                    objects[schema.pointer, default: counts] = counts
                } else {
                    objects[schema.pointer, default: counts].merge(counts)
                }
            }
        }
        for property in shape.properties {
            guard let next = described.properties[property.name] else { continue }
            collect(property.shape, next, in: &objects)
        }
        if let items = shape.items, let next = described.items { collect(items, next, in: &objects) }
    }

    /// Counts more responses in `x-responses`.
    private mutating func confirm(_ schema: JSONObject, at pointer: JSONPointer, by shape: ObservedShape) {
        let count = schemaBuilder.confirmingResponses(of: shape)
        guard let old = schema[Contract.responsesKeyword].flatMap(\.number?.int), old < count else { return }
        document.edit(pointer.appending(Contract.responsesKeyword)) { _ in .number(JSONNumber(count)) }
        confirmedCount += 1
    }

    /// Whether what a schema requires is decided by inferences.
    func isInferred(_ schema: JSONPointer) -> Bool {
        document[schema]?[Contract.responsesKeyword] != nil
    }

    /// Adds names to what a schema requires.
    mutating func require(_ names: [String], at pointer: JSONPointer, _ evidence: String) {
        guard !names.isEmpty, case .object(let schema)? = document[pointer] else { return }
        let old = schema["required"]?.array ?? []
        document.edit(pointer) { _ in
            .object(schema.requiring(.array(old + names.map { .string($0) })))
        }
        for name in names {
            append(
                .tightened, pointer.appending("required"), named: name,
                "gets \(JSONValue.string(name).text(.compact)): \(evidence)",
                InferenceEvidence(value: "", location: nil))
        }
    }
}

extension InferredContract {
    /// A property that a model cannot do without.
    public typealias Need = (schema: JSONPointer, name: String, reader: String)

    /// Returns the contract that also requires what models need, in the schemas that an inference wrote.
    ///
    /// - Parameter needs: Each property with the pointer of the schema that declares it, and with what reads
    ///   it: `Forecast.city`.
    /// - Throws: `ContractError` if the document is no contract.
    public func requiring(_ needs: [Need]) throws(ContractError) -> InferredContract {
        var revision = ContractRevision(contract, StreamedTraffic(), ContractInference())
        let bySchema = OrderedGroups(grouping: needs, by: \.schema)
        for (schema, needs) in bySchema.pairs where revision.isInferred(schema) {
            for name in revision.document[schema]?["properties"]?.object?.names ?? [] {
                guard let need = needs.first(where: { $0.name == name }) else { continue }
                revision.require([name], at: schema, "\(need.reader) needs it")
                // The model reads every value, so null was only supposed.
                revision.document.edit(schema.appending("properties").appending(name)) { $0?.withoutNull }
            }
        }
        return revision.edits.isEmpty ? self : try merging(revision)
    }
}

extension JSONObject {
    /// The schema with another list of required properties, before `x-responses` and `properties`.
    fileprivate func requiring(_ names: JSONValue) -> JSONObject {
        guard self["required"] == nil else {
            var schema = self
            schema["required"] = names
            return schema
        }
        var schema = JSONObject()
        for (name, value) in members {
            if name == Contract.responsesKeyword { schema["required"] = names }
            schema[name] = value
        }
        return schema
    }
}

extension ObservedShape {
    /// The numbers of the objects and of the properties that all of them have, and of the others those with
    /// numbers in their names and as many as count: what decides which are required.
    fileprivate var withoutValues: ObservedShape {
        var counts = ObservedShape().chosenByRequest(in: selections)
        counts.objects = objects
        counts.responses = responses
        let others = properties.filter { $0.count < objects }
        // With more than half as many others, two objects show nothing.
        let count = alwaysPresent.count / 2 + 1
        let kept = others.prefix(count) + others.dropFirst(count).filter(\.isNumbered)
        counts.properties = (alwaysPresent + kept).map {
            Property(name: $0.name, count: $0.count, shape: ObservedShape())
        }
        return counts
    }
}

extension JSONValue {
    /// The schema without null beside its type, or beside the component that it refers to.
    fileprivate var withoutNull: JSONValue {
        var schema = self
        if let types = schema["type"]?.array?.filter({ $0 != "null" }), let first = types.first {
            schema["type"] = types.count == 1 ? first : .array(types)
        } else if let choices = schema["anyOf"]?.array, choices.count == 2, choices[1] == ["type": "null"] {
            return choices[0]
        }
        return schema
    }
}
