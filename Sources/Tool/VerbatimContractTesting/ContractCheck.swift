import Foundation
import Synchronization
import VerbatimAPI
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimTesting

struct ContractCheck: RecordingCheck {
    let contracts: ContractSet
    let overrides: Overrides
    let folder: URL
    private let api: API?
    private let models: [DecodedModel]
    /// The name of the API with a contract; nil checks each interaction against the contract with its URL.
    let apiName: String?

    /// - Parameters:
    ///   - recording: The name of the recording, which names its API if the requirement does not.
    ///   - testFolder: The folder of the test's file.
    ///   - recordings: The folder beside which the contracts are; nil if there is none on this machine.
    /// - Throws: ``VerbatimContract/ContractError``.
    init(_ requirement: RequiredContract, recording: String, testFolder: URL, recordings: URL?) throws {
        let sibling = recordings ?? testFolder.appendingPathComponent("Recordings")
        folder =
            requirement.folder.map { testFolder.resolving($0) }
            ?? sibling.deletingLastPathComponent().appendingPathComponent("Contracts", isDirectory: true)
        // A test may be recorded before there are contracts: they are inferred from its recording.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let isMissing =
            try requirement.folder == nil
            && ContractSet.fileNames(among: names, in: folder.displayPath).isEmpty
        let contracts = isMissing ? ContractSet([]) : try Self.contracts(in: folder)
        self.contracts = contracts
        overrides = try Overrides(
            contentsOf: folder.appendingPathComponent("overrides.json"), today: Date().isoDay
        ) { _ in true }
        api = requirement.api
        models = requirement.models
        let name = api?.name ?? recording.split(separator: "/").first.map(String.init)
        apiName = name.flatMap { contracts.contract(of: $0)?.api }
    }

    private static let cache = Mutex<[URL: ContractSet]>([:])

    /// Reads the contracts of a folder, once in a process.
    private static func contracts(in folder: URL) throws -> ContractSet {
        if let known = cache.withLock({ $0[folder] }) { return known }
        // Messages have paths as the working directory sees them.
        let relative = URL(filePath: folder.displayPath, directoryHint: .isDirectory)
        let contracts = try ContractSet(contentsOf: relative)
        cache.withLock { $0[folder] = contracts }
        return contracts
    }

    /// The words that run the commands of the package that has the contracts.
    private var tool: String? { ToolCommand.tool(ofPackageAt: folder.deletingLastPathComponent()) }

    func report(
        on summary: ReplaySummary, comparedWith old: [Interaction]?, ignoring headers: Set<String>
    ) throws -> RecordingReport {
        let result = result(of: try summary.used.load() + summary.recorded)
        var report = RecordingReport(result.problems)
        let api = summary.name.split(separator: "/").first
        if result.isUncovered { report.problems.append(uncovered("a request of '\(summary.name)'", api)) }
        let changes = old.map { old in
            RecordingComparison(
                old, summary.recorded, api: api.map(String.init) ?? summary.name, ignoredHeaders: headers
            ).changes()
        }
        // A test that fails does not send all of its requests.
        let isComplete = summary.publication != .none
        report.drift = changes?.filter { isComplete || $0.rule != .interactionRemoved }.map(Self.text)
        let drift = (report.drift ?? []).map { $0 + "\n" }.joined()
        for (kind, text) in [
            ("findings", result.excerpts.joined(separator: "\n")), ("drift", drift),
        ] where !text.isEmpty {
            report.attachments.append(RecordingAttachment(kind, of: summary, "txt", Data(text.utf8)))
        }
        return report
    }

    /// Returns a line about a change of a recording.
    private static func text(of change: Finding) -> String {
        let part = change.part.map { ": \($0)" } ?? ""
        let exchange = change.exchange.map { " (\($0))" } ?? ""
        return "\(change.rule.id)\(part): old \(change.old), new \(change.found)\(exchange)".onOneLine
    }

    func problems(of interaction: Interaction, scope: CheckedRules) -> [RecordingProblem] {
        let result = result(of: [interaction], scope: scope)
        guard result.isUncovered, !scope.includesUndocumentedAPIs else { return result.problems }
        let request = interaction.request
        let line = "\(request.method) \(URLParts(request.url).withoutCredentials)"
        return result.problems + [uncovered("'\(line)'", (api?.name).map { $0[...] })]
    }

    private struct Result {
        var problems: [RecordingProblem]
        var excerpts: [String]
        /// Whether there are interactions, and no contract has the URL of any.
        var isUncovered: Bool
    }

    /// Checks interactions. What breaks the contract alike, such as the elements of a list, is one problem.
    private func result(of interactions: [Interaction], scope: CheckedRules? = nil) -> Result {
        let (apis, failures) = bound(to: interactions)
        let checker = Checker(contracts, apis)
        var found: [(finding: Finding, interaction: Interaction)] = []
        var unmatched = 0
        ToolCommand.$taskTool.withValue(tool ?? ToolCommand.taskTool) {
            for interaction in interactions {
                var overrides = overrides
                let checked = checker.check([interaction], api: apiName)
                unmatched += checked.undocumentedAPIs
                for finding in overrides.applied(to: checked.findings)
                where finding.severity >= .warning && scope?.includes(finding) ?? true {
                    found.append((finding, interaction))
                }
            }
        }
        let groups = OrderedGroups(grouping: found) { $0.finding.key(.entry) }.values
        let problems = groups.compactMap { alike in
            RecordingProblem(alike: alike.map(\.finding), isFailure: scope?.isNamed ?? false)
        }
        let excerpts = zip(problems, groups).compactMap { problem, alike in
            alike.first.map { problem.message + "\n" + $0.interaction.excerpt(at: $0.finding.pointer) }
        }
        // The operations of an API are those of the tool, and checked by it.
        let unbound =
            models.isEmpty
            ? []
            : checker.bindingFindings.compactMap { finding in
                RecordingProblem(alike: [finding], isFailure: true)
            }
        return Result(
            problems: failures + unbound + problems, excerpts: excerpts,
            isUncovered: !interactions.isEmpty && unmatched == interactions.count)
    }

    /// Returns the API of the requirement with the models that the test names, and the problems of these.
    private func bound(to interactions: [Interaction]) -> (apis: [API], problems: [RecordingProblem]) {
        var apis = api.map { [$0] } ?? []
        var problems: [RecordingProblem] = []
        for model in models {
            do {
                guard let bound = try model.bound(to: interactions, in: contracts, api: apiName) else {
                    continue
                }
                if let index = apis.firstIndex(where: { $0.name == bound.api }) {
                    apis[index].models.append(bound.binding)
                } else {
                    apis.append(API(name: bound.api, models: [bound.binding]))
                }
            } catch { problems.append(RecordingProblem(error)) }
        }
        return (apis, problems)
    }

    private func uncovered(_ subject: String, _ api: Substring?) -> RecordingProblem {
        let infer = ToolCommand.$taskTool.withValue(tool ?? ToolCommand.taskTool) {
            "\(ToolCommand("infer", api.map(String.init) ?? "API"))"
        }
        let message = MessageText(
            "contract-missing: no contract has the URL of \(subject)", at: folder.displayPath,
            next: "add the origin to 'servers' of its contract, or run \(infer) to make one")
        return RecordingProblem(message: message.text, isFailure: true)
    }
}

extension RecordingProblem {
    /// Creates the problem of findings that are alike; nil if there are none.
    ///
    /// - Parameter isFailure: Whether a warning fails the test as well.
    fileprivate init?(alike findings: [Finding], isFailure: Bool) {
        guard let finding = findings.first else { return nil }
        let locations = [finding.location, finding.contractLocation].compactMap { $0?.description }
        let place = [finding.exchange].compactMap { $0 } + locations
        let others = findings.reduce(0) { $0 + $1.count } - 1
        let message = MessageText(
            "\(finding.rule.id): \(finding.message)", at: place.isEmpty ? nil : place.joined(separator: ", "),
            details: others == 0 ? [] : ["and \(others) more like it"], next: finding.next)
        self.init(message: message.text, isFailure: isFailure || finding.severity == .breaking)
    }
}

extension Interaction {
    /// The length in characters from which an excerpt ends early.
    private static var excerptLimit: Int { 4000 }

    /// Returns the object or array in the body that contains a value, or else the beginning of the body.
    fileprivate func excerpt(at pointer: JSONPointer?) -> String {
        guard let body = try? outcome.response?.body.storedBytes() else { return "" }
        var text = String(decoding: body.prefix(Self.excerptLimit), as: UTF8.self)
        if let pointer, let value = try? JSON(parsing: body)[pointer.parent ?? .root].value {
            text = value.text(.pretty)
        }
        return text.count > Self.excerptLimit ? text.prefix(Self.excerptLimit) + "…\n" : text + "\n"
    }
}
