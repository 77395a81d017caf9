import Foundation
import Synchronization
import VerbatimContract
import VerbatimInference
import VerbatimReports

/// The shares of an inference, each of which reads its recordings once for a pass over all of them.
///
/// Every process infers: with what all shares have found in the passes so far, up to the first pass of which
/// it is not known. A share reads its recordings for that pass, and writes what it has found to a file. Once
/// nothing is missing, the contract is that of one process.
final class InferenceShares: SharedReading {
    /// What all shares have found in earlier passes.
    private let known: PartialFile?
    /// The share of this process; nil for a merge.
    private let shard: Shard?
    /// The names of the recordings, and digests of those of this share.
    private let items: [(name: String, digest: String)]
    private let state = Mutex(State())

    private struct State {
        var passes = 0
        var isWaiting = false
        var lines: [PartialFile.Line] = []
        var failure: (any Error)?
        var knowledge: [CodingUserInfoKey: any Sendable] = [:]
    }

    /// - Parameters:
    ///   - known: What all shares have found in earlier passes; nil in the first one.
    ///   - items: The names of the recordings of all shares, and digests of those of this one; empty for a
    ///     merge.
    init(_ known: PartialFile?, _ shard: Shard?, _ items: [(name: String, digest: String)]) {
        (self.known, self.shard, self.items) = (known, shard, items)
        if let key = CodingUserInfoKey.rules { know(RuleTable.rules, as: key) }
    }

    /// Passes the decoder of results what it needs to know.
    func know(_ value: any Sendable, as key: CodingUserInfoKey) {
        state.withLock { $0.knowledge[key] = value }
    }

    var recordings: Int { known?.header.items.count ?? items.count }

    var isWaiting: Bool { state.withLock { $0.isWaiting } }

    func reads(_ index: Int) -> Bool { shard.map { $0.contains(items[index].name) } ?? false }

    func facts<Facts: TrafficFacts & Sendable>(of recordings: Int, _ read: (Int) -> Facts) -> [Facts]? {
        if let known: [Facts] = next() { return known }
        guard begin() else { return nil }
        for index in 0..<recordings where reads(index) { add(read(index), of: index) }
        return nil
    }

    /// Returns what each recording shows in the next pass, for which a closure reads those of this share.
    func facts<Facts: Codable>(_ read: (Int) async throws -> Facts) async throws -> [Facts]? {
        if let known: [Facts] = next() { return known }
        guard begin() else { return nil }
        for index in 0..<recordings where reads(index) { add(try await read(index), of: index) }
        return nil
    }

    /// What is known of the next pass.
    private func next<Facts: Codable>() -> [Facts]? {
        state.withLock { state -> [Facts]? in
            guard !state.isWaiting, let known, state.passes < known.header.passes else { return nil }
            let decoder = JSONDecoder()
            decoder.userInfo = state.knowledge
            let first = state.passes * recordings
            state.passes += 1
            do {
                return try known.lines[first..<first + recordings].map { try $0.result(Facts.self, decoder) }
            } catch {
                state.failure = FileProblem(
                    location: known.path, what: "a result is not that of the pass \(state.passes)",
                    next: "run the shares again, from the first pass on")
                state.isWaiting = true
                return nil
            }
        }
    }

    /// Begins a pass of which not everything is known, unless an earlier one is such a pass.
    private func begin() -> Bool {
        state.withLock { state in
            defer { state.isWaiting = true }
            return !state.isWaiting
        }
    }

    private func add(_ facts: some Codable, of index: Int) {
        state.withLock { state in
            let item = items[index]
            do {
                state.lines.append(
                    try PartialFile.Line(state.passes * recordings + index, item.name, item.digest, facts))
            } catch { state.failure = state.failure ?? error }
        }
    }

    /// Refuses recordings that were modified since the first pass, and results that no pass has.
    func requireConsistent() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        guard let known else { return }
        for (index, item) in items.enumerated() where reads(index) && known.lines[index].digest != item.digest
        {
            throw FileProblem(
                location: item.name, what: "the recording was modified since the first pass",
                next: "run the shares again, from the first pass on")
        }
    }

    /// The results of this share, those of earlier passes among them.
    var results: (lines: [PartialFile.Line], passes: Int) {
        let (new, isWaiting) = state.withLock { ($0.lines, $0.isWaiting) }
        let earlier = known?.lines.filter { reads($0.index % recordings) } ?? []
        return (earlier + new, (known?.header.passes ?? 0) + (isWaiting ? 1 : 0))
    }
}
