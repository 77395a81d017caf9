/// A compiled regular expression of ECMA-262 with the `u` flag, searched for anywhere in a string.
///
/// One of three engines runs it. Most patterns become a DFA; those with lookarounds, or whose DFA would be
/// too large, run as an NFA. Both take time proportional to the string. Patterns with backreferences run on a
/// backtracker that counts its steps.
package struct Pattern: Sendable {
    private enum Engine: Sendable {
        case dfa(PatternDFA)
        case nfa(PatternNFA)
        case backtracker(PatternProgram)
    }

    private let engine: Engine

    /// Compiles a pattern, written without delimiters and flags.
    package init(_ source: String) throws(PatternError) {
        let (syntax, captureCount) = try PatternParser.parse(source)
        let program = try PatternCompiler.compile(syntax, captureCount: captureCount)
        if let dfa = PatternDFA(program) {
            engine = .dfa(dfa)
        } else {
            engine = program.usesBackreference ? .backtracker(program) : .nfa(PatternNFA(program))
        }
    }

    /// Whether the pattern matches anywhere in well-formed UTF-8, or nil when the backtracker reaches its
    /// step limit.
    package func matches(_ text: Span<UInt8>) -> Bool? {
        switch engine {
        case .dfa(let dfa): return dfa.matches(text)
        case .nfa(let nfa): return nfa.matches(text)
        case .backtracker(let program):
            var backtracker = PatternBacktracker(program, text)
            do { return try backtracker.search() } catch { return nil }
        }
    }

    /// Whether a string is a regular expression of ECMA-262 with the `u` flag, however large its program
    /// would be.
    package static func isWellFormed(_ source: String) -> Bool {
        do {
            _ = try PatternParser.parse(source)
            return true
        } catch {
            return false
        }
    }
}
