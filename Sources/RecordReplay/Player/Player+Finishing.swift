import Foundation
import HTTPArchive
import Synchronization

extension Player {
    /// Ends the scenario: publishes what was recorded when it ended well, else leaves every file as it was.
    ///
    /// Exchanges still under way are not recorded, and a recording of no interaction is not published. Only the
    /// first call has an effect.
    ///
    /// - Throws: ``RecordingError`` when something could not be kept or written, or would have shown a secret; the
    ///   old recording is whole then.
    @discardableResult
    public func finish(_ ending: Ending) throws(RecordingError) -> Summary {
        let ended = state.withLock { state in
            defer { state.isFinished = true }
            return state
        }
        do throws(RecordingError) {
            if let failure = ended.failure, ending == .succeeded { throw failure }
            var summary = try RecordingError.wrap { () throws(ArchiveError) in try self.summary(of: ended) }
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

    private func summary(of state: State) throws(ArchiveError) -> Summary {
        var summary = Summary(
            name: name, mode: mode, used: [], unused: [], recorded: state.inOrder.map(\.interaction),
            misses: state.problems, publication: .none)
        for entry in state.used { summary.used.append(try interactions.interaction(at: entry)) }
        let used = Set(state.used)
        for entry in 0..<interactions.count where !used.contains(entry) {
            summary.unused.append(try interactions.interaction(at: entry))
        }
        return summary
    }

    private func publish(_ ended: State, to url: URL) throws(RecordingError) -> Summary.Publication {
        guard mode == .record || mode == .extend, !ended.recorded.isEmpty else { return .none }
        let files = try RecordingError.wrap { () throws(ArchiveError) in
            try ArchiveFiles(try renewed(with: try settled(ended.inOrder), at: url), at: url)
        }
        let leaks = LeakSearch(masker.known).leaks(in: files)
        guard leaks.isEmpty else { throw .leak(leaks) }
        let changed = try RecordingError.wrap { () throws(ArchiveError) in try files.publish() }
        try options.refreshLog?.note(name, origin: options.origin)
        return changed ? .published : .unchanged
    }

    /// What was recorded, masked once more where a secret became known only later.
    private func settled(_ recorded: [State.Recorded]) throws(ArchiveError) -> [Interaction] {
        let known = masker.known.count
        var settled: [Interaction] = []
        for (_, interaction, knownThen) in recorded {
            var interaction = interaction
            if knownThen < known {
                interaction.request = masker.mask(interaction.request)
                interaction.outcome = try masker.mask(interaction.outcome)
            }
            settled.append(interaction)
        }
        return settled
    }

    private func renewed(with recorded: [Interaction], at url: URL) throws(ArchiveError) -> Archive {
        if mode == .extend {
            var extended = try interactions.archive
            extended.interactions += recorded
            return extended
        }
        // A recording that cannot be read is what recording anew is for.
        let old = (try? Archive(contentsOf: url)) ?? Archive()
        return Archive(try Renewal(of: old.interactions, fingerprinter).interactions(recorded))
    }
}
