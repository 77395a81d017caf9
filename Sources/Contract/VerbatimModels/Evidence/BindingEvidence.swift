import Foundation
import VerbatimContract
import VerbatimDecoding
import VerbatimHAR
import VerbatimJSON

/// The evidence from all recorded bodies of one operation as read by one model.
struct BindingEvidence {
    let contract: Contract
    let operation: APIOperation
    let binding: ModelBinding
    /// The keys of all bodies.
    var usage: KeyUsage { total.usage }
    private var total = KeyUsageTotal()
    /// The patterns of the properties whose absence kept the model from being decoded.
    private(set) var missedProperties: Set<JSONPointer> = []
    private(set) var objectCounts: [JSONPointer: Int] = [:]
    /// Objects of every shape at each location, for trying changes; known once it is settled.
    private(set) var samples: [JSONPointer: [ModelSample]] = [:]
    /// Numbers near the limit of the type of their property, the largest in magnitude for each property.
    private(set) var largeNumbers: [JSONPointer: RecordedValue] = [:]
    /// The first date with a fraction of a second for each property.
    private(set) var fractionalDates: [JSONPointer: RecordedValue] = [:]
    /// The schemas of the bodies, each once.
    private(set) var schemas: [SchemaReference] = []
    private var shapes: [JSONPointer: [Shape]] = [:]

    struct RecordedValue: Codable {
        let value: JSONValue
        let location: SourceLocation?
    }

    /// The names of the properties of an object, and the object as a sample.
    private struct Shape {
        let names: [String]
        let object: Object

        enum Object {
            /// In the body that had it.
            case recorded(body: JSON, path: [String], schema: SchemaReference)
            /// In the smallest document that contract and model accept; nil if no document was found.
            case reduced(ModelSample?)
        }
    }

    /// The most shapes of objects to keep as samples at one location.
    private static let maximumShapes = 12

    init(contract: Contract, operation: APIOperation, binding: ModelBinding) {
        self.contract = contract
        self.operation = operation
        self.binding = binding
    }

    /// Returns a check of changed copies of a sample.
    func compatibilityCheck(of sample: ModelSample) -> CompatibilityCheck {
        CompatibilityCheck(contract: contract, binding: binding, schema: sample.schema)
    }

    // MARK: Collecting

    /// The body being traversed, with the path to the current value.
    private struct Traversal {
        let root: JSON
        /// The schema of the body, if the body can be a sample.
        let sampleSchema: SchemaReference?
        let interaction: Interaction
        let items: ItemSequence?
        var path: [String] = []
    }

    /// Adds a body, or the array of the items of one.
    mutating func add(
        _ reading: ModelReading, _ document: JSON, schema: SchemaReference?, from interaction: Interaction,
        _ items: ItemSequence?
    ) {
        guard let used = reading.usage else { return }
        total.add(used)
        if let schema, !schemas.contains(where: { $0.index == schema.index }) { schemas.append(schema) }
        let missed = reading.failures.lazy.filter { $0.kind == .missingKey || $0.kind == .null }
            .compactMap(\.pointer)
        // Elements that lack the same property have the same pattern.
        for pattern in Set(missed.map(\.pattern)) {
            missedProperties.formUnion(used.keys.map(\.pointer).filter { $0.matches(pattern) })
        }
        var traversal = Traversal(
            root: document, sampleSchema: reading.failures.isEmpty ? schema : nil, interaction: interaction,
            items: items)
        visit(document, KeyTree(used), &traversal)
    }

    private mutating func visit(_ value: JSON, _ tree: KeyTree, _ traversal: inout Traversal) {
        if value.kind == .object, !tree.keys.isEmpty { examine(value, tree, traversal) }
        for (name, child) in tree.children where value.kind == .object {
            traversal.path.append(name)
            visit(value[name], child, &traversal)
            traversal.path.removeLast()
        }
        guard let shared = tree.shared else { return }
        let inside = value.elements.enumerated().map { (String($0), $1) } + value.members.map { ($0, $1) }
        for (token, next) in inside {
            traversal.path.append(token)
            visit(next, shared, &traversal)
            traversal.path.removeLast()
        }
    }

    private mutating func examine(_ object: JSON, _ tree: KeyTree, _ traversal: Traversal) {
        objectCounts[tree.pattern, default: 0] += 1
        for key in tree.keys {
            if let type = key.type.flatMap(IntegerType.init) {
                examineNumbers(in: object[key.name], key, type, traversal)
            }
            if key.isDate, binding.readsISO8601Dates { examineDates(in: object[key.name], key, traversal) }
        }
        guard let schema = traversal.sampleSchema else { return }
        add(
            Shape(
                names: object.members.map { $0.value.isNull ? $0.name + "\0" : $0.name },
                object: .recorded(body: traversal.root, path: traversal.path, schema: schema)),
            at: tree.pattern)
    }

    private mutating func add(_ shape: Shape, at pattern: JSONPointer) {
        let known = shapes[pattern, default: []]
        guard known.count < Self.maximumShapes, !known.contains(where: { $0.names == shape.names }) else {
            return
        }
        shapes[pattern, default: []].append(shape)
    }

    /// Returns a document around an object, as small as contract and model accept it; nil if they do not even
    /// accept the whole body.
    private func sample(of object: Shape.Object) -> ModelSample? {
        guard case .recorded(let body, let path, let schema) = object else {
            if case .reduced(let sample) = object { return sample }
            return nil
        }
        let reduced = body.reduced(to: path[...])
        let whole = (value: body.value, path: path)
        let check = CompatibilityCheck(contract: contract, binding: binding, schema: schema)
        return [reduced, whole].lazy
            .filter { sample in
                let document = check.document(sample.value)
                return check.isAllowed(document) && check.isRead(document)
            }
            .map { ModelSample(document: $0.value, object: JSONPointer($0.path), schema: schema) }.first
    }

    /// The evidence with its samples, which take longer to make than all else.
    var settled: BindingEvidence {
        var settled = self
        for (pattern, shapes) in shapes {
            let made = shapes.map { ($0.names, sample(of: $0.object)) }
            settled.shapes[pattern] = made.map { Shape(names: $0, object: .reduced($1)) }
            settled.samples[pattern] = made.compactMap(\.1)
        }
        return settled
    }

    private mutating func examineNumbers(
        in value: JSON, _ key: KeyUsage.Key, _ type: IntegerType, _ traversal: Traversal
    ) {
        for value in value.andContents {
            guard let number = value.number, IntegerType.int32.isNearLimit(number) || type.isNearLimit(number)
            else { continue }
            addLarge(number, of: key.pointer) { Self.recorded(value, traversal) }
        }
    }

    private mutating func addLarge(
        _ number: JSONNumber, of property: JSONPointer, _ value: () -> RecordedValue
    ) {
        if let largest = largeNumbers[property]?.value.number, number.magnitude <= largest.magnitude {
            return
        }
        largeNumbers[property] = value()
    }

    private mutating func examineDates(in value: JSON, _ key: KeyUsage.Key, _ traversal: Traversal) {
        guard fractionalDates[key.pointer] == nil else { return }
        if let first = value.andContents.first(where: { $0.string.map(Self.isDateWithFraction) ?? false }) {
            fractionalDates[key.pointer] = Self.recorded(first, traversal)
        }
    }

    private static func isDateWithFraction(_ text: String) -> Bool {
        text.contains(".")
            && (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) != nil
    }

    private static func recorded(_ value: JSON, _ traversal: Traversal) -> RecordedValue {
        let position = traversal.items?.position(of: value.position) ?? value.position
        return RecordedValue(
            value: value.value,
            location: traversal.interaction.locationInBody(line: position.line, column: position.column))
    }
}

// MARK: Joining

extension BindingEvidence {
    /// The coded form of the evidence, without the contract and the model.
    struct Facts: Codable {
        let usage: KeyUsage
        let missedProperties: [JSONPointer]
        let objectCounts: [JSONPointer: Int]
        let largeNumbers: [JSONPointer: RecordedValue]
        let fractionalDates: [JSONPointer: RecordedValue]
        /// The indices of the schemas of bodies.
        let schemas: [Int]
        let shapes: [JSONPointer: [Shape]]

        /// A shape with the sample of an object.
        struct Shape: Codable {
            let names: [String]
            var sample: Sample?
        }

        /// A sample with the index of its schema.
        struct Sample: Codable {
            let document: JSONValue
            let object: JSONPointer
            let schema: Int
        }
    }

    /// The coded form, with samples.
    var facts: Facts {
        Facts(
            usage: usage, missedProperties: missedProperties.sorted { $0.description < $1.description },
            objectCounts: objectCounts, largeNumbers: largeNumbers, fractionalDates: fractionalDates,
            schemas: schemas.map(\.index),
            shapes: settled.shapes.mapValues { shapes in
                shapes.map { shape in
                    let sample = sample(of: shape.object).map {
                        Facts.Sample(document: $0.document, object: $0.object, schema: $0.schema.index)
                    }
                    return Facts.Shape(names: shape.names, sample: sample)
                }
            })
    }

    /// Adds the coded form of evidence about the same contract and model.
    mutating func add(_ facts: Facts) {
        let known = operation.responses.flatMap { $0.content.flatMap { [$0.schema, $0.itemSchema] } }
            .compactMap(\.self)
        let references = Dictionary(known.map { ($0.index, $0) }) { first, _ in first }
        var other = BindingEvidence(contract: contract, operation: operation, binding: binding)
        other.total.add(facts.usage)
        other.missedProperties = Set(facts.missedProperties)
        other.objectCounts = facts.objectCounts
        other.largeNumbers = facts.largeNumbers
        other.fractionalDates = facts.fractionalDates
        other.schemas = facts.schemas.compactMap { references[$0] }
        other.shapes = facts.shapes.mapValues { shapes in
            shapes.map { shape in
                let sample = shape.sample.flatMap { sample in
                    references[sample.schema].map {
                        ModelSample(document: sample.document, object: sample.object, schema: $0)
                    }
                }
                return Shape(names: shape.names, object: .reduced(sample))
            }
        }
        add(other)
    }

    /// Adds the evidence from bodies that follow. Of what is kept once, the first is kept.
    mutating func add(_ other: BindingEvidence) {
        total.add(other.usage)
        missedProperties.formUnion(other.missedProperties)
        objectCounts.merge(other.objectCounts, uniquingKeysWith: +)
        for (property, recorded) in other.largeNumbers {
            if let number = recorded.value.number { addLarge(number, of: property) { recorded } }
        }
        fractionalDates.merge(other.fractionalDates) { first, _ in first }
        for schema in other.schemas where !schemas.contains(where: { $0.index == schema.index }) {
            schemas.append(schema)
        }
        for (pattern, shapes) in other.shapes { for shape in shapes { add(shape, at: pattern) } }
    }
}

extension KeyUsage.Key {
    /// Whether the model decodes the value, or its elements, as dates.
    var isDate: Bool { type?.typeNames.last == "Date" }
}

extension JSON {
    /// The value and the values of its elements or members.
    fileprivate var andContents: [JSON] { [self] + Array(elements) + members.map(\.value) }
}

extension JSONNumber {
    fileprivate var magnitude: JSONNumber {
        text.hasPrefix("-") ? JSONNumber(String(text.dropFirst())) ?? self : self
    }
}

/// The requested keys as a tree with which to traverse a document.
final class KeyTree {
    /// The pattern of the values: `/items/*/volumeInfo`.
    let pattern: JSONPointer
    /// The keys that are requested from the objects.
    private(set) var keys: [KeyUsage.Key] = []
    /// The trees of the values from which further keys are requested, by key.
    private(set) var children: [(name: String, tree: KeyTree)] = []
    /// The tree that the elements of an array, or the values of a dictionary, share.
    private(set) var shared: KeyTree?

    convenience init(_ usage: KeyUsage) {
        self.init(pattern: .root)
        for key in usage.keys {
            key.location.tokens.reduce(self) { $0.descending($1) }.keys.append(key)
        }
    }

    private init(pattern: JSONPointer) { self.pattern = pattern }

    private func descending(_ token: String) -> KeyTree {
        if token == "*" {
            let tree = shared ?? KeyTree(pattern: pattern.appending(token))
            shared = tree
            return tree
        }
        if let known = children.first(where: { $0.name == token }) { return known.tree }
        let tree = KeyTree(pattern: pattern.appending(token))
        children.append((token, tree))
        return tree
    }
}
