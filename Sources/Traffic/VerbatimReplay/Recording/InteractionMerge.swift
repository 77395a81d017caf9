import Foundation
import VerbatimHAR

/// Merges a new recording of a scenario into the old one, so that unchanged interactions keep their bytes.
struct InteractionMerge {
    private let old: [Interaction]
    private let fingerprinter: Fingerprinter
    private let volatileHeaders: VolatileHeaders

    init(into old: [Interaction], _ fingerprinter: Fingerprinter) {
        self.old = old
        self.fingerprinter = fingerprinter
        volatileHeaders = fingerprinter.rules.volatileHeaders
    }

    /// Returns the recording with what its new interactions replace: those of the test case that recorded
    /// them, or of no test case if none did.
    ///
    /// Those of other test cases stay. Between a test case and what no test recorded, as a scenario, the new
    /// answers to a request replace the old ones, unless they are fewer: both replay them then. Test cases
    /// are sorted by name, so that the result does not depend on the one that is recorded first.
    func merge(_ new: [Interaction]) throws(ArchiveError) -> [Interaction] {
        guard !old.isEmpty else { return new }
        let name = new.first?.testCase?.name
        let sent = counts(of: new)
        let recorded = Dictionary(grouping: old, by: \.testCase?.name).mapValues(counts)
        let isReplaced = old.map { interaction in
            let owner = interaction.testCase?.name
            guard owner != name, owner == nil || name == nil else { return owner == name }
            let request = fingerprinter.fingerprint(of: interaction.request)
            return sent[request, default: 0] >= recorded[owner]?[request] ?? 0
        }
        let pairs = Array(zip(old, isReplaced))
        let merged = try replace(pairs.filter(\.1).map(\.0), new)
        return (pairs.filter { !$0.1 }.map(\.0) + merged).enumerated()
            .sorted { ($0.element.caseName, $0.offset) < ($1.element.caseName, $1.offset) }
            .map(\.element)
    }

    /// Returns how often each request occurs.
    private func counts(of interactions: [Interaction]) -> [RequestFingerprint: Int] {
        interactions.reduce(into: [:]) { $0[fingerprinter.fingerprint(of: $1.request), default: 0] += 1 }
    }

    /// Returns the new interactions, with those that are equivalent to an old one replaced by it.
    ///
    /// Old and new interactions are paired by request, the first of equal ones with the first. Pairs keep
    /// their old order, as concurrent requests are recorded in any order. An unpaired interaction follows its
    /// predecessor.
    private func replace(_ old: [Interaction], _ new: [Interaction]) throws(ArchiveError) -> [Interaction] {
        var candidates = Dictionary(grouping: old.indices) { fingerprinter.fingerprint(of: old[$0].request) }
            .mapValues { $0[...] }
        var ranked: [(rank: Int, interaction: Interaction)] = []
        for interaction in new {
            guard let pair = candidates[fingerprinter.fingerprint(of: interaction.request)]?.popFirst() else {
                ranked.append((ranked.last?.rank ?? -1, interaction))
                continue
            }
            var merged =
                try old[pair].isEquivalent(to: interaction, except: volatileHeaders) ? old[pair] : interaction
            merged.testCase = interaction.testCase
            ranked.append((pair, merged))
        }
        return ranked.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.interaction)
    }
}

extension Interaction {
    fileprivate var caseName: String { testCase?.name ?? "" }

    /// Whether two interactions differ only in times and in header fields that change with every response.
    fileprivate func isEquivalent(
        to new: Interaction, except volatile: VolatileHeaders
    ) throws(ArchiveError) -> Bool {
        guard request.method == new.request.method, request.url == new.request.url,
            request.body == new.request.body,
            request.headers.significant(except: volatile) == new.request.headers.significant(except: volatile)
        else { return false }
        switch (outcome, new.outcome) {
        case (.response(let old), .response(let response)):
            guard old.status == response.status, old.reason == response.reason,
                old.headers.significant(except: volatile) == response.headers.significant(except: volatile)
            else { return false }
            // A missing old body is replaced by the new one.
            return try (try? responseBytes()) == new.responseBytes()
        case (.failure(let old, let partial), .failure(let failure, let newPartial)):
            // The length of a truncated body is chance.
            return old.domain == failure.domain && old.code == failure.code
                && partial?.status == newPartial?.status
        default: return false
        }
    }
}

extension HeaderFields {
    /// The fields that say something about the API, with their names in lower case, sorted for comparison.
    ///
    /// Fields whose values differ in every response appear without their value.
    fileprivate func significant(except volatile: VolatileHeaders) -> [[String]] {
        compactMap { field in
            let name = field.name.lowercased()
            switch volatile.significance(of: name) {
            case .none: return nil
            case .presence: return [name]
            // Caches count `max-age` down.
            case .value:
                return [name, name == "cache-control" ? field.value.filter { !$0.isNumber } : field.value]
            }
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The fields sorted by name without case, repeated ones in their order. Foundation does not keep the
    /// wire order.
    var sortedByName: HeaderFields {
        let keyed = fields.enumerated().map { (name: $1.name.lowercased(), offset: $0, field: $1) }
        return HeaderFields(keyed.sorted { ($0.name, $0.offset) < ($1.name, $1.offset) }.map(\.field))
    }
}

extension Outcome {
    /// The outcome as it is recorded: with sorted header fields, and with chunk times only in a stream, where
    /// they are part of the response. In any other response they are chance.
    var recorded: Outcome {
        map { response in
            response.headers = response.headers.sortedByName
            response.chunks = response.isStream ? response.chunks.map(\.rounded) : []
        }
    }

    func map<Failure>(_ change: (inout HTTPResponse) throws(Failure) -> Void) throws(Failure) -> Outcome {
        guard var response else { return self }
        try change(&response)
        return switch self {
        case .response: .response(response)
        case .failure(let failure, _): .failure(failure, partial: response)
        }
    }
}

extension HTTPResponse {
    private static let streamTypes = [
        "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/stream+json", "application/json-seq", "multipart/x-mixed-replace",
    ]

    /// Whether the body is sent in pieces, as events happen.
    var isStream: Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        return HTTPResponse.streamTypes.contains { type.hasPrefix($0) }
    }
}

extension HTTPResponse.Chunk {
    /// The chunk with its time rounded to a tenth of a millisecond; anything finer is noise.
    fileprivate var rounded: HTTPResponse.Chunk {
        HTTPResponse.Chunk(length: length, time: (time * 10).rounded() / 10)
    }
}
