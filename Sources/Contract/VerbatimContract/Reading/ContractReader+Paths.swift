import VerbatimHAR
import VerbatimJSON

extension ContractReader {
    /// Reads the operations of all paths.
    mutating func readPaths() -> [APIOperation] {
        guard document["paths"].kind == .object else {
            report(document["paths"], "'paths' must be an object")
            return []
        }
        var operations: [APIOperation] = []
        for path in document["paths"].members where !path.name.hasPrefix("x-") {
            operations += pathItem(path.value, path: path.name)
        }
        reportDuplicates(in: operations)
        return operations
    }

    private mutating func pathItem(_ node: JSON, path: String) -> [APIOperation] {
        if !path.hasPrefix("/") { report(node, "path '\(path)' must begin with '/'") }
        let parts = parts(of: node)
        let shared = parts.flatMap { parameters($0["parameters"]) }
        var operations: [APIOperation] = []
        for member in parts.flatMap(\.members) where OpenAPIObject.methods.contains(member.name) {
            let method = member.name.uppercased()
            guard !operations.contains(where: { $0.method == method }) else {
                report(member.value, "'\(member.name)' is declared here and by the referenced path item")
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

    /// Returns a path item and the ones it refers to. Only in path items, properties beside a reference
    /// count.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#path-item-object
    private mutating func parts(of item: JSON) -> [JSON] {
        var parts: [JSON] = []
        var next: JSON? = item
        while let part = next, validate(part, as: .pathItem) {
            parts.append(part)
            guard part["$ref"].exists, parts.count < 32 else { break }
            next = target(of: part)
        }
        if parts.count == 32 { report(item, "circular reference") }
        return parts
    }

    private mutating func operation(
        _ node: JSON, in items: [JSON], method: String, path: String, shared: [Parameter]
    ) -> APIOperation? {
        guard validate(node, as: .operation) else { return nil }
        let own = parameters(node["parameters"])
        let replaced = Set(own.map(\.key))
        let parameters = (shared.filter { !replaced.contains($0.key) } + own).filter { !$0.isIgnored }
        let plainPath = String(path.prefix { $0 != "#" })
        validatePathParameters(of: plainPath, in: parameters, at: node)
        let servers = servers([node] + items + [document])
        return APIOperation(
            id: node["operationId"].string ?? "\(method) \(path)", method: method, path: path,
            summary: node["summary"].string, isRecorded: node["x-recorded"].bool ?? true,
            servers: servers, urls: urls(servers, plainPath), parameters: parameters,
            constants: path.contains("#") ? parameters.filter(\.isConstantInQuery) : [],
            requestBody: node["requestBody"].exists ? requestBody(node["requestBody"]) : nil,
            responses: responses(node["responses"]), node: node)
    }

    /// Reports names in a path that are not declared, and declared path parameters that are not in the path.
    private mutating func validatePathParameters(
        of path: String, in parameters: [Parameter], at node: JSON
    ) {
        let named = URLTemplate.names(in: path)
        let declared = parameters.filter { $0.location == .path }
        let (namedSet, declaredNames) = (Set(named), Set(declared.map(\.name)))
        for name in named where !declaredNames.contains(name) {
            report(node, "undeclared path parameter '\(name)'")
        }
        for parameter in declared where !namedSet.contains(parameter.name) {
            report(parameter.node, "path parameter '\(parameter.name)' is not in the path")
        }
    }

    private mutating func reportDuplicates(in operations: [APIOperation]) {
        var ids: Set<String> = []
        var paths: [[String]: String] = [:]
        for operation in operations {
            if !ids.insert(operation.id).inserted {
                report(operation.node["operationId"], "duplicate operation id '\(operation.id)'")
            }
            let fragment = operation.path.drop { $0 != "#" }
            for url in operation.urls {
                let key = [operation.method, String(fragment), url.skeleton]
                if let other = paths.updateValue(operation.path, forKey: key), other != operation.path {
                    report(operation.node, "path '\(operation.path)' matches the same URLs as '\(other)'")
                }
            }
        }
    }
}

// MARK: - Servers

extension ContractReader {
    /// Returns the servers of the innermost object that has any.
    private mutating func servers(_ holders: [JSON]) -> [URLTemplate] {
        guard let holder = holders.first(where: { $0["servers"].count > 0 }) else {
            report(
                document, "missing 'servers', by which interactions match a contract",
                next: "add 'servers' with an absolute URL")
            return []
        }
        let list = holder["servers"]
        if let known = serverTemplates[list.node] { return known }
        let templates = list.elements.flatMap { self.templates(of: $0) }
        serverTemplates[list.node] = templates
        return templates
    }

    /// The number of URLs of all operations: each has one for every server.
    private static let urlLimit = 200_000

    /// Returns the URLs of a path, or an empty list if there are too many already.
    private mutating func urls(_ servers: [URLTemplate], _ path: String) -> [URLTemplate] {
        urlCount += servers.count
        guard urlCount <= Self.urlLimit else {
            report(
                document["servers"], "more than \(Self.urlLimit) URLs of all operations at all servers",
                next: "replace servers that differ in one part by a server variable")
            return []
        }
        return servers.map { $0.appending(path: path) }
    }

    private mutating func templates(of server: JSON) -> [URLTemplate] {
        guard validate(server, as: .server), let url = server["url"].string else { return [] }
        guard url.contains("://") else {
            report(server["url"], "server URL '\(url)' is not absolute")
            return []
        }
        for name in URLTemplate.names(in: url) { validateVariable(name, of: server) }
        return Self.portVariants(of: url, in: server).map { Self.template($0, of: server) }
    }

    private mutating func validateVariable(_ name: String, of server: JSON) {
        let node = server["variables"][name]
        guard validate(node, as: .serverVariable) else { return }
        let values = node["enum"].elements.compactMap(\.string)
        if !values.isEmpty, let value = node["default"].string, !values.contains(value) {
            report(node["default"], "default '\(value)' of server variable '\(name)' is not in its enum")
        }
    }

    /// Returns a URL with each of its possible ports. Requests omit the default port of their scheme.
    private static func portVariants(of url: String, in server: JSON) -> [String] {
        var parts = URLParts(url)
        guard let port = parts.port else { return [url] }
        var ports: [Substring?] = [port]
        if let name = URLTemplate.names(in: String(port)).first {
            let values = server["variables"][name]["enum"].elements.compactMap(\.string)
            ports = values.isEmpty ? [port, nil] : values.map { $0[...] }
        }
        return ports.map { port in
            let isDefault = port.map { RequestTarget.isDefaultPort($0, of: parts.scheme) } ?? true
            parts.port = isDefault ? nil : port
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
