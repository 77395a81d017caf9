import VerbatimContract
public import VerbatimHAR
import VerbatimJSON

/// Compares two recordings of a scenario: their statuses, headers and the structure of their bodies.
///
/// A body is summarized by what all values at one path have in common. So a new type, property, format or
/// enumerated value is a change, but values that differ in every recording (times, numbers, prose) are not.
/// Nothing is reported about the elements of a list that is empty in one of the recordings.
public struct RecordingComparison: Sendable {
    private let api: String
    private let old: [Interaction]
    private let new: [Interaction]

    /// Creates a comparison of two recordings, each in the order in which it was made.
    ///
    /// - Parameter api: The name of the API, for the next step.
    public init(_ old: [Interaction], _ new: [Interaction], api: String) {
        self.old = old
        self.new = new
        self.api = api
    }

    /// Returns every change in the order of the new recording; removed interactions come last.
    public func changes() -> [RecordingChange] {
        var unpaired = old
        var changes: [RecordingChange] = []
        for interaction in new {
            guard let index = Self.index(ofCounterpart: interaction, in: unpaired) else {
                changes.append(change(.interactionAdded, new: (interaction, interaction.description)))
                continue
            }
            changes += compareOutcomes(unpaired.remove(at: index), interaction)
        }
        return changes + unpaired.map { change(.interactionRemoved, old: ($0, $0.description)) }
    }

    /// Returns the first interaction with the same request, or else with the same method and path.
    private static func index(ofCounterpart interaction: Interaction, in others: [Interaction]) -> Int? {
        let request = interaction.request
        return others.firstIndex { $0.request.method == request.method && $0.request.url == request.url }
            ?? others.firstIndex { $0.request.method == request.method && $0.path == interaction.path }
    }

    // MARK: Outcomes and headers

    private func compareOutcomes(_ old: Interaction, _ new: Interaction) -> [RecordingChange] {
        guard case .response(let oldResponse) = old.outcome, case .response(let newResponse) = new.outcome,
            oldResponse.status == newResponse.status
        else {
            guard old.result != new.result else { return [] }
            return [change(.statusChanged, old: (old, old.result), new: (new, new.result))]
        }
        return compareHeaders(oldResponse.headers, newResponse.headers, old, new)
            + compareBodies(oldResponse.body, newResponse.body, old, new)
    }

    private func compareHeaders(
        _ oldFields: HeaderFields, _ newFields: HeaderFields, _ old: Interaction, _ new: Interaction
    ) -> [RecordingChange] {
        let names = Set((oldFields.map(\.name) + newFields.map(\.name)).map { $0.lowercased() })
        return names.sorted().compactMap { name in
            let (oldValue, newValue) = (oldFields.values(of: name).first, newFields.values(of: name).first)
            guard let rule = Self.rule(forHeader: name, oldValue, newValue) else { return nil }
            return change(
                rule, "header '\(name)'", old: (old, oldValue ?? "missing"),
                new: (new, newValue ?? "missing"))
        }
    }

    /// The headers of HTTP framing, which differ with the way in which a body is transferred.
    private static let framing: Set = ["content-encoding", "content-length", "transfer-encoding"]

    private static func rule(forHeader name: String, _ old: String?, _ new: String?) -> DriftRule? {
        let significance = VolatileHeaders.significance(of: name)
        guard significance != .none, !framing.contains(name) else { return nil }
        switch (old, new) {
        case (nil, _?): return .headerAdded
        case (_?, nil): return .headerRemoved
        case (let old?, let new?) where name == "content-type":
            return MediaType(old)?.essence == MediaType(new)?.essence ? nil : .mediaTypeChanged
        case (let old?, let new?) where significance == .value:
            return StringSummary.kind(of: old) == StringSummary.kind(of: new) ? nil : .headerChanged
        default: return nil
        }
    }

    // MARK: Bodies

    private func compareBodies(
        _ oldBody: HTTPBody, _ newBody: HTTPBody, _ old: Interaction, _ new: Interaction
    ) -> [RecordingChange] {
        // A check reports a body that cannot be read.
        guard let oldBytes = try? oldBody.storedBytes(), let newBytes = try? newBody.storedBytes(),
            oldBytes != newBytes
        else { return [] }
        guard let oldSummary = Self.summary(of: Array(oldBytes), in: old),
            let newSummary = Self.summary(of: Array(newBytes), in: new)
        else {
            let (oldKind, newKind) = (BodyKind(oldBytes), BodyKind(newBytes))
            guard oldKind != newKind else { return [] }
            return [
                change(
                    .bodyKindChanged, "the body", old: (old, oldKind.description),
                    new: (new, newKind.description),
                    at: (old.locationInBody(), new.locationInBody()))
            ]
        }
        var comparison = ValueSummaryComparison()
        comparison.compareSummaries(oldSummary, newSummary, at: "")
        return comparison.changes.map { found in
            change(
                found.rule, severity: found.severity,
                found.pointer.isEmpty ? "the body" : "'\(found.pointer)'", pointer: found.pointer,
                old: (old, found.old), new: (new, found.new), at: (found.oldLocation, found.newLocation))
        }
    }

    private static func summary(of bytes: [UInt8], in interaction: Interaction) -> ValueSummary? {
        guard let json = try? JSON(parsing: bytes) else { return nil }
        var summary = ValueSummary()
        summary.add(json) { node in
            let position = node.position
            return interaction.locationInBody(line: position.line, column: position.column)
        }
        return summary
    }

    private typealias Side = (interaction: Interaction, description: String)

    private func change(
        _ rule: DriftRule, severity: Severity? = nil, _ subject: String = "the exchange",
        pointer: String? = nil, old: Side? = nil, new: Side? = nil,
        at locations: (old: SourceLocation?, new: SourceLocation?)? = nil
    ) -> RecordingChange {
        RecordingChange(
            rule: rule, severity: severity ?? rule.severity, api: api,
            exchange: (new ?? old).map { $0.interaction.summary(path: $0.interaction.path) },
            subject: subject, pointer: pointer, old: old?.description ?? "missing",
            new: new?.description ?? "missing",
            oldLocation: locations?.old ?? old?.interaction.entryLocation,
            newLocation: locations?.new ?? new?.interaction.entryLocation)
    }
}

extension Interaction {
    fileprivate var path: String { RequestTarget(request.url).path }

    /// The status, or the failure.
    fileprivate var result: String {
        switch outcome {
        case .response(let response): String(response.status)
        case .failure(let failure, _): "no response: \(failure)"
        }
    }

    fileprivate var description: String { "\(request.method) \(request.url) -> \(result)" }
}
