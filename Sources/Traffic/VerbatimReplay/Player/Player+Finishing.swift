import Foundation
import Synchronization
import VerbatimHAR

extension Player {
    /// Ends the scenario: publishes what was recorded when it ended well, else leaves every file as it was.
    ///
    /// Exchanges still under way are not recorded, and a recording of no interaction is not published. Only the
    /// first call has an effect.
    ///
    /// - Throws: ``RecordingError`` when something could not be kept or written, or would have shown a secret; the
    ///   old recording is whole then.
    @discardableResult
    public func finish(_ ending: Ending) throws(RecordingError) -> ReplaySummary {
        let ended = state.withLock { state in
            defer { state.isFinished = true }
            return state
        }
        do throws(RecordingError) {
            if let failure = ended.failure, ending == .succeeded { throw failure }
            var summary = summary(of: ended)
            guard !ended.isFinished else { return summary }
            if ending == .succeeded, let url { summary.publication = try publish(ended, to: url) }
            try RecordingError.wrap { () throws(ArchiveError) in try journal?.remove() }
            return summary
        } catch {
            // The first error is the one to tell; a journal that stays is removed by the next recording.
            _ = try? journal?.remove()
            throw error
        }
    }

    private func summary(of state: State) -> ReplaySummary {
        let used = Set(state.used)
        return ReplaySummary(
            name: name, mode: mode, used: ReplaySummary.Interactions(state.used, of: interactions),
            unused: ReplaySummary.Interactions(
                (0..<interactions.count).filter { !used.contains($0) }, of: interactions),
            recorded: state.inOrder.map(\.interaction), misses: state.misses, publication: .none)
    }

    private func publish(_ ended: State, to url: URL) throws(RecordingError) -> ReplaySummary.Publication {
        guard mode == .record || mode == .extend, !ended.recorded.isEmpty else { return .none }
        let result = try RecordingError.wrap { () throws(ArchiveError) in
            let folder = url.deletingLastPathComponent()
            try AtomicFile.createFolder(folder)
            return try FolderLock.hold(folder) { (lock: borrowing FolderLock) throws(ArchiveError) in
                try replace(ended, at: url, under: lock)
            }
        }
        let changed = try result.get()
        try options.refreshLog?.update(name, origin: options.origin)
        return changed ? .published : .unchanged
    }

    /// Replaces the old recording; until the new one is in place nobody else may change the old one's files, for
    /// the bodies in them are read only now.
    private func replace(
        _ ended: State, at url: URL, under lock: borrowing FolderLock
    ) throws(ArchiveError) -> Result<Bool, RecordingError> {
        let files = try ArchiveFiles(try renewed(with: try settled(ended.inOrder), at: url), at: url)
        let leaks = LeakSearch(redactor.known).leaks(in: files)
        return leaks.isEmpty ? .success(try files.publish(under: lock)) : .failure(.leak(leaks))
    }

    /// What was recorded, masked once more where a secret became known only later.
    private func settled(_ recorded: [State.Recorded]) throws(ArchiveError) -> [Interaction] {
        let known = redactor.known.count
        var settled: [Interaction] = []
        for (_, interaction, knownThen) in recorded {
            var interaction = interaction
            if knownThen < known {
                interaction.request = redactor.mask(interaction.request)
                interaction.outcome = try redactor.mask(interaction.outcome)
            }
            settled.append(interaction)
        }
        return settled
    }

    private func renewed(with recorded: [Interaction], at url: URL) throws(ArchiveError) -> Archive {
        if mode == .extend { return try extended(by: recorded, at: url) }
        // A recording that cannot be read is what recording anew is for.
        let old = (try? Archive(contentsOf: url)) ?? Archive()
        return Archive(try RecordingMerge(of: old.interactions, fingerprinter).interactions(recorded))
    }

    /// The recording in place with what it lacks.
    ///
    /// Another process may have extended it since this one opened it: where both asked the network for the same answer,
    /// the one that is in place stays and the other is dropped, as if this process had come later.
    private func extended(by recorded: [Interaction], at url: URL) throws(ArchiveError) -> Archive {
        let exists = FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
        var archive = exists ? try Archive(contentsOf: url) : Archive()
        let inPlace = RecordingIndex(archive, fingerprinter)
        var dropped: [Fingerprint: Int] = [:]
        for interaction in recorded {
            let fingerprint = fingerprinter.fingerprint(interaction.request)
            let byOthers = inPlace.count(of: fingerprint) - index.count(of: fingerprint)
            if dropped[fingerprint, default: 0] < byOthers {
                dropped[fingerprint, default: 0] += 1
            } else {
                archive.interactions.append(interaction)
            }
        }
        return archive
    }
}
