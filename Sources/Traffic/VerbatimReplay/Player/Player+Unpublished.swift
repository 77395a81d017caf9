package import Foundation
import Synchronization
package import VerbatimHAR

extension Player {
    /// Keeps what a test that failed recorded in ``Options/unpublished``, redacted and searched for secrets
    /// as a recording is, or removes what it left there before it passed.
    ///
    /// What other test cases of the recording left there stays. In ``RecordingMode/extend``, what was
    /// replayed is kept as well.
    ///
    /// - Returns: The file, or nil if nothing is kept.
    /// - Throws: ``RecordingError``.
    package func keepUnpublished(_ ending: Ending) throws(RecordingError) -> URL? {
        let recorded = state.withLock { $0.recordedInOrder }
        guard mode == .record || mode == .extend, let file = options.unpublished, !recorded.isEmpty else {
            return nil
        }
        let folder = file.deletingLastPathComponent()
        let hasFile = try RecordingError.wrap { () throws(ArchiveError) in try FileKind(of: file) != .missing
        }
        guard ending == .failed || hasFile else { return nil }
        let replayed = ending == .failed ? try replayedInteractions() : []
        let result = try RecordingError.wrap { () throws(ArchiveError) in
            try AtomicFile.createFolder(folder)
            return try FolderLock.withLock(on: [folder]) {
                (lock: borrowing FolderLock) throws(ArchiveError) in
                let own = ending == .failed ? replayed + (try redactedAgain(recorded)) : []
                return try replaceUnpublished(at: file, with: own, under: lock)
            }
        }
        return try result.get() ? file : nil
    }

    private func replayedInteractions() throws(RecordingError) -> [Interaction] {
        let entries = state.withLock { $0.usedEntries }
        return try ReplaySummary.Interactions(at: entries, in: matcher.recording, redactor).load()
    }

    /// Replaces the interactions of the test case in the file, which is removed with the last one. Returns
    /// whether there is a file.
    private func replaceUnpublished(
        at file: URL, with own: [Interaction], under lock: borrowing FolderLock
    ) throws(ArchiveError) -> Result<Bool, RecordingError> {
        // A damaged file is replaced: the next run of its tests makes it again.
        let left = (try? Archive(contentsOf: file))?.interactions ?? []
        let others = left.filter { $0.testCase?.name != options.testCase?.name }
        var archive = Archive(others + own)
        archive.origin = options.origin
        let files = try ArchiveFiles(archive, at: file)
        if let refusal = refusal(of: files) { return .failure(refusal) }
        let publication = try Publication(files, under: lock)
        try publication.replaceArchive()
        try publication.finish(under: lock)
        if archive.interactions.isEmpty { try AtomicFile.removeFile(file) }
        return .success(!archive.interactions.isEmpty)
    }
}

extension Archive {
    /// Returns the interactions of a published recording with which those of tests that failed are compared:
    /// those of the same test cases, and of none; all if there is none of these.
    package func counterparts(of unpublished: [Interaction]) -> [Interaction] {
        let names = Set(unpublished.map(\.testCase?.name))
        let own = interactions.filter { $0.testCase == nil || names.contains($0.testCase?.name) }
        return own.isEmpty ? interactions : own
    }
}
