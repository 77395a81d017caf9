import VerbatimContract
import VerbatimJSON

/// A report for the log of a job of GitHub Actions: the text, and annotations of files.
///
/// GitHub shows 10 annotations of each severity in a step, and drops the others without a word. The last one
/// therefore counts those that are left out. Texts of files and providers are on one line each, and no
/// command can begin in the text of the report, as GitHub reads none there until a random token.
///
/// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
public struct WorkflowCommands {
    /// The number of annotations of a severity in a step.
    static let annotationLimit = 10
    /// The number of characters of each of the three lines of a message, which GitHub cuts after 4,096.
    private static let lineLimit = 1_000

    private let files: SourceFiles
    private let token: String

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - files: The files of the locations.
    ///   - token: The text that ends the part without commands; no file or provider may know it.
    public init(files: SourceFiles, token: String) {
        self.files = files
        self.token = token
    }

    /// Returns the report; each line has a line break.
    public func text(of report: Report) -> String {
        let text = ReportText().text(of: report).printable()
        return "::stop-commands::\(token)\n\(text)::\(token)::\n" + annotations(of: report).joined()
    }

    private func annotations(of report: Report) -> [String] {
        let entries = report.items.entries
        return SeverityCounts.severities.flatMap { severity in
            let all = entries.filter { $0[0].severity == severity }
            guard all.count > Self.annotationLimit else { return all.map(annotation) }
            let listed = all.prefix(Self.annotationLimit - 1)
            let omitted = all.dropFirst(listed.count).joined().total
            let message =
                "\(omitted) more \(severity.rawValue) results are in the summary of the job and in its log"
            return listed.map(annotation)
                + [Self.command(severity, [("title", "verbatim \(report.command.rawValue)")], message)]
        }
    }

    private func annotation(_ entry: [Finding]) -> String {
        let (item, count) = (entry[0], entry.total)
        let others = count > 1 ? " (and \(count - 1) more like it)" : ""
        let lines = [
            item.message.excerpt(Self.lineLimit) + others,
            item.locationText.map { "at " + $0.excerpt(Self.lineLimit) },
            item.next.isEmpty ? nil : "next: " + item.next.excerpt(Self.lineLimit),
        ]
        let message = lines.compactMap(\.self).joined(separator: "\n")
        return Self.command(item.severity, properties(of: item), message)
    }

    private func properties(of item: Finding) -> [(String, String)] {
        let located = [item.location, item.contractLocation].compactMap(\.self).lazy.compactMap { location in
            self.files.path(of: location.file).map { ($0, self.files.region(of: location)) }
        }.first
        guard let (path, region) = located else { return [("title", item.rule.id)] }
        var properties = [("file", path)]
        if let region {
            properties += [("line", "\(region.line)"), ("endLine", "\(region.line)")]
            if let columns = region.columns {
                properties += [("col", "\(columns.lowerBound)"), ("endColumn", "\(columns.upperBound)")]
            }
        }
        return properties + [("title", item.rule.id)]
    }

    // MARK: Commands

    private static func command(_ severity: Severity, _ properties: [(String, String)], _ message: String)
        -> String
    {
        let name =
            switch severity {
            case .breaking: "error"
            case .warning: "warning"
            case .info, .off: "notice"
            }
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
