/// Finds the patterns that match a list of tokens, in which a wildcard matches any one token.
///
/// A look-up follows the tokens of all patterns together: its cost is that of the patterns which begin as the
/// tokens do, however many others there are.
@usableFromInline package struct WildcardIndex<Value: Sendable>: Sendable {
    /// The patterns with some first tokens.
    @usableFromInline struct Node: Sendable {
        /// The nodes of the patterns that continue with a token, and with a wildcard.
        @usableFromInline var children: [Substring: Int] = [:]
        @usableFromInline var wildcard: Int?
        /// The values of the patterns that end here.
        @usableFromInline var values: [Value] = []

        @inlinable init() {}
    }

    @usableFromInline var nodes = [Node()]

    @inlinable package init() {}

    /// Adds a value for a pattern; nil is a wildcard.
    @inlinable package mutating func insert(_ value: Value, for pattern: [Substring?]) {
        var node = 0
        for token in pattern {
            let next = token.map { nodes[node].children[$0] } ?? nodes[node].wildcard
            if next == nil {
                if let token {
                    nodes[node].children[token] = nodes.count
                } else {
                    nodes[node].wildcard = nodes.count
                }
                nodes.append(Node())
            }
            node = next ?? nodes.count - 1
        }
        nodes[node].values.append(value)
    }

    /// Returns the values of all patterns that match, in any order.
    ///
    /// - Parameter ends: The tokens one of which follows; nil if none does. They are asked for if the others
    ///   match.
    @inlinable package func values(for tokens: [Substring], then ends: (() -> [Substring])? = nil) -> [Value]
    {
        var pending = [(node: 0, depth: 0)]
        var found: [Value] = []
        while let (node, depth) = pending.popLast() {
            if depth == tokens.count {
                let last = ends.map { $0().compactMap { nodes[node].children[$0] } } ?? [node]
                for node in last { found += nodes[node].values }
                continue
            }
            if let next = nodes[node].wildcard { pending.append((next, depth + 1)) }
            if let next = nodes[node].children[tokens[depth]] { pending.append((next, depth + 1)) }
        }
        return found
    }
}
