import VerbatimJSON

/// An error in the command line.
enum UsageError: Error, Sendable {
    case unknownCommand(String, known: [String])
    case unknownOption(String, syntax: CommandSyntax)
    case repeatedOption(String, syntax: CommandSyntax)
    case missingValue(CommandSyntax.Option, syntax: CommandSyntax)
    case unexpectedValue(String, syntax: CommandSyntax)
    case badChoice(String, option: CommandSyntax.Option, syntax: CommandSyntax)
    case missingOperand(syntax: CommandSyntax)
    case unexpectedOperand(String, syntax: CommandSyntax)
    case unknownName(String, what: String, known: [String])
    /// An id of no rule. There are too many to list them.
    case unknownRule(String, known: [String])
    case malformed(String, expected: String)
    case conflict(String, with: String, String)
}

extension UsageError: CustomStringConvertible {
    var description: String { MessageText(problem, next: next).text }

    private var problem: String {
        switch self {
        case .unknownCommand(let name, let known):
            "unknown command '\(name)'\(suggestion(for: name, among: known))"
        case .unknownOption(let name, let syntax):
            "unknown option '\(name)'\(suggestion(for: name, among: syntax.options.map(\.name)))"
        case .repeatedOption(let name, _): "option '\(name)' is given twice"
        case .missingValue(let option, _): "option '\(option.name)' needs a value: \(option.value ?? "")"
        case .unexpectedValue(let name, _): "option '\(name)' takes no value"
        case .badChoice(let value, let option, _):
            "invalid value '\(value)' for '\(option.name)', expected one of \(list(option.choices))"
        case .missingOperand(let syntax): "missing argument: \(syntax.operands)"
        case .unexpectedOperand(let word, _): "unexpected argument '\(word)'"
        case .unknownName(let name, let what, let known):
            "unknown \(what) '\(name)'\(suggestion(for: name, among: known))"
        case .unknownRule(let id, let known):
            "unknown rule '\(id)'\(suggestions(for: id, among: known))"
        case .malformed(let value, let expected): "'\(value)' is not \(expected)"
        case .conflict(let option, let other, let reason):
            "'\(option)' cannot be combined with '\(other)': \(reason)"
        }
    }

    private var next: String? {
        switch self {
        case .unknownCommand: "run \(ToolCommand("--help"))"
        case .unknownOption(_, let syntax), .repeatedOption(_, let syntax), .missingValue(_, let syntax),
            .unexpectedValue(_, let syntax), .badChoice(_, _, let syntax), .missingOperand(let syntax),
            .unexpectedOperand(_, let syntax):
            "run \(ToolCommand(syntax.name, "--help"))"
        case .unknownName(_, _, let known): "use one of \(list(known))"
        case .unknownRule: "run \(ToolCommand("rules")) for a list of all"
        case .malformed, .conflict: nil
        }
    }

    private func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

/// Suggests the known word that was probably meant, if one is close enough.
private func suggestion(for word: String, among known: [String]) -> String {
    suggestions(for: word, among: known, limit: 1)
}

/// Suggests the known words that were probably meant, those that are close enough, the closest first.
private func suggestions(for word: String, among known: [String], limit: Int = 3) -> String {
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
