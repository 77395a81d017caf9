package import Foundation
public import VerbatimContract
import VerbatimDecoding
package import VerbatimHAR
package import VerbatimJSON

/// Compares contract, traffic and models, property by property.
///
/// An audit collects the readings of recorded bodies by models, and reports at the end how the three agree.
package struct ModelAudit: Sendable {
    private var evidence: [BindingEvidence] = []
    private var indices: [Key: Int] = [:]

    /// The bodies of one operation as read by one model.
    package struct Key: Hashable, Sendable, Codable {
        fileprivate let api: String
        fileprivate let operation: String
        fileprivate let model: String
        fileprivate let statuses: ClosedRange<Int>
        fileprivate let itemKind: String?
    }

    package init() {}

    private var settled: [BindingEvidence] { evidence.map(\.settled) }

    private mutating func index(_ key: Key, _ empty: () -> BindingEvidence) -> Int {
        if let index = indices[key] { return index }
        indices[key] = evidence.count
        evidence.append(empty())
        return evidence.count - 1
    }

    package mutating func add(_ other: ModelAudit) {
        for (key, position) in other.indices.sorted(by: { $0.value < $1.value }) {
            let added = other.evidence[position]
            let index = index(key) {
                BindingEvidence(contract: added.contract, operation: added.operation, binding: added.binding)
            }
            evidence[index].add(added)
        }
    }

    /// Adds the reading of a body by a model; a reading without key usage is ignored.
    ///
    /// - Parameter items: The items of the body if the model reads these, and `body` is the array of them.
    package mutating func add(
        _ reading: ModelReading, of body: Data, by binding: ModelBinding, in interaction: Interaction,
        of operation: APIOperation, in contract: Contract, _ items: ItemSequence? = nil
    ) {
        guard reading.usage != nil, let response = interaction.outcome.judgedResponse,
            let document = try? JSON(parsing: body)
        else { return }
        let key = Key(
            api: contract.api, operation: operation.id, model: binding.model, statuses: binding.statuses,
            itemKind: binding.itemKind)
        let index = index(key) { BindingEvidence(contract: contract, operation: operation, binding: binding) }
        evidence[index].add(
            reading, document, schema: operation.schema(ofJSONBodyOf: response, in: contract),
            from: interaction, items)
    }

    /// The numbers of recorded values that models read, by the model and the name in documents.
    package var readCounts: [SourcePatcher.Key: Int] {
        evidence.flatMap(\.usage.keys).reduce(into: [:]) { counts, key in
            counts[SourcePatcher.Key(model: key.model, name: key.name), default: 0] += key.found
        }
    }

    /// Reports how contract, traffic and models agree on every property.
    ///
    /// - Parameter triesValues: Whether it is tried what the models decode as the value of each property.
    package func report(_ sources: SourceIndex, tryingValues triesValues: Bool = false) -> ModelsReport {
        let evidence = settled
        let properties = evidence.flatMap(\.properties)
        let summaries = PropertySummary.summaries(of: properties)
        let unread = evidence.flatMap(\.unreadProperties).removing(readBy: properties)
        let findings = ModelFindings(sources: sources)
        return ModelsReport(
            properties: (summaries.map { $0.reported(sources, triesValues) } + unread.reported).inReportOrder,
            findings: summaries.flatMap(findings.findings) + findings.findings(about: unread))
    }

    /// The properties that models require and all recorded objects have, but the contract does not require.
    package var needs: [(schema: JSONPointer, name: String, reader: String)] {
        settled.flatMap(\.properties).compactMap { property in
            guard property.modelStatus == .required, property.contractStatus == .optional,
                property.key.found > 0, property.key.absent + property.key.null == 0,
                let schema = property.object?.pointer
            else { return nil }
            return (schema, property.key.name, "\(property.key.model).\(property.key.name)")
        }
    }

    /// Returns the warnings that a check reports in addition to its findings about single values: differences
    /// that may break the app, although no recording shows it.
    ///
    /// - Parameter sources: Makes the index of the declarations; called only if there may be a warning.
    package func warnings(_ sources: () -> SourceIndex) -> [Finding] {
        let summaries = PropertySummary.summaries(of: settled.flatMap(\.properties)).filter(\.mayBreak)
        guard !summaries.isEmpty else { return [] }
        let findings = ModelFindings(sources: sources())
        return summaries.flatMap(findings.findings)
            .filter { $0.severity >= .warning && !Rule.reportedByValue.contains($0.rule) }
    }

    /// The coded form of an audit, without the contracts and the models.
    package struct Facts: Sendable, Codable {
        private let bindings: [Binding]

        private struct Binding: Sendable, Codable {
            let key: Key
            let facts: BindingEvidence.Facts
        }

        package init(_ audit: ModelAudit) {
            bindings = audit.indices.sorted { $0.value < $1.value }.map { key, index in
                Binding(key: key, facts: audit.evidence[index].facts)
            }
        }

        /// Returns the audit about contracts and their models; those that are not known are left out.
        package func audit(
            _ contracts: ContractSet, _ models: (_ api: String) -> [ModelBinding]
        ) -> ModelAudit {
            var audit = ModelAudit()
            for (key, facts) in bindings.map({ ($0.key, $0.facts) }) {
                guard let contract = contracts.contract(of: key.api),
                    let operation = contract.operations.first(where: { $0.id == key.operation }),
                    let binding = models(key.api).first(where: {
                        $0.operation == key.operation && $0.model == key.model && $0.statuses == key.statuses
                            && $0.itemKind == key.itemKind
                    })
                else { continue }
                let index = audit.index(key) {
                    BindingEvidence(contract: contract, operation: operation, binding: binding)
                }
                audit.evidence[index].add(facts)
            }
            return audit
        }
    }
}

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
        /// The type that the model requests; nil if it does not read the property, or only its presence.
        public let type: String?
        /// The locations at which the property is read, or could be.
        public let locations: [Location]
        /// The status of the property in the contract, in the traffic and in the model.
        public let agreement: PropertyAgreement
        /// What the model decodes as its value; nil if that was not tried.
        package var acceptance: PropertyAcceptance?
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
    /// The number of instances of the contract that were decoded; nil if recordings were.
    public internal(set) var instances: Int?

    init(properties: [Property], findings: [Finding], instances: Int? = nil) {
        self.properties = properties
        self.findings = findings
        self.instances = instances
    }

    package init(joining reports: [ModelsReport]) {
        self.init(properties: reports.flatMap(\.properties), findings: reports.flatMap(\.findings))
        let counts = reports.compactMap(\.instances)
        instances = counts.isEmpty ? nil : counts.reduce(0, +)
    }

    /// Whether a finding is breaking.
    public var isBroken: Bool { findings.contains { $0.severity == .breaking } }
}

extension PropertySummary {
    func reported(_ sources: SourceIndex, _ triesValues: Bool) -> ModelsReport.Property {
        ModelsReport.Property(
            api: api, model: model, name: name, declaration: sources.property(readFrom: name, of: model),
            type: properties.lazy.compactMap(\.key.type).first,
            locations: properties.map { $0.binding.location(of: $0.key.pointer) }, agreement: agreement,
            acceptance: triesValues ? properties.lazy.compactMap(PropertyAcceptance.init).first : nil,
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
    var inReportOrder: [ModelsReport.Property] {
        sorted { a, b in
            let keys = [a, b].map { [$0.api, $0.model, $0.type == nil ? "1" : "0", $0.name] }
            return keys[0].lexicographicallyPrecedes(keys[1])
        }
    }
}
