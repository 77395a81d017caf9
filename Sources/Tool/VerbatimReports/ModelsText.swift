import VerbatimContract
import VerbatimJSON
public import VerbatimModels

/// The comparison of contract, traffic and models as text: a table for each model, the findings, a summary.
///
///     flickr FlickrPhotoRecord
///     property   declaration  type    contract  present   result
///     datetaken  dateTaken    Date?   required  12 of 12  model-optional-contract-required
///     id         id           String  required  12 of 12  agreed
///
/// The tables list the properties that a model reads; others are only in the findings.
public struct ModelsText: Sendable {
    private let style: TextStyle
    private let width: Int?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - width: The width of the terminal in columns, or nil if it does not matter.
    public init(colored: Bool = false, width: Int? = nil) {
        style = TextStyle(isColored: colored)
        self.width = width
    }

    /// Returns the tables, the findings, the most severe first, and the summary; each line has a line break.
    public func text(of report: ModelsReport) -> String {
        let read = report.properties.filter { $0.agreement.model != .unread }
        let models = OrderedGroups(grouping: read) { [$0.api, $0.model] }
        let tables = models.pairs.map { table(of: $1, title: $0.joined(separator: " ")) }
        let ordered = SeverityCounts.severities.flatMap { severity in
            report.findings.filter { $0.severity == severity }
        }
        let findings = FindingText(colored: style.isColored).text(of: ordered)
        return tables.joined() + findings + (findings.isEmpty ? "" : "\n") + summary(of: read, report) + "\n"
    }

    private func table(of properties: [ModelsReport.Property], title: String) -> String {
        let headings = ["property", "declaration", "type", "contract", "present", "result"]
        let rows = TextTable([headings] + properties.map(\.cells), width: width).blocks
        let severities = [nil] + properties.map(\.agreement.rule?.severity)
        let colored = zip(rows, severities).flatMap { lines, severity in
            lines.map { line in severity.map { style.colored(line, as: $0) } ?? line }
        }
        return ([title.onOneLine] + colored).joined(separator: "\n") + "\n\n"
    }

    /// `52 properties read, 30 agreed: 0 breaking, 1 warning, 20 info`.
    private func summary(of read: [ModelsReport.Property], _ report: ModelsReport) -> String {
        let agreed = read.count { $0.agreement.rule == nil }
        let properties = String.count(read.count, "property", plural: "properties")
        return "\(properties) read, \(agreed) agreed: \(SeverityCounts(report.findings).text)"
    }
}

extension ModelsReport.Property {
    fileprivate var cells: [String] {
        [
            name, declaration?.name ?? name, (type ?? "presence") + (agreement.model == .optional ? "?" : ""),
            agreement.contract == .undocumented ? "-" : agreement.contract.rawValue,
            "\(presentCount) of \(objectCount)", agreement.rule?.id ?? "agreed",
        ]
    }
}
