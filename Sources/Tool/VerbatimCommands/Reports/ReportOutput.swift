import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// The formats that a command line asks for: one on standard output, and any number of files.
struct ReportOutput: Sendable {
    private let command: ReportCommand
    let format: ReportFormat
    private let files: [(path: String, format: ReportFormat)]
    private let markdownLimit: Int
    /// Whether text lists every finding.
    private(set) var isVerbose: Bool
    /// Whether a browser shows the report as well.
    private var opens: Bool

    /// Reads `--format`, `--report`, `--open` and `--report-limit`.
    init(_ arguments: Arguments, for command: ReportCommand) throws(UsageError) {
        self.command = command
        format = arguments[.reportFormat(of: command)]
        var files: [(String, ReportFormat)] = []
        for path in arguments[.reportFiles] {
            files.append((path, try Self.format(of: path, among: command.formats)))
        }
        self.files = files
        markdownLimit = arguments[.reportLimit]
        isVerbose = arguments[.verbose]
        opens = arguments[.open]
    }

    /// Returns the format of a file: the longest suffix that its name has.
    private static func format(
        of path: String, among formats: [ReportFormat]
    ) throws(UsageError) -> ReportFormat {
        let known = formats.compactMap { format in format.suffix.map { (suffix: $0, format: format) } }
        let found = known.filter { path.lowercased().hasSuffix($0.suffix) }
            .max { $0.suffix.count < $1.suffix.count }
        guard let found else {
            let suffixes = known.map(\.suffix).list("or")
            throw .malformed("--report \(path)", expected: "a file whose name ends with \(suffixes)")
        }
        return found.format
    }

    /// Returns the same formats, with every finding or a browser as well.
    func with(verbose: Bool, opening: Bool) -> ReportOutput {
        var output = self
        output.isVerbose = verbose
        output.opens = opening
        return output
    }

    private func has(_ format: ReportFormat) -> Bool {
        self.format == format || files.contains { $0.format == format } || opens && format == .html
    }

    /// Runs a command, prints its report, writes its files, and returns the exit code.
    ///
    /// A command that throws has files as well, which say that it could not run: those of an earlier run
    /// would look like its own. Its error is thrown after they are written. In the log of a job of GitHub,
    /// the summary of the job gets the report in Markdown.
    ///
    /// - Parameters:
    ///   - html: Returns the format of HTML, if there is a report in it.
    ///   - console: Returns the text on the console, unless it is that of the report.
    ///   - make: Runs the command and returns its report.
    func deliver(
        in context: CommandContext, listsGaps: Bool = false,
        html: () throws -> HTMLReport = { HTMLReport(day: Date().isoDay) },
        console printed: (Report, ReportText, SourceFiles) -> String = { $1.text(of: $0, $2) },
        _ make: () async throws -> Report
    ) async throws -> ExitCode {
        try refuseFilesAmongRecordings(in: context)
        let console = context.console
        var options = ReportOptions(
            markdownLimit: markdownLimit, files: context.sourceFiles, version: CommandLineTool.version,
            token: UUID().uuidString)
        options.html = HTMLReport(day: Date().isoDay)
        func text(_ report: Report, _ format: ReportFormat, isPrinted: Bool = false) -> String {
            options.text = ReportText(
                colored: isPrinted && console.isColored, listsGaps: listsGaps,
                width: isPrinted ? console.width : nil, verbose: isVerbose)
            guard !isPrinted || format != .text else { return printed(report, options.text, options.files) }
            let report = format.isCutting ? report.mappingTexts(console.redactor.redact) : report
            return report.text(as: format, options)
        }
        func printAndWrite(_ report: Report, isPrinted: Bool) -> [FileProblem] {
            if isPrinted {
                if format == .github { summarize(text(report, .markdown), in: context) }
                print(text(report, format, isPrinted: true), in: context)
            }
            return write({ text(report, $0) }, in: context)
        }
        let report: Report
        do {
            if has(.html) { options.html = try html() }
            report = try await make()
        } catch {
            let failed = Report(command, couldNotRun: Finding.problems(of: error))
            // The message of the error follows on the other stream.
            for problem in printAndWrite(failed, isPrinted: format.printing != .lines) {
                console.problem("\(problem)")
            }
            throw error
        }
        let problems = printAndWrite(report, isPrinted: true)
        if opens { try await context.show(text(report, .html), named: "\(command.rawValue).html") }
        for problem in problems.dropFirst() { console.problem("\(problem)") }
        if let first = problems.first { throw first }
        return report.problems.isEmpty ? report.isBroken ? .broken : .holds : .unreadable
    }

    private func print(_ text: String, in context: CommandContext) {
        switch format.printing {
        case .lines: context.console.out(text)
        case .data: context.console.out(text, wraps: false)
        case .json: context.console.json(text)
        case .commands: context.console.commands(text)
        }
    }

    /// Refuses files among contracts and recordings, which the next command would read as such.
    private func refuseFilesAmongRecordings(in context: CommandContext) throws(FileProblem) {
        let folders = [context.folders.contracts, context.folders.recordings].map {
            context.url($0).resolvingSymlinksInPath().standardizedFileURL.path
        }
        for (path, _) in files {
            let around = context.url(path).resolvingSymlinksInPath().andFoldersAround.dropFirst().map(\.path)
            guard folders.contains(where: around.contains) else { continue }
            throw FileProblem(
                location: path, what: "a report cannot be among contracts and recordings",
                next: "name a file in another folder with `--report`")
        }
    }

    /// Writes all files, and returns the problems of those that cannot be written.
    private func write(_ text: (ReportFormat) -> String, in context: CommandContext) -> [FileProblem] {
        var problems: [FileProblem] = []
        for (path, format) in files {
            do throws(FileProblem) {
                try context.write(text(format), to: path, isReport: true)
            } catch { problems.append(error) }
        }
        return problems
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

extension Option<ReportFormat> {
    static func reportFormat(of command: ReportCommand) -> Option {
        let names = command.formats.map(\.rawValue)
        return Option<ReportFormat?>.choice(
            "--format", of: command.formats, value: "FORMAT",
            "output format: \(names.list("or")) (default: text)"
        ).or(.text)
    }

    static func reports(of command: ReportCommand) -> [any OptionSyntax] {
        let suffixes = command.formats.compactMap(\.suffix).joined(separator: " ")
        let files = Option<[String]>.reportFiles
        let verbose = Option<Bool>.verbose
        let all = command == .record ? verbose.with(help: "\(verbose.help), and every scenario") : verbose
        return [
            reportFormat(of: command), all, Option<Bool>.open, files.with(help: "\(files.help): \(suffixes)"),
            Option<Int>.reportLimit, Option<ColorChoice?>.color,
        ]
    }
}

extension Option<[String]> {
    static let reportFiles = texts(
        "--report", "FILE", "write a report as well, in the format of the file's suffix")
}

extension Option<Bool> {
    static let verbose = flag("--verbose", "list every finding below the causes")
    static let open = flag("--open", "open the report in a browser as well")
}

extension Option<Int> {
    static let reportLimit = Option<Int?>.number(
        "--report-limit", from: MarkdownReport.leastLimit, "a number, from \(MarkdownReport.leastLimit)",
        isNamed: true, "the most characters of Markdown (default: \(MarkdownReport.defaultLimit))"
    ).or(MarkdownReport.defaultLimit)
}

extension Report {
    fileprivate var isBroken: Bool {
        if case .completed(let contents) = result { contents.isBroken } else { true }
    }
}
