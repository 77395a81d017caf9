/// The options and operands of a command line.
struct Arguments: Sendable {
    /// Whether `--help` was given.
    let wantsHelp: Bool
    /// The operands, in order.
    let operands: [String]
    /// The words after `--`, if the command runs another one; nil without `--`.
    let command: [String]?
    private let values: [String: [String]]
    private let folders: ToolFolders

    /// Parses the words after the name of the command.
    ///
    /// The value of an option is the next word, or follows `=`; `--` ends the options, and begins the command
    /// that a command runs.
    ///
    /// - Parameter folders: The folders of the tool, unless an option names others.
    init(
        _ words: [String], for syntax: CommandSyntax, folders: ToolFolders = ToolFolders()
    ) throws(UsageError) {
        self.folders = folders
        var reader = Reader(words: words[...], syntax: syntax)
        try reader.read()
        wantsHelp = reader.wantsHelp
        operands = reader.operands
        command = reader.command
        values = reader.values
        guard !wantsHelp else { return }
        if operands.count < syntax.operandCount.lowerBound {
            throw .missingOperand(syntax: syntax)
        }
        if operands.count > syntax.operandCount.upperBound {
            throw .unexpectedOperand(operands[syntax.operandCount.upperBound], syntax: syntax)
        }
    }

    /// Returns the last value of an option.
    func value(_ option: String) -> String? { values[option]?.last }
    /// Returns every value of an option, in order.
    func values(_ option: String) -> [String] { values[option, default: []] }
    /// Returns whether a flag was given.
    func has(_ option: String) -> Bool { values[option] != nil }
    /// Returns a number of days: `30` or `30d`, up to 99,999; nil without the option.
    func days(_ option: String) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        let digits = text.hasSuffix("d") ? text.dropLast() : text[...]
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let days = Int(digits)
        else {
            throw .malformed(text, expected: "a number of days, such as 30d")
        }
        return days
    }
    /// The folder of the contracts.
    var contracts: String { value("--contracts") ?? folders.contracts }
    /// The folder of the recordings.
    var recordings: String { value("--recordings") ?? folders.recordings }
}

extension Sequence where Element: Hashable {
    /// The elements, each once, in the order of their first occurrences.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

private struct Reader {
    var words: ArraySlice<String>
    let syntax: CommandSyntax
    var wantsHelp = false
    var operands: [String] = []
    var command: [String]?
    var values: [String: [String]] = [:]

    mutating func read() throws(UsageError) {
        while let word = words.popFirst() {
            if word == "--" {
                if syntax.runsCommand { command = Array(words) } else { operands += words }
                return
            }
            if word == "--help" || word == "-h" {
                wantsHelp = true
            } else if word.hasPrefix("-"), word != "-" {
                try readOption(word)
            } else {
                operands.append(word)
            }
        }
    }

    private mutating func readOption(_ word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let option = syntax.options.first(where: { $0.name == parts[0] }) else {
            throw .unknownOption(parts[0], syntax: syntax)
        }
        if values[option.name] != nil, !option.repeats { throw .repeatedOption(option.name, syntax: syntax) }
        values[option.name, default: []] += [try readValue(of: option, attached: parts.dropFirst().first)]
    }

    private mutating func readValue(of option: CommandSyntax.Option, attached: String?) throws(UsageError)
        -> String
    {
        guard option.value != nil else {
            if attached != nil { throw .unexpectedValue(option.name, syntax: syntax) }
            return ""
        }
        guard let value = attached ?? words.popFirst(), !value.isEmpty else {
            throw .missingValue(option, syntax: syntax)
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw .badChoice(value, option: option, syntax: syntax)
        }
        return value
    }
}
