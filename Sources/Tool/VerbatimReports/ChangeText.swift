public import VerbatimContract
import VerbatimJSON

/// Changes between contracts or recordings as text: the change, its locations, the evidence, the next step.
///
///     response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
///       at Contracts/books.json:88:15, was Contracts/books.json:88:15 in HEAD (GET /volumes -> 200)
///       breaks Volume.id (Sources/App/Volume.swift:12:9): Volume.id expects String, gets null
///       evidence: Recordings/google-books/by-isbn/1.json:14:11 is null
///       next: let Volume.id accept both, or restore the old schema and run `make check API=books`
public struct ChangeText: Sendable {
    private let style: TextStyle
    private let minimumSeverity: Severity

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - minimumSeverity: The severity from which changes are printed; all are counted.
    public init(colored: Bool = false, minimumSeverity: Severity = .info) {
        style = TextStyle(isColored: colored)
        self.minimumSeverity = minimumSeverity
    }

    /// Returns the changes, each change of a shared schema once, and a summary; each line has a line break.
    public func text(of changes: [some ReportableChange]) -> String {
        let printed = changes.filter { $0.severity >= minimumSeverity }
        let entries = printed.groups(by: SimilarChangeKey.init).map {
            text(of: $0.first, others: $0.others) + "\n"
        }
        let counts = SeverityCounts(changes.map(\.severity))
        return entries.joined() + (entries.isEmpty ? "" : "\n")
            + "\(String.count(counts.total, "change")): \(counts.text)\n"
    }

    /// Returns a change, without a line break at the end.
    public func text(of change: some ReportableChange) -> String { text(of: change, others: 0) }

    private func text(of change: some ReportableChange, others: Int) -> String {
        let affected = change.affected.map { property in
            "breaks \(property.name)\(property.location.map { " (\($0))" } ?? ""): \(property.reason)"
        }
        return ReportEntry(
            label: style.colored(change.rule.id, as: change.severity), headline: change.message,
            location: Self.locations(of: change), others: others,
            details: affected + [Self.text(of: change.evidence)].compactMap(\.self), next: change.next
        ).text
    }

    private static func locations(of change: some ReportableChange) -> String? {
        let old = change.oldLocation.map { change.newLocation == nil ? "\($0)" : "was \($0)" }
        let locations = [change.newLocation?.description, old].compactMap(\.self).joined(separator: ", ")
        let exchange = change.exchange.map { "(\($0))" } ?? ""
        let all = [locations, exchange].filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    private static func text(of evidence: ChangeEvidence) -> String? {
        switch evidence {
        case .notNeeded: nil
        case .recorded(let location, _, let value): "evidence: \(location) is \(value)"
        case .unrecorded(let example?):
            "no recording shows it; an example is \(example.text(.compact).excerpt(160))"
        case .unrecorded(nil): "no recording shows it"
        }
    }
}

extension ReportableChange {
    /// The change in one sentence, without the rule: `'/id' may now be null: string or null, was string`.
    var message: String { "\(subject) \(rule.summary): \(new), was \(old)" }
}

/// The properties that changes have in common if their operations share a schema.
private struct SimilarChangeKey: Hashable {
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
