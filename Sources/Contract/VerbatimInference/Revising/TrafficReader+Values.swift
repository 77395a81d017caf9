import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// What the values of answers say about the schemas they are held to.
extension TrafficReader {
    /// Counts what is in a body; headers are text.
    mutating func noteBody(_ judged: ValidatedValue, _ interaction: Interaction, _ operation: APIOperation) {
        guard judged.value.kind == .object || judged.value.kind == .array else { return }
        let exchange = interaction.summary(path: operation.path)
        let new = (recorder: ShapeRecorder(), answers: 0, shape: judged.schema.shape)
        observations.bodies[exchange, default: new].recorder.beginAnswer()
        observations.bodies[exchange, default: new].recorder.add(judged.value)
        observations.bodies[exchange, default: new].answers += 1
    }

    mutating func noteViolations(_ judged: ValidatedValue, _ locations: BodyLocator) {
        for violation in contract.schemas[judged.schema.index].validate(judged.value).flatMap(\.innermost) {
            let pointer = violation.schemaPointer
            let witness = InferenceEvidence(
                found: violation.missingProperty == nil ? violation.found : "missing",
                location: locations.location(of: violation))
            observations.broken[pointer, default: ([], witness)].violations.append(violation)
            observations.broken[pointer, default: ([], witness)].witness.others += 1
        }
    }

    /// Notes members that no schema knows, and values that are new to an open enumeration.
    mutating func noteNovelties(
        _ value: JSON, _ index: SchemaShapes.Index, _ locations: BodyLocator
    ) {
        let shape = contract.shapes[index]
        switch value.kind {
        case .array:
            guard let items = shape.items else { return }
            for element in value.elements { noteNovelties(element, items, locations) }
        case .object where shape.undescribedMap != nil:
            for member in value.members { noteEntry(member.value, shape, locations) }
        case .object:
            for member in value.members {
                if let next = shape.properties[member.name] ?? shape.others {
                    noteNovelties(member.value, next, locations)
                } else if !shape.isOpen {
                    noteMember(member.name, member.value, shape, locations)
                }
            }
        case .string, .number:
            guard let known = shape.knownValues, !known.contains(value.value) else { return }
            noteValue(value, shape, locations)
        case .bool, .null, nil: return
        }
    }

    private mutating func noteEntry(_ value: JSON, _ shape: SchemaShapes.Shape, _ locations: BodyLocator) {
        guard let schema = shape.undescribedMap else { return }
        let new = (
            recorder: ShapeRecorder(),
            witness: InferenceEvidence(found: "there", location: locations.location(of: value))
        )
        observations.maps[schema, default: new].recorder.beginAnswer()
        observations.maps[schema, default: new].recorder.add(value)
        observations.maps[schema, default: new].witness.others += 1
    }

    private mutating func noteMember(
        _ name: String, _ value: JSON, _ shape: SchemaShapes.Shape, _ locations: BodyLocator
    ) {
        guard let holder = shape.holder else { return }
        let key = Observations.MemberKey(holder: holder, name: name)
        let witness = InferenceEvidence(found: "there", location: locations.location(of: value))
        let new = (recorder: ShapeRecorder(name: name), witness: witness)
        observations.members[key, default: new].recorder.beginAnswer()
        observations.members[key, default: new].recorder.add(value)
        observations.members[key, default: new].witness.others += 1
    }

    private mutating func noteValue(_ value: JSON, _ shape: SchemaShapes.Shape, _ locations: BodyLocator) {
        guard let list = shape.schemas.map({ $0["x-known-values"] }).first(where: \.exists) else { return }
        let witness = InferenceEvidence(found: value.text, location: locations.location(of: value))
        observations.values[list.pointer, default: ([], witness)].values.append(value.value)
        observations.values[list.pointer, default: ([], witness)].witness.others += 1
    }
}

extension Violation {
    /// Itself, or of a choice without a fitting branch what breaks the branch that came nearest.
    fileprivate var innermost: [Violation] { causes.isEmpty ? [self] : causes.flatMap(\.innermost) }
}

extension SchemaShapes.Shape {
    /// The schema that people marked as a dictionary, as long as nothing is said of its values.
    fileprivate var undescribedMap: JSONPointer? {
        guard others == nil else { return nil }
        return schemas.first { $0["x-map"].bool == true }?.pointer
    }

    /// The schema a new member belongs to: the one that knows most of its neighbours.
    fileprivate var holder: JSONPointer? {
        let holders = schemas.filter { $0["properties"].count > 0 }
        let most = holders.map { $0["properties"].count }.max()
        return holders.first { $0["properties"].count == most }?["properties"].pointer
    }
}
