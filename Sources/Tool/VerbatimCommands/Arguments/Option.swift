import VerbatimContract
import VerbatimJSON

/// The form of an option, from which help, completions and usage errors are made.
protocol OptionSyntax: Sendable {
    /// The name with its dashes: `--format`.
    var name: String { get }
    /// The name of the value in the help, or nil for a flag.
    var value: String? { get }
    /// The allowed values; all values if empty.
    var choices: [String] { get }
    /// Whether the option may be given more than once.
    var repeats: Bool { get }
    /// The purpose of the option, in one line.
    var help: String { get set }
    /// Reads the words that were given as its values, of which there is at least one.
    func given(_ words: [String]) throws(UsageError) -> any Sendable
}

/// An option of commands with the type of its value: it is declared once, and read by `arguments[option]`.
struct Option<Value: Sendable>: OptionSyntax {
    let name: String
    var value: String?
    var choices: [String] = []
    var repeats = false
    var help: String
    let usual: @Sendable (ToolFolders) -> Value
    let read: @Sendable ([String]) throws(UsageError) -> Value

    func given(_ words: [String]) throws(UsageError) -> any Sendable { Given(value: try read(words)) }

    /// The value of an option that is given, which may be nil as well.
    struct Given: Sendable {
        let value: Value
    }

    func with(help: String) -> Option {
        var option = self
        option.help = help
        return option
    }

    /// Returns the option with a value for command lines without it.
    func or<Wrapped>(_ usual: Wrapped) -> Option<Wrapped> where Value == Wrapped? {
        Option<Wrapped>(
            name: name, value: value, choices: choices, repeats: repeats, help: help, usual: { _ in usual }
        ) { words throws(UsageError) in try read(words) ?? usual }
    }
}

extension Option<Bool> {
    static func flag(_ name: String, _ help: String) -> Option {
        Option(name: name, help: help, usual: { _ in false }, read: { _ in true })
    }

    static let strict = flag(
        "--strict", "refuse contracts with problems, such as a wrong example, and list all")
}

extension Option<[String]> {
    /// An option that may be given several times.
    static func texts(_ name: String, _ value: String, _ help: String) -> Option {
        Option(name: name, value: value, repeats: true, help: help, usual: { _ in [] }, read: { $0 })
    }

    /// Recordings in files or folders.
    ///
    /// - Parameter folder: The folder that is read without the option.
    static func recordings(
        _ purpose: String, in folder: String = "all in \(ToolFolders.Name.recordings)"
    ) -> Option { texts("--recordings", "DIR|FILE.har", "\(purpose) (default: \(folder))") }
}

extension Option {
    /// An option whose text is read.
    static func reading<Wrapped>(
        _ name: String, _ value: String, _ help: String,
        _ read: @escaping @Sendable (String) throws(UsageError) -> Wrapped?
    ) -> Option where Value == Wrapped? {
        Option(name: name, value: value, help: help, usual: { _ in nil }) { words throws(UsageError) in
            try read(words.last ?? "")
        }
    }

    /// An option with one of some values.
    ///
    /// - Parameter value: The name of the value in the help, unless it is the list of all.
    static func choice<Choice: RawRepresentable<String>>(
        _ name: String, of choices: [Choice], value: String? = nil, _ help: String
    ) -> Option where Value == Choice? {
        let names = choices.map(\.rawValue)
        return Option(
            name: name, value: value ?? names.joined(separator: "|"), choices: names, help: help,
            usual: { _ in nil }, read: { $0.last.flatMap(Choice.init) })
    }
}

extension Option<String?> {
    static func text(_ name: String, _ value: String, _ help: String) -> Option {
        reading(name, value, help) { $0 }
    }

    static let sources = text("--sources", "DIR", "folder of the sources that declare the app's models")
}

extension Option<Int?> {
    /// An option with a number from a least one on.
    ///
    /// - Parameters:
    ///   - expected: The number, for an error: `a number, from 0`.
    ///   - isNamed: Whether that error names the option.
    static func number(
        _ name: String, from least: Int, _ expected: String, isNamed: Bool = false, _ help: String
    ) -> Option {
        reading(name, "N", help) { text throws(UsageError) in
            guard let number = Int(text), number >= least else {
                throw .malformed(isNamed ? "\(name) \(text)" : text, expected: expected)
            }
            return number
        }
    }

    /// An option with a number of days: `30` or `30d`, up to 99,999.
    static func days(_ name: String, _ help: String) -> Option {
        reading(name, "DAYS", help) { text throws(UsageError) in
            guard let days = Int(days: text) else {
                throw .malformed(text, expected: "a number of days, such as 30d")
            }
            return days
        }
    }
}

extension Option<String> {
    static let contracts = Option(
        name: "--contracts", value: "DIR",
        help: "folder of the contracts (default: \(ToolFolders.Name.contracts))",
        usual: { $0.contracts }, read: { $0.last ?? "" })
    static let recordings = Option(
        name: "--recordings", value: "DIR",
        help: "folder of the recordings (default: \(ToolFolders.Name.recordings))",
        usual: { $0.recordings }, read: { $0.last ?? "" })
}

/// The forms in which a command without reports prints its results.
enum PrintedForm: String, Sendable {
    case text, json, markdown
}

extension Option<PrintedForm> {
    /// The output format of a command without reports.
    static let format = formats([.text, .json])

    static func formats(_ forms: [PrintedForm]) -> Option {
        Option<PrintedForm?>.choice("--format", of: forms, "output format (default: text)").or(.text)
    }
}

extension Option<Severity?> {
    /// The severity from which changes fail a command; nil if none does.
    static func failOn(_ usual: Severity?, _ help: String) -> Option {
        let names = [Severity.breaking, .warning].map(\.rawValue) + ["never"]
        return Option(
            name: "--fail-on", value: names.joined(separator: "|"), choices: names,
            help: "\(help) (default: \(usual?.rawValue ?? "never"))", usual: { _ in usual },
            read: { $0.last.flatMap(Severity.init) })
    }
}

extension Int {
    /// Reads a number of at most some decimal digits, and nothing else.
    init?(digits text: some StringProtocol, atMost count: Int) {
        guard text.utf8.count <= count, text.utf8.allSatisfy(\.isDigit) else { return nil }
        self.init(text)
    }

    /// Reads a number of days: `30` or `30d`, up to 99,999.
    init?(days text: String) {
        self.init(digits: text.hasSuffix("d") ? text.dropLast() : text[...], atMost: 5)
    }
}
