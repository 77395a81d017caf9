import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The parts of a scenario that differed when it ran twice, although nothing has changed: they always vary.
struct ScenarioVariations: Sendable {
    /// The varying parts of requests and responses with both values, a line each.
    let lines: [String]
    /// Whether a request, or the body of a response, differed.
    let hasVaryingRequest, hasVaryingBody: Bool
    /// The parts of requests that a rule of matching can ignore.
    let ignorable: [RequestDifference]
    /// The names of the header fields of responses that a rule can ignore.
    let ignorableHeaders: Set<String>
    /// The error of the second run, if it failed.
    let problem: String?

    /// The number of parts of a request or response that are listed.
    private static let limit = 5

    init(_ first: [Interaction], _ second: [Interaction], _ rules: MatchingRules, problem: String?) {
        let runs = RunVariations(first, second, rules)
        ignorable = runs.requests.flatMap(\.differences).filter { rules.ignoring([$0]) != nil }
        let differences = runs.responses.flatMap(\.differences)
        ignorableHeaders = Set(differences.compactMap(\.headerName))
        hasVaryingBody = differences.contains { $0.headerName == nil }
        lines =
            runs.requests.flatMap { request, differences in
                Self.lines(differences, "\(request.method) \(request.url)")
            }
            + runs.responses.flatMap { request, differences in
                Self.lines(differences, "the response to \(request.method) \(request.url)")
            }
        hasVaryingRequest = !runs.requests.isEmpty
        self.problem = problem
    }

    private static func lines(_ differences: [RequestDifference], _ part: String) -> [String] {
        let more = differences.count - limit
        return differences.prefix(limit).map { "\($0.text(of: .runs)) in \(part.excerpt(160))" }
            + (more > 0 ? ["and \(more) more in \(part.excerpt(160))"] : [])
    }
}

extension RequestDifference {
    fileprivate var headerName: String? {
        if case .header(let name) = part { name } else { nil }
    }
}

/// What varies in some APIs, with the rules of matching to write into them.
struct VariationReport {
    private let apis: [(api: API, variations: [(scenario: String, found: ScenarioVariations)])]

    init(_ runs: [ScenarioRun], of apis: [API]) {
        self.apis = OrderedGroups(grouping: runs, by: \.name.api).pairs.compactMap { name, runs in
            apis.first { $0.name == name }.map { api in
                (api, runs.compactMap { run in run.variations.map { (run.name.scenario, $0) } })
            }
        }
    }

    var text: String {
        apis.filter { !$0.variations.isEmpty }.map { text(of: $0.api, $0.variations) }.joined()
    }

    private func text(of api: API, _ variations: [(scenario: String, found: ScenarioVariations)]) -> String {
        let details = variations.flatMap { scenario, found in
            found.lines.map { "\(scenario): \($0)" }
                + (found.problem.map { ["\(scenario): the second run failed: \($0)"] } ?? [])
        }
        guard !details.isEmpty else { return "\(api.name): nothing varied between two runs\n" }
        return MessageText(
            "\(api.name): these parts vary by themselves", details: details,
            next: next(for: api, variations.map(\.found))
        ).text + "\n"
    }

    /// Returns what to do about requests and header fields, and why there is nothing to do about bodies.
    private func next(for api: API, _ variations: [ScenarioVariations]) -> String? {
        let ignorable = variations.flatMap(\.ignorable)
        let headers = variations.reduce(into: Set<String>()) { $0.formUnion($1.ignorableHeaders) }
        var steps: [String] = []
        if !(ignorable.isEmpty && headers.isEmpty), var rules = api.matching.ignoring(ignorable) {
            rules.ignoredResponseHeaders.formUnion(headers)
            steps.append("write `\(rules.notation)` into the API '\(api.name)'")
        }
        if ignorable.isEmpty, variations.contains(where: \.hasVaryingRequest) {
            steps.append("send the same request each time, as no rule ignores what varies in it")
        }
        if variations.contains(where: \.hasVaryingBody) {
            steps.append("nothing for values in bodies, as recordings are compared by types and formats")
        }
        return steps.isEmpty ? nil : steps.joined(separator: "; ")
    }
}
