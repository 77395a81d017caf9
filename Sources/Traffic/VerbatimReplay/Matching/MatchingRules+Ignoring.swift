extension MatchingRules {
    /// Returns rules that ignore some differences of requests as well, or nil if one cannot be ignored, as a
    /// different path.
    package func ignoring(_ differences: some Sequence<RequestDifference>) -> MatchingRules? {
        var rules = self
        for difference in differences {
            switch difference {
            case .queryItem(let name, _, _): rules.ignoredQueryItems.insert(name)
            case .field(let name, _, _): rules.ignoredBodyMembers.insert("/" + name)
            case .bodyMember(let pointer, _, _) where !pointer.isEmpty:
                rules.ignoredBodyMembers.insert(pointer)
            case .header(let name, _, _):
                rules.matchedHeaders.removeAll { $0.lowercased() == name.lowercased() }
            case .method, .origin, .path, .body, .bodyMember: return nil
            }
        }
        return rules
    }

    /// The rules as an argument in Swift: `matching: MatchingRules(ignoredQueryItems: ["t"])`.
    ///
    /// A closure that normalizes requests has no text; then these are arguments to add to the ones there.
    package var notation: String {
        let parts = [
            ("ignoredQueryItems", ignoredQueryItems.sorted()),
            ("ignoredBodyMembers", ignoredBodyMembers.sorted()), ("matchedHeaders", matchedHeaders),
            ("ignoredResponseHeaders", ignoredResponseHeaders.sorted()),
        ]
        let arguments = parts.filter { !$0.1.isEmpty }.map { name, values in
            "\(name): [\(values.map { String(reflecting: $0) }.joined(separator: ", "))]"
        }.joined(separator: ", ")
        return normalize == nil ? "matching: MatchingRules(\(arguments))" : arguments
    }
}
