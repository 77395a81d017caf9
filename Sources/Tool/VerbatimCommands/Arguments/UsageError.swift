import VerbatimJSON

/// An error in the command line: what is wrong with it, and what to run or write instead.
struct UsageError: Error, Sendable, CustomStringConvertible {
    private let problem: String
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
}

extension UsageError {
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

    static func conflict(_ option: String, with other: String, _ reason: String) -> UsageError {
        UsageError("'\(option)' cannot be combined with '\(other)': \(reason)")
    }
}

/// Suggests the known words that were probably meant, those that are close enough, the closest first.
private func suggestions(for word: String, among known: [String], limit: Int = 1) -> String {
    // A long word is a mistake of another kind, and comparing takes the product of the lengths.
    let farthest = max(2, word.count / 3)
    let near = known.filter { abs($0.count - word.count) <= farthest }
        .map { (word: $0, distance: editDistance(word, $0)) }
        .filter { $0.distance <= farthest }
        .sorted { $0.distance < $1.distance }.prefix(limit)
    guard !near.isEmpty else { return "" }
    return ", did you mean \(near.map { "'\($0.word)'" }.joined(separator: " or "))?"
}

/// Returns the number of insertions, deletions and replacements between two words.
private func editDistance(_ one: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (i, a) in one.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, b) in other.enumerated() {
            let replaced = diagonal + (a == b ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
        }
    }
    return row[other.count]
}
