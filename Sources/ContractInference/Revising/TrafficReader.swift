import APIContract
import HTTPArchive
import JSONDocument
import JSONSchema

/// Holds traffic to a contract and notes what the contract would have to say differently.
struct TrafficReader {
    let contract: Contract
    private let contracts: ContractSet
    var observations = Observations()

    init(_ contract: Contract) {
        self.contract = contract
        contracts = ContractSet([contract])
    }

    /// Reads all interactions.
    static func read(_ interactions: [Interaction], _ contract: Contract) -> Observations {
        var reader = TrafficReader(contract)
        for interaction in interactions { reader.read(interaction) }
        return reader.observations
    }

    private mutating func read(_ interaction: Interaction) {
        let address = RequestAddress(interaction.request.url)
        let match = contracts.match(interaction.request, at: address, api: contract.api)
        guard case .operation(let operation, _, _) = match else {
            observations.operations[OperationKey(interaction.request), default: []].append(interaction)
            return
        }
        var judged: [JudgedValue] = []
        var report = CheckReport(over: contracts)
        contracts.check(interaction, api: contract.api, into: &report) { judged.append($0) }
        for finding in report.findings { note(finding, interaction, operation) }
        noteParameters(address, operation, interaction)
        let asked = operation.requestSchemas
        for value in judged where !asked.contains(value.schema.index) {
            let places = Places(report.findings, interaction)
            noteViolations(value, places)
            noteBody(value, interaction, operation)
            noteNovelties(value.value, value.schema.shape, places)
        }
    }
}

// MARK: - Findings

extension TrafficReader {
    /// Sorts a finding by what follows from it; what schemas say is looked at value by value instead.
    private mutating func note(_ finding: Finding, _ interaction: Interaction, _ operation: Operation) {
        guard let response = interaction.outcome.response,
            let pointer = finding.contractPointer.flatMap({ try? JSONPointer(parsing: $0) })
        else { return observations.left.append(finding) }
        let witness = Witness(found: finding.found, place: finding.place)
        switch finding.rule {
        case "response-status-undocumented":
            let key = Observations.StatusKey(responses: pointer, status: response.status)
            observations.statuses[key, default: ([], witness)].interactions.append(interaction)
        case "response-media-type-undocumented":
            noteMediaType(of: response, at: pointer, finding)
        case "response-body-unexpected":
            noteMediaType(of: response, at: pointer.appending("content"), finding)
        case "response-header-missing":
            observations.missingHeaders[pointer, default: witness].others += 1
        default:
            if !Self.isAboutSchema(finding.rule) { observations.left.append(finding) }
        }
    }

    private static func isAboutSchema(_ rule: String) -> Bool {
        rule.hasPrefix("response-property-") && rule != "response-property-duplicate"
            || ["response-value-unknown", "response-body-schema", "response-header-invalid"].contains(rule)
            || rule == "request-parameter-undocumented"
    }

    private mutating func noteMediaType(
        of response: HTTPResponse, at content: JSONPointer, _ finding: Finding
    ) {
        guard let message = ResponseDraft.message(response) else { return observations.left.append(finding) }
        let witness = Witness(found: finding.found, place: finding.place)
        let key = Observations.MediaTypeKey(content: content, essence: message.type.essence)
        observations.mediaTypes[key, default: ([], witness)].responses.append(response)
    }

    private mutating func noteParameters(
        _ address: RequestAddress, _ operation: Operation, _ interaction: Interaction
    ) {
        let declared = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        for name in Set(address.query.map(\.name)).subtracting(declared) {
            let key = Observations.MemberKey(holder: operation.node.pointer, name: name)
            observations.parameters[key, default: Witness(found: "sent", place: interaction.entryPlace)]
                .others += 1
        }
    }
}

// MARK: - Values

extension TrafficReader {
    /// Counts what is in a body; headers are text.
    private mutating func noteBody(_ judged: JudgedValue, _ interaction: Interaction, _ operation: Operation)
    {
        guard judged.value.kind == .object || judged.value.kind == .array else { return }
        let exchange = interaction.summary(path: operation.path)
        let new = (recorder: ShapeRecorder(), answers: 0, shape: judged.schema.shape)
        observations.bodies[exchange, default: new].recorder.beginAnswer()
        observations.bodies[exchange, default: new].recorder.add(judged.value)
        observations.bodies[exchange, default: new].answers += 1
    }

    private mutating func noteViolations(_ judged: JudgedValue, _ places: Places) {
        for violation in contract.schemas[judged.schema.index].validate(judged.value).flatMap(\.innermost) {
            let pointer = violation.schemaPointer
            let witness = Witness(
                found: violation.missingMember == nil ? violation.found : "missing",
                place: places.place(of: violation))
            observations.broken[pointer, default: ([], witness)].violations.append(violation)
            observations.broken[pointer, default: ([], witness)].witness.others += 1
        }
    }

    /// Notes members that no schema knows, and values that are new to an open enumeration.
    private mutating func noteNovelties(
        _ value: JSON, _ index: SchemaShapes.Index, _ places: Places
    ) {
        let shape = contract.shapes[index]
        switch value.kind {
        case .array:
            guard let items = shape.items else { return }
            for element in value.elements { noteNovelties(element, items, places) }
        case .object where shape.undescribedMap != nil:
            for member in value.members { noteEntry(member.value, shape, places) }
        case .object:
            for member in value.members {
                if let next = shape.properties[member.name] ?? shape.others {
                    noteNovelties(member.value, next, places)
                } else if !shape.isOpen {
                    noteMember(member.name, member.value, shape, places)
                }
            }
        case .string, .number:
            guard let known = shape.knownValues, !known.contains(value.value) else { return }
            noteValue(value, shape, places)
        case .bool, .null, nil: return
        }
    }

    private mutating func noteEntry(_ value: JSON, _ shape: SchemaShapes.Shape, _ places: Places) {
        guard let schema = shape.undescribedMap else { return }
        let new = (
            recorder: ShapeRecorder(), witness: Witness(found: "there", place: places.place(of: value))
        )
        observations.maps[schema, default: new].recorder.beginAnswer()
        observations.maps[schema, default: new].recorder.add(value)
        observations.maps[schema, default: new].witness.others += 1
    }

    private mutating func noteMember(
        _ name: String, _ value: JSON, _ shape: SchemaShapes.Shape, _ places: Places
    ) {
        guard let holder = shape.holder else { return }
        let key = Observations.MemberKey(holder: holder, name: name)
        let witness = Witness(found: "there", place: places.place(of: value))
        let new = (recorder: ShapeRecorder(name: name), witness: witness)
        observations.members[key, default: new].recorder.beginAnswer()
        observations.members[key, default: new].recorder.add(value)
        observations.members[key, default: new].witness.others += 1
    }

    private mutating func noteValue(_ value: JSON, _ shape: SchemaShapes.Shape, _ places: Places) {
        guard let list = shape.schemas.map({ $0["x-known-values"] }).first(where: \.exists) else { return }
        let witness = Witness(found: value.text, place: places.place(of: value))
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

extension Operation {
    /// The schemas that requests are held to, which only the API itself can loosen.
    fileprivate var requestSchemas: Set<Int> {
        Set((parameters.map(\.schema) + (requestBody?.content.map(\.schema) ?? [])).compactMap { $0?.index })
    }
}
