import VerbatimJSON
import VerbatimReports

/// A format of a command's results, with the names that the command line has for it.
protocol CommandFormat: RawRepresentable<String>, CaseIterable, Sendable {
    /// The format of the results unless the command line names another.
    static var text: Self { get }
    /// The ending of the names of files in the format; nil if there are no such files.
    var suffix: String? { get }
    var printing: PrintedText { get }
}

/// The kinds of text, which a console prints in different ways.
enum PrintedText {
    /// Lines for people, which are wrapped.
    case lines
    case data
    case json
    case commands
}

/// The formats that a command line asks for: one on standard output, and any number of files.
struct ReportOutput<Format: CommandFormat>: Sendable {
    let format: Format
    /// The paths of the files, with their formats.
    let files: [(path: String, format: Format)]
    let markdownLimit: Int

    /// Reads `--format`, `--report` and `--report-limit`.
    init(_ arguments: Arguments) throws(UsageError) {
        format = arguments[.reportFormat]
        var files: [(String, Format)] = []
        for path in arguments[.reportFiles] { files.append((path, try Self.format(of: path))) }
        self.files = files
        markdownLimit = arguments[.reportLimit]
    }

    /// Returns the format of a file: the longest suffix that its name has.
    private static func format(of path: String) throws(UsageError) -> Format {
        let known = Format.allCases.compactMap { format in format.suffix.map { (suffix: $0, format: format) }
        }
        let found = known.filter { path.lowercased().hasSuffix($0.suffix) }
            .max { $0.suffix.count < $1.suffix.count }
        guard let found else {
            let suffixes = known.map(\.suffix).list("or")
            throw .malformed("--report \(path)", expected: "a file whose name ends with \(suffixes)")
        }
        return found.format
    }

    func has(_ format: Format) -> Bool { self.format == format || files.contains { $0.format == format } }

    /// Runs a command, prints its results, and writes its files.
    ///
    /// A command that throws has files as well, which say that it could not run: those of an earlier run
    /// would look like its own. Its error is thrown after they are written.
    ///
    /// - Parameters:
    ///   - make: Runs the command and returns its results.
    ///   - failure: Returns the results of a command that could not run.
    ///   - text: Returns the text of results in a format, for the console or a file.
    func deliver<Results>(
        in context: CommandContext, _ make: () async throws -> Results,
        failure: ([ReportProblem]) -> Results, text: (Results, Format, _ isPrinted: Bool) -> String
    ) async throws -> Results {
        let results: Results
        do {
            results = try await make()
        } catch {
            let failed = failure(ReportProblem.problems(of: error))
            // The message of the error follows on the other stream.
            if format.printing != .lines { print(text(failed, format, true), in: context) }
            for problem in write({ text(failed, $0, false) }, in: context) {
                context.console.problem("\(problem)")
            }
            throw error
        }
        print(text(results, format, true), in: context)
        let problems = write({ text(results, $0, false) }, in: context)
        for problem in problems.dropFirst() { context.console.problem("\(problem)") }
        if let first = problems.first { throw first }
        return results
    }

    private func print(_ text: String, in context: CommandContext) {
        switch format.printing {
        case .lines: context.console.out(text)
        case .data: context.console.out(text, wraps: false)
        case .json: context.console.json(text)
        case .commands: context.console.commands(text)
        }
    }

    /// Writes all files, and returns the problems of those that cannot be written.
    private func write(_ text: (Format) -> String, in context: CommandContext) -> [FileProblem] {
        var problems: [FileProblem] = []
        for (path, format) in files {
            do throws(FileProblem) {
                try context.write(text(format), to: path)
            } catch {
                problems.append(error)
            }
        }
        return problems
    }
}

extension Option where Value: CommandFormat {
    static var reportFormat: Option {
        let names = Value.allCases.map(\.rawValue)
        return Option<Value?>.choice(
            "--format", of: Array(Value.allCases), value: "FORMAT",
            "output format: \(names.list("or")) (default: text)"
        ).or(.text)
    }

    /// The options of the reports of a command that knows the formats.
    static var reports: [any OptionSyntax] {
        let suffixes = Value.allCases.compactMap(\.suffix).joined(separator: " ")
        let files = Option<[String]>.reportFiles
        return [
            reportFormat, files.with(help: "\(files.help): \(suffixes)"), Option<Int>.reportLimit,
        ]
    }
}

extension Option<[String]> {
    static let reportFiles = texts(
        "--report", "FILE", "write a report as well, in the format of the file's suffix")
}

extension Option<Int> {
    static let reportLimit = Option<Int?>.number(
        "--report-limit", from: MarkdownReport.leastLimit, "a number, from \(MarkdownReport.leastLimit)",
        isNamed: true, "the most characters of Markdown (default: \(MarkdownReport.defaultLimit))"
    ).or(MarkdownReport.defaultLimit)
}
