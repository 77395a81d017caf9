/// A compiled regular expression: ECMA-262 with the `u` flag, searched for anywhere in a text.
///
/// Three machines share the work. Most patterns become an automaton; those with lookarounds, or with too large an
/// automaton, are swept; both take time proportional to the text. Backreferences are tried out with counted steps.
struct Pattern: Sendable {
    private enum Machine: Sendable {
        case automaton(PatternAutomaton)
        case sweep(PatternNFA)
        case backtracker(PatternProgram)
    }

    private let machine: Machine

    init(_ source: String) throws(PatternError) {
        let (syntax, captureCount) = try PatternParser.parse(source)
        let program = try PatternCompiler.compile(syntax, captureCount: captureCount)
        if let automaton = PatternAutomaton(program) {
            machine = .automaton(automaton)
        } else {
            machine = program.usesBackreference ? .backtracker(program) : .sweep(PatternNFA(program))
        }
    }

    /// Whether the pattern matches anywhere in well-formed UTF8Decoding-8; nil when that would take too long to find out.
    func matches(_ text: Span<UInt8>) -> Bool? {
        switch machine {
        case .automaton(let automaton): return automaton.matches(text)
        case .sweep(let sweep): return sweep.matches(text)
        case .backtracker(let program):
            var backtracker = PatternBacktracker(program, text)
            do { return try backtracker.search() } catch { return nil }
        }
    }
}
