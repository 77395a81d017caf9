public import VerbatimContract
import VerbatimJSON

/// Changes between contracts or recordings as text: the change, its location, the evidence, the next step.
///
///     response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
///       at Contracts/books.json:88:15, was Contracts/books.json:88:15 in HEAD (GET /volumes -> 200)
///       breaks Volume.id (Sources/App/Volume.swift:12:9): Volume.id expects String, gets null
///       evidence: Recordings/google-books/by-isbn/1.json:14:11 is null
///       next: let Volume.id accept both, or restore the old schema and run `make check API=books`
public struct ChangeText: Sendable {
    private let style: TextStyle
    private let least: Severity

    /// Creates a text format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - least: The least severity to describe; milder changes are only counted.
    public init(colored: Bool = false, least: Severity = .info) {
        style = TextStyle(isColored: colored)
        self.least = least
    }

    /// The changes, each change of a shared schema once, and a summary in the last line.
    public func text(of changes: [some ReportableChange]) -> String {
        let shown = changes.filter { $0.severity >= least }
        let groups = OrderedGroups(grouping: shown, by: ChangeKey.init)
        let texts = groups.values.compactMap { group in
            group.first.map { text(of: $0, others: group.count - 1) + "\n" }
        }
        return texts.joined() + (texts.isEmpty ? "" : "\n") + summary(of: changes) + "\n"
    }

    /// One change, without a line break at the end.
    public func text(of change: some ReportableChange) -> String { text(of: change, others: 0) }

    private func text(of change: some ReportableChange, others: Int) -> String {
        var lines = [head(of: change)]
        if let locations = locations(of: change) { lines.append("  at " + locations) }
        if others > 0 { lines.append("  and \(others) more like it") }
        lines += change.affected.map { "  breaks " + Self.text(of: $0) }
        if let evidence = Self.text(of: change.evidence) { lines.append("  " + evidence) }
        lines.append("  next: " + change.next)
        return lines.joined(separator: "\n")
    }

    private func head(of change: some ReportableChange) -> String {
        let rule = style.colored(change.rule.id, as: change.severity)
        return "\(rule): \(change.subject) \(change.rule.summary): \(change.new), was \(change.old)"
    }

    private func locations(of change: some ReportableChange) -> String? {
        let old = change.oldLocation.map { change.newLocation == nil ? "\($0)" : "was \($0)" }
        let locations = [change.newLocation?.description, old].compactMap(\.self).joined(separator: ", ")
        let exchange = change.exchange.map { "(\($0))" }
        let all = [locations, exchange ?? ""].filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    private static func text(of property: AffectedProperty) -> String {
        property.name + (property.location.map { " (\($0))" } ?? "") + ": " + property.reason
    }

    private static func text(of evidence: ChangeEvidence) -> String? {
        switch evidence {
        case .notNeeded: nil
        case .recorded(let location, _, let value): "evidence: \(location) is \(value)"
        case .unproven(let example?):
            "no evidence: no recording shows it; an example is \(example.text(.compact).excerpt(160))"
        case .unproven(nil): "no evidence: no recording shows it"
        }
    }

    /// `3 changes: 1 breaking, 2 warning, 0 info`.
    private func summary(of changes: [some ReportableChange]) -> String {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            "\(changes.count { $0.severity == severity }) \(severity)"
        }
        return String.count(changes.count { $0.severity != .off }, "change") + ": "
            + counts.joined(separator: ", ")
    }
}

/// The identity of a change that is seen in several places, since they share a schema.
private struct ChangeKey: Hashable {
    let rule: String
    let severity: Severity
    let old: String
    let new: String
    let oldLocation: SourceLocation?
    let newLocation: SourceLocation?

    init(_ change: some ReportableChange) {
        rule = change.rule.id
        severity = change.severity
        old = change.old
        new = change.new
        oldLocation = change.oldLocation
        newLocation = change.newLocation
    }
}
