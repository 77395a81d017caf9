public import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// What contract, traffic and models say together, member by member.
public struct ModelsReport: Sendable {
    /// One member of the objects that a model reads.
    public struct Member: Sendable {
        /// The API.
        public let api: String
        /// The model that reads the object.
        public let model: String
        /// The name of the member in documents: `url_l`.
        public let name: String
        /// What it is read into; nil when it is not read, or its declaration was not found.
        public let property: SourceIndex.Property?
        /// The type the model asks for, or nil when it does not read the member.
        public let wanted: String?
        /// Where it stands: the operation, and the pattern of its JSON Pointer.
        public let locations: [Location]
        /// What the three witnesses say.
        public let stance: PropertyAgreement
        /// In how many objects it was there, with a value other than null.
        public let found: Int
        /// In how many objects the model looked for it; of a member that is not read, in how many it could have been.
        public let asked: Int
    }

    /// Where a member stands.
    public struct Location: Sendable, Hashable {
        /// The id of the operation.
        public let operation: String
        /// The statuses of its responses.
        public let statuses: ClosedRange<Int>
        /// The pattern of its JSON Pointer: `/items/*/id`.
        public let pattern: String
    }

    /// The members, by API, model and name; those that are read come first.
    public let members: [Member]
    /// What is wrong or doubtful, each with a suggested edit.
    public let findings: [Finding]

    /// Whether a finding is breaking.
    public var isBroken: Bool { findings.contains { $0.severity == .breaking } }
}

extension PropertySummary {
    /// The row as a report has it.
    func member(_ sources: SourceIndex) -> ModelsReport.Member {
        ModelsReport.Member(
            api: api, model: model, name: name, property: sources.property(readFrom: name, of: model),
            wanted: records.lazy.compactMap(\.key.wanted).first, locations: records.map(\.location),
            stance: stance,
            found: found, asked: asked)
    }
}

extension PropertyEvidence {
    fileprivate var location: ModelsReport.Location {
        ModelsReport.Location(
            operation: evidence.operation.id, statuses: evidence.binding.statuses,
            pattern: key.member.description)
    }
}

extension [UnreadProperty] {
    /// Members nobody reads as a report has them, each once for an API and a model.
    var members: [ModelsReport.Member] {
        var groups: [[String]: [UnreadProperty]] = [:]
        for stranger in self {
            groups[[stranger.evidence.contract.api, stranger.model, stranger.name], default: []].append(
                stranger)
        }
        return groups.values.map { strangers in
            let found = strangers.reduce(0) { $0 + $1.count }
            let asked = strangers.reduce(0) { $0 + $1.evidence.objects[$1.location, default: 0] }
            return ModelsReport.Member(
                api: strangers[0].evidence.contract.api, model: strangers[0].model, name: strangers[0].name,
                property: nil, wanted: nil,
                locations: strangers.map {
                    ModelsReport.Location(
                        operation: $0.evidence.operation.id, statuses: $0.evidence.binding.statuses,
                        pattern: $0.location.appending($0.name).description)
                },
                stance: PropertyAgreement(
                    promise: strangers.map(\.promise).min() ?? .unknown,
                    sight: found == 0 ? .never : found == asked ? .always : .sometimes, demand: .none),
                found: found, asked: asked)
        }
    }
}

extension [ModelsReport.Member] {
    /// The members in the order of a report.
    var inOrder: [ModelsReport.Member] {
        sorted { one, other in
            let keys = [one, other].map { [$0.api, $0.model, $0.wanted == nil ? "1" : "0", $0.name] }
            return keys[0].lexicographicallyPrecedes(keys[1])
        }
    }
}
