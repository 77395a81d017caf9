import VerbatimHAR
package import VerbatimJSON
import VerbatimSchema

/// Validates one interaction against the operation it belongs to.
struct InteractionValidator {
    let contract: Contract
    let operation: APIOperation
    private(set) var interaction: Interaction
    /// The response, if it can be judged.
    private let response: HTTPResponse?
    let target: RequestTarget
    let pathParameters: [String: Substring]
    private(set) var list = FindingList<ViolationCause>()
    private(set) lazy var query = RequestItems(target.items)
    private(set) lazy var cookies = RequestItems(Self.cookies(of: interaction.request))
    private(set) lazy var requestHeaders = HeaderValues(interaction.request.headers)
    /// Whether the provider refused the request with a status of 4xx. It is not held to the declarations
    /// then: refusing it is what they allow.
    private let isRefused: Bool
    /// The parts of the schemas that had a value so far.
    var coverage: SchemaCoverage
    /// Receives each value that is validated against a schema.
    var observer: ((ValidatedValue) -> Void)?

    init(
        contract: Contract, operation: APIOperation, interaction: Interaction, target: RequestTarget,
        pathParameters: [String: Substring], coverage: SchemaCoverage, observer: ((ValidatedValue) -> Void)?
    ) {
        self.contract = contract
        self.operation = operation
        self.interaction = interaction
        self.target = target
        self.pathParameters = pathParameters
        self.coverage = coverage
        self.observer = observer
        response = interaction.outcome.judgedResponse
        isRefused = response.map { 400..<500 ~= $0.status } ?? false
    }

    /// Whether the archive has lost the header fields of the response.
    var lacksResponseHeaders: Bool { interaction.unreadableMembers.contains(.responseHeaders) }

    /// Validates the request, then the response.
    mutating func run() {
        validateRequest()
        if let response {
            validateResponse(response)
        } else if case .failure(let failure, _) = interaction.outcome,
            interaction.webSocketMessages.isEmpty
        {
            report(.missingResponse(failure), at: operation.node)
        }
        if !interaction.webSocketMessages.isEmpty { validateMessages() }
    }

    /// Validates the messages of a WebSocket, which are in the archive itself.
    private mutating func validateMessages() {
        let own = interaction
        interaction.location?.body = own.location?.archive
        interaction.location?.bodyStart = nil
        for direction in WebSocketMessage.Direction.allCases {
            let items = ItemSequence(own.webSocketMessages, direction)
            guard let json = items.json, json.count > 0 else { continue }
            guard let schema = operation.messages[direction] else {
                report(.undocumentedMessages(direction), at: operation.node)
                continue
            }
            for item in json.elements {
                if direction == .receive {
                    validate(item, schema) { items.position(of: $0) }
                } else {
                    validateRequestBody(item, schema) { [interaction] in
                        let position = items.position(of: $0)
                        return interaction.locationInBody(line: position.line, column: position.column)
                    }
                }
            }
        }
        interaction = own
    }

    /// Appends a finding about this interaction.
    ///
    /// - Parameters:
    ///   - node: The part of the contract that is violated.
    ///   - pointer: The value in the body, if the finding is about one.
    ///   - location: The location of the value; by default the entry in the archive.
    ///   - severity: The severity; by default that of the rule.
    ///   - value: The value, or what contains the place of a missing one.
    mutating func report(
        _ message: FindingMessage, at node: JSON?, pointer: JSONPointer? = nil,
        location: SourceLocation? = nil, severity: Severity? = nil, value: JSON? = nil
    ) {
        guard judges(message.rule) else { return }
        let cause = ViolationCause(rule: message.rule, node: node?.node)
        guard list.lists(cause) else { return list.count(cause) }
        let finding = finding(message, at: node, pointer, location, severity, value)
        list.append(cause, finding)
    }

    private func finding(
        _ message: FindingMessage, at node: JSON?, _ pointer: JSONPointer?, _ location: SourceLocation?,
        _ severity: Severity?, _ value: JSON?
    ) -> Finding {
        var finding = Finding(
            message.rule, severity: severity,
            about: Finding.Subject(
                api: contract.api, operation: operation.id,
                exchange: interaction.summary(path: operation.path), status: interaction.status,
                part: message.part, pointer: pointer, contractPointer: node.map(contract.pointer(of:))),
            message.sides, at: location ?? interaction.entryLocation,
            contract: node.map(contract.location(of:)), next: message.nextStep(for: contract))
        finding.value = value.flatMap(Finding.Value.init)
        finding.conditions = message.conditions
        if message.rule == .responsePropertyMissing, let name = pointer?.tokens.last {
            finding.declaredTypes = contract.declaredTypes(of: name, near: finding.contractPointer)
        }
        return finding
    }

    /// Returns whether a finding would be listed; if not, it is counted.
    ///
    /// It spares the message, the pointer and the location of a finding that is not shown.
    mutating func lists(_ rule: Rule, at node: JSON?) -> Bool {
        guard judges(rule) else { return false }
        let cause = ViolationCause(rule: rule, node: node?.node)
        let isListed = list.lists(cause)
        if !isListed { list.count(cause) }
        return isListed
    }

    /// Reports the first problems of a value, and counts those that the excerpt omits with the last of them.
    ///
    /// - Parameters:
    ///   - cause: The rule and the part of the contract that a problem violates.
    ///   - report: Reports one problem; it is not called for problems that are not listed.
    mutating func report<Problem>(
        _ problems: Excerpt<Problem>, _ cause: (Problem) -> (rule: Rule, node: JSON?),
        _ report: (inout InteractionValidator, Problem) -> Void
    ) {
        for problem in problems {
            let (rule, node) = cause(problem)
            if lists(rule, at: node) { report(&self, problem) }
        }
        guard problems.omittedCount > 0, let (rule, node) = problems.last.map(cause), judges(rule) else {
            return
        }
        list.count(ViolationCause(rule: rule, node: node?.node), times: problems.omittedCount)
    }

    /// Returns whether the interaction is held to a rule.
    func judges(_ rule: Rule) -> Bool { !isRefused || !Rule.request.contains(rule) }

    /// Records a value in the coverage, and passes it to the observer.
    mutating func record(_ value: JSON, _ schema: SchemaReference) {
        observer?(ValidatedValue(value: value, schema: schema, contract: contract))
        _ = ValueWalk.walk(value, schema.shape, of: contract, coverage: &coverage)
    }
}

/// A value of an interaction with its schema: a body, a header or a parameter.
package struct ValidatedValue {
    /// The value; text and XML are converted to JSON as the schema describes them.
    package let value: JSON
    package let schema: SchemaReference
    package let contract: Contract
}

// MARK: - The response without its body

extension InteractionValidator {
    private mutating func validateResponse(_ response: HTTPResponse) {
        // OpenAPI 3.1 requires no responses: nothing is promised then.
        guard operation.node["responses"].exists else { return }
        guard let declared = operation.response(for: response.status) else {
            return report(
                .undocumentedStatus(response.status, declared: operation.responses),
                at: operation.node["responses"])
        }
        guard declared.isRead else { return }
        let values = HeaderValues(response.headers)
        for header in declared.headers where !lacksResponseHeaders {
            validate(header, values.values(of: header.name))
        }
        validateBody(of: response, declared)
    }

    private mutating func validate(_ header: HeaderObject, _ lines: [String]) {
        let values = lines.map { $0[...] }
        guard !values.isEmpty else {
            if header.isRequired { report(.missing(header), at: header.node) }
            return
        }
        guard let schema = header.schema else { return }
        let serialization = ParameterSerialization(style: .simple, isExploded: header.isExploded)
        // Cookies contain commas, so every cookie has a field of its own (RFC 6265, section 3).
        let groups = header.name.lowercased() == "set-cookie" ? values.map { [$0] } : [values]
        for values in groups {
            let value = SerializedValue(name: header.name, values: values, encoding: .none)
            for sides in mismatches(of: value, schema, serialization, header.mediaType)
            where lists(.responseHeaderInvalid, at: header.node) {
                report(.invalid(header, sides), at: header.node)
            }
        }
    }

    // MARK: Parameters and headers

    /// Returns how a value of text violates its schema, read in the way that violates it least.
    ///
    /// A value that may be a list, an object or a scalar is valid if one of these readings is.
    mutating func mismatches(
        of value: SerializedValue, _ schema: SchemaReference, _ serialization: ParameterSerialization,
        _ mediaType: MediaType?
    ) -> [Finding.Sides] {
        var best: (value: JSON, mismatches: [Finding.Sides])?
        for text in contract.readings(of: value, schema, serialization, as: mediaType) {
            let json: JSON
            do {
                json = try JSON(parsing: text)
            } catch {
                return [.malformed("JSON", "\(error)")]
            }
            let mismatches = contract.violations(of: schema, in: json).map(\.sides)
            if mismatches.isEmpty || best == nil { best = (json, mismatches) }
            if mismatches.isEmpty { break }
        }
        guard let best else { return [.expected(serialization.example, found: value.text.quotedExcerpt())] }
        record(best.value, schema)
        return best.mismatches
    }
}

extension Contract {
    /// Returns the types that are declared for a property nearest to a list of required ones: in its schema
    /// or one around it, or else in all schemas of the components, as conditions and branches often have no
    /// properties of their own.
    fileprivate func declaredTypes(of name: String, near required: JSONPointer?) -> [String] {
        var object = required?.parent
        while let pointer = object {
            let property = document[pointer]["properties"][name]
            if property.exists { return declaredTypes(in: property) }
            object = pointer.tokens.isEmpty ? nil : pointer.parent
        }
        let schemas = document["components"]["schemas"].members.map { $0.value["properties"][name] }
        return schemas.filter(\.exists).flatMap(declaredTypes)
    }

    /// Returns the types that a schema declares, without null.
    package func declaredTypes(in schema: JSON) -> [String] {
        (target(of: schema).typeNames ?? []).filter { $0 != "null" }
    }

    /// Returns the names of the properties that a schema declares.
    package func declaredNames(in schema: JSON) -> [String] {
        target(of: schema)["properties"].members.map(\.name)
    }

    /// Returns the schema that a schema refers to, or itself.
    private func target(of schema: JSON) -> JSON {
        var schema = schema
        for _ in 0..<8 {
            guard let target = references.target(of: schema) else { break }
            schema = target
        }
        return schema
    }
}
