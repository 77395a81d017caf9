/// A deterministic automaton that finds whether a pattern matches anywhere in a text, in one step per code point.
///
/// It is built whole when the schema is compiled, so that matching shares nothing that changes. Patterns with
/// lookarounds or backreferences, and those whose automaton would be large, are left to `PatternBacktracker`.
struct PatternDFA: Sendable {
    static let dead: UInt16 = 0
    static let matched: UInt16 = 1

    let classes: ScalarClasses
    /// `transitions[state * classes.count + class]`.
    let transitions: [UInt16]
    /// Whether a text may end in each state.
    let acceptsAtEnd: [Bool]
    let start: UInt16

    func matches(_ text: Span<UInt8>) -> Bool {
        var state = Int(start)
        var index = 0
        while index < text.count, state > PatternDFA.matched {
            let byte = text[index]
            let scalarClass: UInt8
            if byte < 0x80 {
                scalarClass = classes.ascii[Int(byte)]
                index += 1
            } else {
                scalarClass = classes[UTF8Scalar.read(text, &index)]
            }
            state = Int(transitions[state * classes.count + Int(scalarClass)])
        }
        return acceptsAtEnd[state]
    }
}
