/// The options and operands of a command line.
struct Arguments: Sendable {
    /// Whether `--help` was given.
    let wantsHelp: Bool
    let operands: [String]
    /// The words after `--`, if the command runs another one; nil without `--`.
    let command: [String]?
    /// The values of the options that were given, each as an ``Option/Given``.
    private let values: [String: any Sendable]
    /// The words that were given for each option; an empty one for a flag.
    private let given: [String: [String]]
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
        given = reader.values
        guard !wantsHelp else {
            values = [:]
            return
        }
        if operands.count < syntax.operandCount.lowerBound {
            throw UsageError("missing argument: \(syntax.operands)", helpOf: syntax)
        }
        if operands.count > syntax.operandCount.upperBound {
            throw .unexpectedOperand(operands[syntax.operandCount.upperBound], syntax: syntax)
        }
        var values: [String: any Sendable] = [:]
        for option in syntax.options {
            if let words = reader.values[option.name] { values[option.name] = try option.given(words) }
        }
        self.values = values
        for rule in syntax.rules { try rule.check(self) }
    }

    /// Returns the value of an option: the one that was given, or the usual one.
    subscript<Value>(option: Option<Value>) -> Value {
        (values[option.name] as? Option<Value>.Given)?.value ?? option.usual(folders)
    }

    func has(_ option: Option<some Any>) -> Bool { values[option.name] != nil }

    /// Returns the words of a command line that give some options as this one does.
    func words(of options: [any OptionSyntax]) -> [String] {
        options.flatMap { option in
            given[option.name, default: []].map { option.value == nil ? option.name : "\(option.name)=\($0)" }
        }
    }

    func first(of options: [any OptionSyntax]) -> String? { options.first { values[$0.name] != nil }?.name }
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
        if values[option.name] != nil, !option.repeats {
            throw UsageError("option '\(option.name)' is given twice", helpOf: syntax)
        }
        values[option.name, default: []] += [try readValue(of: option, attached: parts.dropFirst().first)]
    }

    private mutating func readValue(
        of option: any OptionSyntax, attached: String?
    ) throws(UsageError) -> String {
        guard option.value != nil else {
            if attached != nil { throw UsageError("option '\(option.name)' takes no value", helpOf: syntax) }
            return ""
        }
        guard let value = attached ?? words.popFirst(), !value.isEmpty else {
            throw UsageError("option '\(option.name)' needs a value: \(option.value ?? "")", helpOf: syntax)
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            let choices = option.choices.joined(separator: ", ")
            throw UsageError(
                "invalid value '\(value)' for '\(option.name)', expected one of \(choices)", helpOf: syntax)
        }
        return value
    }
}
