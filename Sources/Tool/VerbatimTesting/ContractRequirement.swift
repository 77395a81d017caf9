import Foundation
import Synchronization
public import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// A contract to which the interactions of a test are held, replayed or live.
///
///     @Test(.recording("weather/berlin", keeping: .contract))
///
/// Breaking findings are failures of the test, warnings are warnings; others are not reported. Overrides of
/// the contracts apply. Answers of stubs are not checked.
public struct ContractRequirement: Sendable {
    let api: API?
    let folder: String?

    /// The contract in the folder `Contracts` next to the folder of the recordings.
    ///
    /// It is that of the recording's API, `Contracts/weather.json` for `weather/berlin`; if there is none,
    /// each interaction is checked against the contract with its URL. The models of the API take part if the
    /// recording is that of an ``VerbatimAPI/API``.
    public static var contract: ContractRequirement { contract() }

    /// Returns the requirement of a contract.
    ///
    /// - Parameters:
    ///   - api: The API whose models take part; nil is that of the recording.
    ///   - folder: The folder of the contracts, absolute or relative to that of the test's file; nil is the
    ///     folder `Contracts` next to that of the recordings.
    public static func contract(of api: API? = nil, in folder: String? = nil) -> ContractRequirement {
        ContractRequirement(api: api, folder: folder)
    }
}

/// The check of the interactions of a test.
struct ContractCheck: Sendable {
    private let contracts: ContractSet
    private let overrides: Overrides
    private let folder: URL
    private let api: API?
    /// The name of the API with a contract; nil checks each interaction against the contract with its URL.
    private let apiName: String?

    /// Reads the contracts.
    ///
    /// - Parameters:
    ///   - api: The API of the recording; nil is the one that the name of the recording names.
    ///   - testFolder: The folder of the test's file.
    ///   - recordings: The folder of the recordings; nil if it is not on this machine.
    /// - Throws: ``VerbatimContract/ContractError``.
    init(
        _ requirement: ContractRequirement, of api: API?, recording: String, testFolder: URL, recordings: URL?
    ) throws {
        let sibling = recordings ?? testFolder.appendingPathComponent("Recordings")
        folder =
            requirement.folder.map { testFolder.resolving($0) }
            ?? sibling.deletingLastPathComponent().appendingPathComponent("Contracts", isDirectory: true)
        let contracts = try Self.contracts(in: folder)
        self.contracts = contracts
        overrides = try Overrides(
            contentsOf: folder.appendingPathComponent("overrides.json"), today: Date().isoDay
        ) { _ in true }
        self.api = api
        let name = api?.name ?? recording.split(separator: "/").first.map(String.init)
        apiName = name.flatMap { contracts.contract(of: $0)?.api }
    }

    private static let cache = Mutex<[URL: ContractSet]>([:])

    /// Reads the contracts of a folder, once in a process.
    private static func contracts(in folder: URL) throws -> ContractSet {
        if let known = cache.withLock({ $0[folder] }) { return known }
        let contracts = try ContractSet(contentsOf: folder)
        cache.withLock { $0[folder] = contracts }
        return contracts
    }

    /// Checks the interactions of a test.
    func report(on summary: ReplaySummary) throws -> RecordingReport {
        let interactions = try summary.used.load() + summary.recorded
        let checker = Checker(contracts, api.map { [$0] } ?? [])
        var report = RecordingReport([])
        var excerpts: [String] = []
        var unmatched = 0
        for interaction in interactions {
            var overrides = overrides
            let checked = checker.check([interaction], api: apiName)
            unmatched += checked.undocumentedAPIs
            for finding in overrides.applied(to: checked.findings) where finding.severity >= .warning {
                let problem = RecordingProblem(finding)
                report.problems.append(problem)
                excerpts.append(problem.message + "\n" + interaction.excerpt(at: finding.pointer))
            }
        }
        if !interactions.isEmpty, unmatched == interactions.count {
            report.problems.append(RecordingProblem(uncovered: summary, folder))
        }
        if !excerpts.isEmpty {
            let text = excerpts.joined(separator: "\n")
            report.attachments.append(RecordingAttachment("findings", of: summary, "txt", Data(text.utf8)))
        }
        return report
    }
}

extension RecordingProblem {
    fileprivate init(_ finding: Finding) {
        let locations = [finding.location, finding.contractLocation].compactMap { $0?.description }
        let place = [finding.exchange].compactMap { $0 } + locations
        let message = MessageText(
            "\(finding.rule.id): \(finding.message)", at: place.isEmpty ? nil : place.joined(separator: ", "),
            next: finding.next)
        self.init(message: message.text, isFailure: finding.severity == .breaking)
    }

    fileprivate init(uncovered summary: ReplaySummary, _ folder: URL) {
        let message = MessageText(
            "contract-missing: no contract has the URL of a request of '\(summary.name)'", at: folder.path,
            next: "add the origin to 'servers' of its contract, or run `verbatim infer` to make one")
        self.init(message: message.text, isFailure: true)
    }
}

extension Interaction {
    /// The length in characters from which an excerpt ends early.
    private static var excerptLimit: Int { 4000 }

    /// Returns the object or array in the body that contains a value, or else the beginning of the body.
    fileprivate func excerpt(at pointer: String?) -> String {
        guard let body = try? outcome.response?.body.storedBytes() else { return "" }
        var text = String(decoding: body.prefix(Self.excerptLimit), as: UTF8.self)
        if let pointer, let tokens = try? JSONPointer(parsing: pointer).tokens,
            let value = try? JSON(parsing: body)[JSONPointer(Array(tokens.dropLast()))].value
        {
            text = value.text(.pretty)
        }
        return text.count > Self.excerptLimit ? text.prefix(Self.excerptLimit) + "…\n" : text + "\n"
    }
}
