import Foundation
import Synchronization
import VerbatimHAR

extension Player {
    /// Ends the scenario: publishes the recording if it succeeded, or leaves every file as it was.
    ///
    /// A response that is still arriving is cancelled, and recorded as far as the app has it. Requests
    /// without a response are not recorded, and a recording without interactions is not published. Only the
    /// first call has an effect.
    ///
    /// - Throws: ``RecordingError/unfinished(_:)`` if the new recording is published but not everything
    ///   beside it could be put in order. After any other error the old recording is as it was: something
    ///   could not be recorded or written, or would have contained a secret.
    @discardableResult
    public func finish(_ ending: Ending) throws(RecordingError) -> ReplaySummary {
        for request in state.withLock({ $0.arriving.values }) { request.cancelAndWait() }
        let final = state.withLock { state in
            defer { state.isFinished = true }
            return state
        }
        if let failure = final.failure, ending == .succeeded { throw failure }
        var summary = summary(of: final)
        guard !final.isFinished else { return summary }
        if ending == .succeeded, let url { summary.publication = try publish(final, to: url) }
        summary.redactions = redactor.summary
        return summary
    }

    private func summary(of state: State) -> ReplaySummary {
        let recording = matcher.recording
        let used = Set(state.usedEntries)
        let unused = ownEntries.filter { !used.contains($0) }
        return ReplaySummary(
            name: name, mode: mode,
            used: ReplaySummary.Interactions(at: state.usedEntries, in: recording, redactor),
            unused: ReplaySummary.Interactions(at: unused, in: recording, redactor),
            recorded: state.recordedInOrder.map(\.interaction), misses: state.misses, publication: .none,
            redactions: RedactionSummary())
    }

    private func publish(_ final: State, to url: URL) throws(RecordingError) -> ReplaySummary.Publication {
        guard mode == .record || mode == .extend, !final.recorded.isEmpty else { return .none }
        let folders = [url, options.refreshLog?.url].compactMap { $0?.deletingLastPathComponent() }
        let result = try RecordingError.wrap { () throws(ArchiveError) in
            for folder in folders { try AtomicFile.createFolder(folder) }
            // The folder of the recordings may be a link of their owner; that of an API leads nowhere else.
            if let api = folders.first, let all = folders.last, api.fileName != all.fileName {
                try FileKind.require(.folder, at: api)
            }
            return try FolderLock.withLock(on: folders) { (lock: borrowing FolderLock) throws(ArchiveError) in
                try replaceRecording(at: url, with: final, under: lock)
            }
        }
        return try result.get()
    }

    /// Replaces the old recording, whose bodies are read now: the lock keeps other processes from changing
    /// them.
    ///
    /// Everything that can be tried without replacing a file is tried first, for the log as well.
    private func replaceRecording(
        at url: URL, with final: State, under lock: borrowing FolderLock
    ) throws(ArchiveError) -> Result<ReplaySummary.Publication, RecordingError> {
        let archive = try merged(try redactedAgain(final.recordedInOrder), at: url)
        let files = try ArchiveFiles(archive, at: url)
        if let refusal = refusal(of: files) { return .failure(refusal) }
        let publication = try Publication(files, under: lock)
        let log = options.refreshLog
        let update = try log?.staged(Date().isoDay, of: recordingName, under: lock)
        try publication.replaceArchive()
        do throws(ArchiveError) {
            try update?.commit()
            try publication.finish(under: lock)
            if let log { try AtomicFile.removeTemporaries(of: log.url, under: lock) }
        } catch {
            return .failure(publication.isChange ? .unfinished(error) : .archive(error))
        }
        return .success(publication.isChange ? .published : .unchanged)
    }

    /// Returns the recorded interactions without the secrets that became known after they were recorded.
    func redactedAgain(_ recorded: [State.Recorded]) throws(ArchiveError) -> [Interaction] {
        let count = redactor.knownSecrets.count
        var interactions: [Interaction] = []
        for (_, interaction, knownSecrets) in recorded {
            var interaction = interaction
            interaction.testCase = options.testCase
            if knownSecrets < count {
                interaction.request = redactor.redact(interaction.request, for: .recording)
                interaction.outcome = try redactor.redact(interaction.outcome)
                interaction.webSocketMessages = redactor.redact(interaction.webSocketMessages)
            }
            interactions.append(interaction)
        }
        return interactions
    }

    private func merged(_ recorded: [Interaction], at url: URL) throws(ArchiveError) -> Archive {
        let old = try oldArchive(at: url)
        var archive =
            mode == .extend
            ? extended(old, by: recorded)
            : Archive(try InteractionMerge(into: old.interactions, matcher.fingerprinter).merge(recorded))
        let keepsOld = mode == .extend || archive.interactions.count > recorded.count
        let origins = [options.origin, keepsOld ? old.origin : nil]
        // The responses are those of the provider only if all are.
        archive.origin = [.fake, .imported].first { origins.contains($0) } ?? options.origin
        return archive
    }

    /// Reads the recording on disk, which may not exist. A damaged one is a reason to record again, but not
    /// one to extend nothing, or to lose what other test cases recorded.
    private func oldArchive(at url: URL) throws(ArchiveError) -> Archive {
        guard try FileKind(of: url) != .missing else { return Archive() }
        do throws(ArchiveError) {
            return try Archive(contentsOf: url)
        } catch {
            guard mode == .record, error.isDamage, options.testCase?.isOneOfSeveral != true else {
                throw error
            }
            return Archive()
        }
    }

    /// Returns the recording on disk with the interactions that it lacks.
    ///
    /// Another process may have extended it since this player opened it. Where both recorded the same
    /// request, the interaction on disk stays and this one is dropped, as if this process had come later.
    private func extended(_ old: Archive, by recorded: [Interaction]) -> Archive {
        var archive = old
        let current = RequestMatcher(archive, matcher.fingerprinter)
        var dropped: [RequestFingerprint: Int] = [:]
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
