import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// A format of a command's results, with the names that the command line has for it.
protocol CommandFormat: RawRepresentable<String>, CaseIterable, Sendable {
    /// The format of the results unless the command line names another.
    static var text: Self { get }
    /// The ending of the names of files in the format; nil if there are no such files.
    var suffix: String? { get }
    var printing: PrintedText { get }
}

/// The formats that a command line asks for: one on standard output, and any number of files.
struct ReportOutput<Format: CommandFormat>: Sendable {
    let format: Format
    /// The paths of the files, with their formats.
    let files: [(path: String, format: Format)]
    let markdownLimit: Int
    /// Whether text lists every finding.
    let isVerbose: Bool

    /// Reads `--format`, `--report` and `--report-limit`.
    init(_ arguments: Arguments) throws(UsageError) {
        format = arguments[.reportFormat]
        var files: [(String, Format)] = []
        for path in arguments[.reportFiles] { files.append((path, try Self.format(of: path))) }
        self.files = files
        markdownLimit = arguments[.reportLimit]
        isVerbose = arguments[.verbose]
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
    func results<Results>(
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
            reportFormat, Option<Bool>.verbose, files.with(help: "\(files.help): \(suffixes)"),
            Option<Int>.reportLimit,
        ]
    }
}

extension Option<[String]> {
    static let reportFiles = texts(
        "--report", "FILE", "write a report as well, in the format of the file's suffix")
}

extension Option<Bool> {
    static let verbose = flag("--verbose", "list every finding below the causes")
}

extension Option<Int> {
    static let reportLimit = Option<Int?>.number(
        "--report-limit", from: MarkdownReport.leastLimit, "a number, from \(MarkdownReport.leastLimit)",
        isNamed: true, "the most characters of Markdown (default: \(MarkdownReport.defaultLimit))"
    ).or(MarkdownReport.defaultLimit)
}

extension ReportFormat: CommandFormat {}

extension ReportOutput<ReportFormat> {
    /// Runs a command, prints its report, writes its files, and returns the exit code.
    ///
    /// In the log of a job of GitHub, the summary of the job gets the report in Markdown.
    ///
    /// - Parameters:
    ///   - html: Returns the format of HTML, if there is a report in it.
    ///   - console: Returns the text on the console, unless it is that of the report.
    ///   - make: Runs the command and returns its report.
    func deliver(
        _ command: ReportCommand, in context: CommandContext, listsGaps: Bool = false,
        html: () throws -> HTMLReport = { HTMLReport(day: Date().isoDay) },
        console printed: (Report, ReportText, SourceFiles) -> String = { $1.text(of: $0, $2) },
        _ make: () async throws -> Report
    ) async throws -> ExitCode {
        let console = context.console
        var options = ReportOptions(
            markdownLimit: markdownLimit, files: context.sourceFiles, version: CommandLineTool.version,
            token: UUID().uuidString)
        options.html = HTMLReport(day: Date().isoDay)
        func text(_ report: Report, _ format: ReportFormat, _ isPrinted: Bool) -> String {
            options.text = ReportText(
                colored: isPrinted && console.isColored, listsGaps: listsGaps,
                width: isPrinted ? console.width : nil, verbose: isVerbose)
            guard !isPrinted || format != .text else {
                return printed(report, options.text, options.files)
            }
            let report = format.isCutting ? report.mappingTexts(console.redactor.redact) : report
            return report.text(as: format, options)
        }
        let report = try await results(
            in: context,
            {
                if has(.html) { options.html = try html() }
                return try await make()
            }, failure: { Report(command, couldNotRun: $0) },
            text: { report, format, isPrinted in
                if format == .github, isPrinted {
                    summarize(text(report, .markdown, false), in: context)
                }
                return text(report, format, isPrinted)
            })
        return report.problems.isEmpty ? report.isBroken ? .broken : .holds : .unreadable
    }

    /// Appends the report to the summary of the job, if there is one.
    private func summarize(_ markdown: String, in context: CommandContext) {
        guard let path = context.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        do {
            try context.append(markdown + "\n", to: path)
        } catch {
            // The annotations and the log have the results, and the exit code is that of the comparison.
            context.console.problem("\(error)")
        }
    }
}

extension Report {
    fileprivate var isBroken: Bool {
        if case .completed(let contents) = result { contents.isBroken } else { true }
    }
}
