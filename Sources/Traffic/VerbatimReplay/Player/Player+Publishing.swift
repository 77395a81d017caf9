import Foundation
import Synchronization
import VerbatimHAR

extension Player {
    /// Ends the scenario: publishes the recording if it succeeded, or leaves every file as it was.
    ///
    /// Requests that have no outcome yet are not recorded, and a recording without interactions is not
    /// published. Only the first call has an effect.
    ///
    /// - Throws: ``RecordingError`` if something could not be recorded or written, or would have contained a
    ///   secret. The old recording is intact then.
    @discardableResult
    public func finish(_ ending: Ending) throws(RecordingError) -> ReplaySummary {
        let final = state.withLock { state in
            defer { state.isFinished = true }
            return state
        }
        do throws(RecordingError) {
            if let failure = final.failure, ending == .succeeded { throw failure }
            var summary = summary(of: final)
            guard !final.isFinished else { return summary }
            if ending == .succeeded, let url { summary.publication = try publish(final, to: url) }
            try RecordingError.wrap { () throws(ArchiveError) in try journal?.remove() }
            return summary
        } catch {
            // The first error is reported. A journal that stays is removed by the next recording.
            _ = try? journal?.remove()
            throw error
        }
    }

    private func summary(of state: State) -> ReplaySummary {
        let recording = matcher.recording
        let used = Set(state.usedEntries)
        let unused = (0..<recording.count).filter { !used.contains($0) }
        return ReplaySummary(
            name: name, mode: mode,
            used: ReplaySummary.Interactions(at: state.usedEntries, in: recording),
            unused: ReplaySummary.Interactions(at: unused, in: recording),
            recorded: state.recordedInOrder.map(\.interaction), misses: state.misses, publication: .none)
    }

    private func publish(_ final: State, to url: URL) throws(RecordingError) -> ReplaySummary.Publication {
        guard mode == .record || mode == .extend, !final.recorded.isEmpty else { return .none }
        let result = try RecordingError.wrap { () throws(ArchiveError) in
            let folder = url.deletingLastPathComponent()
            try AtomicFile.createFolder(folder)
            return try FolderLock.withLock(on: folder) { (lock: borrowing FolderLock) throws(ArchiveError) in
                try replaceRecording(at: url, with: final, under: lock)
            }
        }
        let changed = try result.get()
        try options.refreshLog?.update(name, origin: options.origin)
        return changed ? .published : .unchanged
    }

    /// Replaces the old recording, whose bodies are read now: the lock keeps other processes from changing
    /// them.
    private func replaceRecording(
        at url: URL, with final: State, under lock: borrowing FolderLock
    ) throws(ArchiveError) -> Result<Bool, RecordingError> {
        let archive = try merged(try redactedAgain(final.recordedInOrder), at: url)
        let files = try ArchiveFiles(archive, at: url)
        let leaks = LeakSearch(redactor.knownSecrets).leaks(in: files)
        return leaks.isEmpty ? .success(try files.publish(under: lock)) : .failure(.leak(leaks))
    }

    /// Returns the recorded interactions without the secrets that became known after they were recorded.
    private func redactedAgain(_ recorded: [State.Recorded]) throws(ArchiveError) -> [Interaction] {
        let count = redactor.knownSecrets.count
        var interactions: [Interaction] = []
        for (_, interaction, knownSecrets) in recorded {
            var interaction = interaction
            if knownSecrets < count {
                interaction.request = redactor.redact(interaction.request)
                interaction.outcome = try redactor.redact(interaction.outcome)
            }
            interactions.append(interaction)
        }
        return interactions
    }

    private func merged(_ recorded: [Interaction], at url: URL) throws(ArchiveError) -> Archive {
        if mode == .extend { return try extended(by: recorded, at: url) }
        // An unreadable recording is a reason to record again, not an error.
        let old = (try? Archive(contentsOf: url)) ?? Archive()
        return Archive(try RecordingMerge(into: old.interactions, matcher.fingerprinter).merge(recorded))
    }

    /// Returns the recording on disk with the interactions that it lacks.
    ///
    /// Another process may have extended it since this player opened it. Where both recorded the same
    /// request, the interaction on disk stays and this one is dropped, as if this process had come later.
    private func extended(by recorded: [Interaction], at url: URL) throws(ArchiveError) -> Archive {
        let exists = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
        var archive = exists ? try Archive(contentsOf: url) : Archive()
        let current = RequestMatcher(archive, matcher.fingerprinter)
        var dropped: [Fingerprint: Int] = [:]
        for interaction in recorded {
            let fingerprint = matcher.fingerprinter.fingerprint(of: interaction.request)
            let addedByOthers = current.count(of: fingerprint) - matcher.count(of: fingerprint)
            if dropped[fingerprint, default: 0] < addedByOthers {
                dropped[fingerprint, default: 0] += 1
            } else {
                archive.interactions.append(interaction)
            }
        }
        return archive
    }
}
