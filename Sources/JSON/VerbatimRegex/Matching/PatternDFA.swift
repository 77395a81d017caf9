/// A deterministic finite automaton that searches a string for a pattern in one step per code point.
///
/// It is built as a whole when the pattern is compiled, so that matching has no mutable state.
struct PatternDFA: Sendable {
    static let dead: UInt16 = 0
    static let matched: UInt16 = 1

    let classes: ScalarClasses
    /// `transitions[state * classes.count + class]`.
    let transitions: [UInt16]
    /// Whether the string may end in each state.
    let acceptsAtEnd: [Bool]
    let start: UInt16

    func matches(_ text: ByteSpan) -> Bool {
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
