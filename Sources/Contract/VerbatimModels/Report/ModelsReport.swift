public import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The comparison of contract, traffic and models, property by property.
public struct ModelsReport: Sendable {
    /// A property of the objects that a model reads.
    public struct Property: Sendable {
        /// The API.
        public let api: String
        /// The model that reads the object.
        public let model: String
        /// The name of the property in documents: `url_l`.
        public let name: String
        /// The declaration of the property; nil if it is not read, or the declaration was not found.
        public let declaration: SourceIndex.Property?
        /// The type that the model requests; nil if it does not read the property, or only tests its
        /// presence.
        public let type: String?
        /// The locations at which the property is read, or could be.
        public let locations: [Location]
        /// The status of the property in the contract, in the traffic and in the model.
        public let agreement: PropertyAgreement
        /// The number of objects that have the property, with a value other than null.
        public let presentCount: Int
        /// The number of objects in which the model looked for the property; for an unread property, of the
        /// objects that could have it.
        public let objectCount: Int
    }

    /// A location of a property in responses.
    public struct Location: Sendable, Hashable {
        /// The id of the operation.
        public let operation: String
        /// The statuses of its responses.
        public let statuses: ClosedRange<Int>
        /// The pattern of the JSON Pointer of the value: `/items/*/id`.
        public let pattern: String
    }

    /// The properties, by API, model and name; those that are read come first.
    public let properties: [Property]
    /// The disagreements, each with a suggested edit.
    public let findings: [Finding]

    /// Whether a finding is breaking.
    public var isBroken: Bool { findings.contains { $0.severity == .breaking } }
}

extension PropertySummary {
    /// The property as a report lists it.
    func reported(_ sources: SourceIndex) -> ModelsReport.Property {
        ModelsReport.Property(
            api: api, model: model, name: name, declaration: sources.property(readFrom: name, of: model),
            type: properties.lazy.compactMap(\.key.type).first,
            locations: properties.map { $0.binding.location(of: $0.key.pointer) }, agreement: agreement,
            presentCount: presentCount, objectCount: objectCount)
    }
}

extension [UnreadProperty] {
    /// The properties as a report lists them, each once for an API and a model.
    var reported: [ModelsReport.Property] {
        let groups = Dictionary(grouping: self) { [$0.binding.contract.api, $0.model, $0.name] }
        return groups.map { key, properties in
            let present = properties.reduce(0) { $0 + $1.count }
            let objects = properties.reduce(0) { $0 + $1.binding.objectCounts[$1.location, default: 0] }
            return ModelsReport.Property(
                api: key[0], model: key[1], name: key[2], declaration: nil, type: nil,
                locations: properties.map { $0.binding.location(of: $0.location.appending($0.name)) },
                agreement: PropertyAgreement(
                    contract: properties.map(\.contractStatus).min() ?? .undocumented,
                    traffic: .init(present: present, of: objects), model: .unread),
                presentCount: present, objectCount: objects)
        }
    }
}

extension BindingEvidence {
    fileprivate func location(of pattern: JSONPointer) -> ModelsReport.Location {
        ModelsReport.Location(
            operation: operation.id, statuses: binding.statuses, pattern: pattern.description)
    }
}

extension [ModelsReport.Property] {
    /// The properties in the order of a report.
    var inReportOrder: [ModelsReport.Property] {
        sorted { a, b in
            let keys = [a, b].map { [$0.api, $0.model, $0.type == nil ? "1" : "0", $0.name] }
            return keys[0].lexicographicallyPrecedes(keys[1])
        }
    }
}
