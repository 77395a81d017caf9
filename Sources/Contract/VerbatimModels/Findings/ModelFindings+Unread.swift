import VerbatimContract
import VerbatimJSON

extension ModelFindings {
    /// Returns the findings about properties that no model reads: one for each rule and object.
    func findings(about unread: [UnreadProperty]) -> [Finding] {
        [Rule.propertyUnread, .propertyUnused].flatMap { rule in
            OrderedGroups(grouping: unread.filter { $0.agreement.rule == rule }, by: \.objectKey).values
                .map { finding(rule, $0[0], names: $0.map(\.name)) }
        }
    }

    private func finding(_ rule: Rule, _ first: UnreadProperty, names: [String]) -> Finding {
        let contract = first.binding.contract
        let message =
            rule == .propertyUnread
            ? unreadMessage(first, shortList(names)) : unusedMessage(first, shortList(names))
        return Finding(
            rule,
            about: Finding.Subject(
                api: contract.api, operation: first.binding.operation.id, model: first.model,
                part: first.location.tokens.isEmpty ? "the body" : "'\(first.location)'",
                contractPointer: first.object?.pointer),
            .expected(message.expected, found: message.found), at: sources.location(of: first.model),
            contract: first.object.map(contract.location(of:)), next: message.next)
    }

    private typealias Message = (found: String, expected: String, next: String)

    private func unreadMessage(_ property: UnreadProperty, _ names: String) -> Message {
        (
            "read except for \(names)", "\(property.model) reads the rest",
            "read them in `\(property.model)` if the app needs them; "
                + "\(ToolCommand("models", property.binding.contract.api, "--format", "json")) lists each"
        )
    }

    private func unusedMessage(_ property: UnreadProperty, _ names: String) -> Message {
        let contract = property.binding.contract
        return (
            "documented with \(names), never recorded", "\(property.model) reads the rest",
            "remove them from \(contract.file), or record a scenario in which they are present: "
                + "\(ToolCommand("record", contract.api))"
        )
    }

    /// Returns the first names of a list, each once, and the number of the remaining ones.
    private func shortList(_ names: [String]) -> String {
        var known: Set<String> = []
        let distinct = names.filter { known.insert($0).inserted }
        let remaining = distinct.count - Self.maximumNames
        guard remaining > 1 else { return distinct.joined(separator: ", ") }
        return distinct.prefix(Self.maximumNames).joined(separator: ", ") + " and \(remaining) more"
    }

    private static let maximumNames = 8
}
