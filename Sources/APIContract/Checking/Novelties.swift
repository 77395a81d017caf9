import JSONDocument

/// What is new in a value: members that no schema knows, and values that an open enumeration did not have so far.
///
/// The same in every element of a list is one novelty.
struct Novelties {
    /// A novelty, where it was met first.
    struct Novelty {
        enum Kind: Hashable {
            case member(String)
            case value(JSONValue)
        }

        let kind: Kind
        let pointer: JSONPointer
        let position: JSONPosition
        /// The values that were known.
        let known: [JSONValue]
        /// How many more places have it.
        var others = 0
    }

    private struct Key: Hashable {
        let shape: SchemaShapes.Index
        let kind: Novelty.Kind
    }

    private let shapes: SchemaShapes
    private var novelties: [Novelty] = []
    private var indexes: [Key: Int] = [:]

    /// Finds what is new, in document order.
    static func all(in json: JSON, _ shape: SchemaShapes.Index, _ shapes: SchemaShapes) -> [Novelty] {
        var walk = Novelties(shapes: shapes)
        walk.visit(json, shape)
        return walk.novelties
    }

    private init(shapes: SchemaShapes) {
        self.shapes = shapes
    }

    private mutating func visit(_ json: JSON, _ index: SchemaShapes.Index) {
        let shape = shapes[index]
        switch json.kind {
        case .array:
            guard let items = shape.items else { return }
            for element in json.elements { visit(element, items) }
        case .object:
            for member in json.members {
                if let next = shape.properties[member.name] ?? shape.others {
                    visit(member.value, next)
                } else if !shape.isOpen {
                    add(.member(member.name), at: member.value, index)
                }
            }
        case .string, .number:
            guard let known = shape.knownValues, !known.contains(json.value) else { return }
            add(.value(json.value), at: json, index)
        case .bool, .null, nil: return
        }
    }

    private mutating func add(_ kind: Novelty.Kind, at json: JSON, _ shape: SchemaShapes.Index) {
        let key = Key(shape: shape, kind: kind)
        if let index = indexes[key] {
            novelties[index].others += 1
        } else {
            indexes[key] = novelties.count
            novelties.append(
                Novelty(
                    kind: kind, pointer: json.pointer, position: json.position,
                    known: shapes[shape].knownValues ?? []))
        }
    }
}
