import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The responses and messages of known operations that a contract does not describe.
struct UndescribedResponses {
    /// Those of one kind, and why a contract has to describe them.
    typealias Group = (exchanges: ExchangeFacts, evidence: InferenceEvidence)

    private(set) var statuses: [(key: Observations.StatusKey, group: Group)] = []
    private(set) var mediaTypes: [(key: Observations.MediaTypeKey, group: Group)] = []
    private(set) var items: [(key: JSONPointer, group: Group)] = []
    private(set) var messages: [(key: JSONPointer, group: Group)] = []

    /// Reads them.
    init(_ observations: Observations, in traffic: StreamedTraffic) {
        var subjects: [ExchangeFacts] = []
        var indices: [StreamedTraffic.Reference: [Int]] = [:]
        func add<Key>(
            _ groups: OrderedGroups<Key, Observed<[StreamedTraffic.Reference]>>,
            status: (Key) -> Int = { _ in 200 }
        ) {
            for (key, observed) in groups.pairs {
                for reference in observed.values { indices[reference, default: []].append(subjects.count) }
                subjects.append(ExchangeFacts(status: status(key)))
            }
        }
        add(observations.statuses) { $0.status }
        add(observations.mediaTypes)
        add(observations.items)
        add(observations.messages)
        guard !subjects.isEmpty else { return }
        let reader = ExchangeReader(subjects: subjects) { [indices] reference, _ in indices[reference] ?? [] }
        var facts = reader.facts(traffic.only(indices.keys.sorted()))[...]
        func take<Key>(
            _ groups: OrderedGroups<Key, Observed<[StreamedTraffic.Reference]>>
        ) -> [(key: Key, group: Group)] {
            defer { facts = facts.dropFirst(groups.count) }
            return zip(groups.pairs, facts).map { ($0.0, ($1, $0.1.evidence)) }
        }
        statuses = take(observations.statuses)
        mediaTypes = take(observations.mediaTypes)
        items = take(observations.items)
        messages = take(observations.messages)
    }
}
