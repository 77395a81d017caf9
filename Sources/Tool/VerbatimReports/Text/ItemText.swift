package import VerbatimContract
import VerbatimJSON

/// Findings and changes as text: the problem, its locations, the evidence, and the next step.
///
///     response-property-type: '/items/3/pageCount': expected integer, found the string "312"
///       at Recordings/books/list/1.json:88:21 (GET /volumes -> 200), Contracts/books.json:141:15
///       next: if the API changed for good, run `verbatim infer books` and review the change to the contract
///     response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
///       at Contracts/books.json:88:15, was Contracts/books.json:88:15 in HEAD (GET /volumes -> 200)
///       also '/id' (GET /volumes/{id} -> 200)
///       breaks Volume.id (Sources/App/Volume.swift:12:9): Volume.id expects String, but it is null
///       evidence: Recordings/google-books/by-isbn/1.json:14:11 is null
///       next: let Volume.id accept both, or restore the old schema and run `verbatim check books`
package struct ItemText: Sendable {
    private let style: TextStyle
    private let placeLimit: Int

    package init(colored: Bool = false, placeLimit: Int = .max) {
        style = TextStyle(isColored: colored)
        self.placeLimit = placeLimit
    }

    /// Returns findings in order, each with a line break; similar ones are one entry with their number.
    package func text(of findings: [Finding]) -> String {
        findings.entries.map { text(ofEntry: $0) + "\n" }.joined()
    }

    /// Returns similar findings, without a line break at the end.
    package func text(ofEntry entry: [Finding]) -> String {
        let item = entry[0]
        return ReportEntry(
            label: style.colored(item.rule.id, as: item.severity), headline: item.message,
            location: item.locationText, others: entry.total - 1,
            details: item.details(placeLimit: placeLimit), next: item.next.isEmpty ? nil : item.next
        ).text
    }
}

extension Finding {
    /// The locations with the exchange: of a finding that of the value, then those in the contract and of the
    /// model; of a change those on both sides.
    var locationText: String? {
        guard !isChange else { return changeLocationText }
        let exchange = subject.exchange.map { location == nil ? $0 : "(\($0))" }
        let value = [location?.description, exchange].compactMap(\.self).joined(separator: " ")
        let others = [contractLocation, modelLocation].compactMap(\.self).filter { $0 != location }
        let locations = ([value] + others.map(\.description)).filter { !$0.isEmpty }
        return locations.isEmpty ? nil : locations.joined(separator: ", ")
    }

    private var changeLocationText: String? {
        let old = oldLocation.map { location == nil ? "\($0)" : "was \($0)" }
        let locations = [location?.description, old].compactMap(\.self).joined(separator: ", ")
        let all = [locations, subject.exchange.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    /// The other places, the properties of the app that break, and the evidence, a line for each.
    ///
    /// - Parameter placeLimit: The number of places that are listed; the others are counted.
    func details(placeLimit: Int = .max) -> [String] {
        let places = others.prefix(placeLimit)
        let omitted = ReportEntry.others(others.count - places.count)
        return places.map(\.text) + [omitted].compactMap(\.self) + affected.map(\.text)
            + [evidence.text].compactMap(\.self)
    }
}

extension Finding.Place {
    fileprivate var text: String { "also \(words)" }

    var words: String { (subject.text ?? "") + (subject.exchange.map { " (\($0))" } ?? "") }
}

extension AffectedProperty {
    fileprivate var text: String { "breaks \(name)\(location.map { " (\($0))" } ?? ""): \(reason)" }
}

extension Finding.Evidence {
    fileprivate var text: String? {
        switch self {
        case .notNeeded: nil
        case .recorded(let location, _, let value): "evidence: \(location) is \(value)"
        case .unrecorded(let example?):
            "no recording shows it; an example is \(example.text(.compact).excerpt(160))"
        case .unrecorded(nil): "no recording shows it"
        case .instance(let value): "in the instance \(value.text(.compact).excerpt(160))"
        }
    }
}

/// An entry of a text report: a headline and indented details.
///
///     label: headline
///       at LOCATION
///       and 2 more like it
///       detail
///       next: STEP
struct ReportEntry {
    /// The rule or kind, which may be colored.
    var label: String
    var headline: String
    var location: String?
    /// The number of similar results that the report omits.
    var others = 0
    var details: [String] = []
    var next: String?

    /// The lines, without a line break at the end.
    var text: String {
        let details = [Self.others(others)].compactMap(\.self) + details
        return "\(label): " + MessageText(headline, at: location, details: details, next: next).text
    }

    /// Returns the line for a number of similar results, or nil for none.
    static func others(_ count: Int) -> String? { count > 0 ? "and \(count) more like it" : nil }
}

package struct TextStyle: Sendable {
    /// Whether the report is colored for a terminal.
    let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    /// Returns the text on one line, in the color of a severity: red, yellow or cyan; green for none.
    package func colored(_ text: String, as severity: Severity?) -> String {
        let text = text.onOneLine
        guard isColored, let color = severity.map({ Self.colors[$0] }) ?? .green else { return text }
        return color.colored(text)
    }

    /// Returns the text on one line, in a color if there is one.
    func colored(_ text: some StringProtocol, as color: TerminalColor?) -> String {
        let text = String(text).onOneLine
        return isColored ? color?.colored(text) ?? text : text
    }

    /// Returns the text on one line, in bold.
    package func bold(_ text: String) -> String {
        isColored ? TerminalColor.bold.colored(text.onOneLine) : text.onOneLine
    }

    private static let colors: [Severity: TerminalColor] = [.breaking: .red, .warning: .yellow, .info: .cyan]
}
