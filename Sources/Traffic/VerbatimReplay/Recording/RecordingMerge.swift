import Foundation
import VerbatimHAR

/// Records a scenario anew without changing a byte where the API did not.
struct RecordingMerge {
    private let old: [Interaction]
    private let fingerprinter: Fingerprinter

    init(of old: [Interaction], _ fingerprinter: Fingerprinter) {
        self.old = old
        self.fingerprinter = fingerprinter
    }

    /// The new interactions; one that says the same as its old one is replaced by the old one.
    ///
    /// Old and new are paired by request, the first of equal ones with the first. Pairs keep their old order, for
    /// requests that were made at the same time are recorded in any; a new one stays behind the one before it.
    func interactions(_ new: [Interaction]) throws(ArchiveError) -> [Interaction] {
        var queues = Dictionary(grouping: old.indices) { fingerprinter.fingerprint(old[$0].request) }
            .mapValues { $0[...] }
        var ranked: [(rank: Int, interaction: Interaction)] = []
        for interaction in new {
            guard let pair = queues[fingerprinter.fingerprint(interaction.request)]?.popFirst() else {
                ranked.append((ranked.last?.rank ?? -1, interaction))
                continue
            }
            let kept = try old[pair].saysTheSame(as: interaction) ? old[pair] : interaction
            ranked.append((pair, kept))
        }
        return ranked.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.interaction)
    }
}

extension Interaction {
    /// Whether two interactions differ in nothing but times and fields that change with every response.
    fileprivate func saysTheSame(as new: Interaction) throws(ArchiveError) -> Bool {
        guard request.method == new.request.method, request.url == new.request.url,
            request.body == new.request.body,
            request.headers.significant == new.request.headers.significant
        else { return false }
        switch (outcome, new.outcome) {
        case (.response(let old), .response(let response)):
            guard old.status == response.status, old.reason == response.reason,
                old.headers.significant == response.headers.significant
            else { return false }
            // An old body that is gone is reason enough to write the new one.
            return try (try? responseBytes()) == new.responseBytes()
        case (.failure(let old, let partial), .failure(let failure, let newPartial)):
            // How far a broken transfer came differs from time to time.
            return old.domain == failure.domain && old.code == failure.code
                && partial?.status == newPartial?.status
        default: return false
        }
    }
}
