/// A pattern as instructions of a Thompson machine.
///
/// Bounded repetitions are written out, so that an instruction and a location in the text say all there is to know:
/// this is what lets the automaton and the sweep take time proportional to the text.
struct PatternProgram: Sendable {
    enum Operation: UInt8, Sendable {
        /// One code point of `sets[argument]`, then `next`.
        case scalar
        /// `next`, or else `other`.
        case split
        case jump
        /// Stands only where the edge with raw value `argument` is.
        case edge
        /// The lookaround of `looks[argument]`, then `next`.
        case look
        /// The text of group `argument` again.
        case backreference
        /// Register `argument` becomes the location reached.
        case save
        /// Registers `argument` up to `other` are forgotten.
        case forget
        /// Stands only where the location differs from register `argument`: an empty round ends no loop.
        case progress
        case match
    }

    struct Instruction: Sendable {
        var operation: Operation
        /// Text is read towards its start: inside a lookbehind.
        var backward = false
        var argument: Int32 = 0
        var next: Int32 = 0
        var other: Int32 = 0
    }

    /// Instructions from an entry to their own `match`.
    struct Body: Sendable {
        let entry: Int32
        var match: Int32
        let backward: Bool
    }

    struct Look: Sendable {
        var body: Body
        let negated: Bool
    }

    var instructions: [Instruction] = []
    var sets: [ScalarSet] = []
    var looks: [Look] = []
    /// Two registers for each group (where it starts and ends), then one for each loop that may be empty.
    var registerCount = 0
    var usesWordBoundary = false
    var usesBackreference = false
}
