import VerbatimContract
import VerbatimJSON

extension ContractComparison.Engine {
    /// Compares the servers of the documents, their paths and their operations, each distinct server once.
    mutating func compareServers() {
        let old = Self.servers(of: oldContract.document)
        let new = Self.servers(of: newContract.document)
        let (oldKeys, newKeys) = (Set(old.map(\.key)), Set(new.map(\.key)))
        for server in new where !oldKeys.contains(server.key) {
            report(
                .presence(.added), of: .server, .contract,
                subject: "server \(DiffMessages.quoted(server.node["url"].string))", old: "not declared",
                new: "declared", at: (nil, server.node))
        }
        for server in old where !newKeys.contains(server.key) {
            report(
                .presence(.removed), of: .server, .contract,
                subject: "server \(DiffMessages.quoted(server.node["url"].string))", old: "declared",
                new: "not declared", at: (server.node, nil))
        }
    }

    private static func servers(of document: JSON) -> [(key: JSONValue, node: JSON)] {
        let items = document["paths"].members.map(\.value)
        let holders = [document] + items + items.flatMap { $0.members.map(\.value) }
        return holders.flatMap { $0["servers"].elements }.map { server in
            let variables = server["variables"].members.map { ($0.name, $0.value["enum"].value) }
            return (["url": server["url"].value, "variables": .object(JSONObject(variables))], server)
        }
    }

    // MARK: Security

    mutating func compareSecuritySchemes() {
        let old = oldContract.document["components"]["securitySchemes"]
        let new = newContract.document["components"]["securitySchemes"]
        let newSchemes = Dictionary(new.members.map { ($0.name, $0.value) }) { first, _ in first }
        for scheme in old.members {
            let before = scheme.value
            guard let after = newSchemes[scheme.name], Self.essence(before) != Self.essence(after) else {
                continue
            }
            report(
                .extent(.changed), of: .securityScheme, .contract,
                subject: "security scheme '\(scheme.name)'", old: DiffMessages.value(Self.essence(before)),
                new: DiffMessages.value(Self.essence(after)), at: (before, after))
        }
    }

    /// A scheme without its documentation.
    private static func essence(_ scheme: JSON) -> JSONValue {
        .object(
            JSONObject(scheme.members.filter { $0.name != "description" }.map { ($0.name, $0.value.value) }))
    }

    mutating func compareSecurity(_ old: APIOperation, _ new: APIOperation) {
        let oldSecurity = Security(of: old, in: oldContract.document)
        let newSecurity = Security(of: new, in: newContract.document)
        guard oldSecurity != newSecurity else { return }
        for (change, part) in newSecurity.changes(from: oldSecurity) {
            report(
                .presence(change), of: part, .operation, in: new, subject: new.subject,
                old: oldSecurity.description, new: newSecurity.description,
                at: (oldSecurity.node(of: old), newSecurity.node(of: new)))
        }
    }
}

/// The security requirements of an operation: alternative sets of schemes.
private struct Security: Equatable {
    /// The sets of schemes, one of which is required; an empty set if a request needs none.
    let alternatives: Set<Set<String>>
    let scopes: Set<String>

    init(of operation: APIOperation, in document: JSON) {
        let own = operation.node["security"]
        let node = own.exists ? own : document["security"]
        let sets = node.elements.map { Set($0.members.map(\.name)) }
        alternatives = sets.isEmpty ? [[]] : Set(sets)
        scopes = Set(
            node.elements.flatMap {
                $0.members.flatMap { member in
                    member.value.elements.compactMap { scope in scope.string.map { "\(member.name):\($0)" } }
                }
            })
    }

    func changes(from old: Security) -> [(PresenceChange, ChangeSubject)] {
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

    func node(of operation: APIOperation) -> JSON {
        operation.node["security"].exists ? operation.node["security"] : operation.node
    }

    var description: String {
        let sets = alternatives.map { $0.isEmpty ? "nothing" : $0.sorted().joined(separator: " and ") }
        let scopes = scopes.sorted().joined(separator: ", ")
        return sets.sorted().joined(separator: " or ") + (scopes.isEmpty ? "" : " with \(scopes)")
    }
}
