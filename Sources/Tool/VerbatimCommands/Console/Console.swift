import Foundation
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// The output of a command: results go to one stream, progress and errors to another.
///
/// Everything that a command prints passes here. In it, secrets are placeholders, and the only control
/// characters are line feeds, tabs and the colors of reports: a text from a provider or a file can neither
/// command a terminal nor a build server.
public struct Console: Sendable {
    private let results: ConsoleStream
    private let progress: ConsoleStream
    /// Whether results go to a terminal.
    public let isTerminal: Bool
    private let isProgressTerminal: Bool
    /// The width of the terminal in columns; nil if results go elsewhere, or if it is not known.
    public private(set) var width: Int?
    private(set) var redactor = OutputRedactor()
    private(set) var isColored = false
    /// Whether a line of progress is shown that later text replaces.
    private(set) var showsStatus = false
    /// Returns the next line that someone types; nil if no one is there to answer.
    private let input: (@Sendable () -> String?)?
    /// The terminal, if it gives each key as it is typed.
    var terminal: (any KeyTerminal)?

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - out: Writes results. If it throws, the command ends with ``ExitCode/unreadable``.
    ///   - error: Writes progress and errors; it may throw as well.
    ///   - isTerminal: Whether results go to a terminal, so that color helps.
    ///   - isProgressTerminal: Whether progress goes to a terminal, so that one line of it can be replaced.
    ///   - width: The width of the terminal in columns, if it is known.
    ///   - input: Returns the next line that someone types, without its line break, or nil at the end of the
    ///     input. Without it, no command asks anything.
    public init(
        out: @escaping @Sendable (String) throws -> Void, error: @escaping @Sendable (String) throws -> Void,
        isTerminal: Bool = false, isProgressTerminal: Bool = false, width: Int? = nil,
        input: (@Sendable () -> String?)? = nil
    ) {
        self.input = input
        results = ConsoleStream("standard output", out)
        progress = ConsoleStream("standard error", error)
        self.isTerminal = isTerminal
        self.isProgressTerminal = isProgressTerminal
        self.width = isTerminal ? width : nil
    }

    /// The console of the process.
    public static let standard: Console = {
        StandardStream.reserveDescriptors()
        let isAnswered = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        var console = Console(
            out: { try StandardStream.send($0, to: STDOUT_FILENO) },
            error: { try StandardStream.send($0, to: STDERR_FILENO) },
            isTerminal: isatty(STDOUT_FILENO) == 1, isProgressTerminal: isatty(STDERR_FILENO) == 1,
            width: StandardStream.terminalWidth, input: isAnswered ? StandardStream.nextLine : nil)
        console.terminal = isAnswered ? RawTerminal() : nil
        return console
    }()

    /// - Parameter environment: The environment variables. `NO_COLOR` (https://no-color.org) and the terminal
    ///   `dumb` turn colors off, `CLICOLOR_FORCE` (https://bixense.com/clicolors) turns them on. `COLUMNS` is the width of a terminal that does not know it, and of that of
    ///   Git's pager.
    func configured(for environment: [String: String], redacting redactor: OutputRedactor) -> Console {
        var console = self
        console.redactor = redactor
        let isPlain = !environment["NO_COLOR", default: ""].isEmpty || environment["TERM"] == "dumb"
        // A terminal without a name, as that of an editor, may have no cursor to move.
        if ["", "dumb"].contains(environment["TERM", default: ""]) { console.terminal = nil }
        let isForced = !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""])
        console.isColored = isForced || isTerminal && !isPlain
        console.showsStatus = isProgressTerminal && !isPlain
        if width == nil, isTerminal || environment["GIT_PAGER_IN_USE"] != nil {
            console.width = environment["COLUMNS"].flatMap(Int.init)
        }
        console.width = console.width.map { max($0, Self.leastWidth) }
        return console
    }

    /// Returns a console that writes elsewhere, without colors and questions, and knows the same secrets.
    func redirected(
        out: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void
    ) -> Console {
        var console = Console(out: out, error: error)
        console.redactor = redactor
        return console
    }

    /// Returns the console with colors or without, whatever the environment says.
    func colored(_ isColored: Bool) -> Console {
        var console = self
        console.isColored = isColored
        return console
    }

    /// The width below which text is no longer wrapped to the terminal.
    private static let leastWidth = 20
}

// MARK: - Writing

enum ColorChoice: String, CaseIterable {
    /// On a terminal, unless the environment says otherwise.
    case auto
    case always, never
}

extension Option<ColorChoice?> {
    /// The option of commands whose text has colors.
    static let color = choice(
        "--color", of: ColorChoice.allCases, value: "WHEN",
        "color text: auto, always or never (default: auto)")
}

extension Console {
    /// Writes results: lines, each with its line break.
    func out(_ text: String, wraps: Bool = true) {
        let printable = redactor.redact(text).printable(allowingColors: isColored)
        results.write(wraps ? printable.wrapped(to: width) : printable)
    }

    /// Shows lines in place of all that the terminal shows. Those that are too wide must be cut already.
    func screen(_ lines: [String]) {
        let text = lines.map { redactor.redact($0).printable(allowingColors: isColored) }
        results.write("\u{1b}[H\u{1b}[J" + text.joined(separator: "\n"))
    }

    /// Removes all that the terminal shows.
    func clearScreen() { results.write("\u{1b}[H\u{1b}[2J\u{1b}[3J") }

    func line(_ text: String = "") { out(text + "\n") }

    func json(_ value: JSONValue) { json(value.text(.pretty) + "\n") }

    /// Writes lines in which a build server obeys commands. They must be escaped already.
    func commands(_ text: String) { results.write(redactor.redact(text)) }

    /// Writes a JSON text with its line break.
    func json(_ text: String) { results.write(redactor.redactJSON(text).printable()) }

    /// Writes what a command would write to a file in JSON.
    func file(_ text: String) { results.write(redactor.ofFiles.redactJSON(text).printable()) }

    /// Writes progress or errors: lines, each with its line break.
    func error(_ text: String) { progress.write(redactor.redact(text).printable().wrapped(to: width)) }

    /// Shows a line of progress in place of the last one, if progress goes to a terminal that can do so; nil
    /// removes it. Remove it before any other text is written.
    func status(_ text: String?) {
        guard showsStatus else { return }
        let line = text.map { redactor.redact($0).onOneLine } ?? ""
        progress.write("\r\u{1b}[K" + line.prefix((width ?? Self.usualWidth) - 1))
    }

    /// The width of a terminal that does not say its own.
    private static let usualWidth = 80

    /// Writes a line of progress or an error.
    func note(_ text: String) { error(text + "\n") }

    /// Writes a problem of the tool, with its name: `apis: unknown option '--fromat'`.
    func problem(_ text: String) {
        note("\(ToolCommand.tool.split(separator: " ").last ?? "verbatim"): \(text)")
    }

    /// Whether someone can answer questions: input and results are those of a terminal.
    var isInteractive: Bool { input != nil }

    /// Asks a question, and returns the typed line, or nil at the end of the input or if no one can answer.
    func answer(to question: String) -> String? {
        guard let input else { return nil }
        out(question, wraps: false)
        return input()
    }

    /// The first error of a stream that could not be written, or nil.
    var failure: String? { results.failure ?? progress.failure }
}
