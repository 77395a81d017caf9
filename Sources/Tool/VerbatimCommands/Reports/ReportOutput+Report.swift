import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

extension ReportFormat: CommandFormat {
    var printing: PrintedText {
        switch self {
        case .text: .lines
        case .markdown, .html, .junit, .jenkins: .data
        case .json, .sarif: .json
        case .github: .commands
        }
    }
}

extension ReportFormat {
    /// Whether texts are escaped and cut, after which a secret in them can no longer be recognized.
    fileprivate var isCutting: Bool {
        switch self {
        case .text, .json: false
        case .markdown, .html, .junit, .jenkins, .sarif, .github: true
        }
    }
}

extension ReportOutput<ReportFormat> {
    /// Runs a command, prints its report, writes its files, and returns the exit code.
    ///
    /// In the log of a job of GitHub, the summary of the job gets the report in Markdown.
    ///
    /// - Parameters:
    ///   - limit: The number of changes that text on the console lists.
    ///   - html: Returns the format of HTML, if there is a report in it.
    ///   - console: Returns the text on the console, unless it is that of the report.
    ///   - make: Runs the command and returns its report.
    func deliver(
        _ command: ReportCommand, in context: CommandContext, listsGaps: Bool = false, limit: Int? = nil,
        html: () throws -> HTMLReport = { HTMLReport(day: Date().isoDay) },
        console printed: (Report, ReportText) -> String = { $1.text(of: $0) },
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
                width: isPrinted ? console.width : nil, limit: isPrinted ? limit : nil)
            guard !isPrinted || format != .text else {
                return printed(report, options.text) + report.explainHint
            }
            let report = format.isCutting ? report.mappingTexts(console.redactor.redact) : report
            return report.text(as: format, options)
        }
        let report = try await deliver(
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
    /// The command that explains the rule of the most severe item, as a line; empty without a warning. The
    /// text of a recording ends with a next step of its own.
    fileprivate var explainHint: String {
        guard case .completed(let contents) = result, ![.models, .record].contains(command),
            let worst = contents.worstFirst.first, worst.severity >= .warning
        else { return "" }
        return "why: run \(ToolCommand("explain", worst.rule.id))\n"
    }

    fileprivate var isBroken: Bool {
        if case .completed(let contents) = result { contents.isBroken } else { true }
    }
}
