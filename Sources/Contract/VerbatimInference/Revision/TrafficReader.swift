import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// Checks traffic against a contract and collects what the contract contradicts or does not describe.
struct TrafficReader {
    let contract: Contract
    private let contracts: ContractSet
    private var report: CheckReport
    var choices: DiscriminatedChoices
    /// Whether a request has credentials. If none has, but a request succeeded that needs them, the export
    /// of the archive removed them.
    private let hasCredentials: Bool
    var observations = Observations()
    /// What is known of the shapes that values had, of which every value of a body asks.
    private var shapeFacts: [ShapeFacts?] = []

    private init(_ contract: Contract, hasCredentials: Bool) {
        self.contract = contract
        self.hasCredentials = hasCredentials
        contracts = ContractSet([contract])
        report = CheckReport(over: contracts)
        choices = DiscriminatedChoices(of: contract)
    }

    static func read(_ traffic: StreamedTraffic, _ contract: Contract) -> Observations {
        let hasCredentials = !traffic.having { $0.contains(.hasCredentials) }.isEmpty
        let new = TrafficReader(contract, hasCredentials: hasCredentials)
        let observations = traffic.facts(Observations()) { part in
            var reader = new
            for (reference, interaction) in part { reader.read(interaction, reference) }
            return reader.observations
        }
        return observations.having { contract.shapes.contains($0) }
    }

    private mutating func read(_ interaction: Interaction, _ reference: StreamedTraffic.Reference) {
        let target = RequestTarget(interaction.request.url)
        let match = contracts.match(interaction.request, at: target, api: contract.api)
        guard case .operation(let found) = match else {
            let key = OperationKey(interaction.request, at: target)
            observations.undocumented.append(reference)
            return observations.operations[
                key, default: UndocumentedRequests(at: interaction.entryLocation)
            ].add(interaction, reference)
        }
        let operation = found.operation
        let ofRequest = operation.requestSchemas
        var validated: [ValidatedValue] = []
        let findings = contracts.findings(about: interaction, found, at: target, using: &report) {
            if !ofRequest.contains($0.schema.index) { validated.append($0) }
        }
        for finding in findings { collect(finding, interaction, reference, operation) }
        collectParameters(target, operation, interaction)
        let locator = BodyLocator(findings, interaction)
        for value in validated {
            collectViolations(value, locator)
            collectBody(value, interaction, operation)
            collectNovelties(value.value, value.schema.shape, locator)
        }
    }

    // MARK: Findings

    /// Sorts a finding by the edit it calls for. Findings about schemas are skipped: `collectViolations`
    /// covers them.
    private mutating func collect(
        _ finding: Finding, _ interaction: Interaction, _ reference: StreamedTraffic.Reference,
        _ operation: APIOperation
    ) {
        if finding.rule == .requestSecurityMissing, !hasCredentials, interaction.isAccepted { return }
        let evidence = InferenceEvidence(value: finding.found, location: finding.location)
        if finding.rule == .responseItemsUndocumented, finding.part == "messages" {
            return observations.messages[operation.node.pointer, default: Observed([], evidence)]
                .add(reference)
        }
        guard let response = interaction.outcome.judgedResponse, let pointer = finding.contractPointer else {
            return observations.unresolved.append(finding)
        }
        switch finding.rule {
        case .responseStatusUndocumented:
            let key = Observations.StatusKey(responses: pointer, status: response.status)
            observations.statuses[key, default: Observed([], evidence)].add(reference)
        case .responseMediaTypeUndocumented:
            collectMediaType(of: interaction, reference, at: pointer, finding)
        case .responseBodyUnexpected:
            collectMediaType(of: interaction, reference, at: pointer.appending("content"), finding)
        case .responseItemsUndocumented:
            guard ResponseBuilder.message(of: interaction) != nil else { return }
            observations.items[pointer, default: Observed([], evidence)].add(reference)
        case .responseHeaderMissing:
            observations.missingHeaders[pointer, default: evidence].count += 1
        default:
            if !finding.rule.isAboutSchema { observations.unresolved.append(finding) }
        }
    }

    private mutating func collectMediaType(
        of interaction: Interaction, _ reference: StreamedTraffic.Reference, at content: JSONPointer,
        _ finding: Finding
    ) {
        guard let message = ResponseBuilder.message(of: interaction) else {
            return observations.unresolved.append(finding)
        }
        let evidence = InferenceEvidence(value: finding.found, location: finding.location)
        let key = Observations.MediaTypeKey(content: content, essence: message.type.essence)
        observations.mediaTypes[key, default: Observed([], evidence)].add(reference)
    }

    private mutating func collectParameters(
        _ target: RequestTarget, _ operation: APIOperation, _ interaction: Interaction
    ) {
        let holder = operation.node.pointer
        let undocumented = operation.undocumentedFields(of: target, in: contract.shapes)
        guard !undocumented.isEmpty else { return }
        let segments = PathNode.segments(of: target.path)
        let query = undocumented.filter { !ParameterBuilder.isIgnored($0, in: segments) }
        for (name, fields) in Dictionary(grouping: query, by: \.name) {
            let key = Observations.PropertyKey(holder: holder, name: name)
            let evidence = InferenceEvidence(value: "sent", location: interaction.entryLocation)
            observations.parameters[key, default: Observed(TextStatistics(), evidence)].add {
                $0.add(fields.map(\.value))
            }
        }
    }
}

extension Observed {
    /// Counts a value.
    fileprivate mutating func add(_ add: (inout Values) -> Void) {
        add(&values)
        evidence.count += 1
    }
}

extension Observed<RecordedShape> {
    /// Reads a value, as one of a response of its own.
    fileprivate mutating func add(_ value: JSON) {
        add {
            $0.beginResponse()
            $0.add(value)
        }
    }
}

extension Observed<[StreamedTraffic.Reference]> {
    fileprivate mutating func add(_ reference: StreamedTraffic.Reference) { add { $0.append(reference) } }
}

extension Rule {
    /// Whether the findings are about schemas, which `collectViolations` covers.
    fileprivate var isAboutSchema: Bool {
        Rule.values.contains(self) && self != .responsePropertyDuplicate
            || [.responseBodySchema, .responseHeaderInvalid, .requestParameterUndocumented].contains(self)
    }
}

extension APIOperation {
    /// The schemas of requests, which are the API's to change.
    fileprivate var requestSchemas: Set<Int> {
        Set((parameters.map(\.schema) + (requestBody?.content.map(\.schema) ?? [])).compactMap { $0?.index })
    }
}

/// The values of responses, compared with the schemas that describe them.
extension TrafficReader {
    /// Records the shape of a body; other values are those of headers.
    mutating func collectBody(_ body: ValidatedValue, _ interaction: Interaction, _ operation: APIOperation) {
        guard body.value.kind == .object || body.value.kind == .array else { return }
        let exchange = interaction.summary(path: operation.path)
        observations.bodies[exchange, default: Observations.Body(describedBy: body.schema.shape)]
            .add(body.value, of: interaction)
    }

    mutating func collectViolations(_ validated: ValidatedValue, _ locator: BodyLocator) {
        let violations = contract.schemas[validated.schema.index].validate(validated.value)
        for violation in violations { collect(violation, locator) }
    }

    /// Collects a violation, or those of the closest alternative if none is satisfied.
    private mutating func collect(_ violation: Violation, _ locator: BodyLocator) {
        if let key = kind(of: violation) { return collectKind(key, violation.instance, locator) }
        guard violation.causes.isEmpty else {
            for cause in violation.causes { collect(cause, locator) }
            return
        }
        let key = Observations.KeywordKey(
            pointer: violation.schemaPointer,
            missing: violation.keyword == "required" ? violation.missingProperty : nil)
        let new = Observed(KeywordViolations(of: violation.keyword), locator.evidence(of: violation))
        observations.violated[key, default: new].add { $0.add(violation) }
    }

    /// The kind of an object that satisfies no alternative, if the discriminator does not know it.
    private mutating func kind(of violation: Violation) -> Observations.KindKey? {
        guard ["oneOf", "anyOf"].contains(violation.keyword), let schema = violation.schemaPointer.parent,
            let choice = choices.choice(at: schema),
            let value = violation.instance[choice.property].string, choice.shapes[value] == nil
        else { return nil }
        return choice.key(of: value)
    }

    private mutating func collectKind(
        _ key: Observations.KindKey, _ value: JSON, _ locator: BodyLocator
    ) {
        let evidence = locator.evidence("present", of: value)
        let new = Observed(RecordedShape(), evidence)
        observations.kinds[key, default: new].add(value)
    }

    /// Collects undeclared properties and new values of open enumerations.
    mutating func collectNovelties(
        _ value: JSON, _ index: SchemaShapes.Index, _ locator: BodyLocator
    ) {
        let facts = facts(of: index)
        if value.kind != .null, let schema = facts.onlyNull, let holder = schema.parent,
            let name = schema.tokens.last
        {
            return collect(value, of: .init(holder: holder, name: name), locator)
        }
        switch value.kind {
        case .array:
            guard let items = facts.shape.items else { return }
            for element in value.elements { collectNovelties(element, items, locator) }
        case .object:
            guard let schema = facts.undescribedMap else {
                return collectNovelties(inObject: value, facts, locator)
            }
            for member in value.members { collectMapValue(member.value, schema, locator) }
        case .string, .number:
            guard facts.shape.knownValues != nil, !facts.shape.knownSet.contains(value.value) else { return }
            collectNewValue(value, facts.shape, locator)
        case .bool, .null, nil: return
        }
    }

    private mutating func facts(of index: SchemaShapes.Index) -> ShapeFacts {
        if index < shapeFacts.count, let known = shapeFacts[index] { return known }
        let choice = choices.choice(of: index)
        let facts = ShapeFacts(choices.shapes[index], choice)
        // A choice adds the shapes of its alternatives.
        shapeFacts += Array(repeating: nil, count: choices.shapes.count - shapeFacts.count)
        shapeFacts[index] = facts
        return facts
    }

    /// Collects those of an object, which the alternative that a discriminator chooses describes, and the
    /// schemas beside it.
    private mutating func collectNovelties(
        inObject value: JSON, _ facts: ShapeFacts, _ locator: BodyLocator
    ) {
        let kind = facts.choice.flatMap { value[$0.property].string }
        if let choice = facts.choice, let kind, observations.kinds[choice.key(of: kind)] != nil { return }
        let alternative = kind.flatMap { facts.choice?.shapes[$0] }.map { self.facts(of: $0) }
        for member in value.members {
            let known =
                alternative?.shape.properties[member.name] ?? facts.shape.properties[member.name]
                ?? alternative?.shape.additionalProperties ?? facts.shape.additionalProperties
            if let known {
                collectNovelties(member.value, known, locator)
            } else if !facts.shape.isOpen {
                collectProperty(member.name, member.value, (alternative ?? facts).shape, locator)
            }
        }
    }

    private mutating func collectMapValue(
        _ value: JSON, _ schema: JSONPointer, _ locator: BodyLocator
    ) {
        let evidence = locator.evidence("present", of: value)
        let new = Observed(RecordedShape(), evidence)
        observations.maps[schema, default: new].add(value)
    }

    private mutating func collectProperty(
        _ name: String, _ value: JSON, _ shape: SchemaShapes.Shape, _ locator: BodyLocator
    ) {
        guard let holder = shape.holder else { return }
        collect(value, of: .init(holder: holder, name: name), locator)
    }

    private mutating func collect(
        _ value: JSON, of key: Observations.PropertyKey, _ locator: BodyLocator
    ) {
        let evidence = locator.evidence("present", of: value)
        let new = Observed(RecordedShape(name: key.name), evidence)
        observations.properties[key, default: new].add(value)
    }

    private mutating func collectNewValue(
        _ value: JSON, _ shape: SchemaShapes.Shape, _ locator: BodyLocator
    ) {
        guard let list = shape.schemas.map({ $0["x-known-values"] }).first(where: \.exists) else { return }
        let evidence = locator.evidence(value.text, of: value)
        observations.values[list.pointer, default: Observed([], evidence)].add { $0.insert(value.value) }
    }
}

/// What is known of a shape. This is a class so that reading a value does not copy the shape.
private final class ShapeFacts: Sendable {
    let shape: SchemaShapes.Shape
    let choice: DiscriminatedChoices.Choice?
    let onlyNull: JSONPointer?
    let undescribedMap: JSONPointer?

    init(_ shape: SchemaShapes.Shape, _ choice: DiscriminatedChoices.Choice?) {
        (self.shape, self.choice) = (shape, choice)
        (onlyNull, undescribedMap) = (shape.onlyNull, shape.undescribedMap)
    }
}

extension SchemaShapes.Shape {
    /// The schema that declares a dictionary without describing its values.
    fileprivate var undescribedMap: JSONPointer? {
        guard additionalProperties == nil else { return nil }
        return schemas.first { $0["x-map"].bool == true }?.pointer
    }

    /// The schema by which an inference says that the values were only ever null.
    fileprivate var onlyNull: JSONPointer? {
        schemas.first { schema in
            schema.count == 1 && schema["description"].string == SchemaBuilder.onlyNull["description"]?.string
        }?.pointer
    }

    /// The `properties` of the schema that declares most of them: new properties are added there.
    fileprivate var holder: JSONPointer? {
        let holders = schemas.filter { $0["properties"].count > 0 }
        let most = holders.map { $0["properties"].count }.max()
        return holders.first { $0["properties"].count == most }?["properties"].pointer
    }
}

/// Finds the locations of the values of a body in the files of its recording.
struct BodyLocator {
    private let interaction: Interaction
    /// The locations that findings name by their pointers: the only ones of bodies that are converted to JSON
    /// (XML).
    private let reported: [JSONPointer: SourceLocation]

    init(_ findings: [Finding], _ interaction: Interaction) {
        self.interaction = interaction
        let locations = findings.compactMap { finding in
            finding.pointer.flatMap { pointer in finding.location.map { (pointer, $0) } }
        }
        reported = Dictionary(locations) { first, _ in first }
    }

    /// The evidence of a value that violates a keyword.
    func evidence(of violation: Violation) -> InferenceEvidence {
        let missing = violation.missingProperty
        return evidence(
            missing == nil ? violation.found : "missing",
            at: missing.map(violation.instancePointer.appending) ?? violation.instancePointer)
    }

    /// The evidence of a value of the body.
    func evidence(_ found: String, of value: JSON) -> InferenceEvidence {
        evidence(found, at: value.pointer)
    }

    private func evidence(_ found: String, at pointer: JSONPointer) -> InferenceEvidence {
        InferenceEvidence(
            value: found, location: reported[pointer] ?? interaction.locationInBody(), pointer: pointer)
    }
}
