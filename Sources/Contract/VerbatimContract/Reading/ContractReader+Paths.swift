import VerbatimHAR
import VerbatimJSON

extension ContractReader {
    /// Reads the operations of all paths.
    mutating func readPaths() -> [APIOperation] {
        guard document["paths"].kind == .object else {
            note(document["paths"], "'paths' must be an object")
            return []
        }
        var operations: [APIOperation] = []
        for path in document["paths"].members where !path.name.hasPrefix("x-") {
            operations += pathItem(path.value, path: path.name)
        }
        noteDuplicates(in: operations)
        return operations
    }

    private mutating func pathItem(_ node: JSON, path: String) -> [APIOperation] {
        if !path.hasPrefix("/") { note(node, "path '\(path)' does not begin with '/'") }
        let parts = parts(of: node)
        let shared = parts.flatMap { parameters($0["parameters"]) }
        var operations: [APIOperation] = []
        for member in parts.flatMap(\.members) where OpenAPIObject.methods.contains(member.name) {
            let method = member.name.uppercased()
            guard !operations.contains(where: { $0.method == method }) else {
                note(member.value, "'\(member.name)' stands here and beside the reference to it")
                continue
            }
            if let operation = operation(
                member.value, in: parts, method: method, path: path, shared: shared)
            {
                operations.append(operation)
            }
        }
        return operations
    }

    /// A path item, and the one it refers to: here, and only here, what stands beside a reference counts.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#path-item-object
    private mutating func parts(of item: JSON) -> [JSON] {
        var parts: [JSON] = []
        var next: JSON? = item
        while let part = next, check(part, against: .pathItem) {
            parts.append(part)
            guard part["$ref"].exists, parts.count < 32 else { break }
            next = target(of: part)
        }
        if parts.count == 32 { note(item, "this reference leads to itself") }
        return parts
    }

    private mutating func operation(
        _ node: JSON, in items: [JSON], method: String, path: String, shared: [Parameter]
    ) -> APIOperation? {
        guard check(node, against: .operation) else { return nil }
        let own = parameters(node["parameters"])
        let parameters = (shared.filter { one in !own.contains { $0.isSame(as: one) } } + own)
            .filter { !$0.isIgnored }
        let bare = String(path.prefix { $0 != "#" })
        notePathParameters(of: bare, in: parameters, at: node)
        let servers = servers([node] + items + [document])
        return APIOperation(
            id: node["operationId"].string ?? "\(method) \(path)", method: method, path: path,
            summary: node["summary"].string, isRecorded: node["x-recorded"].bool ?? true,
            servers: servers, urls: servers.map { $0.appending(path: bare) }, parameters: parameters,
            constants: path.contains("#") ? parameters.filter(\.isConstantInQuery) : [],
            requestBody: node["requestBody"].exists ? requestBody(node["requestBody"]) : nil,
            responses: responses(node["responses"]), node: node)
    }

    /// Every `{name}` of a path is a declared parameter, and every path parameter is in the path.
    private mutating func notePathParameters(of path: String, in parameters: [Parameter], at node: JSON) {
        let named = URLTemplate.names(in: path)
        let declared = parameters.filter { $0.location == .path }
        for name in named where !declared.contains(where: { $0.name == name }) {
            note(node, "path parameter '\(name)' is not declared")
        }
        for parameter in declared where !named.contains(parameter.name) {
            note(parameter.node, "path parameter '\(parameter.name)' is not in the path")
        }
    }

    private mutating func noteDuplicates(in operations: [APIOperation]) {
        var ids: Set<String> = []
        var addresses: [[String]: String] = [:]
        for operation in operations {
            if !ids.insert(operation.id).inserted {
                note(operation.node["operationId"], "operation id '\(operation.id)' occurs twice")
            }
            let fragment = operation.path.drop { $0 != "#" }
            for address in operation.urls {
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
    private mutating func servers(_ holders: [JSON]) -> [URLTemplate] {
        guard let holder = holders.first(where: { $0["servers"].count > 0 }) else {
            note(
                document, "no server is given, so no interaction can be told to belong to this contract",
                next: "add 'servers' with an absolute url")
            return []
        }
        return holder["servers"].elements.flatMap { templates(of: $0) }
    }

    private mutating func templates(of server: JSON) -> [URLTemplate] {
        guard check(server, against: .server), let url = server["url"].string else { return [] }
        guard url.contains("://") else {
            note(server["url"], "server url '\(url)' is not absolute")
            return []
        }
        for name in URLTemplate.names(in: url) { checkVariable(name, of: server) }
        return Self.spellings(of: url, in: server).map { Self.template($0, of: server) }
    }

    private mutating func checkVariable(_ name: String, of server: JSON) {
        let node = server["variables"][name]
        guard check(node, against: .serverVariable) else { return }
        let values = node["enum"].elements.compactMap(\.string)
        if !values.isEmpty, let normal = node["default"].string, !values.contains(normal) {
            note(node["default"], "the default '\(normal)' of server variable '\(name)' is not in its enum")
        }
    }

    /// A URL once for every port it may have; requests leave out the one that is the scheme's own.
    private static func spellings(of url: String, in server: JSON) -> [String] {
        var parts = URLParts(url)
        guard let port = parts.port else { return [url] }
        var ports: [Substring?] = [port]
        if let name = URLTemplate.names(in: String(port)).first {
            let values = server["variables"][name]["enum"].elements.compactMap(\.string)
            ports = values.isEmpty ? [port, nil] : values.map { $0[...] }
        }
        return ports.map { port in
            let isOwn = port.map { RequestTarget.isOwnPort($0, of: parts.scheme) } ?? true
            parts.port = isOwn ? nil : port
            return parts.text
        }
    }

    private static func template(_ url: String, of server: JSON) -> URLTemplate {
        var pieces: [URLTemplate.Piece] = []
        var slashes = 0
        for piece in URLTemplate.pieces(
            of: url.hasSuffix("/") ? String(url.dropLast()) : url, named: { .parameter($0) })
        {
            switch piece {
            case .parameter(let name):
                let values = server["variables"][name]["enum"].elements.compactMap(\.string)
                pieces.append(values.isEmpty ? .variable(spansSegments: slashes > 2) : .choice(values))
            case .literal(let text):
                slashes += text.count { $0 == "/" }
                pieces.append(.literal(slashes > 2 ? text : text.lowercased()))
            case .choice, .variable:
                pieces.append(piece)
            }
        }
        return URLTemplate(pieces: pieces)
    }
}
