import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Additions to the document of what it does not describe.
extension ContractRevision {
    mutating func addProperty(
        _ key: Observations.PropertyKey, _ observed: (recorder: ShapeRecorder, evidence: InferenceEvidence)
    ) {
        let schema = JSONValue.object(schemaBuilder.schema(of: observed.recorder.shape))
        document.set(key.name, at: key.holder, to: schema)
        append(
            .added, key.holder.appending(key.name), "a property, \(schema.text(.compact).excerpt())",
            observed.evidence)
    }

    /// Describes the values of a dictionary by one schema instead of its properties.
    mutating func describeMap(
        _ schema: JSONPointer, _ observed: (recorder: ShapeRecorder, evidence: InferenceEvidence)
    ) {
        let values = JSONValue.object(schemaBuilder.schema(of: observed.recorder.shape))
        document.edit(schema) { schema in
            guard case .object(var object)? = schema else { return schema }
            object.remove("properties")
            object.remove("required")
            object["additionalProperties"] = values
            return .object(object)
        }
        append(.added, schema, "a dictionary of \(values.text(.compact).excerpt())", observed.evidence)
    }

    mutating func addKnownValues(
        _ observed: (values: [JSONValue], evidence: InferenceEvidence), at list: JSONPointer
    ) {
        let values = Set(observed.values).map { ($0.text(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        document.append(values, at: list)
        let texts = values.map { $0.text() }.joined(separator: ", ")
        append(
            .added, list, "\(values.count == 1 ? "a known value" : "known values"), \(texts)",
            observed.evidence)
    }

    mutating func addStatus(
        _ key: Observations.StatusKey, _ observed: (interactions: [Interaction], evidence: InferenceEvidence)
    ) {
        let responses = observed.interactions.compactMap(\.outcome.response)
        let response = ResponseBuilder(status: key.status, responses: responses).object(schemaBuilder)
        document.set(String(key.status), at: key.responses, to: .object(response))
        append(
            .added, key.responses.appending(key.status), "a status",
            observed.evidence.counting(observed.interactions.count))
    }

    mutating func addMediaType(
        _ key: Observations.MediaTypeKey, _ observed: (responses: [HTTPResponse], evidence: InferenceEvidence)
    ) {
        let messages = observed.responses.compactMap(ResponseBuilder.message)
        guard let object = MediaTypeBuilder.content(of: messages, schemaBuilder)[key.essence] else { return }
        document.set(key.essence, at: key.content, to: object)
        append(
            .added, key.content.appending(key.essence), "a media type",
            observed.evidence.counting(observed.responses.count))
    }

    mutating func addParameters(_ parameters: OrderedGroups<Observations.PropertyKey, InferenceEvidence>) {
        var lists = OrderedGroups<JSONPointer, [JSONValue]>()
        for (key, evidence) in parameters.pairs.sorted(by: { $0.0.name < $1.0.name }) {
            let list = key.holder.appending("parameters")
            lists[list, default: []].append(OperationBuilder.parameter(named: key.name))
            append(.added, list, "the query parameter '\(key.name)'", evidence)
        }
        for (list, parameters) in lists.pairs { document.append(parameters, at: list) }
    }

    /// Adds operations in the order of their paths; requests for one operation at several servers are
    /// combined.
    mutating func addOperations(_ operations: OrderedGroups<OperationKey, [Interaction]>) {
        var builders = OrderedGroups<OperationPosition, OperationBuilder>()
        let addresses = DocumentAddresses(document)
        for (key, interactions) in operations.pairs.sorted(by: { $0.0 < $1.0 }) {
            guard let position = OperationPosition(key, in: document, addresses) else { continue }
            builders[position, default: OperationBuilder(constant: key.constant)].add(interactions, at: key)
        }
        for (position, builder) in builders.pairs { addOperation(builder, at: position, addresses) }
    }

    private mutating func addOperation(
        _ builder: OperationBuilder, at position: OperationPosition, _ addresses: DocumentAddresses
    ) {
        guard let operation = builder.object(schemaBuilder), let first = builder.interactions.first else {
            return
        }
        let item = JSONPointer(["paths", position.path])
        let servers = addresses.servers(for: builder.origins)
        if document[item] == nil, let servers {
            document.set("servers", at: item, to: servers)
        } else if let old = document[item], old[JSONPointer(["servers"])] != servers {
            return
        }
        document.set(position.method, at: item, to: .object(operation))
        let evidence = InferenceEvidence(value: position.method, location: first.entryLocation)
        append(
            .added, item.appending(position.method), "an operation",
            evidence.counting(builder.interactions.count))
    }
}
