import Foundation
import VerbatimContract
import VerbatimDrift
import VerbatimJSON
import VerbatimReplay
import VerbatimReports

/// Compares the recordings of two files or folders.
struct RecordingPair {
    /// The sides, with the names that locations in them get.
    let old, new: (store: RecordingStore, named: @Sendable (SourceLocation) -> SourceLocation)
    /// The contracts and models of the app, which say whom a change breaks.
    let assessment: DriftAssessment

    /// The changes of a recording, and the losses of both sides.
    struct Comparison: Sendable, Codable {
        fileprivate let losses: [Finding]
        fileprivate let changes: [Finding]
    }

    /// Returns the changes between two recordings, or between those with the same name in two folders.
    func changes(in context: CommandContext) async throws -> [Finding] {
        var changes: [Finding] = []
        try await work(in: context).results(in: context) { comparison in
            context.console.error(ItemText().text(of: comparison.losses))
            changes += comparison.changes
        }
        return changes
    }

    /// The work of the comparison: the recordings of the new side, then those of the old one alone.
    func work(in context: CommandContext) throws -> SharedWork<Recording, Comparison> {
        SharedWork(items: context.partial == nil ? try recordings : []) {
            $0.name
        } digest: {
            try context.digest(
                of: [$0.old, $0.new].compactMap(\.self).flatMap { RecordingStore.File($0).parts }.map {
                    ($0.relativePath, $0)
                })
        } perform: { [self] recording in
            try compare(recording, context.console.redactor)
        }
    }

    /// A recording, by its file on each side that has it.
    struct Recording: Sendable {
        fileprivate let name: String
        fileprivate let old, new: URL?
    }

    private var recordings: [Recording] {
        get throws {
            let sides = [old.store.folder, new.store.folder]
            let folders = sides.filter { $0.pathExtension != "har" }
            guard !folders.isEmpty else {
                return [Recording(name: sides[1].relativePath, old: sides[0], new: sides[1])]
            }
            if let file = sides.first(where: { !folders.contains($0) }) {
                throw UsageError.malformed(file.relativePath, expected: "a folder, as the other side is")
            }
            let (oldNames, newNames) = (Set(old.store.names), new.store.names)
            let known = Set(newNames)
            let others = old.store.names.filter { !known.contains($0) }
            return (newNames.map { ($0, true) } + others.map { ($0, false) }).map { name, isNew in
                Recording(
                    name: name.description,
                    old: oldNames.contains(name) ? sides[0].appending(path: name.path) : nil,
                    new: isNew ? sides[1].appending(path: name.path) : nil)
            }
        }
    }

    private func compare(_ recording: Recording, _ redactor: OutputRedactor) throws -> Comparison {
        let archives = try [recording.old, recording.new].map { file in
            try file.map { try RecordingStore.File($0).archive(redactor) }
        }
        let api = (recording.new ?? recording.old)?.deletingLastPathComponent().lastPathComponent ?? ""
        let changes = assessment.changes(from: archives[0], to: archives[1], api: api).map { change in
            var change = change
            change.oldLocation = change.oldLocation.map(old.named)
            change.location = change.location.map(new.named)
            return change
        }
        return Comparison(losses: archives.compactMap(\.self).flatMap(\.lossFindings), changes: changes)
    }
}
