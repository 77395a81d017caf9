import Foundation
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimReplay

/// Compares the recordings of two files or folders.
struct RecordingPair {
    /// Receives the losses of the recordings, and redacts their secrets.
    let console: Console
    /// The contracts and models of the app, which say whom a change breaks.
    let assessment: DriftAssessment

    /// Returns the changes between two recordings, or between those with the same name in two folders.
    func changes(from old: RecordingStore, to new: RecordingStore) throws -> [Finding] {
        let sides = [old.folder, new.folder]
        let folders = sides.filter { $0.pathExtension != "har" }
        guard !folders.isEmpty else { return try changes(sides[0], sides[1]) }
        if let file = sides.first(where: { !folders.contains($0) }) {
            throw UsageError.malformed(file.relativePath, expected: "a folder, as the other side is")
        }
        let (oldNames, newNames) = (Set(old.names), Set(new.names))
        return try (new.names + old.names.filter { !newNames.contains($0) }).flatMap { name in
            try changes(
                oldNames.contains(name) ? old.folder.appending(path: name.path) : nil,
                newNames.contains(name) ? new.folder.appending(path: name.path) : nil)
        }
    }

    private func changes(_ old: URL?, _ new: URL?) throws -> [Finding] {
        let interactions = try [old, new].map { file in
            try file.map { try RecordingStore.File($0).interactions(on: console) } ?? []
        }
        let api = (new ?? old)?.deletingLastPathComponent().lastPathComponent ?? ""
        return assessment.changes(from: interactions[0], to: interactions[1], api: api)
    }
}
