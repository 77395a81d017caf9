import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimHAR
import VerbatimJSON

/// What was seen while one model read the bodies of one operation.
struct BindingEvidence {
    let contract: Contract
    let operation: APIOperation
    let binding: ModelBinding
    /// The keys of all bodies.
    private(set) var usage = KeyUsage()
    /// The members a model could not do without and did not get, by pattern.
    private(set) var lacks: Set<JSONPointer> = []
    /// How many objects there were at each location.
    private(set) var objects: [JSONPointer: Int] = [:]
    /// Objects of every kind that was met, to try changes on.
    private(set) var specimens: [JSONPointer: [ModelSample]] = [:]
    /// Numbers near the end of the type they are read as, the one furthest out for each member.
    private(set) var largeNumbers: [JSONPointer: ObservedResponse] = [:]
    /// The first date with a fraction of each member.
    private(set) var fractions: [JSONPointer: ObservedResponse] = [:]
    /// The schemas the bodies are held to, each once.
    private(set) var schemas: [SchemaReference] = []
    private var kinds: [JSONPointer: Set<[String]>] = [:]

    /// A value, with where it was recorded.
    struct ObservedResponse {
        let value: JSONValue
        let location: SourceLocation?
    }

    /// How many kinds of objects are tried at one location; recordings with more are of a kind.
    private static let mostKinds = 12

    init(contract: Contract, operation: APIOperation, binding: ModelBinding) {
        self.contract = contract
        self.operation = operation
        self.binding = binding
    }

    /// Puts changes of a specimen to the contract and to the model.
    func trial(of specimen: ModelSample) -> CompatibilityCheck {
        CompatibilityCheck(contract: contract, binding: binding, schema: specimen.schema)
    }

    /// Takes a body in.
    mutating func add(
        _ reading: ModelReading, _ document: JSON, heldTo schema: SchemaReference?,
        from interaction: Interaction
    ) {
        guard let used = reading.usage else { return }
        usage.add(used)
        if let schema, !schemas.contains(where: { $0.index == schema.index }) { schemas.append(schema) }
        for failure in reading.failures where failure.kind == .missingKey || failure.kind == .null {
            guard let pointer = failure.pointer.flatMap({ try? JSONPointer(parsing: $0) }) else { continue }
            lacks.formUnion(used.keys.map(\.member).filter { $0.covers(pointer) })
        }
        var walk = Walk(
            root: document, schema: reading.failures.isEmpty ? schema : nil, interaction: interaction)
        visit(document, KeyTree(used), &walk)
    }

    /// What is constant while one body is walked, and the way to where the walk is.
    private struct Walk {
        let root: JSON
        /// The schema of the document, when it can be a specimen.
        let schema: SchemaReference?
        let interaction: Interaction
        var path: [String] = []
    }

    private mutating func visit(_ value: JSON, _ location: KeyTree, _ walk: inout Walk) {
        if value.kind == .object, !location.keys.isEmpty { look(at: value, location, walk) }
        for (name, next) in location.members where value.kind == .object {
            walk.path.append(name)
            visit(value[name], next, &walk)
            walk.path.removeLast()
        }
        guard let shared = location.shared else { return }
        let inside = value.elements.enumerated().map { (String($0), $1) } + value.members.map { ($0, $1) }
        for (token, next) in inside {
            walk.path.append(token)
            visit(next, shared, &walk)
            walk.path.removeLast()
        }
    }

    private mutating func look(at object: JSON, _ location: KeyTree, _ walk: Walk) {
        objects[location.pattern, default: 0] += 1
        for key in location.keys {
            if let type = key.wanted.flatMap(IntegerType.init) { measure(object[key.name], key, type, walk) }
            if key.wantsDate, binding.readsISO8601Dates { date(object[key.name], key, walk) }
        }
        guard let schema = walk.schema else { return }
        let kind = object.members.map { $0.value.isNull ? $0.name + "\0" : $0.name }
        guard kinds[location.pattern, default: []].count < Self.mostKinds,
            kinds[location.pattern, default: []].insert(kind).inserted,
            let specimen = specimen(at: walk, schema)
        else { return }
        specimens[location.pattern, default: []].append(specimen)
    }

    /// A document around an object, as small as contract and model take it; nil when they do not take the whole.
    private func specimen(at walk: Walk, _ schema: SchemaReference) -> ModelSample? {
        let cut = walk.root.cut(to: walk.path[...])
        let whole = (value: walk.root.value, path: walk.path)
        let trial = CompatibilityCheck(contract: contract, binding: binding, schema: schema)
        return [cut, whole].lazy
            .filter { trial.isAllowed($0.value) && trial.isRead($0.value) }
            .map { ModelSample(document: $0.value, object: JSONPointer($0.path), schema: schema) }.first
    }

    private mutating func measure(_ value: JSON, _ key: KeyUsage.Key, _ type: IntegerType, _ walk: Walk) {
        for value in [value] + Array(value.elements) + value.members.map(\.value) {
            guard let number = value.number, IntegerType.int32.isNearLimit(number) || type.isNearLimit(number)
            else { continue }
            if let known = largeNumbers[key.member]?.value.number, number.magnitude <= known.magnitude {
                continue
            }
            largeNumbers[key.member] = sighting(of: value, walk)
        }
    }

    private mutating func date(_ value: JSON, _ key: KeyUsage.Key, _ walk: Walk) {
        guard fractions[key.member] == nil else { return }
        let values = [value] + Array(value.elements) + value.members.map(\.value)
        if let first = values.first(where: { $0.string?.contains(".") ?? false }) {
            fractions[key.member] = sighting(of: first, walk)
        }
    }

    private func sighting(of value: JSON, _ walk: Walk) -> ObservedResponse {
        let position = value.position
        return ObservedResponse(
            value: value.value,
            location: walk.interaction.locationInBody(line: position.line, column: position.column))
    }
}

extension KeyUsage.Key {
    /// The pattern of the member: `/items/*/id`.
    var member: JSONPointer { location.appending(name) }

    /// Whether the model wants a date.
    var wantsDate: Bool {
        wanted?.split { "[]?: ".contains($0) }.last == "Date"
    }
}

extension JSONPointer {
    /// Whether a location is one that this pattern means.
    fileprivate func covers(_ location: JSONPointer) -> Bool {
        tokens.count == location.tokens.count
            && zip(tokens, location.tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }
}

extension JSONNumber {
    /// How far it is from zero.
    fileprivate var magnitude: JSONNumber {
        text.hasPrefix("-") ? JSONNumber(String(text.dropFirst())) ?? self : self
    }
}
