import Synchronization
import VerbatimContract
import VerbatimHAR
import VerbatimInference
import VerbatimModels

/// The recorded responses that are mutated, in the order of the interactions.
///
/// Those of the first interactions are kept; the others are read and prepared again when they are needed, so
/// that few of them are in memory at a time.
struct OriginalResponses: Sendable {
    private var traffic: StreamedTraffic
    private let oracle: ContractOracle
    private let prepare: @Sendable (Interaction) -> OriginalResponse?
    private var kept: [OriginalResponse] = []
    private let recent = Recent()
    /// The entries of the responses, each with the number of its calls before this one.
    private var entries: [(location: Interaction.Location?, call: Int)] = []
    /// The size of all bodies in bytes.
    private(set) var bytes = 0
    /// The number of interactions with an operation of the contract that cannot be mutated.
    private(set) var skipped = 0

    /// The most bytes of the bodies that are kept. What is prepared of a body takes ten times its size.
    static let keptBytes = 4 << 20

    /// Prepares the interactions that have an operation of a contract.
    init(
        of traffic: StreamedTraffic, _ contract: Contract, _ models: [ModelBinding],
        keptBytes: Int = Self.keptBytes, visit: (OriginalResponse) -> Void = { _ in }
    ) {
        let (oracle, contracts) = (ContractOracle(contract), ContractSet([contract]))
        let calls = traffic.replacingBatches { contracts.calls(of: [$0]) }
        self.traffic = calls.only([])
        self.oracle = oracle
        prepare = { OriginalResponse($0, contract, oracle, models) }
        for (reference, interaction) in calls.referenced {
            guard let original = prepare(interaction) else {
                if contract.operation(of: interaction) != nil { skipped += 1 }
                continue
            }
            self.traffic.append(reference)
            bytes += original.body.count
            if kept.count == entries.count, bytes <= keptBytes { kept.append(original) }
            let (location, last) = (interaction.location, entries.last)
            let isSame =
                last?.location?.archive == location?.archive && last?.location?.entry == location?.entry
            entries.append((location, isSame ? (last?.call ?? -1) + 1 : 0))
            visit(original)
        }
    }

    var count: Int { entries.count }

    /// Returns a response; nil if there is none with the number, or if it cannot be read again.
    subscript(number: Int) -> OriginalResponse? {
        guard entries.indices.contains(number) else { return nil }
        if number < kept.count { return kept[number] }
        if let known = recent[number] { return known }
        let original = traffic.interaction(at: number).flatMap(prepare)
        recent[number] = original
        return original
    }

    var all: some Sequence<OriginalResponse> { (0..<count).lazy.compactMap { self[$0] } }

    /// The interactions as they were recorded, with the findings about each.
    var checked: some Sequence<(interaction: Interaction, known: Set<Finding.Key>)> {
        (0..<count).lazy.compactMap { number in
            guard number < kept.count else {
                return traffic.interaction(at: number).map { ($0, oracle.keys(of: $0)) }
            }
            return (kept[number].interaction, kept[number].known)
        }
    }

    /// Returns the name of a value of a response, which no other has: `Recordings/itunes/lookup.har#0 64`.
    func name(of node: Int?, in number: Int) -> String {
        let (location, call) = entries[number]
        let words = [
            location.map { "\($0.archive)#\($0.entry)" } ?? "", node.map(String.init),
            call > 0 ? "(\(call))" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }

    /// - Throws: The error of a response that could not be read again.
    func requireReadable() throws(ContractError) { try traffic.requireReadable() }

    /// The responses that were prepared last.
    private final class Recent: Sendable {
        private let entries = Mutex<[(number: Int, original: OriginalResponse)]>([])
        private static let limit = 8

        subscript(number: Int) -> OriginalResponse? {
            get { entries.withLock { $0.first { $0.number == number }?.original } }
            set {
                guard let newValue else { return }
                entries.withLock { entries in
                    if entries.count == Self.limit { entries.removeFirst() }
                    entries.append((number, newValue))
                }
            }
        }
    }
}
