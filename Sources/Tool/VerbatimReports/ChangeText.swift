public import VerbatimContract
public import VerbatimDiff
import VerbatimJSON

/// Changes of contracts as people read them: what, where, whom it hurts, what proves it, next.
///
///     response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
///       at Contracts/books.json:88:15, was Contracts/books.json:88:15 in HEAD (GET /volumes -> 200)
///       breaks Volume.id (Sources/App/VerbatimAppClients/GoogleBooks/Volume.swift:12:9): Volume.id expects String, gets null
///       witness: Recordings/google-books/by-isbn/1.json:14:11 is null
///       next: let Volume.id read both, or keep the old promise and run `make check API=books`
public struct ChangeText: Sendable {
    private let style: TextStyle
    private let least: Severity

    /// Creates the words of changes.
    ///
    /// - Parameters:
    ///   - colored: Whether terminals get colours.
    ///   - least: The least severity that is told; what is less is only counted.
    public init(colored: Bool = false, least: Severity = .info) {
        style = TextStyle(isColored: colored)
        self.least = least
    }

    /// The changes, those that are the same change of a shared schema told once, and a line that sums up.
    public func text(of changes: [ContractChange]) -> String {
        let told = changes.filter { $0.severity >= least }
        let groups = ChangeGroup.groups(of: told)
        let text = groups.map { self.text(of: $0.first, others: $0.others) + "\n" }.joined()
        return text + (text.isEmpty ? "" : "\n") + sums(of: changes) + "\n"
    }

    /// One change, without a line break at the end.
    public func text(of change: ContractChange) -> String { text(of: change, others: 0) }

    private func text(of change: ContractChange, others: Int) -> String {
        var lines = [head(of: change)]
        if let locations = locations(of: change) { lines.append("  at " + locations) }
        if others > 0 { lines.append("  and \(others) more like it") }
        lines += change.affected.map { "  breaks " + Self.words(of: $0) }
        if let witness = Self.words(of: change.witness) { lines.append("  " + witness) }
        lines.append("  next: " + change.next)
        return lines.joined(separator: "\n")
    }

    private func head(of change: ContractChange) -> String {
        let rule = style.colored(change.rule, as: change.severity)
        let words = ChangeRule.named(change.rule)?.words ?? "differs"
        return "\(rule): \(change.subject) \(words): \(change.now), was \(change.was)"
    }

    private func locations(of change: ContractChange) -> String? {
        let old = change.oldLocation.map { change.newLocation == nil ? "\($0)" : "was \($0)" }
        let locations = [change.newLocation?.description, old].compactMap(\.self).joined(separator: ", ")
        let exchange = change.exchange.map { "(\($0))" }
        let all = [locations, exchange ?? ""].filter { !$0.isEmpty }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    private static func words(of property: AffectedProperty) -> String {
        property.name + (property.location.map { " (\($0))" } ?? "") + ": " + property.reason
    }

    private static func words(of witness: ChangeEvidence) -> String? {
        switch witness {
        case .notNeeded: nil
        case .recorded(let location, _, let value): "witness: \(location) is \(value)"
        case .unwitnessed(let example?):
            "unwitnessed: no recording shows it; an example is \(excerpt(example.text(.compact)))"
        case .unwitnessed(nil): "unwitnessed: no recording shows it"
        }
    }

    private static func excerpt(_ text: String) -> String { text.count > 160 ? text.prefix(160) + "…" : text }

    /// `3 changes: 1 breaking, 2 warning, 0 info`.
    private func sums(of changes: [ContractChange]) -> String {
        let counts = [Severity.breaking, .warning, .info].map { severity in
            "\(changes.count { $0.severity == severity }) \(severity)"
        }
        let shown = changes.count { $0.severity != .off }
        return "\(shown) change\(shown == 1 ? "" : "s"): " + counts.joined(separator: ", ")
    }
}

/// Changes that are one change of the contract, seen in several locations.
private struct ChangeGroup {
    let first: ContractChange
    private(set) var others = 0

    static func groups(of changes: [ContractChange]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        var known: [Key: Int] = [:]
        for change in changes {
            let key = Key(change)
            if let index = known[key] {
                groups[index].others += 1
            } else {
                known[key] = groups.count
                groups.append(ChangeGroup(first: change))
            }
        }
        return groups
    }

    private struct Key: Hashable {
        let rule: String
        let severity: Severity
        let was: String
        let now: String
        let oldLocation: SourceLocation?
        let newLocation: SourceLocation?

        init(_ change: ContractChange) {
            rule = change.rule
            severity = change.severity
            was = change.was
            now = change.now
            oldLocation = change.oldLocation
            newLocation = change.newLocation
        }
    }
}
