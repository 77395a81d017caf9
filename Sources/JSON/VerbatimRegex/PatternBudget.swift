/// The size that the patterns of a schema may have together.
///
/// A pattern of a dozen characters may need a hundred thousand instructions, and a schema may have thousands
/// of such patterns.
package struct PatternBudget: Sendable {
    /// The number of instructions left, and of parts of patterns that need none.
    var instructions = 2_000_000
    /// The work left for building automata. Without any, patterns are still matched, but more slowly.
    var automatonWork = 10_000_000

    /// Creates the budget of a schema.
    package init() {}
}
