/// Finds the patterns that match a list of tokens by hash, in which a wildcard matches any one token.
///
/// A look-up costs as much as there are different arrangements of wildcards, not as there are patterns.
package struct WildcardIndex<Value: Sendable>: Sendable {
    private struct Arrangement: Hashable {
        let isWildcard: [Bool]
    }

    /// The arrangements of wildcards, by the number of tokens.
    private var arrangements: [Int: [Arrangement]] = [:]
    private var known: Set<Arrangement> = []
    private var values: [[String?]: [Value]] = [:]

    package init() {}

    /// Adds a value for a pattern; nil is a wildcard.
    package mutating func insert(_ value: Value, for pattern: [String?]) {
        let arrangement = Arrangement(isWildcard: pattern.map { $0 == nil })
        if known.insert(arrangement).inserted { arrangements[pattern.count, default: []].append(arrangement) }
        values[pattern, default: []].append(value)
    }

    /// Returns the values of all patterns that match.
    package func values(for tokens: [String]) -> [Value] {
        arrangements[tokens.count, default: []].flatMap { arrangement in
            values[zip(tokens, arrangement.isWildcard).map { $1 ? nil : $0 }, default: []]
        }
    }
}
