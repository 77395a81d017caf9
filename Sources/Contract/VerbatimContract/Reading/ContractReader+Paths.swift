import VerbatimHAR
import VerbatimJSON

extension ContractReader {
    mutating func readPaths() -> [APIOperation] {
        let paths = document["paths"]
        if !document["webhooks"].exists && !document["components"].exists {
            require("paths", of: document, as: .document, before: .v32)
        } else {
            require("paths", of: document, as: .document, before: .v31)
        }
        if paths.exists, paths.kind != .object { report(paths, "'paths' must be an object") }
        var operations: [APIOperation] = []
        for path in paths.members where !path.name.hasPrefix("x-") {
            operations += pathItem(path.value, path: path.name)
        }
        reportOverlaps(of: operations)
        return operations
    }

    private mutating func pathItem(_ node: JSON, path: String) -> [APIOperation] {
        if !path.hasPrefix("/") { report(node, "path '\(path)' must begin with '/'") }
        let parts = parts(of: node)
        let shared = parts.flatMap { parameters($0["parameters"]) }
        var operations: [APIOperation] = []
        for (method, name, node) in parts.flatMap(Self.methods) {
            guard !operations.contains(where: { $0.method == method }) else {
                report(node, "'\(name)' is declared here and by the referenced path item")
                continue
            }
            if let operation = operation(node, in: parts, method: method, path: path, shared: shared) {
                operations.append(operation)
            }
        }
        return operations
    }

    /// Returns the operations of a path item with their methods and names.
    static func methods(of item: JSON) -> [(method: String, name: String, node: JSON)] {
        let fixed = item.members.filter { OpenAPIObject.methods.contains($0.name) }
            .map { ($0.name.uppercased(), $0.name, $0.value) }
        return fixed + item["additionalOperations"].members.map { ($0.name, $0.name, $0.value) }
    }

    /// Returns a path item and those it refers to. Only in path items, properties beside a reference count.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#path-item-object
    mutating func parts(of item: JSON) -> [JSON] {
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
        require("responses", of: node, as: .operation, before: .v31)
        let own = parameters(node["parameters"])
        let replaced = Set(own.map(\.key))
        let parameters = (shared.filter { !replaced.contains($0.key) } + own).filter { !$0.isIgnored }
        let plainPath = (path.hasPrefix("/") ? "" : "/") + path.prefix { $0 != "#" }
        validatePathParameters(of: plainPath, in: parameters, at: node)
        let servers = servers([node] + items + [document])
        let body = node["requestBody"].exists ? requestBody(node["requestBody"]) : nil
        // All of it is read, so that the problems of an operation that is left out are reported as well.
        let (urls, security) = (urls(servers, plainPath), security(of: node))
        let (responses, messages) = (responses(node["responses"]), messages(node["x-messages"]))
        guard let id = uniqueID(of: node, otherwise: "\(method) \(path)") else { return nil }
        return APIOperation(
            id: id, method: method, path: path, isRecorded: node["x-recorded"].bool ?? true,
            servers: servers, urls: urls, parameters: parameters,
            constants: path.contains("#") ? constants(of: parameters, body) : [],
            security: security, requestBody: body, responses: responses, messages: messages, node: node)
    }

    /// Returns the schemas of messages: `{"send": {"schema": {}}, "receive": {"schema": {}}}`.
    private mutating func messages(_ node: JSON) -> [WebSocketMessage.Direction: SchemaReference] {
        var messages: [WebSocketMessage.Direction: SchemaReference] = [:]
        if node.exists, node.kind != .object { report(node, "'x-messages' must be an object") }
        for (name, value) in node.members where !name.hasPrefix("x-") {
            guard let direction = WebSocketMessage.Direction(rawValue: name), value["schema"].exists else {
                report(value, "'x-messages': expected 'send' or 'receive' with a 'schema', found '\(name)'")
                continue
            }
            messages[direction] = schema(value["schema"])
        }
        return messages
    }

    /// Returns the parts of a request with a single value: query parameters, and properties of a JSON body.
    private func constants(of parameters: [Parameter], _ body: RequestBodyObject?) -> [OperationConstant] {
        let inQuery = parameters.compactMap { parameter in
            parameter.location == .query
                ? parameter.constant.map {
                    OperationConstant(
                        location: .query, name: parameter.name, value: $0, isRequired: parameter.isRequired)
                } : nil
        }
        guard let schema = body?.content.first(where: \.range.isJSON)?.schema else { return inQuery }
        let shape = shapes[schema.shape]
        let required = Set(shape.schemas.flatMap { $0["required"].elements.compactMap(\.string) })
        return inQuery
            + shape.properties.sorted { $0.key < $1.key }.compactMap { name, index in
                shapes[index].constant.map {
                    OperationConstant(
                        location: .body, name: name, value: $0, isRequired: required.contains(name))
                }
            }
    }

    /// Reports names in a path that are not declared, and declared path parameters that are not in the path.
    private mutating func validatePathParameters(of path: String, in parameters: [Parameter], at node: JSON) {
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

    /// Returns the id of an operation; its method and path if it has none, or has the id of another one; nil
    /// if those are taken as well.
    private mutating func uniqueID(of operation: JSON, otherwise methodAndPath: String) -> String? {
        let id = operation["operationId"].string ?? methodAndPath
        if operationIDs.insert(id).inserted { return id }
        report(operation["operationId"], "duplicate operation id '\(id)'")
        return operationIDs.insert(methodAndPath).inserted ? methodAndPath : nil
    }

    /// Reports paths that match the same URLs.
    private mutating func reportOverlaps(of operations: [APIOperation]) {
        var paths: [[String]: String] = [:]
        for operation in operations {
            let fragment = operation.path.drop { $0 != "#" }
            for url in operation.urls {
                let key = [operation.method, String(fragment), url.skeleton]
                if let other = paths.updateValue(operation.path, forKey: key), other != operation.path {
                    report(operation.node, "path '\(operation.path)' matches the same URLs as '\(other)'")
                }
            }
        }
    }

    // MARK: Servers

    /// Returns the servers of the innermost object that has any.
    private mutating func servers(_ holders: [JSON]) -> [URLTemplate] {
        guard let holder = holders.first(where: { $0["servers"].count > 0 }) else {
            report(
                document, "missing 'servers': requests to any host match by their path",
                next: "add 'servers' with an absolute URL")
            return [URLTemplate(pieces: [.origin])]
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
        for name in URLTemplate.names(in: url) { validateVariable(name, of: server) }
        return Self.expanded(url, of: server).flatMap { url in
            if url.contains("://") {
                return Self.portVariants(of: url, in: server).map { Self.template($0, of: server) }
            }
            report(
                server["url"],
                "server URL '\(url)' is not absolute: requests to any host match by their path",
                next: "write the URL with its scheme and host")
            return [Self.template((url.hasPrefix("/") ? "" : "/") + url, of: server)]
        }
    }

    /// Returns a URL with a scheme, if it begins with a variable for one or with that of the document.
    private static func expanded(_ url: String, of server: JSON) -> [String] {
        if url.hasPrefix("//") { return ["https:" + url, "http:" + url] }
        guard url.hasPrefix("{"), let name = URLTemplate.names(in: url).first else { return [url] }
        let variable = server["variables"][name]
        let values = [variable["default"]] + variable["enum"].elements
        let bases = Set(values.compactMap(\.string).filter { $0.contains("://") })
        return bases.isEmpty ? [url] : bases.sorted().map { $0 + url.dropFirst(name.count + 2) }
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
            parts.port = port
            if parts.hasDefaultPort { parts.port = nil }
            return parts.text
        }
    }

    private static func template(_ url: String, of server: JSON) -> URLTemplate {
        let isRelative = url.hasPrefix("/")
        var pieces: [URLTemplate.Piece] = isRelative ? [.origin] : []
        var slashes = isRelative ? 2 : 0
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
            case .choice, .variable, .origin: pieces.append(piece)
            }
        }
        return URLTemplate(pieces: pieces)
    }
}

/// Requests that the API sends and the app answers.
///
/// https://spec.openapis.org/oas/v3.1.1.html#callback-object
extension ContractReader {
    /// Reads the webhooks of the document, and the callbacks of operations.
    mutating func readIncoming(_ operations: [APIOperation]) -> [APIOperation] {
        var incoming: [APIOperation] = []
        for webhook in document["webhooks"].members where !webhook.name.hasPrefix("x-") {
            incoming += self.incoming(webhook.value, named: "webhook '\(webhook.name)'")
        }
        for operation in operations {
            for callback in operation.node["callbacks"].members where !callback.name.hasPrefix("x-") {
                guard let expressions = resolve(callback.value) else { continue }
                for item in expressions.members where !item.name.hasPrefix("x-") {
                    let name = "callback '\(callback.name)' of '\(operation.id)'"
                    incoming += self.incoming(
                        item.value, named: expressions.count == 1 ? name : "\(name) at '\(item.name)'")
                }
            }
        }
        return incoming
    }

    private mutating func incoming(_ item: JSON, named name: String) -> [APIOperation] {
        var operations: [APIOperation] = []
        for part in parts(of: item) {
            let shared = parameters(part["parameters"])
            for (method, _, node) in Self.methods(of: part) where validate(node, as: .operation) {
                let operation = APIOperation(
                    id: name, method: method, path: name, isRecorded: false,
                    parameters: shared + parameters(node["parameters"]),
                    requestBody: node["requestBody"].exists ? requestBody(node["requestBody"]) : nil,
                    responses: responses(node["responses"]), node: node)
                operations.append(operation)
            }
        }
        return operations
    }
}
