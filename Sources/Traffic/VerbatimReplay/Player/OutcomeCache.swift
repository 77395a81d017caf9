import VerbatimHAR

/// The outcomes read lately from a file, so that an answer given again and again is read once.
final class OutcomeCache: Sendable {
    private final class Known: Sendable {
        let outcome: Outcome

        init(_ outcome: Outcome) {
            self.outcome = outcome
        }
    }

    private let outcomes = GenerationalCache(limit: 8 << 20)

    /// Finds the outcome of an entry, or reads it.
    func outcome(at entry: Int, of reader: ArchiveReader) throws(ArchiveError) -> Outcome {
        if let known = outcomes.object(for: entry) as? Known { return known.outcome }
        let outcome = try reader.outcome(at: entry)
        outcomes.insert(Known(outcome), for: entry, cost: outcome.cost)
        return outcome
    }
}

extension Outcome {
    /// About how many bytes of memory it takes.
    fileprivate var cost: Int {
        guard case .data(let body) = response?.body else { return 1024 }
        return 1024 + body.count
    }
}
