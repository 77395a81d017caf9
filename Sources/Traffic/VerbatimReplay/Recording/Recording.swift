import VerbatimHAR

/// The interactions of a recording, in memory or read from a file on demand.
enum Recording: Sendable {
    case memory([Interaction])
    case file(ArchiveReader, Cache)

    var count: Int {
        switch self {
        case .memory(let interactions): interactions.count
        case .file(let reader, _): reader.count
        }
    }

    func request(at entry: Int) throws(ArchiveError) -> HTTPRequest {
        switch self {
        case .memory(let interactions): interactions[entry].request
        case .file(let reader, _): try reader.request(at: entry)
        }
    }

    /// The name of the test case that recorded an entry; nil if no test did.
    func testCaseName(at entry: Int) -> String? {
        switch self {
        case .memory(let interactions): interactions[entry].testCase?.name
        case .file(let reader, _): reader.testCaseName(at: entry)
        }
    }

    func outcome(at entry: Int) throws(ArchiveError) -> Outcome {
        switch self {
        case .memory(let interactions): interactions[entry].outcome
        case .file(let reader, let cache): try cache.outcome(at: entry, in: reader)
        }
    }

    func interaction(at entry: Int) throws(ArchiveError) -> Interaction {
        switch self {
        case .memory(let interactions): interactions[entry]
        case .file(let reader, _): try reader.interaction(at: entry)
        }
    }

    /// The outcomes of entries that were used lately, so that a response that is replayed often is read once.
    struct Cache: Sendable {
        private final class CachedOutcome: Sendable {
            let outcome: Outcome

            init(_ outcome: Outcome) {
                self.outcome = outcome
            }
        }

        private let outcomes = GenerationalCache(limit: 8 << 20)

        fileprivate func outcome(at entry: Int, in reader: ArchiveReader) throws(ArchiveError) -> Outcome {
            if let cached = outcomes.object(for: entry) as? CachedOutcome { return cached.outcome }
            let outcome = try reader.outcome(at: entry)
            outcomes.insert(CachedOutcome(outcome), for: entry, cost: outcome.cost)
            return outcome
        }
    }
}

extension Outcome {
    /// The memory it takes, roughly, in bytes.
    fileprivate var cost: Int {
        guard case .data(let body) = response?.body else { return 1024 }
        return 1024 + body.count
    }
}
