import APIContract
import Foundation
import HTTPArchive
import JSONDocument
import JSONSchema

/// Brings a contract up to traffic: as long as something breaks it or is not in it, the contract changes.
///
/// Every change only allows more, so the rounds end; each begins with the contract that the last one left, as a whole
/// new document, because a wider keyword can bring another one to light.
struct ContractRevision {
    private let file: String
    private let writer: SchemaWriter
    private let interactions: [Interaction]
    private let original: Contract
    private(set) var contract: Contract
    private(set) var document: JSONValue
    private(set) var changes: [ContractChange] = []
    private(set) var left: [Finding] = []
    private(set) var proposals: [Proposal] = []
    private(set) var sightings: [Sighting] = []

    /// More rounds than any contract was seen to need; a schema that contradicts itself would need more.
    private static let roundLimit = 64

    init(_ contract: Contract, _ interactions: [Interaction], evidence: Int) {
        self.contract = contract
        original = contract
        self.interactions = interactions
        file = contract.file
        writer = SchemaWriter(evidence: evidence)
        document = contract.document.value
    }

    /// Changes the contract until the traffic keeps it.
    mutating func run() throws(ContractError) {
        var observations = TrafficReader.read(interactions, contract)
        for _ in 0..<Self.roundLimit {
            let count = changes.count
            apply(observations)
            guard changes.count > count else { break }
            contract = try Contract(parsing: Data(document.bytes(.pretty)), file: file)
            observations = TrafficReader.read(interactions, contract)
        }
        noteVersion(of: original)
        conclude(observations)
    }

    /// A contract in OpenAPI 3.0 is written again in 3.1: what people wrote is not the same text any more.
    private mutating func noteVersion(of original: Contract) {
        guard let old = original.source?["openapi"].string, !changes.isEmpty else { return }
        let what = "was \"\(old)\", is now \"3.1.0\", and all of the document with it"
        changes.append(
            ContractChange(
                kind: .widened, pointer: JSONPointer(["openapi"]), what: what, found: nil, witness: nil,
                others: 0))
    }

    /// Keeps what the last look at the traffic told about it.
    private mutating func conclude(_ observations: Observations) {
        left = observations.left + observations.operations.values.joined().flatMap(findings)
        if !observations.broken.isEmpty {
            left += interactions.flatMap(findings).filter { $0.severity == .breaking && !left.contains($0) }
        }
        for (exchange, body) in observations.bodies.pairs {
            let shape = body.recorder.shape
            sightings.append(Sighting(exchange: exchange, answers: body.answers, shape: shape))
            proposals += Proposing.maps(in: shape, body.shape, contract)
        }
        proposals += Proposing.templates(in: contract)
    }

    private func findings(_ interaction: Interaction) -> [Finding] {
        ContractSet([contract]).check(interaction, api: contract.api)
    }

    private mutating func apply(_ observations: Observations) {
        for (pointer, value) in observations.broken.pairs { widen(pointer, value) }
        for (key, value) in observations.members.pairs { add(key, value) }
        for (pointer, value) in observations.maps.pairs { describe(pointer, value) }
        for (pointer, value) in observations.values.pairs { add(value, at: pointer) }
        for (pointer, witness) in observations.missingHeaders.pairs { loosen(pointer, witness) }
        for (key, value) in observations.statuses.pairs { add(key, value) }
        for (key, value) in observations.mediaTypes.pairs { add(key, value) }
        addParameters(observations.parameters)
        addOperations(observations.operations)
    }
}

// MARK: - Widening

extension ContractRevision {
    private mutating func widen(
        _ pointer: JSONPointer, _ broken: (violations: [Violation], witness: Witness)
    ) {
        guard let old = document[pointer], let keyword = broken.violations.first?.keyword,
            let schema = pointer.parent
        else { return }
        let result = KeywordWidening(keyword: keyword, value: old, violations: broken.violations).result
        let was = "was \(Words.excerpt(old)), is "
        switch result {
        case .value(let new):
            document.edit(pointer) { _ in new }
            note(.widened, pointer, was + "now \(Words.excerpt(new))", broken.witness)
        case .keyword(let name, let new):
            document.edit(schema) { Self.replace(keyword, in: $0, by: name, new) }
            note(.widened, pointer, was + "now \(Words.excerpt(new)) as '\(name)'", broken.witness)
        case .removed:
            document.edit(pointer) { _ in nil }
            note(.widened, pointer, was + "gone", broken.witness)
        }
    }

    /// Puts another keyword where one was, keeping the order of the rest.
    private static func replace(
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

    private mutating func loosen(_ header: JSONPointer, _ witness: Witness) {
        document.edit(header.appending("required")) { _ in nil }
        note(.widened, header.appending("required"), "was true, is gone", witness)
    }

    private mutating func note(
        _ kind: ContractChange.Kind, _ pointer: JSONPointer, _ what: String, _ witness: Witness
    ) {
        changes.append(
            ContractChange(
                kind: kind, pointer: pointer, what: what, found: kind == .widened ? witness.found : nil,
                witness: witness.place, others: max(0, witness.others)))
    }
}

// MARK: - Adding

extension ContractRevision {
    private mutating func add(
        _ key: Observations.MemberKey, _ member: (recorder: ShapeRecorder, witness: Witness)
    ) {
        let schema = writer.schema(of: member.recorder.shape)
        document.set(key.name, at: key.holder, to: .object(schema))
        note(
            .added, key.holder.appending(key.name), "a member, \(Words.excerpt(.object(schema)))",
            member.witness)
    }

    /// Says of a dictionary what its values are, instead of naming every one of them.
    private mutating func describe(
        _ schema: JSONPointer, _ map: (recorder: ShapeRecorder, witness: Witness)
    ) {
        let values = writer.schema(of: map.recorder.shape)
        document.edit(schema) { schema in
            guard case .object(var object)? = schema else { return schema }
            object.remove("properties")
            object.remove("required")
            object["additionalProperties"] = .object(values)
            return .object(object)
        }
        note(.added, schema, "a dictionary of \(Words.excerpt(.object(values)))", map.witness)
    }

    private mutating func add(_ new: (values: [JSONValue], witness: Witness), at list: JSONPointer) {
        let values = Set(new.values).map { ($0.text(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        document.append(values, at: list)
        let texts = values.map { $0.text() }.joined(separator: ", ")
        note(.added, list, "\(values.count == 1 ? "a known value" : "known values"), \(texts)", new.witness)
    }

    private mutating func add(
        _ key: Observations.StatusKey, _ new: (interactions: [Interaction], witness: Witness)
    ) {
        let responses = new.interactions.compactMap(\.outcome.response)
        let response = ResponseDraft(status: key.status, responses: responses).object(writer)
        document.set(String(key.status), at: key.responses, to: .object(response))
        note(.added, key.responses.appending(key.status), "a status", new.witness, new.interactions.count)
    }

    private mutating func add(
        _ key: Observations.MediaTypeKey, _ new: (responses: [HTTPResponse], witness: Witness)
    ) {
        let content = ContentDraft.content(new.responses.compactMap(ResponseDraft.message), writer)
        guard let object = content[key.essence] else { return }
        document.set(key.essence, at: key.content, to: object)
        note(.added, key.content.appending(key.essence), "a media type", new.witness, new.responses.count)
    }

    private mutating func addParameters(_ parameters: Groups<Observations.MemberKey, Witness>) {
        for (key, witness) in parameters.pairs.sorted(by: { $0.0.name < $1.0.name }) {
            document.append(
                [OperationDraft.parameter(named: key.name)], at: key.holder.appending("parameters"))
            note(.added, key.holder.appending("parameters"), "the query parameter '\(key.name)'", witness)
        }
    }

    /// Adds operations in the order of their paths; requests to several servers of one operation come together.
    private mutating func addOperations(_ operations: Groups<OperationKey, [Interaction]>) {
        var places = Groups<OperationPlace, OperationDraft>()
        for (key, interactions) in operations.pairs.sorted(by: { $0.0 < $1.0 }) {
            guard let place = OperationPlace(key, in: document) else { continue }
            places[place, default: OperationDraft(constant: key.constant)].add(interactions, at: key)
        }
        for (place, draft) in places.pairs { add(draft, at: place) }
    }

    private mutating func add(_ draft: OperationDraft, at place: OperationPlace) {
        guard let operation = draft.object(writer), let first = draft.interactions.first else { return }
        let item = JSONPointer(["paths", place.path])
        let servers = OperationPlace.servers(for: draft.origins, in: document)
        if document[item] == nil, let servers {
            document.set("servers", at: item, to: servers)
        } else if let old = document[item], old[JSONPointer(["servers"])] != servers {
            return
        }
        document.set(place.method, at: item, to: .object(operation))
        let witness = Witness(found: place.method, place: first.entryPlace)
        note(.added, item.appending(place.method), "an operation", witness, draft.interactions.count)
    }

    private mutating func note(
        _ kind: ContractChange.Kind, _ pointer: JSONPointer, _ what: String, _ witness: Witness, _ count: Int
    ) {
        var witness = witness
        witness.others = count - 1
        note(kind, pointer, what, witness)
    }
}
