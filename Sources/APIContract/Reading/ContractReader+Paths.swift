import JSONDocument

extension ContractReader {
    /// Reads the operations of all paths.
    mutating func readPaths() -> [Operation] {
        guard document["paths"].kind == .object else {
            note(document["paths"], "'paths' must be an object")
            return []
        }
        var operations: [Operation] = []
        for path in document["paths"].members where !path.name.hasPrefix("x-") {
            operations += pathItem(path.value, path: path.name)
        }
        noteDuplicates(in: operations)
        return operations
    }

    private mutating func pathItem(_ node: JSON, path: String) -> [Operation] {
        if !path.hasPrefix("/") { note(node, "path '\(path)' does not begin with '/'") }
        guard let item = resolve(node), check(item, against: .pathItem) else { return [] }
        let shared = parameters(item["parameters"])
        return item.members.compactMap { member in
            guard ObjectForm.methods.contains(member.name) else { return nil }
            return operation(
                member.value, in: item, method: member.name.uppercased(), path: path, shared: shared)
        }
    }

    private mutating func operation(
        _ node: JSON, in item: JSON, method: String, path: String, shared: [Parameter]
    ) -> Operation? {
        guard check(node, against: .operation) else { return nil }
        let own = parameters(node["parameters"])
        let parameters = shared.filter { one in !own.contains { $0.isSame(as: one) } } + own
        let bare = String(path.prefix { $0 != "#" })
        notePathParameters(of: bare, in: parameters, at: node)
        let servers = servers([node, item, document])
        return Operation(
            id: node["operationId"].string ?? "\(method) \(path)", method: method, path: path,
            summary: node["summary"].string, isRecorded: node["x-recorded"].bool ?? true,
            servers: servers, addresses: servers.map { $0.appending(path: bare) }, parameters: parameters,
            constants: path.contains("#") ? parameters.filter(\.isConstantInQuery) : [],
            requestBody: node["requestBody"].exists ? requestBody(node["requestBody"]) : nil,
            responses: responses(node["responses"]), node: node)
    }

    /// Every `{name}` of a path is a declared parameter, and every path parameter is in the path.
    private mutating func notePathParameters(of path: String, in parameters: [Parameter], at node: JSON) {
        let named = AddressTemplate.pieces(of: path) { .parameter($0) }.compactMap { piece in
            if case .parameter(let name) = piece { name } else { nil }
        }
        let declared = parameters.filter { $0.location == .path }
        for name in named where !declared.contains(where: { $0.name == name }) {
            note(node, "path parameter '\(name)' is not declared")
        }
        for parameter in declared where !named.contains(parameter.name) {
            note(parameter.node, "path parameter '\(parameter.name)' is not in the path")
        }
    }

    private mutating func noteDuplicates(in operations: [Operation]) {
        var ids: Set<String> = []
        var addresses: [[String]: String] = [:]
        for operation in operations {
            if !ids.insert(operation.id).inserted {
                note(operation.node["operationId"], "operation id '\(operation.id)' occurs twice")
            }
            let fragment = operation.path.drop { $0 != "#" }
            for address in operation.addresses {
                let key = [operation.method, String(fragment), address.skeleton]
                if let other = addresses.updateValue(operation.path, forKey: key), other != operation.path {
                    note(operation.node, "path '\(operation.path)' is the same as '\(other)'")
                }
            }
        }
    }
}

// MARK: - Servers

extension ContractReader {
    /// The servers of the innermost object that lists any.
    private mutating func servers(_ holders: [JSON]) -> [AddressTemplate] {
        guard let holder = holders.first(where: { $0["servers"].count > 0 }) else {
            note(
                document, "no server is given, so no interaction can be told to belong to this contract",
                next: "add 'servers' with an absolute url")
            return []
        }
        return holder["servers"].elements.compactMap { server($0) }
    }

    private mutating func server(_ node: JSON) -> AddressTemplate? {
        guard check(node, against: .server), let url = node["url"].string else { return nil }
        guard url.contains("://") else {
            note(node["url"], "server url '\(url)' is not absolute")
            return nil
        }
        var pieces: [AddressTemplate.Piece] = []
        var slashes = 0
        for piece in AddressTemplate.pieces(
            of: url.hasSuffix("/") ? String(url.dropLast()) : url, named: { .parameter($0) })
        {
            switch piece {
            case .parameter(let name):
                pieces.append(variable(name, of: node, inPath: slashes > 2))
            case .literal(let text):
                slashes += text.count { $0 == "/" }
                pieces.append(.literal(slashes > 2 ? text : text.lowercased()))
            case .choice, .variable:
                pieces.append(piece)
            }
        }
        return AddressTemplate(pieces: pieces)
    }

    private mutating func variable(_ name: String, of server: JSON, inPath: Bool) -> AddressTemplate.Piece {
        let node = server["variables"][name]
        guard check(node, against: .serverVariable) else { return .variable(spansSegments: inPath) }
        let values = node["enum"].elements.compactMap(\.string)
        if !values.isEmpty, let normal = node["default"].string, !values.contains(normal) {
            note(node["default"], "the default '\(normal)' of server variable '\(name)' is not in its enum")
        }
        return values.isEmpty ? .variable(spansSegments: inPath) : .choice(values)
    }
}
