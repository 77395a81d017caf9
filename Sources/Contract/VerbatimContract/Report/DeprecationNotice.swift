public import Foundation
import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// The announcement in a response that its operation is deprecated, or that it will end.
///
/// `Deprecation` is defined by RFC 9745 (https://www.rfc-editor.org/rfc/rfc9745), `Sunset` by RFC 8594
/// (https://www.rfc-editor.org/rfc/rfc8594).
struct DeprecationNotice: Sendable, Hashable, Codable {
    /// The value of `Deprecation`: `@1767225600`, or in drafts of the standard `true` or a date of HTTP.
    let deprecation: String?
    /// The value of `Sunset`, a date of HTTP.
    let sunset: String?
    /// The values of `Link`.
    private let links: [String]
    private let exchange: String
    private let location: SourceLocation?

    /// Returns the announcement in an interaction, or nil if its response has none.
    init?(_ interaction: Interaction, path: String) {
        guard case .response(let response) = interaction.outcome else { return nil }
        let (deprecation, sunset) = (response.headers["Deprecation"], response.headers["Sunset"])
        // `Deprecation: false` was the default of drafts.
        guard sunset != nil || deprecation.map({ $0 != "false" && $0 != "?0" }) == true else { return nil }
        self.deprecation = deprecation
        self.sunset = sunset
        links = response.headers.values(of: "Link")
        exchange = interaction.summary(path: path)
        location = interaction.entryLocation
    }
}

extension CheckReport {
    /// Returns the findings about deprecated operations, parameters and properties that were recorded, each
    /// once for a part of the contract.
    ///
    /// - Parameter now: The current time. A sunset that is near is a warning.
    public func deprecations(now: Date = Date()) -> [Finding] {
        let ofOperations = operations.filter { $0.interactions > 0 }.flatMap { tally in
            let own = tally.isDeprecated ? [tally.deprecatedFinding] : []
            return own + (tally.notice.map { $0.findings(about: tally, now: now) } ?? [])
        }
        return ofOperations
            + contracts.contracts.flatMap { contract in
                coverage[contract.api].map { DeprecatedParts(contract: contract, schemas: $0).findings } ?? []
            }
    }
}

extension OperationTally {
    fileprivate var deprecatedFinding: Finding {
        Finding(
            .deprecatedOperationUsed, about: .init(api: api, operation: id, part: "operation '\(id)'"),
            .found("deprecated in the contract, and recorded"), contract: location,
            next: DeprecationNotice.nextStep)
    }
}

extension DeprecationNotice {
    static let nextStep = "use what replaces it, or remove 'deprecated' from the contract if nothing does"

    fileprivate func findings(about tally: OperationTally, now: Date) -> [Finding] {
        let deprecated = deprecation.map { value in
            let day = Self.day(ofDeprecation: value)
            let found = day.map { $0 <= now.isoDay ? "deprecated since \($0)" : "deprecated from \($0) on" }
            return finding(
                .deprecationAnnounced, about: tally, "Deprecation", found: found ?? "deprecated",
                relation: "deprecation")
        }
        let ending = sunset.map { value in
            guard let day = Self.day(ofHTTPDate: value) else {
                return finding(
                    .sunsetAnnounced, about: tally, "Sunset",
                    found: "the operation will end, but \(value.quotedExcerpt()) is no date of HTTP",
                    relation: "sunset")
            }
            let isFar = day > now.addingTimeInterval(Self.notice).isoDay
            return finding(
                .sunsetAnnounced, severity: isFar ? .info : nil, about: tally, "Sunset",
                found: "the operation \(day < now.isoDay ? "was to end" : "ends") on \(day)",
                relation: "sunset")
        }
        return [deprecated, ending].compactMap(\.self)
    }

    /// The time before a sunset from which it is a warning: 90 days, in which an app can be updated.
    private static let notice: TimeInterval = 90 * 86400

    private func finding(
        _ rule: Rule, severity: Severity? = nil, about tally: OperationTally, _ header: String,
        found: String, relation: String
    ) -> Finding {
        let source = link(relation).map { "read \($0)" } ?? "read the documentation of the API"
        return Finding(
            rule, severity: severity,
            about: .init(
                api: tally.api, operation: tally.id, exchange: exchange,
                part: FindingPart.header(header).description),
            .found(found), at: location, contract: tally.location,
            next: "\(source), and use what replaces the operation")
    }

    /// Returns the URL of the first link with a relation type, as both standards define one.
    private func link(_ relation: String) -> String? {
        let links = links.flatMap { $0.split(separator: ",") }
        let link = links.first { link in
            link.split(separator: ";").dropFirst().contains { parameter in
                let text = parameter.filter { $0 != " " && $0 != "\"" }.lowercased()
                return text == "rel=\(relation)"
            }
        }
        guard let link, let start = link.firstIndex(of: "<"), let end = link.firstIndex(of: ">"), start < end
        else { return nil }
        return String(link[link.index(after: start)..<end])
    }

    // MARK: Dates

    /// Returns the day in UTC of a date in a structured field, `@1767225600`, or of a date of HTTP.
    static func day(ofDeprecation value: String) -> String? {
        guard value.hasPrefix("@") else { return day(ofHTTPDate: value) }
        // The last second of the year 9999.
        guard let seconds = Int64(value.dropFirst()), 0...253_402_300_799 ~= seconds else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds)).isoDay
    }

    /// Returns the day of a date of HTTP: `2026-12-31` for `Thu, 31 Dec 2026 23:59:59 GMT`.
    static func day(ofHTTPDate value: String) -> String? {
        guard format?.matches(value) == true else { return nil }
        let words = value.split(separator: " ")
        guard words.count == 6, let month = months.firstIndex(of: String(words[2])) else { return nil }
        let number = month + 1
        return "\(words[3])-\(number < 10 ? "0" : "")\(number)-\(words[1])"
    }

    private static let format = try? DatePattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'")
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

/// The deprecated parameters and properties of a contract that recordings contain.
struct DeprecatedParts {
    let contract: Contract
    /// The parts that had a value.
    let schemas: SchemaCoverage

    /// The findings in document order, each once for a part of the contract.
    var findings: [Finding] {
        let shapes = schemas.marks.indices.filter { schemas.marks[$0] != 0 }.map { contract.shapes[$0] }
        let covered = Set(shapes.flatMap { $0.schemas.compactMap(\.node) })
        var findings: [Int: Finding] = [:]
        for schema in shapes.flatMap(\.schemas) {
            for (_, property) in schema["properties"].members where property.isDeprecated {
                guard let node = property.node, covered.contains(node) else { continue }
                findings[node] = finding(.deprecatedPropertyUsed, property, "property '\(property.label)'")
            }
        }
        for operation in contract.operations {
            for parameter in operation.parameters where parameter.node.isDeprecated {
                guard let node = parameter.node.node, let value = parameter.schema?.node.node,
                    covered.contains(value), findings[node] == nil
                else { continue }
                findings[node] = finding(
                    .deprecatedParameterUsed, parameter.node, parameter.description, of: operation.id)
            }
        }
        return findings.sorted { $0.key < $1.key }.map(\.value)
    }

    private func finding(_ rule: Rule, _ node: JSON, _ subject: String, of operation: String? = nil)
        -> Finding
    {
        Finding(
            rule,
            about: .init(
                api: contract.api, operation: operation, part: subject, contractPointer: node.pointer),
            .found("deprecated in the contract, and recorded"), contract: contract.location(of: node),
            next: DeprecationNotice.nextStep)
    }
}

extension JSON {
    fileprivate var isDeprecated: Bool { self["deprecated"].bool == true }
}
