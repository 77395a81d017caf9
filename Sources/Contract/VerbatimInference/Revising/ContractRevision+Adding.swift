import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// What the contract did not speak of is said.
extension ContractRevision {
    mutating func add(
        _ key: Observations.MemberKey, _ member: (recorder: ShapeRecorder, witness: InferenceEvidence)
    ) {
        let schema = writer.schema(of: member.recorder.shape)
        document.set(key.name, at: key.holder, to: .object(schema))
        note(
            .added, key.holder.appending(key.name), "a member, \(InferenceMessages.excerpt(.object(schema)))",
            member.witness)
    }

    /// Says of a dictionary what its values are, instead of naming every one of them.
    mutating func describe(
        _ schema: JSONPointer, _ map: (recorder: ShapeRecorder, witness: InferenceEvidence)
    ) {
        let values = writer.schema(of: map.recorder.shape)
        document.edit(schema) { schema in
            guard case .object(var object)? = schema else { return schema }
            object.remove("properties")
            object.remove("required")
            object["additionalProperties"] = .object(values)
            return .object(object)
        }
        note(.added, schema, "a dictionary of \(InferenceMessages.excerpt(.object(values)))", map.witness)
    }

    mutating func add(_ new: (values: [JSONValue], witness: InferenceEvidence), at list: JSONPointer) {
        let values = Set(new.values).map { ($0.text(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        document.append(values, at: list)
        let texts = values.map { $0.text() }.joined(separator: ", ")
        note(.added, list, "\(values.count == 1 ? "a known value" : "known values"), \(texts)", new.witness)
    }

    mutating func add(
        _ key: Observations.StatusKey, _ new: (interactions: [Interaction], witness: InferenceEvidence)
    ) {
        let responses = new.interactions.compactMap(\.outcome.response)
        let response = ResponseDraft(status: key.status, responses: responses).object(writer)
        document.set(String(key.status), at: key.responses, to: .object(response))
        note(.added, key.responses.appending(key.status), "a status", new.witness, new.interactions.count)
    }

    mutating func add(
        _ key: Observations.MediaTypeKey, _ new: (responses: [HTTPResponse], witness: InferenceEvidence)
    ) {
        let content = ContentDraft.content(new.responses.compactMap(ResponseDraft.message), writer)
        guard let object = content[key.essence] else { return }
        document.set(key.essence, at: key.content, to: object)
        note(.added, key.content.appending(key.essence), "a media type", new.witness, new.responses.count)
    }

    mutating func addParameters(_ parameters: OrderedGroups<Observations.MemberKey, InferenceEvidence>) {
        for (key, witness) in parameters.pairs.sorted(by: { $0.0.name < $1.0.name }) {
            document.append(
                [OperationDraft.parameter(named: key.name)], at: key.holder.appending("parameters"))
            note(.added, key.holder.appending("parameters"), "the query parameter '\(key.name)'", witness)
        }
    }

    /// Adds operations in the order of their paths; requests to several servers of one operation come together.
    mutating func addOperations(_ operations: OrderedGroups<OperationKey, [Interaction]>) {
        var locations = OrderedGroups<OperationLocation, OperationDraft>()
        for (key, interactions) in operations.pairs.sorted(by: { $0.0 < $1.0 }) {
            guard let location = OperationLocation(key, in: document) else { continue }
            locations[location, default: OperationDraft(constant: key.constant)].add(interactions, at: key)
        }
        for (location, draft) in locations.pairs { add(draft, at: location) }
    }

    private mutating func add(_ draft: OperationDraft, at location: OperationLocation) {
        guard let operation = draft.object(writer), let first = draft.interactions.first else { return }
        let item = JSONPointer(["paths", location.path])
        let servers = OperationLocation.servers(for: draft.origins, in: document)
        if document[item] == nil, let servers {
            document.set("servers", at: item, to: servers)
        } else if let old = document[item], old[JSONPointer(["servers"])] != servers {
            return
        }
        document.set(location.method, at: item, to: .object(operation))
        let witness = InferenceEvidence(found: location.method, location: first.entryLocation)
        note(.added, item.appending(location.method), "an operation", witness, draft.interactions.count)
    }
}
