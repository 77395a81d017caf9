import VerbatimContract
import VerbatimJSON

extension ComparisonEngine {
    /// The servers of the document, its paths and its operations, each once by what it says.
    mutating func compareServers() {
        let (was, now) = (Self.servers(of: old.document), Self.servers(of: new.document))
        for server in now where !was.contains(where: { $0.key == server.key }) {
            note(
                "server-added", .contract,
                subject: "server \(DiffMessages.quoted(server.node["url"].string))",
                was: "not declared", now: "declared", old: nil, new: server.node)
        }
        for server in was where !now.contains(where: { $0.key == server.key }) {
            note(
                "server-removed", .contract,
                subject: "server \(DiffMessages.quoted(server.node["url"].string))",
                was: "declared", now: "not declared", old: server.node, new: nil)
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

    /// How one shows who asks, by the names of the schemes.
    mutating func compareSecuritySchemes() {
        let (was, now) = (
            old.document["components"]["securitySchemes"], new.document["components"]["securitySchemes"]
        )
        for scheme in was.members where now[scheme.name].exists {
            let after = now[scheme.name]
            guard Self.essence(scheme.value) != Self.essence(after) else { continue }
            note(
                "security-scheme-changed", .contract, subject: "security scheme '\(scheme.name)'",
                was: DiffMessages.value(Self.essence(scheme.value)),
                now: DiffMessages.value(Self.essence(after)),
                old: scheme.value,
                new: after)
        }
    }

    /// A scheme without what is for people.
    private static func essence(_ scheme: JSON) -> JSONValue {
        .object(
            JSONObject(scheme.members.filter { $0.name != "description" }.map { ($0.name, $0.value.value) }))
    }

    mutating func compareSecurity(_ was: APIOperation, _ now: APIOperation) {
        let before = Security(of: was, in: old.document)
        let after = Security(of: now, in: new.document)
        guard before != after else { return }
        let subject = "operation '\(now.id)'"
        let (oldNode, newNode) = (before.node(of: was), after.node(of: now))
        func note(_ rule: String, in comparer: inout ComparisonEngine) {
            comparer.note(
                rule, .operation, in: now, subject: subject, was: before.words, now: after.words,
                old: oldNode, new: newNode)
        }
        if !after.covers(before) { return note("security-added", in: &self) }
        if !before.covers(after) { return note("security-removed", in: &self) }
        let (lost, gained) = (
            before.scopes.subtracting(after.scopes), after.scopes.subtracting(before.scopes)
        )
        if !gained.isEmpty { note("security-scope-added", in: &self) }
        if !lost.isEmpty { note("security-scope-removed", in: &self) }
    }
}

/// What an operation asks for to know who asks: one of several sets of schemes.
private struct Security: Equatable {
    /// The sets of schemes, of which one must be shown; an empty set for none.
    let choices: Set<Set<String>>
    let scopes: Set<String>

    init(of operation: APIOperation, in document: JSON) {
        let own = operation.node["security"]
        let node = own.exists ? own : document["security"]
        let sets = node.elements.map { Set($0.members.map(\.name)) }
        choices = sets.isEmpty ? [[]] : Set(sets)
        scopes = Set(
            node.elements.flatMap {
                $0.members.flatMap { member in
                    member.value.elements.compactMap { scope in scope.string.map { "\(member.name):\($0)" } }
                }
            })
    }

    /// Whether whoever could show what another asks for can show this.
    func covers(_ other: Security) -> Bool {
        other.choices.allSatisfy { shown in choices.contains { $0.isSubset(of: shown) } }
    }

    func node(of operation: APIOperation) -> JSON {
        operation.node["security"].exists ? operation.node["security"] : operation.node
    }

    var words: String {
        let sets = choices.map { $0.isEmpty ? "nothing" : $0.sorted().joined(separator: " and ") }
        let scopes = scopes.sorted().joined(separator: ", ")
        return sets.sorted().joined(separator: " or ") + (scopes.isEmpty ? "" : " with \(scopes)")
    }
}
