import VerbatimContract
import VerbatimJSON

/// A generated value with the schemas that it was generated from.
struct InstanceNode {
    enum Content {
        case scalar(JSONValue)
        case array([InstanceNode])
        case object([Property])
    }

    struct Property {
        let name: String
        var node: InstanceNode
        let isRequired: Bool
    }

    let schema: InstanceSchema
    var content: Content

    var value: JSONValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let properties): .object(JSONObject(properties.map { ($0.name, $0.node.value) }))
        }
    }

    /// Returns the value without the innermost optional property around a location; nil if there is none.
    func dropping(_ tokens: ArraySlice<String>) -> InstanceNode? {
        guard let token = tokens.first else { return nil }
        var dropped = self
        switch content {
        case .scalar: return nil
        case .array(var elements):
            guard let index = JSONPointer.index(token), elements.indices.contains(index),
                let element = elements[index].dropping(tokens.dropFirst())
            else { return nil }
            elements[index] = element
            dropped.content = .array(elements)
        case .object(var properties):
            guard let index = properties.firstIndex(where: { $0.name == token }) else { return nil }
            if let node = properties[index].node.dropping(tokens.dropFirst()) {
                properties[index].node = node
            } else if !properties[index].isRequired {
                properties.remove(at: index)
            } else {
                return nil
            }
            dropped.content = .object(properties)
        }
        return dropped
    }
}

/// Generates values from schemas alone.
///
/// The work is linear in the schemas: a schema is expanded in full at a few places, and a recursive one once
/// inside itself, or not at all where it may be left out. The validator decides whether a value is valid.
struct InstanceBuilder {
    /// The properties that objects have.
    enum Extent {
        /// The required ones, and lists without elements.
        case minimal
        /// All of them, and lists with one element.
        case maximal
    }

    let references: References
    /// Whether the examples of the schemas are values.
    let usesExamples: Bool
    /// The number of times that the schemas around the current value occur.
    private var active: [Set<Int>: Int] = [:]
    private var depth = 0
    /// The number of times that schemas were expanded in full.
    private var expansions: [Set<Int>: Int] = [:]
    /// The number of values that may still be generated.
    private var remaining = Self.valueLimit
    /// The number of values that may still have all of their properties.
    private var fullRemaining = Self.fullLimit

    private static let valueLimit = 20_000
    private static let fullLimit = 1_000
    private static let depthLimit = 48
    private static let expansionLimit = 4
    /// The name of a property that only `additionalProperties` describes.
    static let otherName = "other"

    init(_ references: References, usesExamples: Bool) {
        self.references = references
        self.usesExamples = usesExamples
    }

    /// Generates a value; nil if none can be found.
    mutating func build(_ roots: [JSON], _ extent: Extent = .maximal) -> InstanceNode? {
        expansions = [:]
        restart()
        return node(roots, extent)
    }

    /// Generates the other values of a place, one of each kind: those of other types and branches, and
    /// scalars at the limits of the schemas.
    mutating func alternatives(to node: InstanceNode) -> [InstanceNode] {
        let schema = node.schema
        let value = node.value
        var nodes = schema.choices.flatMap { choice in
            choice.branches.indices.filter { $0 != choice.chosen }.compactMap { branch in
                var picks = schema.picks
                picks[choice.id] = branch
                restart()
                return InstanceSchema(schema.roots, picks, references).flatMap { self.node($0, .maximal) }
            }
        }
        if let values = schema.values {
            nodes += values.prefix(64).map { InstanceNode(schema: schema, content: .scalar($0)) }
        } else {
            for type in schema.types {
                if type == "array" { nodes.append(InstanceNode(schema: schema, content: .array([]))) }
                nodes += scalars(schema, type).map { InstanceNode(schema: schema, content: .scalar($0)) }
                guard type == "object" || type == "array", type != value.kind.rawValue else { continue }
                nodes += [container(schema, type, .maximal)].compactMap(\.self)
            }
        }
        var seen: Set = [value]
        return nodes.filter { seen.insert($0.value).inserted }
    }

    private mutating func restart() {
        (active, depth, remaining, fullRemaining) = ([:], 0, Self.valueLimit, Self.fullLimit)
    }

    // MARK: Values

    private mutating func node(_ roots: [JSON], _ extent: Extent) -> InstanceNode? {
        guard let schema = InstanceSchema(roots, [:], references) else { return nil }
        if let node = node(schema, extent) { return node }
        // The first branch may lead back to itself without an end.
        for choice in schema.choices {
            for branch in choice.branches.indices where branch != choice.chosen {
                guard let other = InstanceSchema(roots, [choice.id: branch], references),
                    let node = node(other, extent)
                else { continue }
                return node
            }
        }
        return nil
    }

    private mutating func node(_ schema: InstanceSchema, _ extent: Extent) -> InstanceNode? {
        let key = schema.key
        remaining -= 1
        guard remaining > 0, depth < Self.depthLimit else { return nil }
        if let values = schema.values {
            return values.first.map { InstanceNode(schema: schema, content: .scalar($0)) }
        }
        var extent = extent
        if extent == .maximal {
            expansions[key, default: 0] += 1
            fullRemaining -= 1
            if expansions[key, default: 0] > Self.expansionLimit || fullRemaining < 0 { extent = .minimal }
        }
        let isOpen = active[key, default: 0] < (extent == .minimal ? 1 : 2)
        depth += 1
        active[key, default: 0] += 1
        defer {
            depth -= 1
            active[key, default: 0] -= 1
        }
        let types = schema.types
        for type in types.filter({ $0 != "null" }) + types.filter({ $0 == "null" }) {
            if let scalar = scalars(schema, type).first {
                return InstanceNode(schema: schema, content: .scalar(scalar))
            }
            if isOpen, let container = container(schema, type, extent) { return container }
        }
        return nil
    }

    private func scalars(_ schema: InstanceSchema, _ type: String) -> [JSONValue] {
        type == "null" ? [.null] : ScalarSamples(schema: schema, usesExamples: usesExamples).values(of: type)
    }

    private mutating func container(
        _ schema: InstanceSchema, _ type: String, _ extent: Extent
    ) -> InstanceNode? {
        switch type {
        case "object": object(schema, extent)
        case "array": array(schema, extent)
        default: nil
        }
    }

    private mutating func object(_ schema: InstanceSchema, _ extent: Extent) -> InstanceNode? {
        let required = Set(schema.required)
        var properties: [InstanceNode.Property] = []
        var names = schema.names.filter { required.contains($0) || extent == .maximal }
        let isOther = names.isEmpty && extent == .maximal && schema.others.contains { $0.kind == .object }
        if isOther || schema.count("minProperties") > names.count { names.append(Self.otherName) }
        for name in names {
            let isRequired = required.contains(name)
            guard var node = node(schema.property(name), extent), isRequired || !node.schema.isWriteOnly
            else {
                if isRequired { return nil }
                continue
            }
            let rejected = schema.rejectedValues(of: name)
            if rejected.contains(node.value),
                let other = node.schema.values?.first(where: { !rejected.contains($0) })
            {
                node.content = .scalar(other)
            }
            properties.append(.init(name: name, node: node, isRequired: isRequired))
        }
        return InstanceNode(schema: schema, content: .object(properties))
    }

    private mutating func array(_ schema: InstanceSchema, _ extent: Extent) -> InstanceNode? {
        let least = schema.count("minItems")
        var elements: [InstanceNode] = []
        let count = max(least, extent == .maximal ? schema.prefix + 1 : 0)
        for index in 0..<count {
            guard let node = node(schema.element(at: index), extent) else { break }
            elements.append(node)
        }
        return elements.count < least ? nil : InstanceNode(schema: schema, content: .array(elements))
    }
}
