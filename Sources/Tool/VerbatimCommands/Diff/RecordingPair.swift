import Foundation
import VerbatimDrift
import VerbatimHAR

/// Compares the recordings of two files or folders.
struct RecordingPair {
    /// Receives the losses of the recordings, and redacts their secrets.
    let console: Console
    /// The contracts and models of the app, which say whom a change breaks.
    let assessment: DriftAssessment

    /// Returns the changes between two recordings, or between those with the same name in two folders.
    func changes(from old: URL, to new: URL) throws -> [RecordingChange] {
        guard old.pathExtension != "har" || new.pathExtension != "har" else {
            return try changes(old, new)
        }
        let (oldNames, newNames) = (try names(in: old), try names(in: new))
        return try (newNames + oldNames.filter { !newNames.contains($0) }).flatMap { name in
            try changes(
                oldNames.contains(name) ? old.appending(path: name) : nil,
                newNames.contains(name) ? new.appending(path: name) : nil)
        }
    }

    private func names(in folder: URL) throws -> [String] {
        guard folder.pathExtension != "har" else {
            throw UsageError.malformed(folder.relativePath, expected: "a folder, as the other side is")
        }
        return FolderListing.paths(in: folder, extension: "har")
    }

    private func changes(_ old: URL?, _ new: URL?) throws -> [RecordingChange] {
        let interactions = try [old, new].map { file in
            try file.map { try RecordingSource(file: $0, api: nil).interactions(on: console) } ?? []
        }
        let api = (new ?? old)?.deletingLastPathComponent().lastPathComponent ?? ""
        return assessment.changes(from: interactions[0], to: interactions[1], api: api)
    }
}
