import VerbatimJSON
import VerbatimMutation
import VerbatimReplay
import VerbatimReports

/// A format of the results of `mutate`.
enum MutationFormat: String, CommandFormat {
    case text, markdown, json, stryker

    var suffix: String? {
        switch self {
        case .text: ".txt"
        case .markdown: ".md"
        case .json: ".json"
        case .stryker: ".stryker.json"
        }
    }

    var printing: PrintedText {
        switch self {
        case .text: .lines
        case .markdown: .data
        case .json, .stryker: .json
        }
    }
}

/// The results of `mutate`.
enum MutationResults {
    case completed([MutationReport])
    case couldNotRun(Report)
}

extension ReportOutput<MutationFormat> {
    /// Runs the mutation, prints its reports, writes its files, and returns the reports.
    func deliver(
        in context: CommandContext, _ make: () async throws -> [MutationReport]
    ) async throws -> [MutationReport] {
        let console = context.console
        let options = ReportOptions(
            markdownLimit: markdownLimit, files: context.sourceFiles, version: CommandLineTool.version,
            token: "")
        let results = try await self.results(
            in: context, { MutationResults.completed(try await make()) },
            failure: { .couldNotRun(Report(.mutate, couldNotRun: $0).mappingTexts(console.redactor.redact)) },
            text: { results, format, isPrinted in
                switch results {
                case .completed(let reports):
                    let text = MutationText(
                        colored: isPrinted && console.isColored, width: isPrinted ? console.width : nil)
                    return format.text(of: reports, text, options)
                case .couldNotRun(let report): return format.text(of: report, options)
                }
            })
        guard case .completed(let reports) = results else { return [] }
        return reports
    }
}

extension MutationFormat {
    fileprivate func text(
        of reports: [MutationReport], _ text: MutationText, _ options: ReportOptions
    ) -> String {
        switch self {
        case .text: text.text(of: reports)
        case .markdown: MutationMarkdown(limit: options.markdownLimit).text(of: reports)
        case .json: MutationJSON.value(of: reports).text(.pretty) + "\n"
        case .stryker:
            StrykerReport(version: options.version, files: options.files).value(of: reports).text(.pretty)
                + "\n"
        }
    }

    fileprivate func text(of failure: Report, _ options: ReportOptions) -> String {
        switch self {
        case .text: failure.text(as: .text, options)
        case .markdown: failure.text(as: .markdown, options)
        case .json: failure.text(as: .json, options)
        case .stryker:
            StrykerReport(version: options.version, files: options.files).value(of: failure).text(.pretty)
                + "\n"
        }
    }
}
