import Foundation
import Synchronization
package import VerbatimContract
package import VerbatimHAR
import VerbatimJSON

/// Interactions that are read whenever they are needed, so that few of them are in memory at a time.
///
/// Of each, only its position and what a selection asks about it are kept: 20 bytes.
package struct StreamedTraffic: Sendable {
    /// The position of an interaction, with what is known of it.
    package struct Reference: Sendable, Hashable {
        fileprivate let source: UInt32
        fileprivate let entry: UInt32
        /// The number of the call in a batch, from 1; 0 for the whole interaction.
        fileprivate var call: UInt32 = 0
        fileprivate let origin: UInt32
        let traits: Traits
    }

    /// What is known of an interaction without reading it again.
    struct Traits: OptionSet, Hashable {
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
        /// A recording that another share reads.
        case elsewhere
    }

    /// The first error of an interaction that could not be read again.
    private final class Failure: Sendable {
        let error = Mutex<ArchiveError?>(nil)
    }

    private(set) var references: [Reference] = []
    private var sources: [Source] = []
    private var origins: [String] = []
    private var originNumbers: [String: Int] = [:]
    /// Returns the calls of a batch.
    private var calls: (@Sendable (Interaction) -> [Interaction])?
    /// The shares among which the recordings are divided, if they are.
    package var shares: (any SharedReading)?
    /// The number of interactions that are read in one.
    var partSize = 512
    private let failure = Failure()

    /// Creates an empty list.
    package init() {}

    /// Creates a list of interactions in memory.
    package init(_ interactions: [Interaction]) { self.init(recordings: [interactions]) }

    /// Creates a list of the interactions of recordings in memory.
    init(recordings: [[Interaction]]) {
        for interactions in recordings {
            let outline = Outline(interactions.enumerated().map { Facts($1, entry: $0) })
            append(outline, of: .memory(interactions))
        }
    }

    /// What is known of the interactions of a recording without reading them again.
    package struct Outline: Sendable, TrafficFacts {
        fileprivate var facts: [Facts] = []

        fileprivate init(_ facts: [Facts]) { self.facts = facts }

        package mutating func append(_ next: Outline) { facts += next.facts }
    }

    /// Reads what is to be known of the interactions of a recording, on all cores.
    ///
    /// - Parameters:
    ///   - read: Returns what else is to be known of some entries.
    ///   - add: Receives it, in the order of the entries.
    package static func outline<Result: Sendable>(
        of stream: ArchiveStream, _ read: @escaping @Sendable (Archive) -> Result, into add: (Result) -> Void
    ) async throws(ArchiveError) -> Outline {
        var outline = Outline([])
        try await stream.groups(of: groupSize).concurrently { group throws(ArchiveError) in
            let archive = try stream.archive(of: group)
            let facts = archive.interactions.enumerated().map { index, interaction in
                Facts(interaction, entry: interaction.location?.entry ?? group.lowerBound + index)
            }
            return (Outline(facts), read(archive))
        } _: { (part: (Outline, Result)) throws(ArchiveError) in
            outline.append(part.0)
            add(part.1)
        }
        return outline
    }

    /// The number of entries that are read together, once.
    private static let groupSize = 256

    /// Adds the interactions of a recording.
    ///
    /// - Parameter stream: nil if another share reads the recording.
    package mutating func append(_ outline: Outline, of stream: ArchiveStream?) {
        append(outline, of: stream.map(Source.archive) ?? .elsewhere)
    }

    private mutating func append(_ outline: Outline, of source: Source) {
        for facts in outline.facts {
            let reference = Reference(
                source: UInt32(clamping: sources.count), entry: UInt32(clamping: facts.entry),
                origin: number(of: facts.origin), traits: facts.traits)
            references.append(reference)
        }
        sources.append(source)
    }

    private mutating func number(of origin: String) -> UInt32 {
        let number = originNumbers[origin] ?? origins.count
        if number == origins.count {
            originNumbers[origin] = number
            origins.append(origin)
        }
        return UInt32(clamping: number)
    }

    /// What is known of an interaction, and where it is.
    fileprivate struct Facts: Sendable {
        let traits: Traits
        let origin: String
        let entry: Int

        init(_ interaction: Interaction, entry: Int) {
            traits = Traits(interaction)
            origin = URLParts(interaction.request.url).webOrigin
            self.entry = entry
        }

        init(traits: Traits, origin: String, entry: Int) {
            (self.traits, self.origin, self.entry) = (traits, origin, entry)
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
    package func keeping(_ isKept: @escaping @Sendable (Interaction) -> Bool) -> StreamedTraffic {
        only(facts([]) { part in part.compactMap { isKept($1) ? $0 : nil } })
    }

    package mutating func append(_ reference: Reference) { references.append(reference) }

    /// The list in which calls replace the interactions that are batches of them.
    package func replacingBatches(
        _ calls: @escaping @Sendable (Interaction) -> [Interaction]
    ) -> StreamedTraffic {
        let batches = having { $0.contains(.isBatch) }
        guard !batches.isEmpty else { return self }
        let outlines = batches.facts([Reference: Outline]()) { part in
            part.reduce(into: [:]) { outlines, read in
                let facts = calls(read.interaction).enumerated().map { Facts($1, entry: $0) }
                outlines[read.reference] = Outline(facts)
            }
        }
        var replaced = only([])
        replaced.calls = calls
        for reference in references {
            guard let outline = outlines[reference] else {
                replaced.append(reference)
                continue
            }
            for facts in outline.facts {
                let call = Reference(
                    source: reference.source, entry: reference.entry, call: UInt32(clamping: facts.entry + 1),
                    origin: replaced.number(of: facts.origin), traits: facts.traits)
                replaced.append(call)
            }
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
    func origin(of reference: Reference) -> String {
        let index = Int(reference.origin)
        return origins.indices.contains(index) ? origins[index] : ""
    }

    /// - Throws: The error of an interaction that could not be read again, as a list is then incomplete.
    package func requireReadable() throws(ContractError) {
        if shares?.isWaiting ?? false {
            throw ContractError(
                at: SourceLocation(file: "."), "other shares have yet to read their recordings",
                next: "merge what they found, and run them again")
        }
        guard let error = failure.error.withLock({ $0 }) else { return }
        throw ContractError(
            at: SourceLocation(file: error.file), error.message, next: "run the command again")
    }
}

/// Reading the interactions, in order.
extension StreamedTraffic: Sequence {
    /// The first interaction.
    package var first: Interaction? { interactions(references.prefix(1)).first }

    /// Returns the interaction at an index, or nil if it cannot be read.
    package func interaction(at index: Int) -> Interaction? {
        interactions(references[index...index]).first
    }

    package func makeIterator() -> AnyIterator<Interaction> {
        var iterator = referenced
        return AnyIterator { iterator.next()?.interaction }
    }

    /// The interactions with their references.
    package var referenced: Part { Part(traffic: self, references: references[...]) }

    private func interactions(_ references: ArraySlice<Reference>) -> [Interaction] {
        Part(traffic: self, references: references).map(\.interaction)
    }

    /// Some of the interactions with their references, one of which is in memory at a time.
    package struct Part: Sequence, IteratorProtocol, Sendable {
        fileprivate let traffic: StreamedTraffic
        fileprivate var references: ArraySlice<Reference>
        /// The batch that was read last, with its calls.
        private var batch: (source: UInt32, entry: UInt32, calls: [Interaction])?

        fileprivate init(traffic: StreamedTraffic, references: ArraySlice<Reference>) {
            (self.traffic, self.references) = (traffic, references)
        }

        /// Reads the next interaction, but for those that cannot be read again.
        package mutating func next() -> (reference: Reference, interaction: Interaction)? {
            while let reference = references.popFirst() {
                if let interaction = interaction(of: reference) { return (reference, interaction) }
            }
            return nil
        }

        private mutating func interaction(of reference: Reference) -> Interaction? {
            guard reference.call > 0 else { return traffic.read(reference) }
            if batch.map({ ($0.source, $0.entry) != (reference.source, reference.entry) }) ?? true {
                let calls = traffic.read(reference).flatMap { traffic.calls?($0) } ?? []
                batch = (reference.source, reference.entry, calls)
            }
            let index = Int(reference.call) - 1
            return batch.flatMap { $0.calls.indices.contains(index) ? $0.calls[index] : nil }
        }
    }

    private func read(_ reference: Reference) -> Interaction? {
        let source = Int(reference.source)
        switch sources.indices.contains(source) ? sources[source] : .elsewhere {
        case .memory(let interactions): return interactions[Int(reference.entry)]
        case .elsewhere: return nil
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

/// Reading the interactions in parts.
extension StreamedTraffic {
    /// Returns what the interactions show, which are read in parts on all cores, or by all shares.
    ///
    /// - Parameters:
    ///   - none: What no interaction shows. Shares that have yet to read some return it as well.
    ///   - read: Returns what a part shows.
    package func facts<Facts: TrafficFacts & Sendable>(
        _ none: Facts, _ read: @escaping @Sendable (Part) -> Facts
    ) -> Facts {
        guard let shares else { return facts(of: references[...], none, read) }
        let bySource = Dictionary(grouping: references, by: \.source)
        let found = shares.facts(of: sources.count) { source in
            facts(of: bySource[UInt32(clamping: source), default: []][...], none, read)
        }
        return (found ?? []).reduce(into: none) { $0.append($1) }
    }

    private func facts<Facts: TrafficFacts & Sendable>(
        of references: ArraySlice<Reference>, _ none: Facts, _ read: @escaping @Sendable (Part) -> Facts
    ) -> Facts {
        let parts = stride(from: references.startIndex, to: references.endIndex, by: partSize).map { start in
            Part(
                traffic: self,
                references: references[start..<Swift.min(start + partSize, references.endIndex)])
        }
        guard parts.count > 1 else { return parts.first.map(read) ?? none }
        var all = none
        let together = 4 * ProcessInfo.coreCount
        for start in stride(from: 0, to: parts.count, by: together) {
            let some = parts[start..<Swift.min(start + together, parts.count)]
            for facts in some.mapConcurrently(read) { all.append(facts) }
        }
        return all
    }
}

/// The recordings of an inference, divided among shares.
///
/// All shares read for the same passes in the same order, each with what the earlier ones show.
package protocol SharedReading: Sendable {
    /// Whether other shares have yet to read their recordings, so that nothing is to be concluded.
    var isWaiting: Bool { get }

    /// Returns what each recording shows in the next pass.
    ///
    /// - Parameter read: Returns what a recording of this share shows.
    /// - Returns: nil if this is not known of all, in this pass or an earlier one.
    func facts<Facts: TrafficFacts & Sendable>(of recordings: Int, _ read: (Int) -> Facts) -> [Facts]?
}

extension StreamedTraffic.Outline {
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let origins = try container.decode([String].self)
        while !container.isAtEnd {
            let (entry, origin) = (try container.decode(Int.self), try container.decode(Int.self))
            guard origins.indices.contains(origin) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown origin")
            }
            let traits = StreamedTraffic.Traits(rawValue: try container.decode(UInt8.self))
            facts.append(.init(traits: traits, origin: origins[origin], entry: entry))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let origins = facts.map(\.origin).uniqued
        let numbers = Dictionary(zip(origins, origins.indices)) { first, _ in first }
        var container = encoder.unkeyedContainer()
        try container.encode(origins)
        for facts in facts {
            try container.encode(facts.entry)
            try container.encode(numbers[facts.origin, default: 0])
            try container.encode(facts.traits.rawValue)
        }
    }
}

extension StreamedTraffic.Reference: Comparable, Codable {
    /// The order of the interactions in the recordings.
    package static func < (left: Self, right: Self) -> Bool {
        (left.source, left.entry, left.call) < (right.source, right.entry, right.call)
    }

    package init(from decoder: any Decoder) throws {
        let numbers = try [UInt32](from: decoder)
        guard numbers.count == 5 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no reference to an interaction"))
        }
        (source, entry, call, origin) = (numbers[0], numbers[1], numbers[2], numbers[3])
        traits = StreamedTraffic.Traits(rawValue: UInt8(truncatingIfNeeded: numbers[4]))
    }

    package func encode(to encoder: any Encoder) throws {
        try [source, entry, call, origin, UInt32(traits.rawValue)].encode(to: encoder)
    }
}
