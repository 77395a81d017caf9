import VerbatimContract
public import VerbatimModels

/// What contract, traffic and models say together, as people read it: a table for each model, then the findings.
///
///     flickr FlickrPhotoRecord
///     property   member     model   contract  seen      verdict
///     dateTaken  datetaken  Date?   required  12 of 12  model-optional-contract-required
///     id         id         String  required  12 of 12  agreed
///
/// What no model reads is told by the findings alone.
public struct ModelsText: Sendable {
    private let style: TextStyle
    private let findings: FindingText

    /// Creates the words of a report; colours only when they are asked for.
    public init(colored: Bool = false) {
        style = TextStyle(isColored: colored)
        findings = FindingText(colored: colored)
    }

    /// The tables, the findings, the worst first, and the sums, ended by a line break.
    public func text(of report: ModelsReport) -> String {
        let read = report.properties.filter { $0.agreement.model != .unread }
        let tables = read.split { $0.api != $1.api || $0.model != $1.model }.map(table)
        let ordered = [Severity.breaking, .warning, .info].flatMap { severity in
            report.findings.filter { $0.severity == severity }
        }
        let told = findings.text(of: ordered)
        return tables.joined() + told + (told.isEmpty ? "" : "\n") + sums(of: report) + "\n"
    }

    private func table(of members: ArraySlice<ModelsReport.Property>) -> String {
        let head = ["property", "member", "model", "contract", "seen", "verdict"]
        let lines = TextTable([head] + members.map(\.cells), numbers: []).lines
        let severities = [nil] + members.map(\.agreement.rule?.severity)
        let colored = zip(lines, severities).map { line, severity in
            severity.map { style.colored(line, as: $0) } ?? line
        }
        let title = members.first.map { "\($0.api) \($0.model)" } ?? ""
        return ([title] + colored).joined(separator: "\n") + "\n\n"
    }

    /// `52 members read, 30 agreed: 0 breaking, 1 warning, 20 info`.
    private func sums(of report: ModelsReport) -> String {
        let read = report.properties.filter { $0.agreement.model != .unread }
        let agreed = read.count { $0.agreement.rule == nil }
        let counts = [Severity.breaking, .warning, .info].map { severity in
            "\(report.findings.count { $0.severity == severity }) \(severity)"
        }
        let noun = read.count == 1 ? "member" : "members"
        return "\(read.count) \(noun) read, \(agreed) agreed: " + counts.joined(separator: ", ")
    }
}

extension ModelsReport.Property {
    fileprivate var cells: [String] {
        [
            declaration?.name ?? name, name, (type ?? "presence") + (agreement.model == .optional ? "?" : ""),
            agreement.contract == .undocumented ? "-" : agreement.contract.rawValue,
            "\(presentCount) of \(objectCount)",
            agreement.rule?.id ?? "agreed",
        ]
    }
}

extension Array {
    /// The parts between which neighbours differ.
    fileprivate func split(where differ: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        let starts = indices.filter { $0 == startIndex || differ(self[$0 - 1], self[$0]) }
        return zip(starts, starts.dropFirst() + [endIndex]).map { self[$0..<$1] }
    }
}
