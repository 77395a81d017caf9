import VerbatimContract
import VerbatimJSON
import VerbatimModels
import VerbatimMutation

/// A kind of check, by which the results of an operation are grouped.
enum CheckKind: String {
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
    case overrides

    /// The kinds of checks of a response, in the order of reports.
    static let ofResponse: [CheckKind] = [.request, .status, .headers, .body, .models]
    /// The kinds of checks of an API as a whole.
    static let ofAPI: [CheckKind] = [.contract, .recordings, .overrides]

    init(of rule: Rule) { self = Self.kinds[rule] ?? .contract }

    static let kinds: [Rule: CheckKind] = {
        let rules: [(CheckKind, [Rule])] = [
            (.request, Rule.request), (.headers, Rule.response), (.body, Rule.body + Rule.values),
            (.models, Rule.ofDecoding + Rule.ofModels), (.recordings, Rule.recordings + Rule.losses),
            (.overrides, Rule.ofOverrides),
            (
                .contract,
                [
                    .contractProblem, .apiUndocumented, .trafficUnmatched, .operationUndocumented,
                    .deprecatedOperationUsed, .deprecatedParameterUsed, .deprecatedPropertyUsed,
                    .deprecationAnnounced, .sunsetAnnounced,
                ]
            ),
            (.status, [.responseStatusUndocumented, .transportFailed]),
        ]
        let pairs = rules.flatMap { kind, rules in rules.map { ($0, kind) } }
        return Dictionary(pairs) { _, last in last }
    }()
}

/// One thing that a command has compared, and what it found: a test case of JUnit.
///
/// Every case is listed, also one that found nothing: a list of failures does not show what was compared.
struct TestCase {
    enum Verdict { case passed, skipped, failure, error }

    /// The name of the API, or that of the command for what belongs to none.
    fileprivate(set) var suite = ""
    fileprivate let api: String?
    /// The operation or the model.
    private let subject: String?
    /// The name, unique among those of its class: `200 body`.
    fileprivate(set) var name: String
    /// What was found, the most severe first; empty if nothing was.
    let items: [Finding]
    /// The reason why nothing was compared, or nil.
    let skipped: String?
    /// The time that the recorded responses took, in milliseconds; nil if it was not recorded.
    let duration: Double?
    /// The location of a case without items, such as the operation in the contract.
    private let location: SourceLocation?
    fileprivate(set) var verdict = Verdict.passed

    fileprivate init(
        of api: String?, _ subject: String?, _ name: String, _ items: [Finding] = [],
        skipped: String? = nil, duration: Double? = nil, at location: SourceLocation? = nil
    ) {
        (self.api, self.subject, self.name, self.items) = (api, subject, name, items.worstFirst)
        (self.skipped, self.duration, self.location) = (skipped, duration, location)
    }

    var hasPassed: Bool { verdict == .passed }
    var className: String { [suite, subject].compactMap(\.self).joined(separator: ".") }

    var shownLocation: SourceLocation? {
        guard let first = items.first else { return location }
        return first.location ?? first.contractLocation ?? first.oldLocation ?? location
    }
}

extension Report {
    /// The cases, in the order of the contracts; those of a command that could not run are its problems.
    var testCases: [TestCase] {
        var names = UniqueCaseNames()
        return cases.map { one in
            var one = one
            one.suite = one.api ?? "verbatim \(command.rawValue)"
            one.name = names.unique(one.name.excerpt(300), in: one.className)
            one.verdict = verdict(of: one)
            return one
        }
    }

    private func verdict(of one: TestCase) -> TestCase.Verdict {
        guard case .completed(let contents) = result else { return .error }
        if one.skipped != nil { return .skipped }
        if one.items.contains(where: { $0.rule == .couldNotRun }) { return .error }
        return one.items.contains(where: contents.fails) ? .failure : .passed
    }

    private var cases: [TestCase] {
        switch result {
        case .couldNotRun(let problems):
            return problems.enumerated().map { number, problem in
                TestCase(of: nil, nil, "\(command.rawValue) \(number + 1)", [problem])
            }
        case .completed(let contents):
            switch contents.subject {
            case .check(let check):
                var cases = CheckCases(check, contents.items)
                return cases.all()
            case .changes: return changeCases(of: contents)
            case .models(let models): return modelCases(of: models, contents.items)
            case .mutation(let reports): return mutationCases(of: reports, contents.items)
            }
        }
    }

    /// A case for each operation with mutants, and for each API with unused waivers.
    private func mutationCases(of reports: [MutationReport], _ items: [Finding]) -> [TestCase] {
        reports.flatMap { report in
            let found = Dictionary(grouping: items.filter { $0.api == report.api }, by: \.operation)
            let waivers: [String?] = found[nil] == nil ? [] : [nil]
            return (report.operations + waivers).map { operation in
                TestCase(
                    of: report.api, operation, operation == nil ? "waivers" : "mutants",
                    found[operation, default: []])
            }
        }
    }

    private func changeCases(of contents: ReportContents) -> [TestCase] {
        guard !contents.items.isEmpty else { return [TestCase(of: nil, nil, "no changes")] }
        return contents.items.entries.map { entry in
            let item = entry[0]
            let exchange = item.exchange.map { " (\($0))" } ?? ""
            let subject = (item.part ?? item.pointer?.description).map { " \($0)" } ?? ""
            return TestCase(of: item.api, item.operation, "\(item.rule.id)\(subject)\(exchange)", [item])
        }
    }

    private func modelCases(of models: ModelsReport, _ items: [Finding]) -> [TestCase] {
        let read = models.readProperties.map { [$0.api, $0.model] as [String?] }
        let found = OrderedGroups(grouping: items) { [$0.api, $0.model] }
        return (read + found.keys).uniqued.map { key in
            TestCase(of: key[0], key[1], key[1] ?? "models", found[key] ?? [])
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

    private static func key(_ item: Finding) -> Key {
        Key(api: item.api, operation: item.operation, status: item.status, kind: CheckKind(of: item.rule))
    }

    mutating func all() -> [TestCase] {
        var cases = check.operations.flatMap { self.cases(of: $0) }
        for api in check.operations.map(\.api).uniqued {
            cases += CheckKind.ofAPI.map { make(Key(api: api, operation: nil, status: nil, kind: $0)) }
        }
        // What belongs to no operation with recordings, such as a request to an unknown server.
        for key in items.map(Self.key) where remaining[key] != nil { cases.append(make(key)) }
        return cases
    }

    private mutating func cases(of tally: OperationTally) -> [TestCase] {
        guard tally.interactions > 0 else {
            guard tally.isRecorded else { return [] }
            return [
                TestCase(
                    of: tally.api, tally.id, "recorded", skipped: "no recording contains the operation",
                    at: tally.location)
            ]
        }
        var cases: [TestCase] = []
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
    ) -> TestCase {
        TestCase(
            of: key.api, key.operation, (key.status.map { "\($0) " } ?? "") + key.kind.rawValue,
            remaining.removeValue(forKey: key) ?? [], duration: duration, at: location)
    }
}

/// The names of the cases so far.
private struct UniqueCaseNames {
    /// The number of cases with a name, by class and name.
    private var counts: [[String]: Int] = [:]

    /// Returns a name that no case of a class has yet: with a number, if needed.
    mutating func unique(_ name: String, in className: String) -> String {
        let key = [className, name]
        guard var number = counts[key] else {
            counts[key] = 1
            return name
        }
        var numbered: String
        repeat {
            number += 1
            numbered = "\(name) (\(number))"
        } while counts[[className, numbered]] != nil
        counts[key] = number
        counts[[className, numbered]] = 1
        return numbered
    }
}
