import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReplay

/// What a check finds in one recording: what shares of a check exchange.
struct CheckedRecording: Sendable {
    /// The API, if the folder of the recording says it.
    let api: String?
    let name: RecordingName?
    private(set) var report: CheckReport.State
    private(set) var audit: ModelAudit
    /// What the recording says about itself.
    private(set) var recording: RecordingOrigins.Recording
    /// The number of interactions with another server that were found in the contracts.
    let moved: Int

    /// The number of interactions that are checked together. It decides which findings are listed, and so is
    /// the same on every machine.
    private static let size = 1024
    /// The number of such groups that name the operations closest to undocumented ones: a report lists these.
    private static let groupsWithNearest = 10

    /// Checks a recording, of which only some interactions are in memory.
    ///
    /// - Parameters:
    ///   - empty: A report about the contract of the API, or about all.
    ///   - searches: Whether an archive of another tool is searched for secrets, as its result is written.
    init(
        _ source: RecordingStore.File, _ input: CheckInput, _ checker: Checker, empty: CheckReport,
        searches: Bool
    ) async throws {
        let stream = try source.stream()
        var (report, audit, losses) = (empty, ModelAudit(), [Finding]())
        var (recording, moved): (RecordingOrigins.Recording?, Int) = (nil, 0)
        try await stream.groups(of: Self.size).concurrently { group in
            var archive = try stream.archive(of: group)
            let moved = input.server?.move(&archive.interactions, api: source.api) ?? 0
            if searches, source.name == nil {
                input.context.console.redactor.addSecrets(of: archive.interactions)
            }
            var (part, audit) = (empty, ModelAudit())
            if group.lowerBound >= Self.size * Self.groupsWithNearest { part.nearestLimit = 0 }
            checker.add(archive.interactions, api: source.api, to: &part, audit: &audit) {
                input.declarations.value
            }
            return (part.state, audit, archive.lossFindings, RecordingOrigins.Recording(archive), moved)
        } _: { part, found, lost, own, count in
            report.add(part)
            audit.add(found)
            losses += lost
            moved += count
            if recording?.add(own) == nil { recording = own }
        }
        report.add(losses)
        (api, name, self.moved) = (source.api, source.name, moved)
        (self.report, self.audit) = (report.state, audit)
        self.recording = try recording ?? RecordingOrigins.Recording(stream.archive(of: 0..<0))
    }

    /// Searches an archive of another tool for secrets, before anything about it is printed.
    static func addSecrets(of source: RecordingStore.File, to redactor: OutputRedactor) async throws {
        guard source.name == nil else { return }
        let stream = try source.stream()
        try await stream.groups(of: size).concurrently { group in
            redactor.addSecrets(of: try stream.archive(of: group).interactions)
        } _: { _ in
        }
    }
}

extension CheckedRecording: Codable {
    private enum CodingKeys: CodingKey { case api, name, report, audit, recording, moved }

    /// The key of the checker, which knows the contracts and models of an audit.
    static let checker = CodingUserInfoKey(rawValue: "checker")

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        api = try container.decodeIfPresent(String.self, forKey: .api)
        name = try container.decodeIfPresent(RecordingName.self, forKey: .name)
        report = try container.decode(CheckReport.State.self, forKey: .report)
        recording = try container.decode(RecordingOrigins.Recording.self, forKey: .recording)
        moved = try container.decode(Int.self, forKey: .moved)
        let checker = Self.checker.flatMap { decoder.userInfo[$0] } as? Checker
        let facts = try container.decode(ModelAudit.Facts.self, forKey: .audit)
        audit = checker?.audit(facts) ?? ModelAudit()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(api, forKey: .api)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(report, forKey: .report)
        try container.encode(ModelAudit.Facts(audit), forKey: .audit)
        try container.encode(recording, forKey: .recording)
        try container.encode(moved, forKey: .moved)
    }
}
