/// A compiled regular expression of ECMA-262, searched for anywhere in a string.
///
/// One of four engines runs it. Most patterns become a DFA, which takes one step for each character. Those
/// whose DFA would be too large run as a simulation of an NFA, and those with lookarounds as sweeps over the
/// string; both take time proportional to the string times the pattern. Patterns with backreferences run on a
/// backtracker. The last three count their steps.
package struct Pattern: Sendable {
    private enum Engine: Sendable {
        case dfa(PatternDFA)
        case simulation(PatternSimulation)
        case nfa(PatternNFA)
        case backtracker(PatternProgram)
    }

    private let engine: Engine

    /// Compiles a pattern, written without delimiters and flags.
    package init(_ source: String, grammar: PatternGrammar = .unicode) throws(PatternError) {
        var budget = PatternBudget()
        try self.init(source, grammar: grammar, &budget)
    }

    /// Compiles a pattern, written without delimiters and flags, within the budget of several patterns.
    package init(
        _ source: String, grammar: PatternGrammar = .unicode, _ budget: inout PatternBudget
    ) throws(PatternError) {
        let (syntax, captureCount) = try PatternParser.parse(source, grammar)
        let program = try PatternCompiler.compile(syntax, captureCount: captureCount, &budget)
        if program.usesBackreference {
            engine = .backtracker(program)
        } else if !program.lookarounds.isEmpty {
            engine = .nfa(PatternNFA(program))
        } else if let dfa = PatternDFA(program, &budget) {
            engine = .dfa(dfa)
        } else {
            engine = .simulation(PatternSimulation(program))
        }
    }

    /// The number of steps after which a search of a string with a number of characters gives up: a fraction
    /// of a second, or more for long strings.
    static func maximumSteps(_ characterCount: Int) -> Int { 20_000_000 + 64 * characterCount }

    /// Whether the pattern matches anywhere in well-formed UTF-8; nil if the search reaches its step limit.
    package func matches(_ text: ByteSpan) -> Bool? {
        switch engine {
        case .dfa(let dfa): return dfa.matches(text)
        case .simulation(let simulation): return simulation.matches(text)
        case .nfa(let nfa): return nfa.matches(text)
        case .backtracker(let program):
            var backtracker = PatternBacktracker(program, text)
            do { return try backtracker.search() } catch { return nil }
        }
    }

    /// Whether a string is a regular expression of ECMA-262 with the `u` flag, however large its program is.
    package static func isWellFormed(_ source: String) -> Bool {
        do {
            _ = try PatternParser.parse(source)
            return true
        } catch {
            return false
        }
    }
}

/// The size that the patterns of a schema may have together.
///
/// A pattern of a dozen characters may need a hundred thousand instructions, and a schema may have thousands
/// of such patterns.
package struct PatternBudget: Sendable {
    /// The number of instructions left, and of parts of patterns that need none.
    var instructions = 2_000_000
    /// The work left for building automata. Without any, patterns are still matched, but more slowly.
    var automatonWork = 10_000_000

    package init() {}
}

package enum PatternGrammar: Sendable {
    /// ECMA-262 with the `u` flag. https://tc39.es/ecma262/#sec-patterns
    case unicode
    /// ECMA-262 without flags, with what other languages add to it and no pattern means otherwise.
    ///
    /// Annex B accepts escapes and brackets that mean themselves: `\-`, `[\w-.]`, `{`. Of other languages, a
    /// pattern may begin with `(?i)` or `(?s)`, and `\A`, `\Z` and `\z` are its ends. Characters are code
    /// points, and `\p{...}` and `\u{...}` mean what they do with the `u` flag. A POSIX class such as
    /// `[:alpha:]` is an error, as Annex B would read it as a set of letters.
    ///
    /// https://tc39.es/ecma262/#sec-regular-expressions-patterns
    case legacy
}
