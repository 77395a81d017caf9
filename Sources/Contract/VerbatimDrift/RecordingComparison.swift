import Foundation
package import VerbatimContract
package import VerbatimHAR
import VerbatimJSON

/// Compares two recordings of a scenario: their statuses, headers and the structure of their bodies.
///
/// A body is summarized by what all values at one path have in common. So a new type, property, format or
/// enumerated value is a change, but values that differ in every recording (times, numbers, prose) are not.
/// Of a list that is empty in one of the recordings, only that is reported.
package struct RecordingComparison: Sendable {
    private let api: String
    private let old: [Interaction]
    private let new: [Interaction]
    private let volatileHeaders: VolatileHeaders
    private let contract: ContractView
    private let conflicts: Conflicts

    /// What a contract says about an interaction.
    package struct ContractView: Sendable {
        /// Returns the id of the operation; nil if no operation has the request.
        let operation: @Sendable (Interaction) -> String?
        let violations: @Sendable (Interaction) -> [Finding]

        /// - Parameters:
        ///   - operation: Returns the id of the operation of an interaction; nil if it has no operation.
        ///   - violations: Returns what is wrong with a response, and what of it the contract does not know.
        package init(
            operation: @escaping @Sendable (Interaction) -> String?,
            violations: @escaping @Sendable (Interaction) -> [Finding]
        ) {
            self.operation = operation
            self.violations = violations
        }

        /// No contract.
        package static let unknown = ContractView(operation: { _ in nil }, violations: { _ in [] })
    }

    /// Returns the values of a response that the models of the app do not decode; nil if no model reads it.
    package typealias Conflicts = @Sendable (Interaction) -> [ModelConflict]?

    /// Creates a comparison of two recordings, each in the order in which it was made.
    ///
    /// - Parameters:
    ///   - api: The name of the API, for the next step.
    ///   - ignoredHeaders: The names of header fields that are not compared, beyond those that gateways and
    ///     caches usually add. A name that ends in `*` stands for all that begin with the rest.
    ///   - contract: The contract, which decides what is news: a change that it allows, and that breaks no
    ///     model, is data that differ from day to day. Requests to the same operation are compared, whatever
    ///     their URLs. Without a contract, every change is news.
    ///   - conflicts: The models of the app, which decide the severity: what breaks one of them is breaking,
    ///     and what all of them decode is not. Without a model, the kind of change decides.
    package init(
        _ old: [Interaction], _ new: [Interaction], api: String, ignoredHeaders: Set<String> = [],
        contract: ContractView = .unknown, conflicts: @escaping Conflicts = { _ in nil }
    ) {
        self.old = old.flatMap { $0.batch ?? [$0] }
        self.new = new.flatMap { $0.batch ?? [$0] }
        self.api = api
        volatileHeaders = VolatileHeaders(adding: ignoredHeaders)
        self.contract = contract
        self.conflicts = conflicts
    }

    /// Returns every change in the order of the new recording; removed interactions come last.
    package func changes() -> [Finding] {
        located().map { change in
            var change = change
            change.next = nextStep(after: change)
            return change
        }
    }

    private func nextStep(after change: Finding) -> String {
        if let property = change.affected.first {
            return "if the API changed for good, change \(property.name) to match and run "
                + "\(ToolCommand("check", api))"
        }
        return change.severity >= .warning
            ? "run \(ToolCommand("check", api)) to see whether the contract and the models still hold"
            : "nothing to do"
    }

    private func located() -> [Finding] {
        var unpaired = UnpairedInteractions(old, operation: contract.operation)
        let counterparts = unpaired.removeCounterparts(of: new)
        let changes = zip(new, counterparts).flatMap { interaction, counterpart in
            counterpart.map {
                judged(compareOutcomes($0, interaction) + compareMessages($0, interaction), of: interaction)
            }
                ?? [change(.interactionAdded, new: (interaction, interaction.description))]
        }
        return changes + unpaired.remaining.map { change(.interactionRemoved, old: ($0, $0.description)) }
    }

    /// Returns changes of an interaction, with those that the contract allows as information; another status
    /// that it declares is a warning.
    private func judged(_ changes: [Finding], of interaction: Interaction) -> [Finding] {
        guard !changes.isEmpty, let operation = contract.operation(interaction) else { return changes }
        let violations = contract.violations(interaction).filter { !Rule.request.contains($0.rule) }
        return changes.map { change in
            var change = change
            change.operationInContract = operation
            guard change.affected.isEmpty, !violations.contains(where: { $0.concerns(change) }) else {
                return change
            }
            change.isAllowed = change.rule != .statusChanged
            change.severity = min(change.severity, change.isAllowed ? .info : .warning)
            return change
        }
    }

    // MARK: Outcomes and headers

    private func compareOutcomes(_ old: Interaction, _ new: Interaction) -> [Finding] {
        guard let oldResponse = old.outcome.judgedResponse, let newResponse = new.outcome.judgedResponse,
            oldResponse.status == newResponse.status
        else {
            guard old.result != new.result else { return [] }
            return [change(.statusChanged, old: (old, old.result), new: (new, new.result))]
        }
        return compareHeaders(oldResponse.headers, newResponse.headers, old, new)
            + compareBodies(oldResponse.body, newResponse.body, old, new)
    }

    /// Compares the messages of WebSockets, those of each direction as the items of a sequence.
    private func compareMessages(_ old: Interaction, _ new: Interaction) -> [Finding] {
        WebSocketMessage.Direction.allCases.flatMap { direction -> [Finding] in
            func summary(of interaction: Interaction) -> ValueSummary? {
                let items = ItemSequence(interaction.webSocketMessages, direction)
                guard let json = items.json, json.count > 0 else { return nil }
                var summary = ValueSummary()
                summary.add(items: json) { value in
                    let position = items.position(of: value.position)
                    return interaction.location.map {
                        SourceLocation(file: $0.archive, line: position.line, column: position.column)
                    }
                }
                return summary
            }
            guard let oldSummary = summary(of: old), let newSummary = summary(of: new) else { return [] }
            return compare(oldSummary, newSummary, in: "the messages to \(direction.rawValue)", old, new)
        }
    }

    private func compareHeaders(
        _ oldFields: HeaderFields, _ newFields: HeaderFields, _ old: Interaction, _ new: Interaction
    ) -> [Finding] {
        let (oldValues, newValues) = (oldFields.firstValues, newFields.firstValues)
        return Set(oldValues.keys).union(newValues.keys).sorted().compactMap { name in
            let (oldValue, newValue) = (oldValues[name], newValues[name])
            guard let rule = rule(forHeader: name, oldValue, newValue) else { return nil }
            return change(
                rule, "\(FindingPart.header(name))", old: (old, oldValue ?? "missing"),
                new: (new, newValue ?? "missing"))
        }
    }

    /// The headers of HTTP framing, which differ with the way in which a body is transferred.
    private static let framing: Set = ["content-encoding", "content-length", "transfer-encoding"]

    private func rule(forHeader name: String, _ old: String?, _ new: String?) -> Rule? {
        let significance = volatileHeaders.significance(of: name)
        guard significance != .none, !Self.framing.contains(name) else { return nil }
        switch (old, new) {
        case (nil, _?): return .headerAdded
        case (_?, nil): return .headerRemoved
        case (let old?, let new?) where name == "content-type":
            let (oldType, newType) = (MediaType(old), MediaType(new))
            guard oldType?.essence == newType?.essence else { return .mediaTypeChanged }
            return oldType?.parameters["charset"] == newType?.parameters["charset"] ? nil : .headerChanged
        case (let old?, let new?) where significance == .value:
            return StringSummary.kind(of: old) == StringSummary.kind(of: new) ? nil : .headerChanged
        default: return nil
        }
    }

    // MARK: Bodies

    private func compareBodies(
        _ oldBody: HTTPBody, _ newBody: HTTPBody, _ old: Interaction, _ new: Interaction
    ) -> [Finding] {
        // A check reports a body that cannot be read.
        guard let oldBytes = try? oldBody.storedBytes(), let newBytes = try? newBody.storedBytes(),
            oldBytes != newBytes
        else { return [] }
        let values = Self.summary(of: oldBytes, in: old).flatMap { oldSummary in
            Self.summary(of: newBytes, in: new).map { compare(oldSummary, $0, in: "the body", old, new) }
        }
        var changes = values ?? []
        if values == nil || oldBytes.hasByteOrderMark != newBytes.hasByteOrderMark {
            let (oldKind, newKind) = (Self.kind(of: oldBytes), Self.kind(of: newBytes))
            if oldKind != newKind {
                let kind = change(
                    .bodyKindChanged, severity: values == nil ? nil : .warning, "the body",
                    old: (old, oldKind), new: (new, newKind), at: (old.locationInBody(), new.locationInBody())
                )
                changes.insert(kind, at: 0)
            }
        }
        return graded(changes, old, new)
    }

    private func compare(
        _ oldSummary: ValueSummary, _ newSummary: ValueSummary, in part: String, _ old: Interaction,
        _ new: Interaction
    ) -> [Finding] {
        var comparison = ValueSummaryComparison()
        comparison.compareSummaries(oldSummary, newSummary, at: .root)
        // Of a stream that the app has cancelled, items of other kinds may not have arrived.
        let isWhole = if case .response = new.outcome { true } else { false }
        return comparison.changes.compactMap { found in
            let isKind = newSummary.isOfItemKinds && found.pointer.tokens.count == 1
            if isKind, !isWhole, found.rule == .propertyRemoved { return nil }
            var change = change(
                found.rule, severity: found.severity, Self.part(found.pointer, in: part),
                pointer: found.pointer,
                old: (old, found.old), new: (new, found.new), at: (found.oldLocation, found.newLocation))
            change.value = found.value
            if newSummary.isOfItemKinds { change.itemKind = found.pointer.tokens.first }
            if found.rule == .propertyBecameOptional { change.tried = .absent }
            return change
        }
    }

    /// The kind of a body in words, of JSON also whether it can be parsed and begins with a byte order mark.
    private static func kind(of bytes: Data) -> String {
        let kind = BodyKind(bytes)
        guard kind == .json else { return kind.description(of: bytes) }
        guard (try? JSON(parsing: bytes.withoutByteOrderMark)) != nil else {
            return "JSON that cannot be parsed"
        }
        return kind.description(of: bytes) + (bytes.hasByteOrderMark ? " after a byte order mark" : "")
    }

    private static func part(_ pointer: JSONPointer, in part: String = "the body") -> String {
        pointer.tokens.isEmpty ? part : "'\(pointer)'"
    }

    // MARK: Models

    /// Returns the changes of a body with the severities that the models of the app decide.
    ///
    /// Values that a model decodes no longer, although nothing else about them has changed, are a change as
    /// well: a case that an enumeration lacks, for example.
    private func graded(_ changes: [Finding], _ old: Interaction, _ new: Interaction) -> [Finding] {
        guard let found = conflicts(new) else { return changes }
        let (changes, rest) = ConflictGrading(conflicts(old) ?? [], found).grade(changes)
        return changes
            + rest.map { conflict in
                var change = change(
                    .valueRefused, Self.part(conflict.pointer ?? .root),
                    pointer: conflict.pointer, old: (old, "decoded by \(conflict.property.model)"),
                    new: (new, conflict.property.reason), at: (old.locationInBody(), conflict.location))
                change.affected = [conflict.property]
                change.tried = conflict.occurrence
                return change
            }
    }

    private static func summary(of bytes: Data, in interaction: Interaction) -> ValueSummary? {
        let items = interaction.itemFormat?.items(in: bytes)
        guard let json = items?.json ?? (try? JSON(parsing: bytes.withoutByteOrderMark)) else { return nil }
        var summary = ValueSummary()
        func location(of value: JSON) -> SourceLocation? {
            guard interaction.location != nil else { return nil }
            let position = items?.position(of: value.position) ?? value.position
            return interaction.locationInBody(line: position.line, column: position.column)
        }
        if items == nil {
            summary.add(json, at: location)
        } else {
            summary.add(items: json, at: location)
        }
        return summary
    }

    private typealias Side = (interaction: Interaction, description: String)

    private func change(
        _ rule: Rule, severity: Severity? = nil, _ part: String = "the exchange", pointer: JSONPointer? = nil,
        old: Side? = nil, new: Side? = nil, at locations: (old: SourceLocation?, new: SourceLocation?)? = nil
    ) -> Finding {
        Finding(
            rule, severity: severity,
            about: Finding.Subject(
                api: api, exchange: (new ?? old).map { $0.interaction.summary(path: $0.interaction.path) },
                status: (new ?? old)?.interaction.status, part: part, pointer: pointer),
            .change(
                rule.direction ?? .none, old: old?.description ?? "missing",
                new: new?.description ?? "missing"),
            at: locations?.new ?? new?.interaction.entryLocation,
            old: locations?.old ?? old?.interaction.entryLocation, next: "")
    }
}

extension Finding {
    /// Whether it is about the same part of a response as a change, or about the whole response.
    fileprivate func concerns(_ change: Finding) -> Bool {
        if let part = self.part, case .header? = FindingPart(part) {
            return part.lowercased() == change.part?.lowercased()
        }
        guard self.pointer != nil, change.pointer != nil else { return self.pointer == nil }
        let (own, others) = (bodyPattern, change.bodyPattern)
        return own.starts(with: others) || others.starts(with: own)
    }
}

/// Interactions without a counterpart, which are found by their requests.
private struct UnpairedInteractions {
    private let interactions: [Interaction]
    private var isPaired: [Bool]
    /// The ways in which requests are the same, the closest first: the method and the URL, the method and the
    /// path, both with what is called in the body, the operation.
    private let keys: [@Sendable (Interaction) -> [String]?]

    init(_ interactions: [Interaction], operation: @escaping @Sendable (Interaction) -> String?) {
        self.interactions = interactions
        isPaired = interactions.map { _ in false }
        keys = [
            { [$0.request.method, $0.request.url, $0.request.call?.name ?? ""] },
            { [$0.request.method, $0.path] }, { operation($0).map { [$0] } },
        ]
    }

    /// The interactions that are not paired, in order.
    var remaining: [Interaction] { interactions.indices.filter { !isPaired[$0] }.map { interactions[$0] } }

    /// Removes for each interaction the first one with the same request, in the closest way. Returns the
    /// counterparts, each nil if no interaction is left for it.
    mutating func removeCounterparts(of others: [Interaction]) -> [Interaction?] {
        var counterparts: [Interaction?] = others.map { _ in nil }
        for key in keys {
            var indices = Dictionary(grouping: interactions.indices.filter { !isPaired[$0] }) {
                key(interactions[$0])
            }.mapValues { $0[...] }
            indices[nil] = nil
            for position in others.indices where counterparts[position] == nil {
                guard let index = indices[key(others[position])]?.popFirst() else { continue }
                isPaired[index] = true
                counterparts[position] = interactions[index]
            }
        }
        return counterparts
    }
}

extension Data {
    fileprivate var hasByteOrderMark: Bool { withoutByteOrderMark.count < count }
}

extension HeaderFields {
    fileprivate var firstValues: [String: String] {
        Dictionary(map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }
}

extension Interaction {
    /// The path, with what is called in the body as its fragment: `/rpc#eth_call`.
    fileprivate var path: String {
        RequestTarget(request.url).path + (request.call?.name.map { "#" + $0 } ?? "")
    }

    /// The status, or the failure.
    fileprivate var result: String {
        switch outcome {
        case .response(let response): String(response.status)
        case .failure(let failure, _): "no response: \(failure)"
        }
    }

    fileprivate var description: String { "\(request.method) \(request.url) -> \(result)" }
}
