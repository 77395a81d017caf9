import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Additions to the components of the document.
extension ContractRevision {
    /// Adds the schemas of objects that occur in several places of the responses.
    ///
    /// - Returns: Their names.
    mutating func addComponents(
        of operations: [(position: OperationPosition, operation: DescribedOperation)]
    ) -> [String] {
        var kinds = ObjectKinds()
        for response in operations.flatMap(\.operation.responses) {
            for shape in response.shapes { kinds.add(shape) }
        }
        var shared = SharedShapes(kinds)
        for (position, operation) in operations {
            let resource = OperationName.resource(of: position.path)
            for response in operation.responses {
                for shape in response.shapes {
                    shared.add(shape, of: resource, isError: response.status >= 400)
                }
            }
        }
        let list = JSONPointer(["components", "schemas"])
        let components = shared.components(besides: Set(document[list]?.object?.names ?? []))
        schemaBuilder.refer(to: components, of: kinds)
        if !components.isEmpty, document["components"] == nil { document["components"] = [:] }
        for component in components.sorted(by: { $0.name < $1.name }) {
            document.set(component.name, at: list, to: .object(schemaBuilder.schema(of: component)))
        }
        return components.map(\.name)
    }

    /// Removes the components among some to which nothing refers, as places differ too much to share them.
    mutating func removeUnused(_ names: [String]) {
        guard !names.isEmpty, let schemas = document["components"]?["schemas"] else { return }
        var rest = document
        rest["components"]?["schemas"] = nil
        var (used, pending) = (Set<String>(), [rest])
        while let value = pending.popLast() {
            if case .array(let elements) = value { pending += elements }
            for (name, value) in value.object?.members ?? [] {
                guard name == "$ref", let reference = value.string else {
                    pending.append(value)
                    continue
                }
                let target = DiscriminatedChoices.name(in: reference)
                if used.insert(target).inserted, let schema = schemas[target] { pending.append(schema) }
            }
        }
        let unused = Set(names).subtracting(used)
        guard !unused.isEmpty else { return }
        document.edit(JSONPointer(["components", "schemas"])) { schemas in
            guard case .object(let object)? = schemas else { return schemas }
            return .object(
                JSONObject(object.members.filter { !unused.contains($0.name) }.map { ($0.name, $0.value) }))
        }
    }

    /// Adds alternatives for the kinds of objects that discriminators do not know.
    mutating func addKinds(
        _ kinds: OrderedGroups<
            Observations.KindKey, (recorder: ShapeRecorder, evidence: InferenceEvidence)
        >
    ) {
        let kinds = kinds.pairs.filter { accepts($0.0.edit) }
        guard !kinds.isEmpty else { return }
        let list = JSONPointer(["components", "schemas"])
        var names = DistinctNames(besides: Set(document[list]?.object?.names ?? []))
        var endings: [JSONPointer: String] = [:]
        if document["components"] == nil { document["components"] = [:] }
        for (key, observed) in kinds {
            let alternatives = key.edit.pointer
            let mapping = key.choice.appending("discriminator").appending("mapping")
            let ending = endings[key.choice] ?? SharedShapes.ending(of: document[mapping])
            endings[key.choice] = ending
            let component = SharedShapes.Component(
                key: .init(names: [], kind: .init(property: key.property, values: [key.value])),
                name: names.take([SharedShapes.name(of: [key.value], ending)]),
                shape: observed.recorder.shape)
            document.set(component.name, at: list, to: .object(schemaBuilder.schema(of: component)))
            let reference = SchemaBuilder.reference(to: component.name)
            document.append([["$ref": reference]], at: alternatives)
            document.set(key.value, at: mapping, to: reference)
            append(
                .added, alternatives, named: key.value,
                "an alternative, '\(component.name)' for '\(key.value)'", observed.evidence)
        }
    }
}

extension Observations.KindKey {
    /// The edit that adds an alternative for the kind.
    fileprivate var edit: InferredEdit.Key {
        InferredEdit.Key(kind: .added, pointer: choice.appending(keyword), name: value)
    }
}
