import Foundation
package import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// Tries models on instances of the responses that a contract describes, without any recording.
package struct ContractAudit {
    private let contract: Contract
    private var failures: [InstanceFailure] = []
    private var untried: [Finding] = []
    private var instances = 0

    /// The most instances of one response, and the most values in all of them.
    private static let (limit, valueLimit) = (4000, 1_000_000)

    package init(_ contract: Contract) { self.contract = contract }

    /// Tries a model on instances of every JSON response that it is bound to.
    package mutating func add(_ binding: ModelBinding) {
        guard let operation = binding.operation(in: contract) else { return }
        let schemas =
            binding.isOfItems
            ? operation.itemSchemas(for: binding.statuses, contract.shapes)
            : operation.jsonSchemas(for: binding.statuses)
        let kind = binding.isOfItems ? "no schema of items" : "no JSON"
        if schemas.isEmpty { untried.append(.untried(kind, binding, operation, in: contract)) }
        var known: Set<Int> = []
        for schema in schemas where known.insert(schema.index).inserted {
            let trial = InstanceTrial(
                contract: contract, operation: operation,
                binding: schema.items.map(binding.reading) ?? binding, schema: schema)
            if trial.run(limit: Self.limit, values: Self.valueLimit) {
                failures += trial.failures
                instances += trial.count
            } else {
                untried.append(
                    .untried("of a schema without a known instance", binding, operation, in: contract))
            }
        }
    }

    /// Reports what the models do not decode, one finding for each property and rule.
    package func report(_ sources: SourceIndex) -> ModelsReport {
        let findings = InstanceFindings(contract: contract, sources: sources).findings(failures)
        return ModelsReport(properties: [], findings: findings + untried, instances: instances)
    }
}

/// An instance that a model does not decode.
struct InstanceFailure {
    let operation: APIOperation
    let binding: ModelBinding
    let schema: SchemaReference
    let instance: Instance
    let failure: ModelFailure
    let reading: ModelReading
    /// Whether the model decodes another value at the same place.
    var isDecodable = true
    /// Whether the model decodes it on the newest systems.
    var isOnOlderSystems = false

    /// The value that is not decoded, in any element; of a property that was left out, that one, as a model
    /// may then look for another.
    var pattern: JSONPointer {
        if case .leftOut = instance.change, failure.kind == .missingKey { return instance.pointer.pattern }
        return failure.pointer?.pattern ?? .root
    }
}

/// The instances of one response, decoded by one model.
private final class InstanceTrial {
    let contract: Contract
    let operation: APIOperation
    let binding: ModelBinding
    let schema: SchemaReference
    private(set) var failures: [InstanceFailure] = []
    private(set) var count = 0
    /// The failures that are known, as all instances have the same values elsewhere.
    private var known: Set<Key> = []
    /// The places at which a value was decoded.
    private var decodable: Set<JSONPointer> = []

    private struct Key: Hashable {
        let pattern: JSONPointer
        let kind: DecodeFailure.Kind
    }

    init(contract: Contract, operation: APIOperation, binding: ModelBinding, schema: SchemaReference) {
        self.contract = contract
        self.operation = operation
        self.binding = binding
        self.schema = schema
    }

    /// Decodes all instances; returns false if there are none.
    func run(limit: Int, values: Int) -> Bool {
        for usesExamples in [true, false] {
            guard case (var builder, let whole)? = contract.instance(of: schema, usesExamples: usesExamples)
            else { continue }
            let root = JSONPointer(schema.items == nil ? [] : ["0"])
            decode(Instance(change: .whole, pointer: root, document: document(whole)))
            var variations = InstanceVariations(
                builder, limit: min(limit, values / whole.value.size(upTo: values))
            ) { self.decode($0) }
            variations.vary(whole, at: root, in: document(whole))
            if let least = builder.build([schema.node], .minimal) {
                decode(Instance(change: .whole, pointer: root, document: document(least)))
            }
            for index in failures.indices {
                failures[index].isDecodable = decodable.contains(failures[index].pattern)
            }
            return true
        }
        return false
    }

    /// Returns a generated value as what the model reads: an item is one of an array.
    private func document(_ node: InstanceNode) -> JSONValue {
        schema.items == nil ? node.value : .array([node.value])
    }

    private func decode(_ instance: Instance) {
        let body = Data(instance.document.bytes(.compact))
        guard let json = try? JSON(parsing: body), contract.accepts(json, schema) else { return }
        count += 1
        let own = instance.pointer.pattern
        if binding.accepts(body) {
            guard case .value(let value) = instance.change else { return }
            decodable.insert(own)
            if binding.readsISO8601Dates, value.string?.contains(".") ?? false {
                let fraction = ModelFailure(
                    kind: .badDate, pointer: instance.pointer, found: "the string \(value.text(.compact))",
                    expected: "", need: "expects Date")
                record(binding.read(body), [fraction], of: instance, isOld: true)
            }
            return
        }
        let reading = binding.read(body)
        if case .value = instance.change, !reading.failures.contains(where: { $0.pointer?.pattern == own }) {
            decodable.insert(own)
        }
        record(reading, reading.failures, of: instance)
    }

    /// Keeps the failures that are due to the change of an instance, or not known yet.
    private func record(
        _ reading: ModelReading, _ failures: [ModelFailure], of instance: Instance, isOld: Bool = false
    ) {
        for failure in failures {
            let key = Key(pattern: failure.pointer?.pattern ?? .root, kind: failure.kind)
            guard known.insert(key).inserted || key.pattern == instance.pointer.pattern else { continue }
            let found = InstanceFailure(
                operation: operation, binding: binding, schema: schema, instance: instance, failure: failure,
                reading: reading, isOnOlderSystems: isOld)
            guard !isOld || found.readsDate else { continue }
            self.failures.append(found)
        }
    }
}

extension InstanceFailure {
    /// Whether the model decodes the value as a date.
    fileprivate var readsDate: Bool {
        reading.usage?.keys.contains { $0.pointer.matches(pattern) && $0.isDate } ?? false
    }
}

extension APIOperation {
    fileprivate func jsonSchemas(for statuses: ClosedRange<Int>) -> [SchemaReference] {
        content(for: statuses)
            // Some providers send JSON as `text/javascript`.
            .filter { $0.range.isJSON || $0.range.canonicalEssence == "text/javascript" }
            .compactMap(\.schema)
    }

    fileprivate func itemSchemas(
        for statuses: ClosedRange<Int>, _ shapes: SchemaShapes
    ) -> [SchemaReference] {
        content(for: statuses).compactMap { content in
            content.range.itemFormat.flatMap { content.schema(ofItemsIn: $0, shapes) }
        }
    }

    private func content(for statuses: ClosedRange<Int>) -> [MediaTypeObject] {
        responses.filter { statuses.contains(where: StatusKey(rawValue: $0.status).covers) }
            .flatMap(\.content)
    }
}

extension Finding {
    fileprivate static func untried(
        _ found: String, _ binding: ModelBinding, _ operation: APIOperation, in contract: Contract
    ) -> Finding {
        Finding(
            .modelUntried,
            about: Subject(
                api: contract.api, operation: operation.id, model: binding.model,
                part: "the response of '\(operation.id)'"),
            .expected("\(binding.model) is not tried", found: found),
            at: contract.location(of: operation.node),
            next: "")
    }
}
