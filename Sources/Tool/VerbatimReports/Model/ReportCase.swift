public import VerbatimContract
import VerbatimJSON
import VerbatimModels
import VerbatimMutation

/// A kind of check, by which the results of an operation are grouped.
public enum CheckKind: String, Sendable, CaseIterable {
    /// Parameters, credentials and the body of the request.
    case request
    /// The status, and that there is a response.
    case status
    /// Header fields and the media type of the response.
    case headers
    /// The body of the response and its values.
    case body
    /// The models of the app that decode the body.
    case models
    /// The contract itself, and traffic that it does not describe.
    case contract
    /// The recordings: their age, their origin, and what they lack.
    case recordings
    /// The overrides.
    case overrides

    /// The kinds of checks of a response, in the order of reports.
    public static let ofResponse: [CheckKind] = [.request, .status, .headers, .body, .models]
    /// The kinds of checks of an API as a whole.
    public static let ofAPI: [CheckKind] = [.contract, .recordings, .overrides]

    /// Returns the kind of the checks that find violations of a rule.
    init(of rule: Rule) {
        self = Self.kinds[rule] ?? .contract
    }

    static let kinds: [Rule: CheckKind] = {
        let rules: [(CheckKind, [Rule])] = [
            (.request, Rule.request), (.headers, Rule.response), (.body, Rule.body + Rule.values),
            (.models, Rule.ofDecoding + Rule.ofModels), (.recordings, Rule.recordings + Rule.losses),
            (.overrides, Rule.ofOverrides),
            (
                .contract,
                [
                    .contractProblem, .apiUndocumented, .operationUndocumented, .deprecatedOperationUsed,
                    .deprecatedParameterUsed, .deprecatedPropertyUsed, .deprecationAnnounced,
                    .sunsetAnnounced,
                ]
            ),
            (.status, [.responseStatusUndocumented, .transportFailed]),
        ]
        let pairs = rules.flatMap { kind, rules in rules.map { ($0, kind) } }
        return Dictionary(pairs) { _, last in last }
    }()
}

/// One thing that a command has compared, and what it found: a test case of JUnit, a field of a matrix.
///
/// Every case is listed, also one that found nothing: a list of failures alone does not show what was
/// compared.
public struct ReportCase: Sendable {
    /// The name of the API, or nil if it belongs to none.
    public let api: String?
    /// The operation or the model.
    public let subject: String?
    /// The status; nil if it is not about a single one.
    public let status: Int?
    /// The kind of check; nil for a change and for a model.
    public let kind: CheckKind?
    /// The name, unique among those of its API and subject: `200 body`.
    public let name: String
    /// What was found, the most severe first; empty if nothing was.
    public internal(set) var items: [Finding] = []
    /// The reason why nothing was compared, or nil.
    public var skipped: String?
    /// The time that the recorded responses took, in milliseconds; nil if it was not recorded.
    public var duration: Double?
    /// A location for a case without items, such as the operation in the contract.
    public var location: SourceLocation?
}

extension Report {
    /// The cases, in the order of the contracts; those of a command that could not run are its problems.
    public var cases: [ReportCase] {
        switch result {
        case .couldNotRun(let problems):
            return problems.enumerated().map { number, problem in
                ReportCase(
                    api: nil, subject: nil, status: nil, kind: nil,
                    name: "\(command.rawValue) \(number + 1)", items: [problem])
            }
        case .completed(let contents):
            switch contents.subject {
            case .check(let check): return CheckCases(check, contents.items).cases
            case .changes: return changeCases(of: contents)
            case .models(let models): return modelCases(of: models, contents.items)
            case .mutation(let reports): return mutationCases(of: reports, contents.items)
            }
        }
    }

    /// A case for each operation with mutants, and for each API with unused waivers.
    private func mutationCases(of reports: [MutationReport], _ items: [Finding]) -> [ReportCase] {
        reports.flatMap { report in
            let found = Dictionary(grouping: items.filter { $0.api == report.api }, by: \.operation)
            let waivers: [String?] = found[nil] == nil ? [] : [nil]
            return (report.operations + waivers).map { operation in
                ReportCase(
                    api: report.api, subject: operation, status: nil, kind: nil,
                    name: operation == nil ? "waivers" : "mutants",
                    items: found[operation, default: []].worstFirst)
            }
        }
    }

    private func changeCases(of contents: ReportContents) -> [ReportCase] {
        guard !contents.items.isEmpty else {
            return [ReportCase(api: nil, subject: nil, status: nil, kind: nil, name: "no changes")]
        }
        return contents.items.entries.map { entry in
            let item = entry[0]
            let exchange = item.exchange.map { " (\($0))" } ?? ""
            let subject = (item.part ?? item.pointer?.description).map { " \($0)" } ?? ""
            return ReportCase(
                api: item.api, subject: item.operation, status: nil, kind: nil,
                name: "\(item.rule.id)\(subject)\(exchange)", items: [item])
        }
    }

    private func modelCases(of models: ModelsReport, _ items: [Finding]) -> [ReportCase] {
        struct Key: Hashable {
            let api: String?
            let model: String?
        }
        let read = models.readProperties.map { Key(api: $0.api, model: $0.model) }
        let found = Dictionary(grouping: items) { Key(api: $0.api, model: $0.model) }
        var seen: Set<Key> = []
        let keys = (read + items.map { Key(api: $0.api, model: $0.model) }).filter {
            seen.insert($0).inserted
        }
        return keys.map { key in
            ReportCase(
                api: key.api, subject: key.model, status: nil, kind: nil, name: key.model ?? "models",
                items: found[key, default: []].worstFirst)
        }
    }
}

/// The cases of a check: one for each operation, status and kind of check, and for each API and kind.
private struct CheckCases {
    private var remaining: [Key: [Finding]]
    private let check: CheckReport
    private let items: [Finding]

    private struct Key: Hashable {
        let api: String?
        let operation: String?
        let status: Int?
        let kind: CheckKind
    }

    init(_ check: CheckReport, _ items: [Finding]) {
        self.check = check
        self.items = items
        remaining = Dictionary(grouping: items, by: Self.key)
    }

    var cases: [ReportCase] {
        var copy = self
        return copy.all()
    }

    private static func key(_ item: Finding) -> Key {
        Key(api: item.api, operation: item.operation, status: item.status, kind: CheckKind(of: item.rule))
    }

    private mutating func all() -> [ReportCase] {
        var cases = check.operations.flatMap { self.cases(of: $0) }
        var seen: Set<String> = []
        for api in check.operations.map(\.api) where seen.insert(api).inserted {
            cases += CheckKind.ofAPI.map { make(Key(api: api, operation: nil, status: nil, kind: $0)) }
        }
        // What belongs to no operation with recordings, such as a request to an unknown server.
        for key in items.map(Self.key) where remaining[key] != nil { cases.append(make(key)) }
        return cases
    }

    private mutating func cases(of tally: OperationTally) -> [ReportCase] {
        guard tally.interactions > 0 else {
            guard tally.isRecorded else { return [] }
            return [
                ReportCase(
                    api: tally.api, subject: tally.id, status: nil, kind: nil, name: "recorded",
                    skipped: "no recording contains the operation", location: tally.location)
            ]
        }
        var cases: [ReportCase] = []
        for status in tally.statuses.keys.sorted() {
            for kind in CheckKind.ofResponse {
                let key = Key(api: tally.api, operation: tally.id, status: status, kind: kind)
                guard kind != .models || tally.decodings[status, default: 0] > 0 || remaining[key] != nil
                else { continue }
                cases.append(
                    make(key, at: tally.location, duration: kind == .status ? tally.durations[status] : nil))
            }
        }
        // Without a response, and about models in general.
        for kind in CheckKind.ofResponse {
            let key = Key(api: tally.api, operation: tally.id, status: nil, kind: kind)
            if remaining[key] != nil { cases.append(make(key, at: tally.location)) }
        }
        return cases
    }

    private mutating func make(
        _ key: Key, at location: SourceLocation? = nil, duration: Double? = nil
    ) -> ReportCase {
        ReportCase(
            api: key.api, subject: key.operation, status: key.status, kind: key.kind,
            name: (key.status.map { "\($0) " } ?? "") + key.kind.rawValue,
            items: (remaining.removeValue(forKey: key) ?? []).worstFirst, duration: duration,
            location: location)
    }
}
