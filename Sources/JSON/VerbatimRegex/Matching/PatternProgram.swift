/// A pattern as the instructions of a Thompson NFA.
///
/// Bounded repetitions are written out, so that an instruction and a position in the string are the whole
/// state. This allows the DFA and the NFA to take time proportional to the string.
struct PatternProgram: Sendable {
    enum Operation: UInt8, Sendable {
        /// Reads one code point of `sets[argument]`.
        case scalar
        /// Tries `next`, then `other`.
        case split
        case jump
        /// Fails unless the position is at the boundary with raw value `argument`.
        case boundary
        /// Fails unless `lookarounds[argument]` holds.
        case lookaround
        /// Reads the capture of group `argument` again.
        case backreference
        /// Sets register `argument` to the position.
        case save
        /// Clears the registers from `argument` up to `other`.
        case clear
        /// Fails unless the position differs from register `argument`: the round of a loop must not be empty.
        case progress
        case match
    }

    struct Instruction: Sendable {
        var operation: Operation
        /// Whether it reads toward the start, as in a lookbehind.
        var backward = false
        var argument: Int32 = 0
        var next: Int32 = 0
        var other: Int32 = 0
    }

    /// The instructions from an entry to their own `match`.
    struct Body: Sendable {
        let entry: Int32
        var match: Int32
        let backward: Bool
    }

    struct Lookaround: Sendable {
        var body: Body
        let negated: Bool
    }

    var instructions: [Instruction] = []
    var sets: [ScalarSet] = []
    var lookarounds: [Lookaround] = []
    /// Two registers for each group (the start and end of its capture), then one for each loop with a
    /// `progress`.
    var registerCount = 0
    var usesWordBoundary = false
    var usesBackreference = false
}
