import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// `verbatim check --reproduce`: a failing test for each finding that a single response shows.
struct Reproduction {
    static let option = Option.text(
        "--reproduce", "DIR",
        "write a failing test for each breaking finding and warning into a folder of a test target")

    private let folder: ReproductionFolder

    /// Returns nil if the command line does not ask for it.
    init?(_ arguments: Arguments) throws(UsageError) {
        guard let path = arguments[Self.option] else { return nil }
        if arguments.has(CheckCommand.watch) {
            throw .conflict("--reproduce", with: "--watch", "tests are written once")
        }
        if arguments.has(Baseline.write) {
            throw .conflict("--reproduce", with: "--write-baseline", "what is accepted has no test")
        }
        folder = ReproductionFolder(path: path)
    }

    /// A check, as far as it is needed to check parts of it again.
    struct Check {
        /// The findings, with the severities of the overrides.
        let findings: [Finding]
        let contracts: ContractSet
        /// The path of the folder of the contracts.
        let contractsPath: String
        let apis: [API]
        let overrides: Overrides
        let sources: [RecordingStore.File]
        /// The declarations of the app's models.
        let declarations: SharedSourceIndex
        /// Whether it was a check of all recordings of the APIs, and of all APIs.
        let isComplete: (ofAPIs: Bool, whole: Bool)
    }

    /// Writes the tests for the findings of a check, and returns a message about them.
    func write(_ check: Check, in context: CommandContext) throws -> String {
        let groups = OrderedGroups(grouping: check.findings.filter { $0.severity >= .warning }, by: \.fingerprint)
        var maker = ReproductionMaker(check, of: groups.count, in: context, folder: context.url(folder.path))
        try maker.findExchanges(of: groups.values.compactMap(\.first))
        var tests: [ReproductionTest] = []
        var gaps = OrderedGroups<String, Int>()
        for (fingerprint, findings) in groups.pairs {
            guard let finding = findings.first else { continue }
            let others = findings.reduce(0) { $0 + $1.count } - 1
            do {
                tests.append(try maker.test(of: finding, fingerprint, others: others))
            } catch {
                gaps["\(finding.rule.id): \(error.reason)", default: 0] += 1
            }
        }
        let names = check.isComplete.ofAPIs ? check.apis.map(\.name) : []
        let removed = try folder.write(
            tests.map { ($0.fileName, $0.text) },
            completeFor: names + (check.isComplete.whole ? [nil] : []), in: context)
        return message(tests.count, removed, gaps)
    }

    private func message(_ count: Int, _ removed: Int, _ gaps: OrderedGroups<String, Int>) -> String {
        let counts = [
            String.count(count, "test") + " written", removed == 0 ? nil : "\(removed) removed",
        ].compactMap(\.self)
        return MessageText(
            "\(folder.path): \(counts.list("and"))",
            details: gaps.pairs.map { "no test for \($0)" + ($1 > 1 ? " (\($1) times)" : "") },
            next: count == 0
                ? nil : "run `swift test --filter \(ReproductionTest.suitePrefix)`, in which every test fails"
        ).text
    }
}
