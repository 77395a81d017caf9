import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// Edits a contract until traffic neither contradicts it nor contains anything it does not describe.
///
/// Each round reads all traffic against the contract of the previous round, parsed anew, as a wider keyword
/// can reveal violations of another one. Every edit only allows more, so the rounds end. Then it requires
/// what the traffic has always had, where no person has decided.
struct ContractRevision {
    private let file: String
    var schemaBuilder: SchemaBuilder
    let keepsLiteralPaths: Bool
    let isSecret: @Sendable (String) -> Bool
    private let tightens: Bool
    let traffic: StreamedTraffic
    private let original: Contract
    private(set) var contract: Contract
    var document: JSONValue
    private(set) var edits: [InferredEdit] = []
    /// The number of schemas that more responses confirm than before.
    var confirmedCount = 0
    private(set) var unresolved: [Finding] = []
    var proposals: [Proposal] = []
    var decisions: [PathDecision] = []
    /// What is left out of new operations.
    var warnings: [String] = []
    private(set) var responses: [ObservedResponse] = []
    /// Returns whether an edit is made; nil if every edit is.
    private let isAccepted: ((InferredEdit.Key) -> Bool)?
    /// The steps of the current round so far, and the numbers of those with an edit that is not accepted.
    private var steps = (count: 0, refused: Set<Int>())

    /// More rounds than any known contract needs; a schema that contradicts itself would never be done.
    private static let roundLimit = 64

    init(
        _ contract: Contract, _ traffic: StreamedTraffic, _ inference: ContractInference,
        where isAccepted: ((InferredEdit.Key) -> Bool)? = nil
    ) {
        self.contract = contract
        self.isAccepted = isAccepted
        keepsLiteralPaths = inference.keepsLiteralPaths
        isSecret = inference.isSecret
        original = contract
        let contracts = ContractSet([contract])
        let api = contract.api
        self.traffic = traffic.replacingBatches { contracts.calls(of: $0, api: api) }
        file = contract.file
        tightens = inference.tightens && isAccepted == nil
        schemaBuilder = SchemaBuilder(requiring: inference.minimumResponses, countsResponses: true)
        document = contract.document.value
        // A document that has the same meaning in both versions is not converted when it is read.
        if document["openapi"]?.string?.hasPrefix("3.0") ?? false { document["openapi"] = "3.1.0" }
    }

    mutating func run() throws(ContractError) {
        var observations = try settle()
        if tightens {
            tighten(observations)
            if document != contract.document.value { observations = try settle() }
        }
        appendVersionChange(from: original)
        conclude(observations)
    }

    /// Edits the contract until the traffic agrees with it, and returns what the last round read.
    private mutating func settle() throws(ContractError) -> Observations {
        var observations = try read()
        for _ in 0..<Self.roundLimit {
            let count = edits.count
            applyAccepted(observations)
            guard edits.count > count else { break }
            observations = try read()
        }
        return observations
    }

    /// Parses the contract anew if it was edited, and reads the traffic.
    private mutating func read() throws(ContractError) -> Observations {
        if document != contract.document.value {
            contract = try Contract(parsing: Data(document.bytes(.pretty)), file: file)
        }
        let observations = TrafficReader.read(traffic, contract)
        try traffic.requireReadable()
        return observations
    }

    /// Reports that an edited contract is written in a newer version of OpenAPI, as one in 3.0 always is.
    /// One without operations is new.
    private mutating func appendVersionChange(from original: Contract) {
        guard let old = (original.source ?? original.document)["openapi"].string, !edits.isEmpty,
            let new = document["openapi"]?.string, new != old, !original.operations.isEmpty
        else { return }
        let extent = old.hasPrefix("3.0") ? ", and all of the document with it" : ""
        edits.append(
            InferredEdit(
                kind: .widened, pointer: InferredEdit.Key.version.pointer, name: nil,
                summary: "was \"\(old)\", is now \"\(new)\"\(extent)", value: nil, location: nil, others: 0))
    }

    /// Derives the results other than edits from the last round.
    private mutating func conclude(_ observations: Observations) {
        unresolved =
            observations.unresolved + findings(about: traffic.only(observations.undocumented)) { _ in true }
        if !observations.violated.isEmpty {
            let known = Set(unresolved)
            unresolved += findings(about: traffic) { $0.severity == .breaking }.filter { !known.contains($0) }
        }
        unresolved = unresolved.map(\.afterInference)
        for (exchange, body) in observations.bodies.pairs {
            let shape = body.shape
            responses.append(ObservedResponse(exchange: exchange, count: body.count, shape: shape))
            proposals += ProposalFinder.maps(in: shape, body.schema, contract)
        }
    }

    private func findings(
        about traffic: StreamedTraffic, where isKept: @escaping @Sendable (Finding) -> Bool
    ) -> [Finding] {
        guard !traffic.isEmpty else { return [] }
        let (api, contracts) = (contract.api, ContractSet([contract]))
        let empty = CheckReport(over: contracts)
        return traffic.facts([]) { part in
            var report = empty
            return part.flatMap { _, interaction in
                contracts.findings(about: interaction, api: api, using: &report).filter(isKept)
            }
        }
    }

    /// Applies what traffic calls for, without the edits that are not accepted.
    ///
    /// They are known once they are made: then the others are made again, on the document as it was.
    private mutating func applyAccepted(_ observations: Observations) {
        steps = (0, [])
        let responses = UndescribedResponses(observations, in: traffic)
        guard isAccepted != nil else { return apply(observations, responses) }
        let old = self
        apply(observations, responses)
        guard !steps.refused.isEmpty else { return }
        let refused = steps.refused
        self = old
        steps = (0, refused)
        apply(observations, responses)
    }

    private mutating func apply(_ observations: Observations, _ responses: UndescribedResponses) {
        widen(observations.violated)
        addKinds(observations.kinds)
        let required = observations.properties.isEmpty ? [:] : requiredNames(observations)
        for (key, value) in observations.properties.pairs {
            let isRequired = key.holder.parent.flatMap { required[$0] }?.contains(key.name) ?? false
            edit { $0.addProperty(key, value, isRequired: isRequired) }
        }
        for (pointer, value) in observations.maps.pairs { edit { $0.describeMap(pointer, value) } }
        for (pointer, value) in observations.values.pairs { edit { $0.addKnownValues(value, at: pointer) } }
        for (pointer, evidence) in observations.missingHeaders.pairs {
            edit { $0.makeOptional(pointer, evidence) }
        }
        for (key, group) in responses.statuses { edit { $0.addStatus(key, group) } }
        for (key, group) in responses.mediaTypes { edit { $0.addMediaType(key, group) } }
        for (pointer, group) in responses.items { edit { $0.describeItems(pointer, group) } }
        for (pointer, group) in responses.messages { edit { $0.describeMessages(of: pointer, group) } }
        for (key, value) in observations.parameters.pairs.sorted(by: { $0.0.name < $1.0.name }) {
            edit { $0.addParameter(key, value) }
        }
        addOperations(observations)
    }

    /// Makes a step of a round, unless one of its edits is known to be refused.
    mutating func edit(_ step: (inout ContractRevision) -> Void) {
        let number = steps.count
        steps.count += 1
        guard !steps.refused.contains(number) else { return }
        let count = edits.count
        step(&self)
        if !edits[count...].allSatisfy({ accepts($0.key) }) { steps.refused.insert(number) }
    }

    /// Returns whether an edit is made.
    func accepts(_ edit: InferredEdit.Key) -> Bool { isAccepted?(edit) ?? true }

    /// Appends an edit to the report.
    ///
    /// - Parameter name: The name of the element that is added to, or removed from, the list at the pointer.
    mutating func append(
        _ kind: InferredEdit.Kind, _ pointer: JSONPointer, named name: String? = nil, _ summary: String,
        _ evidence: InferenceEvidence
    ) {
        edits.append(
            InferredEdit(
                kind: kind, pointer: pointer, name: name, summary: summary,
                value: kind == .widened ? evidence.value : nil, location: evidence.location,
                valuePointer: evidence.pointer, others: max(0, evidence.count - 1)))
    }
}

extension Finding {
    /// The finding with a next step that is not another inference.
    fileprivate var afterInference: Finding {
        let others: [Rule] = [.operationUndocumented, .transportFailed, .responseBodyUnreadable]
        guard !Rule.request.contains(rule), !others.contains(rule) else { return self }
        var finding = self
        finding.next = "correct what sends it and record it again, as no contract can describe it"
        return finding
    }
}

/// Edits of keywords that traffic contradicts.
extension ContractRevision {
    mutating func widen(
        _ violated: OrderedGroups<Observations.KeywordKey, Observed<KeywordViolations>>
    ) {
        for (pointer, group) in OrderedGroups(grouping: violated.pairs, by: \.0.pointer).pairs {
            let missing = group.compactMap { key, value in key.missing.map { ($0, value) } }
            if missing.isEmpty {
                for (_, value) in group { edit { $0.widen(pointer, value) } }
            } else {
                makeOptional(missing, at: pointer)
            }
        }
    }

    /// Removes the names of missing properties from `required`, each a decision of its own.
    private mutating func makeOptional(
        _ missing: [(name: String, value: Observed<KeywordViolations>)], at pointer: JSONPointer
    ) {
        let missing = missing.filter {
            accepts(InferredEdit.Key(kind: .widened, pointer: pointer, name: $0.name))
        }
        guard let old = document[pointer], case .array(let names) = old, !missing.isEmpty else { return }
        let was = "was \(old.text(.compact).excerpt()), is now without "
        let removed = Set(missing.map { JSONValue.string($0.name) })
        let remaining = names.filter { !removed.contains($0) }
        // Where an inference decides, an empty list says that it has.
        let isInferred = pointer.parent.map(isInferred) ?? false
        document.edit(pointer) { _ in remaining.isEmpty && !isInferred ? nil : .array(remaining) }
        for (name, value) in missing {
            let other = requireOutcome(besides: name, missingIn: value.values, at: pointer)
            let text = was + JSONValue.string(name).text(.compact)
            let either = other.map { ", but with it or \"\($0)\"" } ?? ""
            append(.widened, pointer, named: name, text + either, value.evidence)
        }
    }

    /// Requires the result of a call, or the error that all objects without it have.
    ///
    /// - Returns: The name of the error.
    private mutating func requireOutcome(
        besides name: String, missingIn violations: KeywordViolations, at required: JSONPointer
    ) -> String? {
        guard let outcomes = RequestCall.Kind.allCases.map(\.outcomes).first(where: { $0[0] == name }),
            let schema = required.parent, document[schema]?["anyOf"] == nil,
            violations.haveError
        else { return nil }
        document.set("anyOf", at: schema, to: .array(outcomes.map { ["required": [.string($0)]] }))
        return outcomes[1]
    }

    private mutating func widen(
        _ pointer: JSONPointer, _ violated: Observed<KeywordViolations>
    ) {
        guard let old = document[pointer], let schema = pointer.parent else { return }
        let keyword = violated.values.keyword
        let was = "was \(old.text(.compact).excerpt()), is "
        let evidence = violated.evidence
        switch violated.values.widening(old) {
        case .value(let new):
            document.edit(pointer) { _ in new }
            append(.widened, pointer, was + "now \(new.text(.compact).excerpt())", evidence)
        case .keyword(let name, let new):
            document.edit(schema) { Self.replaceKeyword(keyword, in: $0, by: name, new) }
            append(.widened, pointer, was + "now \(new.text(.compact).excerpt()) as '\(name)'", evidence)
        case .removed:
            document.edit(pointer) { _ in nil }
            append(.widened, pointer, was + "removed", evidence)
        }
    }

    /// Replaces a keyword of a schema by another, at the same position.
    private static func replaceKeyword(
        _ keyword: String, in schema: JSONValue?, by name: String, _ value: JSONValue
    ) -> JSONValue? {
        guard case .object(let object) = schema else { return schema }
        return .object(
            JSONObject(
                object.members.compactMap { member in
                    if member.name == keyword { return (name, value) }
                    return member.name == name ? nil : (member.name, member.value)
                }))
    }

    /// Makes a header optional.
    mutating func makeOptional(_ header: JSONPointer, _ evidence: InferenceEvidence) {
        document.edit(header.appending("required")) { _ in nil }
        append(.widened, header.appending("required"), "was true, is removed", evidence)
    }
}
