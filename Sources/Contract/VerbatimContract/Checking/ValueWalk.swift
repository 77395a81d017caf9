@_spi(Tape) import VerbatimJSON
import VerbatimFormats

/// Walks a value along with its shape: notes what was seen, and finds what is new, which are members that no schema
/// knows and values that an open enumeration did not have so far.
///
/// The same in every element of a list is one novelty.
struct ValueWalk {
    /// A novelty, where it was met first.
    struct Novelty {
        enum Kind: Hashable {
            case member(String)
            case value(JSONValue)
        }

        let kind: Kind
        let value: JSON
        /// The values that were known.
        let known: [JSONValue]
        /// How many more locations have it.
        var others = 0
    }

    private struct Key: Hashable {
        let shape: SchemaShapes.Index
        let kind: Novelty.Kind
    }

    private let root: JSON
    private let reader: TapeReader
    private let shapes: SchemaShapes
    private let table: ShapeTable
    private var seen: SeenValues
    private var novelties: [Novelty] = []
    private var indexes: [Key: Int] = [:]

    /// Walks a value and finds what is new, in document order.
    static func novelties(
        in value: JSON, _ shape: SchemaShapes.Index, of contract: Contract, seen: inout SeenValues
    ) -> [Novelty] {
        value.read { reader, node in
            var walk = ValueWalk(root: value, reader: reader, contract: contract, seen: seen)
            // One owner only, or each note would copy it.
            seen = SeenValues.none
            walk.visit(node, shape)
            seen = walk.seen
            return walk.novelties
        } ?? []
    }

    private init(root: JSON, reader: TapeReader, contract: Contract, seen: SeenValues) {
        self.root = root
        self.reader = reader
        shapes = contract.shapes
        table = contract.table
        self.seen = seen
    }

    private mutating func visit(_ node: Int, _ index: SchemaShapes.Index) {
        let row = table.rows[index]
        seen.marks[index].formUnion(.any)
        switch reader.tag(node) {
        case TapeReader.Tag.array:
            guard row.items >= 0 else { return }
            let end = reader.next(after: node)
            var element = reader.first(in: node)
            while element < end {
                visit(element, Int(row.items))
                element = reader.next(after: element)
            }
        case TapeReader.Tag.object: visitMembers(of: node, row, index)
        case TapeReader.Tag.string, TapeReader.Tag.escapedString: visitString(node, row, index)
        case TapeReader.Tag.integer, TapeReader.Tag.number, TapeReader.Tag.true, TapeReader.Tag.false:
            if row.hasKnownValues || row.hasOtherValues { visitOther(node, index) }
        default: return
        }
    }

    private mutating func visitMembers(of node: Int, _ row: ShapeTable.Row, _ index: SchemaShapes.Index) {
        let end = reader.next(after: node)
        var name = reader.first(in: node)
        while name < end {
            if let entry = table.names.find(name, in: row.members, of: reader) {
                visit(name + 1, table.names.number(of: entry))
            } else if row.others >= 0 {
                visit(name + 1, Int(row.others))
            } else if !row.isOpen {
                add(.member(root.value(atNode: name).string ?? ""), name + 1, index)
            }
            name = reader.next(after: name + 1)
        }
    }

    private mutating func visitString(_ node: Int, _ row: ShapeTable.Row, _ index: SchemaShapes.Index) {
        seen.marks[index].formUnion(.string)
        if let entry = table.names.find(node, in: row.values, of: reader) {
            seen.strings[entry] = true
        } else if row.hasKnownValues {
            visitOther(node, index)
        }
        if row.hasDatePatterns { visitDate(node, index) }
    }

    /// A value that is not among the strings a schema lists: perhaps a listed value of another kind, perhaps a new one.
    private mutating func visitOther(_ node: Int, _ index: SchemaShapes.Index) {
        let value = root.value(atNode: node).value
        let shape = shapes[index]
        if shape.enumeratedValues.contains(value) {
            seen.others[index, default: []].insert(value)
        } else if let known = shape.knownValues, !known.contains(value), !value.isBool {
            add(.value(value), node, index)
        }
    }

    private mutating func visitDate(_ node: Int, _ index: SchemaShapes.Index) {
        let patterns = table.datePatterns[index] ?? []
        let known = seen.dates[index] ?? []
        guard known.count < patterns.count, let text = root.value(atNode: node).string else { return }
        for (number, pattern) in patterns.enumerated() where !known.contains(number) && pattern.matches(text)
        {
            seen.dates[index, default: []].insert(number)
        }
    }

    private mutating func add(_ kind: Novelty.Kind, _ node: Int, _ shape: SchemaShapes.Index) {
        let key = Key(shape: shape, kind: kind)
        if let index = indexes[key] {
            novelties[index].others += 1
        } else {
            indexes[key] = novelties.count
            novelties.append(
                Novelty(
                    kind: kind, value: root.value(atNode: node), known: shapes[shape].knownValues ?? []))
        }
    }
}

extension JSONValue {
    fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
}
