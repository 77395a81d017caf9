import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay

/// Makes the tests for the findings of a check.
struct ReproductionMaker {
    private let input: CheckInput
    private let overrides: Overrides
    private let cost: ReductionCost
    /// The path from the folder of the tests to that of the contracts, unless a test finds it by itself.
    private let contracts: String?
    /// The interactions that findings are about, by location.
    private var interactions: [SourceLocation: [Interaction]] = [:]

    /// A reason why a finding has no test.
    struct Gap: Error {
        let reason: String

        static let noResponse = Gap(reason: "no single response shows it")
        static let noProgram = Gap(
            reason: "a test cannot name the APIs of this program, as it is no VerbatimTool")
        static let lost = Gap(reason: "it depends on what the archive lacks")
        static let large = Gap(reason: "more than \(bodyLimit >> 10) KB of the body are needed")
    }

    /// The size of a body in bytes from which there is no test.
    private static let bodyLimit = 64 << 10
    /// The number of bytes that all reductions may check together.
    private static let totalBytes = 1 << 28

    init(_ input: CheckInput, _ overrides: Overrides, of count: Int, folder: URL) {
        self.input = input
        self.overrides = overrides
        var cost = ReductionCost()
        cost.bytes = min(cost.bytes, Self.totalBytes / max(count, 1))
        self.cost = cost
        let folders = ToolFolders(recordings: "/", contracts: "/")
        let root = ProjectRoot(of: folder, with: folders).map { folder.appending(path: $0.path) }
        let usual = root?.appending(path: ToolFolders().contracts)
        let own = input.context.url(input.contractsPath)
        contracts = usual.flatMap(FileIdentity.init) == FileIdentity(of: own) ? nil : own.path(from: folder)
    }

    mutating func findExchanges(of findings: [Finding]) throws {
        let wanted = Set(findings.compactMap { $0.isOfExchange ? $0.location?.ofInteraction : nil })
        guard !wanted.isEmpty else { return }
        for source in input.sources {
            for interaction in try source.archive(input.context.console.redactor).interactions {
                for location in interaction.ownLocations where wanted.contains(location) {
                    interactions[location, default: []].append(interaction)
                }
            }
        }
    }

    func test(of finding: Finding, _ fingerprint: String, others: Int) throws(Gap) -> ReproductionTest {
        guard finding.isOfExchange, let location = finding.location?.ofInteraction else { throw .noResponse }
        let program = finding.model == nil ? nil : input.context.program.flatMap { QualifiedType($0) }
        if finding.model != nil, program == nil { throw .noProgram }
        let (recorded, reduced, isAlone) = try exchange(of: finding, at: location)
        guard reduced.request.body.count + reduced.response.body.count <= Self.bodyLimit else { throw .large }
        return ReproductionTest(
            finding: finding, fingerprint: fingerprint, others: others, recorded: recorded, reduced: reduced,
            namesPointer: !isAlone, api: input.chosen.apis.first { $0.name == finding.api }, program: program,
            declaration: finding.model.flatMap { input.declarations.value.location(of: $0) },
            contracts: contracts)
    }

    /// Returns the first exchange with a finding, as it was recorded and reduced, and whether its rule has no
    /// finding about another value.
    private func exchange(
        of finding: Finding, at location: SourceLocation
    ) throws(Gap) -> (recorded: ReducedExchange, reduced: ReducedExchange, isAlone: Bool) {
        let recorded = interactions[location, default: []].compactMap {
            ReducedExchange($0, without: input.context.console.redactor)
        }
        guard !recorded.isEmpty else { throw .noResponse }
        let findings = checking(finding)
        for exchange in recorded {
            if let reduced = ExchangeReduction.reduce(exchange, to: finding, cost: cost, findings: findings) {
                let values = Set(findings(reduced).filter { $0.rule == finding.rule }.map(\.pattern))
                return (exchange, reduced, values.count < 2)
            }
        }
        throw .lost
    }

    /// Returns the check that the test of a finding makes: with the models if it is about one.
    private func checking(_ finding: Finding) -> (ReducedExchange) -> [Finding] {
        let contracts =
            finding.api.map { input.chosen.contracts.contracts(of: [$0]) } ?? input.chosen.contracts
        let isAboutModel = finding.model != nil
        let checker = Checker(
            contracts, isAboutModel ? input.chosen.apis.filter { $0.name == finding.api } : [])
        return { [overrides] exchange in
            var overrides = overrides
            let found = checker.check([exchange.interaction], api: finding.api).findings
            return overrides.applied(to: found).filter {
                $0.severity >= .warning && ($0.model != nil) == isAboutModel
            }
        }
    }
}

extension Finding {
    /// Whether it is about a single interaction with a response.
    fileprivate var isOfExchange: Bool { Checker.rules.contains(rule) && subject.exchange != nil }

    /// The pointer of the value for all elements of arrays: `/items/*/id`.
    var pattern: String? { subject.pointer?.pattern.description }
}

extension SourceLocation {
    /// The location of the interaction that a finding is about: the file of the body, or the entry.
    fileprivate var ofInteraction: SourceLocation {
        var location = file.hasSuffix(".har") ? self : SourceLocation(file: file)
        location.column = nil
        return location
    }
}

extension Interaction {
    /// The locations that findings about it can have.
    fileprivate var ownLocations: [SourceLocation] {
        let body = location?.body.map { SourceLocation(file: $0) }
        return [entryLocation, entryLocation.map { SourceLocation(file: $0.file) }, body].compactMap(\.self)
    }
}

extension URL {
    /// The path from a folder, `../../Contracts`.
    fileprivate func path(from folder: URL) -> String {
        let (own, other) = (standardizedFileURL.pathComponents, folder.standardizedFileURL.pathComponents)
        let common = zip(own, other).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: other.count - common) + own.dropFirst(common))
            .joined(separator: "/")
    }
}
