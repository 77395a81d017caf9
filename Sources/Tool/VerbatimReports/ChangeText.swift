public import VerbatimContract
import VerbatimJSON

/// Changes between contracts or recordings as text: the change, its locations, the evidence, the next step.
///
///     response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
///       at Contracts/books.json:88:15, was Contracts/books.json:88:15 in HEAD (GET /volumes -> 200)
///       also '/id' (GET /volumes/{id} -> 200)
///       breaks Volume.id (Sources/App/Volume.swift:12:9): Volume.id expects String, gets null
///       evidence: Recordings/google-books/by-isbn/1.json:14:11 is null
///       next: let Volume.id accept both, or restore the old schema and run `verbatim check books`
public struct ChangeText: Sendable {
    private let style: TextStyle
    private let minimumSeverity: Severity
    private let limit: Int?

    /// The number of other places of a change that are printed if the number of changes is limited.
    private static let placeLimit = 3

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - colored: Whether the text is colored for a terminal.
    ///   - minimumSeverity: The severity from which changes are printed; all are counted.
    ///   - limit: The greatest number of changes that are printed, each with a few of its places; nil for all
    ///     changes and places.
    public init(colored: Bool = false, minimumSeverity: Severity = .info, limit: Int? = nil) {
        style = TextStyle(isColored: colored)
        self.minimumSeverity = minimumSeverity
        self.limit = limit
    }

    /// Returns the changes, and a summary; each line has a line break.
    public func text(of changes: [some ReportableChange]) -> String {
        let printed = changes.filter { $0.severity >= minimumSeverity }
        let entries = printed.prefix(limit ?? printed.count).map { text(of: $0) + "\n" }
        let omitted = SeverityCounts(printed.dropFirst(entries.count).map(\.severity))
        let counts = SeverityCounts(changes.map(\.severity))
        return entries.joined() + (entries.isEmpty ? "" : "\n")
            + "\(String.count(counts.total, "change")): \(counts.text)\n"
            + (omitted.total == 0
                ? "" : "not listed: \(omitted.text); `--all` lists every change with all its places\n")
    }

    /// Returns a change, without a line break at the end.
    public func text(of change: some ReportableChange) -> String {
        let places = change.others.prefix(limit == nil ? change.others.count : Self.placeLimit)
        let affected = change.affected.map { property in
            "breaks \(property.name)\(property.location.map { " (\($0))" } ?? ""): \(property.reason)"
        }
        return ReportEntry(
            label: style.colored(change.rule.id, as: change.severity), headline: change.message,
            location: Self.locations(of: change),
            details: places.map(Self.text)
                + [ReportEntry.others(change.others.count - places.count)]
                .compactMap(\.self) + affected + [Self.text(of: change.evidence)].compactMap(\.self),
            next: change.next
        ).text
    }

    private static func locations(of change: some ReportableChange) -> String? {
        let old = change.oldLocation.map { change.newLocation == nil ? "\($0)" : "was \($0)" }
        let locations = [change.newLocation?.description, old].compactMap(\.self).joined(separator: ", ")
        let exchange = change.exchange.map { "(\($0))" } ?? ""
        let all = [locations, exchange].filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    private static func text(of place: ChangePlace) -> String {
        "also \(place.subject)" + (place.exchange.map { " (\($0))" } ?? "")
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
