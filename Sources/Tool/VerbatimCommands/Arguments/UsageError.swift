import VerbatimJSON

/// An error in the command line: what is wrong with it, and what to run or write instead.
struct UsageError: Error, Sendable, CustomStringConvertible {
    let problem: String
    private var next: String?

    var messageText: MessageText { MessageText(problem, next: next) }
    var description: String { messageText.text }

    private init(_ problem: String, next: String? = nil) {
        self.problem = problem
        self.next = next
    }

    /// Creates an error about an option or operand of a command, whose help is what to read next.
    init(_ problem: String, helpOf syntax: CommandSyntax) {
        self.init(problem, next: "run \(ToolCommand(syntax.name, "--help"))")
    }

    static func unknownCommand(_ name: String, known: [String]) -> UsageError {
        UsageError(
            "unknown command '\(name)'\(suggestions(for: name, among: known))",
            next: "run \(ToolCommand("--help"))")
    }

    static func unknownOption(_ name: String, syntax: CommandSyntax) -> UsageError {
        UsageError(
            "unknown option '\(name)'\(suggestions(for: name, among: syntax.options.map(\.name)))",
            helpOf: syntax)
    }

    static func unexpectedOperand(_ word: String, syntax: CommandSyntax) -> UsageError {
        UsageError("unexpected argument '\(word)'", helpOf: syntax)
    }

    static func unknownName(_ name: String, what: String, known: [String]) -> UsageError {
        UsageError(
            "unknown \(what) '\(name)'\(suggestions(for: name, among: known))",
            next: "use one of \(known.joined(separator: ", "))")
    }

    /// An id of no rule. There are too many to list them.
    static func unknownRule(_ id: String, known: [String]) -> UsageError {
        UsageError(
            "unknown rule '\(id)'\(suggestions(for: id, among: known, limit: 3))",
            next: "run \(ToolCommand("rules")) for a list of all")
    }

    static func malformed(_ value: String, expected: String) -> UsageError {
        UsageError("'\(value)' is not \(expected)")
    }

    static func nothingUnpublished(in folder: String, of apis: [String]) -> UsageError {
        let tests = apis.isEmpty ? "no test" : "no test of \(apis.list("or"))"
        return UsageError(
            "\(tests) has failed while it recorded: there is no recording in \(folder)",
            next: "run the tests with `VERBATIM_MODE=record`, or leave out '--unpublished'")
    }

    static func conflict(_ option: String, with other: String, _ reason: String) -> UsageError {
        UsageError("'\(option)' cannot be combined with '\(other)': \(reason)")
    }
}
