import VerbatimContract
import VerbatimJSON
import VerbatimModels

/// Finds the properties of the app's models that read the value of a finding.
struct ModelReaders {
    /// A value of an operation's responses, the same in all elements of arrays.
    private struct Place: Hashable {
        let operation: String?
        let pattern: String
    }

    private var properties: [Place: [ModelsReport.Property]] = [:]
    /// The findings about models that do not decode a value.
    private var failures: [Place: [Finding]] = [:]

    init(_ report: ModelsReport, _ findings: [Finding]) {
        for property in report.properties where property.agreement.model != .unread {
            for location in property.locations {
                let place = Place(operation: location.operation, pattern: location.pattern)
                properties[place, default: []].append(property)
            }
        }
        let rules = Set(Rule.ofDecoding)
        for finding in findings where rules.contains(finding.rule) {
            for place in Self.places(of: finding).prefix(1) { failures[place, default: []].append(finding) }
        }
    }

    /// Returns the properties that read the values of findings, each once; those that do not decode them come
    /// first.
    func readers(of findings: [Finding]) -> [ReviewItem.Reader] {
        let readers = findings.flatMap(readers)
        let broken = Set(readers.filter(\.isBroken).map(\.property.name))
        return readers.filter(\.isBroken).uniqued
            + readers.filter { !$0.isBroken && !broken.contains($0.property.name) }.uniqued
    }

    private func readers(of finding: Finding) -> [ReviewItem.Reader] {
        let places = Self.places(of: finding)
        guard let place = places.first(where: { properties[$0] != nil || failures[$0] != nil }) else {
            return []
        }
        let failure = failures[place]?.first
        let reason = failure.map { "\($0.expected), but it is \($0.found)" }
        let known = properties[place, default: []].map { property in
            var known = AffectedProperty(
                name: property.declaration?.description ?? "\(property.model).\(property.name)",
                location: property.declaration?.location, model: property.model,
                reason: reason ?? property.type.map { "expects \($0)" } ?? "tests its presence")
            known.predicate = failure?.affected.first?.predicate
            return known
        }
        let model = failure?.model.map {
            AffectedProperty(name: $0, location: nil, model: $0, reason: reason ?? "")
        }
        return (known.isEmpty ? [model].compactMap(\.self) : known).map {
            ReviewItem.Reader(property: $0, isBroken: failure != nil)
        }
    }

    /// The value of a finding, and the property that contains it as an element.
    private static func places(of finding: Finding) -> [Place] {
        guard let pointer = finding.pointer?.pattern else { return [] }
        var places = [Place(operation: finding.operation, pattern: pointer.description)]
        var tokens = pointer.tokens
        while tokens.last == "*" {
            tokens.removeLast()
            places.append(Place(operation: finding.operation, pattern: JSONPointer(tokens).description))
        }
        return places
    }
}
