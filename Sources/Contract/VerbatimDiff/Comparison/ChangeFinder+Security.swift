import VerbatimContract
import VerbatimJSON

extension ChangeFinder {
    /// Compares the servers of the documents, their paths and their operations, each distinct server once.
    mutating func compareServers() {
        compareLists(
            Self.servers(of: oldContract.document), Self.servers(of: newContract.document), by: \.key,
            at: RawChange.Place(), nodes: (nil, nil), added: { _ in .server }, removed: { _ in .server },
            compare: { _, _, _ in })
    }

    private struct Server: DeclaredPart {
        let key: JSONValue
        let node: JSON
        var subject: String { "server \(DiffMessages.quoted(node["url"].string))" }
        var declaration: String { "declared" }
    }

    /// Without servers, there is one with the URL `/`:
    /// https://spec.openapis.org/oas/v3.1.1.html#openapi-object
    private static func servers(of document: JSON) -> [Server] {
        let items = document["paths"].members.map(\.value)
        let holders = [document] + items + items.flatMap { $0.members.map(\.value) }
        let declared = holders.flatMap { $0["servers"].elements }.map { server in
            var url = Self.path(server["url"].string ?? "")
            var variables: [(String, JSONValue)] = []
            for (name, variable) in server["variables"].members {
                // A variable with one value is that value.
                if variable["enum"].count == 1, let value = variable["enum"][0].string {
                    url.replace("{\(name)}", with: value)
                } else {
                    variables.append((name, variable["enum"].value))
                }
            }
            let key: JSONValue = ["url": .string(url), "variables": .object(JSONObject(variables))]
            return Server(key: key, node: server)
        }
        guard document["servers"].count == 0 else { return declared }
        let whole: JSONValue = ["url": "/", "variables": .object(JSONObject())]
        return declared + [Server(key: whole, node: document)]
    }

    /// The URL of a server without the slash at its end, which paths begin with.
    private static func path(_ url: String) -> String {
        url.count > 1 && url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    // MARK: Security

    /// Reports the schemes that some operation requires and that are different now, by their names.
    mutating func compareSecuritySchemes() {
        let (old, new) = (SecuritySchemes(oldContract), SecuritySchemes(newContract))
        for (name, before) in old.used.pairs {
            guard let after = new.used[name], before.essence != after.essence else { continue }
            report(
                .changed, of: .securityScheme, at: RawChange.Place(subject: "security scheme '\(name)'"),
                old: DiffMessages.value(before.essence), new: DiffMessages.value(after.essence),
                nodes: (before.node, after.node))
        }
    }

    mutating func compareSecurity(_ old: APIOperation, _ new: APIOperation) {
        let names = securityNames
        let oldSecurity = Security(of: old, in: oldContract.document) { names[$0] ?? $0 }
        let newSecurity = Security(of: new, in: newContract.document) { $0 }
        for (change, part) in newSecurity.changes(from: oldSecurity) {
            report(
                change, of: part, at: new.place, old: oldSecurity.description, new: newSecurity.description,
                nodes: (oldSecurity.node, newSecurity.node))
        }
    }
}

struct SecuritySchemes {
    /// A scheme without its documentation and its scopes, which matter only where they are required.
    struct Scheme {
        let node: JSON
        let essence: JSONValue
    }

    /// The schemes that operations require, by name, in document order.
    private(set) var used = OrderedGroups<String, Scheme>()

    init(_ contract: Contract) {
        let document = contract.document
        let nodes = contract.operations.map { Security.node(of: $0, in: document) } + [document["security"]]
        var names: Set<String> = []
        var visited: Set<Int> = []
        for node in nodes where node.node.map({ visited.insert($0).inserted }) ?? false {
            names.formUnion(node.elements.flatMap { $0.members.map(\.name) })
        }
        for scheme in document["components"]["securitySchemes"].members where names.contains(scheme.name) {
            used[scheme.name, default: Scheme(scheme.value)] = Scheme(scheme.value)
        }
    }

    /// Returns the new names of the schemes that are only called differently.
    func names(in new: SecuritySchemes) -> [String: String] {
        var unnamed: [JSONValue: [String]] = [:]
        for (name, scheme) in new.used.pairs where used[name] == nil {
            unnamed[scheme.essence, default: []].append(name)
        }
        var names: [String: String] = [:]
        for (name, scheme) in used.pairs where new.used[name] == nil {
            if let first = unnamed[scheme.essence]?.first {
                names[name] = first
                unnamed[scheme.essence]?.removeFirst()
            }
        }
        return names
    }
}

extension SecuritySchemes.Scheme {
    fileprivate init(_ node: JSON) {
        let ignored: Set = ["description", "bearerFormat", "flows"]
        var members = node.members.filter { !ignored.contains($0.name) && !$0.name.hasPrefix("x-") }
            .map { ($0.name, $0.value.value) }
        for flow in node["flows"].members {
            let urls = flow.value.members.filter { $0.name.hasSuffix("Url") }.map {
                ($0.name, $0.value.value)
            }
            members.append(("flow \(flow.name)", .object(JSONObject(urls))))
        }
        self.node = node
        essence = .object(JSONObject(members))
    }
}

/// The security requirements of an operation: alternative sets of schemes.
private struct Security {
    /// The declaration of the requirements: that of the operation, or of the document.
    let node: JSON
    /// The sets of schemes, one of which is required; an empty set if a request needs none.
    let alternatives: Set<Set<String>>
    let scopes: Set<String>

    /// - Parameter name: Returns the name of a scheme in the new contract.
    init(of operation: APIOperation, in document: JSON, name: (String) -> String) {
        node = Self.node(of: operation, in: document)
        let sets = node.elements.map { Set($0.members.map { name($0.name) }) }
        alternatives = sets.isEmpty ? [[]] : Set(sets)
        let schemes = node.elements.flatMap { Array($0.members) }
        scopes = Set(
            schemes.flatMap { scheme in
                scheme.value.elements.compactMap(\.string).map { "\(name(scheme.name)):\($0)" }
            })
    }

    static func node(of operation: APIOperation, in document: JSON) -> JSON {
        let own = operation.node["security"]
        if own.exists { return own }
        return document["security"].exists ? document["security"] : operation.node
    }

    func changes(from old: Security) -> [(ChangeKind, ChangeSubject)] {
        if !accepts(old) { return [(.added, .security)] }
        if !old.accepts(self) { return [(.removed, .security)] }
        return (scopes.isSubset(of: old.scopes) ? [] : [(.added, .securityScope)])
            + (old.scopes.isSubset(of: scopes) ? [] : [(.removed, .securityScope)])
    }

    /// Returns whether it accepts all credentials that satisfy other requirements.
    private func accepts(_ other: Security) -> Bool {
        if alternatives.contains([]) { return true }
        // A set that is part of another one is found by its first name.
        let byName = Dictionary(grouping: alternatives) { $0.min() }
        return other.alternatives.allSatisfy { schemes in
            alternatives.contains(schemes)
                || schemes.contains { byName[$0, default: []].contains { $0.isSubset(of: schemes) } }
        }
    }

    var description: String {
        let sets = alternatives.map { $0.isEmpty ? "nothing" : $0.sorted().joined(separator: " and ") }
        let scopes = scopes.sorted().joined(separator: ", ")
        return sets.sorted().joined(separator: " or ") + (scopes.isEmpty ? "" : " with \(scopes)")
    }
}
