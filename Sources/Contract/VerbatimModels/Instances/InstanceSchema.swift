import VerbatimContract
import VerbatimJSON

/// The schemas that a value keeps together: those that always apply, with one branch of every choice.
struct InstanceSchema {
    /// A choice among branches: the elements of `anyOf` or `oneOf`, or both outcomes of `if`.
    struct Choice {
        struct ID: Hashable {
            let node: Int?
            let keyword: String
        }

        let id: ID
        /// The schemas that each branch adds.
        let branches: [[JSON]]
        let chosen: Int
    }

    /// The schemas that the value was described by, before any choice.
    let roots: [JSON]
    /// The branches that were chosen other than by default.
    let picks: [Choice.ID: Int]
    /// The schemas, those that references lead to after those that refer to them.
    private(set) var parts: [JSON] = []
    private(set) var choices: [Choice] = []
    /// The conditions that do not hold, as `else` was chosen.
    private var rejected: [JSON] = []

    /// Chooses a branch of every choice; nil if a schema allows nothing.
    ///
    /// - Parameter picks: The branches; the first one that allows more than null by default.
    init?(_ roots: [JSON], _ picks: [Choice.ID: Int], _ references: References) {
        self.roots = roots
        self.picks = picks
        var pending = roots
        var seen: Set<Int> = []
        while !pending.isEmpty {
            let next = pending.removeFirst()
            guard next.bool != false else { return nil }
            for part in references.branches(of: next, isCertain: true)
            where part.node.map({ seen.insert($0).inserted }) ?? false {
                // The JSON in a string of an event is read with the event, in place of the string.
                if references.content(of: part) == nil { parts.append(part) }
                for choice in Self.choices(of: part, picks) where choice.branches.indices ~= choice.chosen {
                    choices.append(choice)
                    pending += choice.branches[choice.chosen]
                    if choice.id.keyword == "if", choice.chosen > 0 { rejected.append(part["if"]) }
                }
            }
        }
    }

    private static func choices(of part: JSON, _ picks: [Choice.ID: Int]) -> [Choice] {
        let outcomes = [[part["if"], part["then"]], [part["else"]]].map { $0.filter(\.exists) }
        let lists =
            ["anyOf", "oneOf"].map { keyword in (keyword, part[keyword].elements.map { [$0] }) }
            + (part["if"].exists ? [("if", outcomes)] : [])
        return lists.filter { !$1.isEmpty }.map { keyword, branches in
            let id = Choice.ID(node: part.node, keyword: keyword)
            let usual = branches.firstIndex { !$0.contains { $0["type"].string == "null" } } ?? 0
            return Choice(id: id, branches: branches, chosen: picks[id] ?? usual)
        }
    }

    /// What two places with the same schemas have in common.
    var key: Set<Int> { Set(parts.compactMap(\.node)) }

    /// The types that all schemas allow; without a type, those that the keywords are about.
    var types: [String] {
        let declared = parts.compactMap(\.typeNames)
        guard let first = declared.first else { return [impliedType] }
        return declared.dropFirst().reduce(first) { types, others in
            types.compactMap { type in
                if others.contains(type) || type == "integer" && others.contains("number") { return type }
                return type == "number" && others.contains("integer") ? "integer" : nil
            }
        }
    }

    private var impliedType: String {
        func has(_ names: String...) -> Bool { names.contains { name in parts.contains { $0[name].exists } } }
        if has("properties", "required", "additionalProperties", "patternProperties") { return "object" }
        if has("items", "prefixItems", "minItems", "maxItems") { return "array" }
        return has("minimum", "maximum", "multipleOf") ? "number" : "string"
    }

    /// The only values that are allowed, if schemas list them: those that all of these schemas list.
    var values: [JSONValue]? {
        let lists = parts.compactMap { $0.listedValues?.map(\.value) }
        return lists.first.map { first in
            first.filter { value in lists.allSatisfy { $0.contains(value) } }
        }
    }

    /// The names of the properties, those that are required last if no schema describes them.
    var names: [String] { (parts.flatMap { $0["properties"].members.map(\.name) } + required).uniqued }

    var required: [String] { parts.flatMap { $0["required"].elements.compactMap(\.string) } }

    /// Returns the schemas of a property: those that name it, or else those of all others.
    func property(_ name: String) -> [JSON] {
        let named = parts.map { $0["properties"][name] }.filter(\.exists)
        return named.isEmpty ? others : named
    }

    /// Returns the values that a property does not have, as a condition would hold otherwise.
    func rejectedValues(of name: String) -> [JSONValue] {
        rejected.flatMap { $0["properties"][name].listedValues ?? [] }.map(\.value)
    }

    /// The schemas of properties that have no schema of their own.
    var others: [JSON] { parts.map { $0["additionalProperties"] }.filter(\.exists) }

    func element(at index: Int) -> [JSON] {
        let own = parts.map { $0["prefixItems"][index] }.filter(\.exists)
        return own.isEmpty ? parts.map { $0["items"] }.filter(\.exists) : own
    }

    /// The number of elements that have schemas of their own.
    var prefix: Int { parts.map { $0["prefixItems"].count }.max() ?? 0 }

    /// Returns the greatest value of a keyword that is a count, if it is small enough to be tried.
    func count(_ keyword: String) -> Int { min(parts.compactMap { $0[keyword].number?.int }.max() ?? 0, 100) }

    var isWriteOnly: Bool { parts.contains { $0["writeOnly"].bool == true } }
}
