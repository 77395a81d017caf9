import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay
import VerbatimReports

/// Compares recordings as the app sees them: with its contracts and its models.
struct DriftAssessment: Sendable {
    /// The contracts and models; nil if the contracts cannot be read, which `verbatim check` reports.
    let checker: Checker?
    private let sources: @Sendable () -> SourceIndex
    private let ignoredHeaders: [String: Set<String>]

    /// Assesses with some contracts, and the declarations of the app's models.
    init(contracts: URL, sources: @autoclosure @escaping @Sendable () -> SourceIndex, _ apis: [API]) {
        checker = (try? ContractSet(contentsOf: contracts)).map { Checker($0, apis) }
        self.sources = sources
        ignoredHeaders = apis.reduce(into: [:]) { $0[$1.name] = $1.matching.ignoredResponseHeaders }
    }

    /// Assesses with the contracts and sources of a tool.
    init(_ context: CommandContext) {
        let index = SharedSourceIndex(of: context.url(context.folders.sources))
        self.init(
            contracts: context.url(context.folders.contracts), sources: index.value, context.apis)
    }

    /// Returns the changes of a recording, with the properties of the app that each breaks.
    func changes(
        from old: [Interaction], to new: [Interaction], api: String
    ) -> [RecordingChange] {
        RecordingComparison(old, new, api: api, ignoredHeaders: ignoredHeaders[api] ?? []) {
            conflicts(of: $0, api: api)
        }.changes()
    }

    /// Returns the first value that the app cannot decode, or nil if it decodes all that it reads.
    func firstConflict(in interactions: [Interaction], api: String) -> ModelConflict? {
        interactions.lazy.compactMap { conflicts(of: $0, api: api)?.first { !$0.isDropped } }.first
    }

    private func conflicts(of interaction: Interaction, api: String) -> [ModelConflict]? {
        checker?.conflicts(of: interaction, api: api, in: sources)
    }
}

/// The changes since the last recording, which `verbatim record` prints at its end.
struct DriftReport: Sendable {
    /// The changes, in the order of the recordings.
    var changes: [RecordingChange] = []
    /// The names of the recordings that were compared.
    var compared: [String] = []

    /// Adds the changes of a recording.
    mutating func add(_ changes: [RecordingChange], of name: String) {
        self.changes += changes
        compared.append(name)
    }

    /// Prints the changes and what to run next; prints nothing if no recording was replaced.
    ///
    /// - Parameters:
    ///   - folder: The folder of the recordings, as on the command line.
    ///   - overrides: The team's decisions about changes.
    /// - Returns: The worst severity.
    func print(
        on console: Console, folder: String, applying overrides: inout Overrides
    ) -> Severity {
        guard !compared.isEmpty else { return .off }
        let changes = overrides.applied(to: changes)
        console.line("changes of \(String.count(compared.count, "recording")) since the last recording:")
        let report = Report(changes: changes)
        console.out(ReportText(colored: console.isColored, limit: Self.limit).text(of: report))
        let apis = compared.map { String($0.prefix { $0 != "/" }) }.uniqued
        let check =
            changes.contains { $0.severity >= .warning }
            ? "\(ToolCommand("check", apis.joined(separator: " "))), then " : ""
        console.line("next: run \(check)`git diff \(folder)`, which shows every value, and commit")
        return changes.map(\.severity).max() ?? .off
    }

    /// The number of changes that are listed.
    private static let limit = 100
}

/// The interactions of recordings before they are made again, with their bodies: publishing replaces the
/// files.
struct RecordingSnapshot: Sendable {
    /// The interactions by the names of recordings.
    private(set) var recordings: [String: [Interaction]] = [:]
    /// The names of the recordings that exist and cannot be read.
    private(set) var unreadable: Set<String> = []

    /// Reads recordings, of which those that do not exist are left out.
    init(of names: [String] = [], in folder: URL) {
        for name in names {
            if let archive = try? Self.archive(name, in: folder) {
                recordings[name] = archive.interactions.map(\.forComparison)
            } else if FileManager.default.fileExists(atPath: folder.appending(path: "\(name).har").path) {
                unreadable.insert(name)
            }
        }
    }

    /// Reads the recording that is there now.
    static func archive(_ name: String, in folder: URL) throws(ArchiveError) -> Archive {
        try Archive(contentsOf: folder.appending(path: "\(name).har"))
    }
}

extension Interaction {
    /// The interaction without its location, which will be that of another.
    fileprivate var forComparison: Interaction {
        var interaction = withBodyInMemory
        interaction.location = nil
        return interaction
    }
}
