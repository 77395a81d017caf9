import VerbatimContract
public import VerbatimHAR
import VerbatimJSON

/// What changed between two recordings of one scenario: statuses, headers, and what bodies are made of.
///
/// Bodies are compared by what all their values at one location have in common, so values that always change (times,
/// numbers, prose) are no drift; a kind, a member, a format or a word that came or went is. Where a list is empty on
/// one side nothing is known of its elements, and nothing is said.
public struct RecordingDrift: Sendable {
    private let api: String
    private let old: [Interaction]
    private let new: [Interaction]

    /// Creates a comparison of two recordings, each in the order it was made.
    ///
    /// - Parameter api: The name of the API, for the next step.
    public init(_ old: [Interaction], _ new: [Interaction], api: String) {
        self.old = old
        self.new = new
        self.api = api
    }

    /// Every change, in the order of the new recording, what is gone at the end.
    public func changes() -> [ContractChange] {
        var left = old
        var changes: [ContractChange] = []
        for interaction in new {
            guard let index = Self.partner(of: interaction, in: left) else {
                changes.append(change("drift-interaction-added", in: interaction, now: interaction.words))
                continue
            }
            changes += self.changes(from: left.remove(at: index), to: interaction)
        }
        return changes
            + left.map { change("drift-interaction-removed", from: $0, was: $0.words) }
    }

    /// The first with the same request, else the first with the same method and path.
    private static func partner(of interaction: Interaction, in others: [Interaction]) -> Int? {
        let request = interaction.request
        return others.firstIndex { $0.request.method == request.method && $0.request.url == request.url }
            ?? others.firstIndex {
                $0.request.method == request.method && $0.target == interaction.target
            }
    }
}

// MARK: - One exchange

extension RecordingDrift {
    private func changes(from old: Interaction, to new: Interaction) -> [ContractChange] {
        guard case .response(let one) = old.outcome, case .response(let other) = new.outcome,
            one.status == other.status
        else {
            guard old.result != new.result else { return [] }
            return [change("drift-status-changed", from: old, in: new, was: old.result, now: new.result)]
        }
        return headers(one, other, old, new) + body(one, other, old, new)
    }

    private func headers(
        _ one: HTTPResponse, _ other: HTTPResponse, _ old: Interaction, _ new: Interaction
    ) -> [ContractChange] {
        var changes: [ContractChange] = []
        for name in Self.names(of: one.headers, other.headers) {
            let values = (one.headers.values(of: name), other.headers.values(of: name))
            let subject = "header '\(name)'"
            switch (values.0.first, values.1.first) {
            case (nil, let now?):
                changes.append(
                    change("drift-header-added", from: old, in: new, subject, was: "missing", now: now))
            case (let was?, nil):
                changes.append(
                    change("drift-header-removed", from: old, in: new, subject, was: was, now: "missing"))
            case (let was?, let now?) where Self.isOtherwise(name, was, now):
                let rule = name == "content-type" ? "drift-media-type-changed" : "drift-header-changed"
                changes.append(change(rule, from: old, in: new, subject, was: was, now: now))
            default: continue
            }
        }
        return changes
    }

    /// The names on either side in lower case, without those that come and go with the way of a response.
    private static func names(of one: HeaderFields, _ other: HeaderFields) -> [String] {
        let names = Set((one.map(\.name) + other.map(\.name)).map { $0.lowercased() })
        return names.subtracting(passingHeaders).sorted()
    }

    private static let passingHeaders: Set<String> = [
        "age", "alt-svc", "cf-cache-status", "cf-ray", "connection", "content-encoding", "content-length",
        "etag", "keep-alive", "nel", "report-to", "reporting-endpoints", "server-timing", "set-cookie",
        "transfer-encoding", "via", "x-cache", "x-served-by", "x-timer",
    ]

    /// A media type is compared by its words, any other value by its form.
    private static func isOtherwise(_ name: String, _ was: String, _ now: String) -> Bool {
        guard name != "content-type" else { return MediaType(was)?.essence != MediaType(now)?.essence }
        let forms = (StringSummary.form(of: was), StringSummary.form(of: now))
        return forms.0 != forms.1
    }
}

// MARK: - Bodies

extension RecordingDrift {
    private func body(
        _ one: HTTPResponse, _ other: HTTPResponse, _ old: Interaction, _ new: Interaction
    ) -> [ContractChange] {
        // A body that cannot be read is a finding of the check.
        guard let was = try? one.body.storedBytes(), let now = try? other.body.storedBytes(), was != now
        else { return [] }
        guard let before = Self.sketch(Array(was), of: old), let after = Self.sketch(Array(now), of: new)
        else {
            let kinds = (BodyKind(was), BodyKind(now))
            guard kinds.0 != kinds.1 else { return [] }
            return [
                change(
                    "drift-body-kind-changed", from: old, in: new, "the body", was: "\(kinds.0)",
                    now: "\(kinds.1)", locations: (old.locationInBody(), new.locationInBody()))
            ]
        }
        var comparison = ValueSummaryComparison()
        comparison.compare(before, after, at: "")
        return comparison.changes.map { found in
            change(
                found.rule, severity: found.severity, from: old, in: new,
                found.pointer.isEmpty ? "the body" : "'\(found.pointer)'", pointer: found.pointer,
                was: found.was, now: found.now, locations: (found.oldLocation, found.newLocation))
        }
    }

    private static func sketch(_ bytes: [UInt8], of interaction: Interaction) -> ValueSummary? {
        guard let json = try? JSON(parsing: bytes) else { return nil }
        var sketch = ValueSummary()
        sketch.add(json) { node in
            let position = node.position
            return interaction.locationInBody(line: position.line, column: position.column)
        }
        return sketch
    }
}

// MARK: - Changes

extension RecordingDrift {
    private func change(
        _ id: String, severity: Severity? = nil, from old: Interaction? = nil, in new: Interaction? = nil,
        _ subject: String = "the exchange", pointer: String? = nil, was: String = "not there",
        now: String = "not there", locations: (SourceLocation?, SourceLocation?)? = nil
    ) -> ContractChange {
        let rule = ChangeRule.named(id) ?? .unhandled
        let severity = severity ?? rule.severity
        return ContractChange(
            rule: rule.id, severity: severity, direction: rule.direction, api: api,
            exchange: (new ?? old).map { $0.summary(path: $0.target) }, subject: subject, pointer: pointer,
            was: was, now: now, oldLocation: locations?.0 ?? old?.entryLocation,
            newLocation: locations?.1 ?? new?.entryLocation,
            next: severity >= .warning
                ? "run `make check API=\(api)` to see whether the contract and the app bear it"
                : "nothing has to be done")
    }
}

extension Interaction {
    /// The path of the request.
    fileprivate var target: String { RequestTarget(request.url).path }

    /// The status, or that there was none.
    fileprivate var result: String {
        switch outcome {
        case .response(let response): String(response.status)
        case .failure(let failure, _): "no response: \(failure)"
        }
    }

    /// Request and result.
    fileprivate var words: String { "\(request.method) \(request.url) -> \(result)" }
}
