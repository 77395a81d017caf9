import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Additions to the document of what it does not describe.
extension ContractRevision {
    /// Adds a property, which is also required if an inference decides about the schema and all objects have
    /// it. One that was only ever null gets its type.
    mutating func addProperty(
        _ key: Observations.PropertyKey, _ observed: Observed<RecordedShape>,
        isRequired: Bool
    ) {
        let pointer = key.holder.appending(key.name)
        var shape = observed.values.shape.foldingDictionaries(named: key.name)
        let wasNull = document[pointer] == .object(SchemaBuilder.onlyNull)
        if wasNull { shape.nulls += 1 }
        let schema = JSONValue.object(schemaBuilder.schema(of: shape, named: key.name))
        document.set(key.name, at: key.holder, to: schema)
        let kind = wasNull ? "values besides null" : isRequired ? "a required property" : "a property"
        append(.added, pointer, "\(kind), \(schema.text(.compact).excerpt())", observed.evidence)
        if isRequired, !wasNull, let required = key.holder.parent?.appending("required") {
            document.append([.string(key.name)], at: required)
        }
    }

    /// Describes the values of a dictionary by one schema instead of its properties.
    mutating func describeMap(
        _ schema: JSONPointer, _ observed: Observed<RecordedShape>
    ) {
        let values = JSONValue.object(schemaBuilder.schema(of: observed.values.shape))
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
        _ observed: Observed<Set<JSONValue>>, at list: JSONPointer
    ) {
        let values = observed.values.map { ($0.text(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        document.append(values, at: list)
        let texts = values.map { $0.text() }.joined(separator: ", ")
        append(
            .added, list, "\(values.count == 1 ? "a known value" : "known values"), \(texts)",
            observed.evidence)
    }

    mutating func addStatus(_ key: Observations.StatusKey, _ observed: UndescribedResponses.Group) {
        guard let response = observed.exchanges.responses.first else { return }
        document.set(String(key.status), at: key.responses, to: .object(response.object(schemaBuilder)))
        append(.added, key.responses.appending(key.status), "a status", observed.evidence)
    }

    mutating func addMediaType(_ key: Observations.MediaTypeKey, _ observed: UndescribedResponses.Group) {
        guard let object = content(of: observed)[key.essence] else { return }
        document.set(key.essence, at: key.content, to: object)
        append(.added, key.content.appending(key.essence), "a media type", observed.evidence)
    }

    private func content(of observed: UndescribedResponses.Group) -> JSONObject {
        observed.exchanges.responses.first?.content.object(schemaBuilder) ?? JSONObject()
    }

    /// Describes the items of a sequence whose media type is declared.
    mutating func describeItems(_ mediaType: JSONPointer, _ observed: UndescribedResponses.Group) {
        guard let schema = content(of: observed).members.lazy.compactMap({ $0.value["x-item-schema"] }).first
        else { return }
        document.set("x-item-schema", at: mediaType, to: schema)
        append(.added, mediaType.appending("x-item-schema"), "a schema of the items", observed.evidence)
    }

    /// Describes the messages of WebSockets in the directions of which an operation has no schema.
    mutating func describeMessages(of operation: JSONPointer, _ observed: UndescribedResponses.Group) {
        let pointer = operation.appending("x-messages")
        if document[pointer] == nil { document.set("x-messages", at: operation, to: [:]) }
        for (direction, content) in observed.exchanges.messages
        where document[pointer.appending(direction)] == nil {
            document.set(direction, at: pointer, to: content.messageSchema(schemaBuilder))
            append(.added, pointer.appending(direction), "a schema of messages", observed.evidence)
        }
    }

    mutating func addParameter(
        _ key: Observations.PropertyKey, _ observed: Observed<TextStatistics>
    ) {
        let list = key.holder.appending("parameters")
        document.append(
            [
                [
                    "name": .string(key.name), "in": "query",
                    "schema": .object(observed.values.schema(of: key.name)),
                ]
            ], at: list)
        append(.added, list, named: key.name, "the query parameter '\(key.name)'", observed.evidence)
    }

    /// Adds operations in the order of their paths; requests for one operation at several servers are
    /// combined.
    mutating func addOperations(_ observations: Observations) {
        let operations = existing(observations.operations)
        guard !operations.isEmpty else { return }
        let addresses = DocumentAddresses(document)
        let templates = PathTemplates(
            of: operations, ResponseSamples(operations, in: traffic), in: document, addresses,
            isLiteral: keepsLiteralPaths, isSecret: isSecret)
        var described = described(operations, of: observations.undocumented, addresses, templates)
        guard !described.isEmpty else { return }
        addSecurity(of: &described)
        let joined = JoinedWords(
            in: Set(described.map(\.position.path)), described.flatMap { $0.operation.shapes.map(\.shape) })
        var parameters: [String: [JSONValue]] = [:]
        for (path, operations) in Dictionary(grouping: described, by: \.position.barePath) {
            parameters[path] = ParameterBuilder.path(
                path, of: operations.flatMap(\.operation.builder.paths), texts: templates.texts)
        }
        schemaBuilder.facts = PropertyFacts(
            of: described.flatMap { $0.operation.shapes.map(\.shape) },
            requests: described.flatMap(\.operation.requestShapes),
            headers: described.flatMap(\.operation.headers),
            parameters: described.map(\.operation.parameters), forms: described.flatMap(\.operation.forms),
            inPaths: parameters.values.flatMap(\.self))
        parameters = ParameterBuilder.alike(parameters, by: schemaBuilder.facts)
        let components = addComponents(of: described, joined)
        var names = OperationName(
            besides: document,
            described.map { position, operation in
                let path = joined.spelled(position.path)
                return (position.method, path, operation.returned(at: path))
            })
        for (position, operation) in described {
            warnings += operation.parameters.ignored.sorted().map {
                "'\(position.method.uppercased()) \(position.path)' is sent '\($0)' in the query, which "
                    + "is left out: it is an example, or the path says it"
            }
            addOperation(
                operation, at: position,
                named: names.name(
                    of: operation.builder.constant?.action(at: position.barePath) ?? position.method,
                    joined.spelled(position.path)),
                parameters[position.barePath] ?? [], addresses)
        }
        removeUnused(components)
        shareRequests(
            of: described.map { ($0.position.pointer, PathResource(joined.spelled($0.position.path)).name) })
        shareHeaders(of: described.map(\.position.pointer))
        decisions += templates.decisions
        if !keepsLiteralPaths {
            proposals += ProposalFinder.values(in: Set(described.map(\.position.barePath)))
        }
    }

    /// The requests for which operations are added: not those to a path of one word that the server only ever
    /// says not to have, such as `/favicon.ico`, unless nothing else is known of the API.
    private func existing(
        _ requests: OrderedGroups<OperationKey, UndocumentedRequests>
    ) -> OrderedGroups<OperationKey, UndocumentedRequests> {
        func words(of path: String) -> [String] {
            Array(PathNode.segments(of: path).drop(while: OperationName.isPrefix))
        }
        let found = requests.pairs.filter { !$1.areUnknownToServer }.map(\.0.path)
        let paths = found + (document["paths"]?.object?.names ?? [])
        guard found.count < requests.count, !paths.isEmpty else { return requests }
        let known = Set(paths.compactMap { words(of: $0).first })
        var kept = OrderedGroups<OperationKey, UndocumentedRequests>()
        for (key, group) in requests.pairs {
            let words = words(of: key.path)
            let isKnown = words.count > 1 || words.first.map(known.contains) ?? false
            if isKnown || !group.areUnknownToServer { kept[key, default: group] = group }
        }
        return kept
    }

    /// Reads the requests of the operations that are accepted, in the order of their paths.
    private func described(
        _ requests: OrderedGroups<OperationKey, UndocumentedRequests>,
        of undocumented: [StreamedTraffic.Reference], _ addresses: DocumentAddresses,
        _ templates: PathTemplates
    ) -> [(position: OperationPosition, operation: DescribedOperation)] {
        var builders: [OperationPosition: OperationBuilder] = [:]
        let positions = OperationPosition.positions(of: requests.pairs.map(\.0), in: document, templates)
            .filter { accepts(InferredEdit.Key(kind: .added, pointer: $0.value.pointer)) }
        for (key, requests) in requests.pairs.sorted(by: { $0.0 < $1.0 }) {
            guard let position = positions[key] else { continue }
            builders[position, default: OperationBuilder(constant: key.constant)]
                .add(requests, at: key, addresses)
        }
        guard !builders.isEmpty else { return [] }
        let operations = builders.sorted { $0.key < $1.key }
        let numbers = Dictionary(zip(operations.map(\.key), operations.indices)) { first, _ in first }
        let indices = positions.compactMapValues { numbers[$0] }
        let reader = ExchangeReader(
            subjects: operations.map { ExchangeFacts(constant: $1.constant, accepted: $1.accepted) }
        ) { _, interaction in
            indices[OperationKey(interaction.request)].map { [$0] } ?? []
        }
        let facts = reader.facts(traffic.only(undocumented))
        return zip(operations, facts).compactMap { operation, exchanges in
            DescribedOperation(operation.value, exchanges).map { (operation.key, $0) }
        }
    }

    /// Adds the security schemes of operations; if a new document needs the same for all, it says so once.
    private mutating func addSecurity(
        of operations: inout [(position: OperationPosition, operation: DescribedOperation)]
    ) {
        let requirements = SecurityRequirements(
            operations.map { ($0.position.barePath, $0.operation.security) })
        guard !requirements.names.isEmpty else { return }
        if document["components"] == nil { document["components"] = [:] }
        let list = JSONPointer(["components", "securitySchemes"])
        for (scheme, name) in requirements.names.sorted(by: { $0.value < $1.value })
        where document[list.appending(name)] == nil {
            document.set(name, at: list, to: requirements.described(scheme).object)
        }
        for index in operations.indices {
            let operation = operations[index].operation
            let credentials = requirements.credentials(
                for: operation.security, sending: operation.parameters.alwaysSent)
            operations[index].operation.credentials = credentials
            operations[index].operation.requirements = requirements.object(credentials)
        }
        let isNew = document["paths"]?.object?.isEmpty ?? true
        let all = Set(operations.map(\.operation.requirements))
        if isNew, all.count == 1, let common = all.first { document["security"] = common }
        let stated = document["security"] ?? []
        for index in operations.indices where operations[index].operation.requirements == stated {
            operations[index].operation.requirements = nil
        }
    }

    private mutating func addOperation(
        _ operation: DescribedOperation, at position: OperationPosition, named name: String,
        _ pathParameters: [JSONValue], _ addresses: DocumentAddresses
    ) {
        let item = JSONPointer(["paths", position.path])
        let servers = addresses.servers(for: operation.builder.origins)
        if let old = document[item] {
            guard old["servers"] == servers else { return }
        } else {
            if let servers { document.set("servers", at: item, to: servers) }
            if !pathParameters.isEmpty { document.set("parameters", at: item, to: .array(pathParameters)) }
        }
        let object = operation.object(named: name, of: position.method, schemaBuilder)
        guard let holder = position.pointer.parent, let key = position.pointer.tokens.last else { return }
        if document[item] == nil { document.set(position.path, at: JSONPointer(["paths"]), to: [:]) }
        document.set(key, at: holder, to: .object(object))
        declare(pathParameters, of: item, at: position.pointer)
        if position.needsVersion32, document["openapi"]?.string?.hasPrefix("3.1") ?? false {
            document["openapi"] = "3.2.0"
        }
        let builder = operation.builder
        append(
            .added, position.pointer, "an operation",
            InferenceEvidence(value: position.method, location: builder.location, count: builder.count))
    }

    /// Declares the path parameters in an operation that its path item does not declare.
    private mutating func declare(
        _ parameters: [JSONValue], of item: JSONPointer, at operation: JSONPointer
    ) {
        let shared = contract.document[item]["parameters"].elements.map(contract.references.target(of:))
        let written = document[item]?["parameters"]?.array ?? []
        let declared = Set(
            shared.compactMap { $0?["name"].string } + written.compactMap { $0["name"]?.string })
        let missing = parameters.filter { $0["name"]?.string.map { !declared.contains($0) } ?? false }
        if !missing.isEmpty {
            document.append(missing, at: operation.appending("parameters"))
        }
    }
}

/// Additions to the components of the document.
extension ContractRevision {
    /// Adds the schemas of objects that occur in several places of the responses.
    ///
    /// - Returns: Their names.
    mutating func addComponents(
        of operations: [(position: OperationPosition, operation: DescribedOperation)], _ joined: JoinedWords
    ) -> [String] {
        var kinds = ObjectKinds()
        for (shape, _, _) in operations.flatMap(\.operation.shapes) { kinds.add(shape) }
        var shared = SharedShapes(kinds)
        let paths = Set(operations.map { joined.spelled($0.position.path) })
        let actions = PathResource.actions(of: paths)
        for (position, operation) in operations {
            let resource = PathResource(joined.spelled(position.path), actions: actions, paths)
            for (shape, item, isError) in operation.shapes {
                shared.add(shape, of: resource, item, by: position.method, isError: isError)
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
        schemaBuilder.forget(unused)
        document.edit(JSONPointer(["components", "schemas"])) { schemas in
            guard case .object(let object)? = schemas else { return schemas }
            return .object(
                JSONObject(object.members.filter { !unused.contains($0.name) }.map { ($0.name, $0.value) }))
        }
    }

    /// Describes a header once, if it is required in several responses of operations that are added.
    private mutating func shareHeaders(of operations: [JSONPointer]) {
        var uses = OrderedGroups<String, [JSONPointer]>()
        for responses in operations.map({ $0.appending("responses") }) {
            for (status, response) in document[responses]?.object?.members ?? [] {
                let headers = responses.appending(status).appending("headers")
                for (name, header) in response["headers"]?.object?.members ?? []
                where (header["required"] == true || HeaderBuilder.isLimit(name))
                    && name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2d })
                {
                    uses[name, default: []].append(headers.appending(name))
                }
            }
        }
        let list = JSONPointer(["components", "headers"])
        for (name, places) in uses.pairs {
            let known = document[list.appending(name)]
            let header = known ?? places.first.flatMap { document[$0] }
            let same = places.filter { document[$0] == header }
            guard let header, same.count >= (known == nil ? Self.leastUses : 1) else { continue }
            if document["components"] == nil { document["components"] = [:] }
            document.set(name, at: list, to: header)
            for place in same {
                document.edit(place) { _ in ["$ref": .string("#/components/headers/" + name)] }
            }
        }
    }

    /// The number of responses with a header that is described once.
    private static let leastUses = 3

    /// Adds alternatives for the kinds of objects that discriminators do not know.
    mutating func addKinds(
        _ kinds: OrderedGroups<Observations.KindKey, Observed<RecordedShape>>
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
            let kind = ObjectKinds.Kind(property: key.property, values: [key.value])
            let shape = observed.values.shape
            let component = SharedShapes.Component(
                name: names.take([SharedShapes.name(of: [key.value], ending)]), shape: shape,
                variants: [(.init(names: [], kind: kind), shape)])
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
