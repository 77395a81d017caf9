import Dispatch
import Foundation
import Synchronization
package import VerbatimContract
package import VerbatimHAR
import VerbatimJSON

/// Interactions that are read whenever they are needed, so that few of them are in memory at a time.
///
/// Of each, only its position and what a selection asks about it are kept: 16 bytes. Calls of batches are in
/// memory.
package struct StreamedTraffic: Sendable {
    /// The position of an interaction, with what is known of it.
    package struct Reference: Sendable {
        fileprivate let source: UInt32
        fileprivate let entry: UInt32
        fileprivate let origin: UInt32
        let traits: Traits
    }

    /// What is known of an interaction without reading it again.
    struct Traits: OptionSet {
        let rawValue: UInt8
        static let isSentByBrowser = Traits(rawValue: 1)
        static let answersJSON = Traits(rawValue: 2)
        static let mayAnswerNothing = Traits(rawValue: 4)
        static let loadsPage = Traits(rawValue: 8)
        static let hasCredentials = Traits(rawValue: 16)
        static let choosesByQuery = Traits(rawValue: 32)
        static let isBatch = Traits(rawValue: 64)
        static let isAccepted = Traits(rawValue: 128)
    }

    private enum Source: Sendable {
        case memory([Interaction])
        case archive(ArchiveStream)
    }

    /// The first error of an interaction that could not be read again.
    private final class Failure: Sendable {
        let error = Mutex<ArchiveError?>(nil)
    }

    private(set) var references: [Reference] = []
    private var sources: [Source] = []
    private var origins: [String] = []
    private var originNumbers: [String: Int] = [:]
    private let failure = Failure()

    /// Creates an empty list.
    package init() {}

    /// Creates a list of interactions in memory.
    package init(_ interactions: [Interaction]) {
        append(interactions.map(Facts.init), of: .memory(interactions))
    }

    /// Adds the interactions of a recording, which are read on all cores.
    ///
    /// - Parameters:
    ///   - read: Returns what else is to be known of some entries.
    ///   - add: Receives it, in the order of the entries.
    package mutating func add<Result: Sendable>(
        _ stream: ArchiveStream, _ read: @escaping @Sendable (Archive) -> Result, into add: (Result) -> Void
    ) async throws(ArchiveError) {
        var facts: [Facts] = []
        try await stream.groups(of: Self.groupSize).concurrently { group throws(ArchiveError) in
            let archive = try stream.archive(of: group)
            let entries = archive.interactions.map { Facts($0, entry: $0.location?.entry) }
            return (entries, read(archive))
        } _: { (part: ([Facts], Result)) throws(ArchiveError) in
            facts += part.0
            add(part.1)
        }
        append(facts, of: .archive(stream))
    }

    /// The number of entries that are read together, once.
    private static let groupSize = 256

    private mutating func append(_ facts: [Facts], of source: Source) {
        for (index, facts) in facts.enumerated() {
            let origin = originNumbers[facts.origin] ?? origins.count
            if origin == origins.count {
                originNumbers[facts.origin] = origin
                origins.append(facts.origin)
            }
            references.append(
                Reference(
                    source: UInt32(clamping: sources.count), entry: UInt32(clamping: facts.entry ?? index),
                    origin: UInt32(clamping: origin), traits: facts.traits))
        }
        sources.append(source)
    }

    /// What is known of an interaction, and where it is.
    private struct Facts: Sendable {
        let traits: Traits
        let origin: String
        var entry: Int?

        init(_ interaction: Interaction) { self.init(interaction, entry: nil) }

        init(_ interaction: Interaction, entry: Int?) {
            traits = Traits(interaction)
            origin = RequestTarget(interaction.request.url).origin
            self.entry = entry
        }
    }
}

/// The interactions of a list.
extension StreamedTraffic {
    /// The number of interactions.
    package var count: Int { references.count }
    /// Whether there are no interactions.
    package var isEmpty: Bool { references.isEmpty }

    /// The list of some of the interactions.
    package func only(_ references: [Reference]) -> StreamedTraffic {
        var traffic = self
        traffic.references = references
        return traffic
    }

    /// The list of the interactions of which what is known fulfils a condition.
    func having(_ isKept: (Traits) -> Bool) -> StreamedTraffic {
        only(references.filter { isKept($0.traits) })
    }

    /// The list of the interactions that fulfil a condition, for which they are read.
    package func keeping(_ isKept: (Interaction) -> Bool) -> StreamedTraffic {
        only(referenced.filter { isKept($0.interaction) }.map(\.reference))
    }

    package mutating func append(_ reference: Reference) { references.append(reference) }
    mutating func append(_ others: StreamedTraffic) { references += others.references }

    /// The list in which other interactions replace those that are batches of calls.
    package func replacingBatches(_ calls: (Interaction) -> [Interaction]) -> StreamedTraffic {
        guard references.contains(where: { $0.traits.contains(.isBatch) }) else { return self }
        var replaced = only([])
        for reference in references {
            guard reference.traits.contains(.isBatch), let batch = only([reference]).first else {
                replaced.append(reference)
                continue
            }
            let calls = calls(batch)
            replaced.append(calls.map(Facts.init), of: .memory(calls))
        }
        return replaced
    }

    /// The number of interactions that a browser sent on its own.
    package var countOfBrowser: Int { having { $0.contains(.isSentByBrowser) }.count }

    /// The numbers of interactions with each origin that requests name, in order of first occurrence.
    var originCounts: OrderedGroups<String, Int> {
        var counts = OrderedGroups<String, Int>()
        for reference in references { counts[origin(of: reference), default: 0] += 1 }
        return counts
    }

    /// The origin of the server to which the request was sent.
    func origin(of reference: Reference) -> String { origins[Int(reference.origin)] }

    /// - Throws: The error of an interaction that could not be read again, as a list is then incomplete.
    package func requireReadable() throws(ContractError) {
        guard let error = failure.error.withLock({ $0 }) else { return }
        throw ContractError(
            at: SourceLocation(file: error.file), error.message, next: "run the command again")
    }
}

/// Reading the interactions, in order.
extension StreamedTraffic: Sequence {
    /// The first interaction.
    package var first: Interaction? { references.first.flatMap(read) }

    /// Returns the interaction at an index, or nil if it cannot be read.
    package func interaction(at index: Int) -> Interaction? { read(references[index]) }

    package func makeIterator() -> AnyIterator<Interaction> {
        var iterator = referenced.makeIterator()
        return AnyIterator { iterator.next()?.interaction }
    }

    /// The interactions with their references, of which few are in memory.
    package var referenced: some Sequence<(reference: Reference, interaction: Interaction)> {
        stride(from: 0, to: references.count, by: Self.chunkSize).lazy.flatMap { start in
            let chunk = references[start..<Swift.min(start + Self.chunkSize, references.count)]
            return zip(chunk, read(chunk)).lazy.compactMap { reference, interaction in
                interaction.map { (reference: reference, interaction: $0) }
            }
        }
    }

    /// The number of interactions that are in memory at a time.
    private static let chunkSize = 64

    /// Reads interactions on all cores.
    private func read(_ chunk: ArraySlice<Reference>) -> [Interaction?] {
        let isInMemory = chunk.allSatisfy { reference in
            if case .memory = sources[Int(reference.source)] { true } else { false }
        }
        let cores = isInMemory ? 1 : ProcessInfo.coreCount
        guard cores > 1, chunk.count > 1 else { return chunk.map(read) }
        let size = (chunk.count + cores - 1) / cores
        let starts = Array(stride(from: chunk.startIndex, to: chunk.endIndex, by: size))
        let parts = Mutex<[Int: [Interaction?]]>([:])
        DispatchQueue.concurrentPerform(iterations: starts.count) { number in
            let part = chunk[starts[number]..<Swift.min(starts[number] + size, chunk.endIndex)].map(read)
            parts.withLock { $0[number] = part }
        }
        return parts.withLock { parts in starts.indices.flatMap { parts[$0] ?? [] } }
    }

    private func read(_ reference: Reference) -> Interaction? {
        switch sources[Int(reference.source)] {
        case .memory(let interactions): return interactions[Int(reference.entry)]
        case .archive(let stream):
            let entry = Int(reference.entry)
            do throws(ArchiveError) {
                if let interaction = try stream.archive(of: entry..<entry + 1).interactions.first {
                    return interaction
                }
                throw ArchiveError(
                    .unreadable(reason: "it was modified while it was open"), file: stream.path, entry: entry)
            } catch {
                failure.error.withLock { $0 = $0 ?? error }
                return nil
            }
        }
    }
}

extension StreamedTraffic.Traits {
    fileprivate init(_ interaction: Interaction) {
        let isBatch = interaction.batch != nil
        self = [
            interaction.request.isSentByBrowser ? .isSentByBrowser : [],
            interaction.answersJSON ? .answersJSON : [],
            interaction.mayAnswerNothing ? .mayAnswerNothing : [],
            interaction.loadsPage ? .loadsPage : [],
            SecurityBuilder.hasCredentials(interaction.request) ? .hasCredentials : [],
            interaction.choosesByQuery ? .choosesByQuery : [],
            isBatch ? .isBatch : [],
            interaction.isAccepted ? .isAccepted : [],
        ]
    }
}

extension Interaction {
    /// Whether the server did not reject the request.
    var isAccepted: Bool { outcome.response.map { !(400..<500).contains($0.status) } ?? false }

    /// Whether the response is JSON.
    fileprivate var answersJSON: Bool { mediaType?.isJSON ?? false }

    /// Whether the response is a web page, or a style sheet, script, image, font or the like of one.
    fileprivate var loadsPage: Bool {
        guard let mediaType else { return false }
        let essence = mediaType.essence
        return mediaType.isHTML || essence == "text/css" || essence.hasSuffix("javascript")
            || ["image/", "font/", "audio/", "video/"].contains { essence.hasPrefix($0) }
    }

    private var mediaType: MediaType? {
        outcome.response?.headers["Content-Type"].flatMap(MediaType.init)
    }

    /// Whether the response has no media type, as the one to a change that succeeds may.
    fileprivate var mayAnswerNothing: Bool {
        outcome.response.map { $0.headers["Content-Type"] == nil } ?? false
            && !["GET", "HEAD", "OPTIONS"].contains(request.method.uppercased())
    }
}
