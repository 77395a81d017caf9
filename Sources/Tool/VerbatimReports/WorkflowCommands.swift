import VerbatimContract
import VerbatimJSON

/// A report for the log of a job of GitHub Actions: the text, and annotations of files.
///
/// GitHub shows 10 annotations of each severity in a step, and drops the others without a word. The last one
/// therefore counts those that are left out. Texts of files and providers are on one line each, and no
/// command can begin in the text of the report, as GitHub reads none there until a random token.
///
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
struct WorkflowCommands {
    /// The number of annotations of a severity in a step.
    static let annotationLimit = 10
    /// The number of characters of each of the three lines of a message, which GitHub cuts after 4,096.
    private static let lineLimit = 1_000

    let files: SourceFiles
    /// The text that ends the part without commands; no file or provider may know it.
    let token: String

    /// Returns the report; each line has a line break.
    func text(of report: Report) -> String {
        let text = ReportText().text(of: report, files).printable()
        return "::stop-commands::\(token)\n\(text)::\(token)::\n" + annotations(of: report).joined()
    }

    private func annotations(of report: Report) -> [String] {
        let problems = report.problems.map { problem in
            Annotation(
                severity: .breaking, title: problem.rule.id, location: problem.location,
                lines: [problem.message, problem.next])
        }
        guard case .completed(let contents) = report.result else { return problems.map(command) }
        let all = problems + contents.causes.map(Self.annotation)
        return SeverityCounts.severities.flatMap { severity in
            let all = all.filter { $0.severity == severity }
            guard all.count > Self.annotationLimit else { return all.map(command) }
            let listed = all.prefix(Self.annotationLimit - 1)
            let message =
                "\(all.count - listed.count) more of severity \(severity.word) are in the summary of the job and in "
                + "its log"
            return listed.map(command)
                + [Self.command(severity, [("title", "verbatim \(report.command.rawValue)")], message)]
        }
    }

    /// A message on a line of a file.
    private struct Annotation {
        let severity: Severity
        let title: String
        let location: SourceLocation?
        let lines: [String]
    }

    private static func annotation(about cause: Cause) -> Annotation {
        Annotation(
            severity: cause.severity, title: "verbatim \(cause.kind.rawValue)",
            location: cause.shown?.location,
            lines: [cause.title, cause.extent, cause.fix.isEmpty ? "" : "fix: \(cause.fix)"])
    }

    private func command(_ annotation: Annotation) -> String {
        let lines = annotation.lines.filter { !$0.isEmpty }.map { $0.excerpt(Self.lineLimit) }
        return Self.command(
            annotation.severity, properties(at: annotation.location) + [("title", annotation.title)],
            lines.joined(separator: "\n"))
    }

    private func properties(at location: SourceLocation?) -> [(String, String)] {
        guard let location, let path = files.path(of: location.file) else { return [] }
        guard let region = files.region(of: location) else { return [("file", path)] }
        let columns = region.columns.map { [("col", "\($0.lowerBound)"), ("endColumn", "\($0.upperBound)")] }
        return [("file", path), ("line", "\(region.line)"), ("endLine", "\(region.line)")] + (columns ?? [])
    }

    // MARK: Commands

    private static func command(_ severity: Severity, _ properties: [(String, String)], _ message: String)
        -> String
    {
        let name = severity.level == "note" ? "notice" : severity.level
        let texts = properties.map { "\($0)=\(escapedProperty($1))" }
        return "::\(name) \(texts.joined(separator: ","))::\(escapedMessage(message))\n"
    }

    /// Returns text as the runner reads it back, see ActionCommand.cs in https://github.com/actions/runner.
    private static func escapedMessage(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0).onOneLine.printable()
        }
        return lines.map { $0.replacing("%", with: "%25") }.joined(separator: "%0A")
    }

    private static func escapedProperty(_ text: String) -> String {
        text.onOneLine.printable().replacing("%", with: "%25").replacing(":", with: "%3A").replacing(
            ",", with: "%2C")
    }
}
