import VerbatimFormats
@_spi(Tape) import VerbatimJSON

/// Walks a value along with its shape. Records the parts of the schemas that have a value, and finds
/// novelties: properties that no schema names, and values that are new to an open enumeration. As it looks up
/// all names, it also finds the objects that may have one twice.
struct ValueWalk {
    /// A novelty, at its first location. The same novelty in other elements of a list is counted.
    struct Novelty {
        enum Kind: Hashable {
            case property(String)
            case value(JSONValue)
        }

        let kind: Kind
        let value: JSON
        /// The known values of the enumeration, in a message.
        let alternatives: String
        /// The number of further locations.
        var others = 0
    }

    /// What a walk found in a value.
    struct Result {
        /// The novelties, in document order.
        var novelties: [Novelty] = []
        /// The objects that may have two properties of one name.
        var suspects = DuplicateSuspects()
    }

    private struct Key: Hashable {
        let shape: SchemaShapes.Index
        let kind: Novelty.Kind
    }

    private let root: JSON
    private let reader: TapeReader
    private let shapes: SchemaShapes
    private let table: ShapeTable
    private var coverage: SchemaCoverage
    private var result = Result()
    private var indexes: [Key: Int] = [:]
    /// The known values of open enumerations in messages, by shape.
    private var alternatives: [SchemaShapes.Index: String] = [:]

    /// Walks a value.
    ///
    /// - Parameter isOfElements: Whether the shape is that of each element of an array.
    static func walk(
        _ value: JSON, _ shape: SchemaShapes.Index, isOfElements: Bool = false, of contract: Contract,
        coverage: inout SchemaCoverage
    ) -> Result {
        value.read { reader, node in
            var walk = ValueWalk(root: value, reader: reader, contract: contract, coverage: coverage)
            // The walk is the only owner, as every change would copy it otherwise.
            coverage = .empty
            if isOfElements { walk.visitElements(of: node, shape) } else { walk.visit(node, shape) }
            coverage = walk.coverage
            return walk.result
        } ?? Result()
    }

    private init(root: JSON, reader: TapeReader, contract: Contract, coverage: SchemaCoverage) {
        self.root = root
        self.reader = reader
        shapes = contract.shapes
        table = contract.table
        self.coverage = coverage
    }

    private mutating func visit(_ node: Int, _ index: SchemaShapes.Index) {
        let row = table.rows[index]
        coverage.marks[index].formUnion(.any)
        switch reader.tag(node) {
        case TapeReader.Tag.array:
            guard row.items >= 0 else { return result.suspects.addAll(in: node, of: root) }
            visitElements(of: node, Int(row.items))
        case TapeReader.Tag.object: visitProperties(of: node, row, index)
        case TapeReader.Tag.string, TapeReader.Tag.escapedString: visitString(node, row, index)
        case TapeReader.Tag.integer, TapeReader.Tag.number, TapeReader.Tag.true, TapeReader.Tag.false:
            if row.hasKnownValues || row.hasOtherValues { visitUnlisted(node, index) }
        default: return
        }
    }

    private mutating func visitElements(of node: Int, _ index: SchemaShapes.Index) {
        let end = reader.next(after: node)
        var element = reader.first(in: node)
        while element < end {
            visitChild(element, index)
            element = reader.next(after: element)
        }
    }

    /// Visits a value in an array or object.
    @inline(__always)
    private mutating func visitChild(_ node: Int, _ index: SchemaShapes.Index) {
        guard reader.tag(node) >= TapeReader.Tag.array, LargeStackThread.isNeeded else {
            return visit(node, index)
        }
        LargeStackThread.run { visit(node, index) }
    }

    private mutating func visitProperties(of node: Int, _ row: ShapeTable.Row, _ index: SchemaShapes.Index) {
        let end = reader.next(after: node)
        var name = reader.first(in: node)
        // The first 64 properties of the shape have a bit each; the other names are counted.
        var seen: UInt64 = 0
        var (repeats, others) = (false, 0)
        while name < end {
            if let entry = table.names.find(name, in: row.properties, of: reader) {
                let bit: UInt64 = 1 << (entry - Int(row.firstProperty))
                repeats = repeats || seen & bit != 0
                seen |= bit
                if bit == 0 { others += 1 }
                visitChild(name + 1, table.names.number(of: entry))
            } else {
                others += 1
                visitUnnamed(name, row, index)
            }
            name = reader.next(after: name + 1)
        }
        if repeats {
            result.suspects.add(node)
        } else if others > 1 {
            result.suspects.addIfRepeating(node, of: root)
        }
    }

    /// Visits a property that no schema names.
    private mutating func visitUnnamed(_ name: Int, _ row: ShapeTable.Row, _ index: SchemaShapes.Index) {
        if row.additionalProperties >= 0 {
            return visitChild(name + 1, Int(row.additionalProperties))
        }
        if !row.isOpen { add(.property(root.value(atNode: name).string ?? ""), name + 1, index) }
        if reader.tag(name + 1) >= TapeReader.Tag.array { result.suspects.addAll(in: name + 1, of: root) }
    }

    private mutating func visitString(_ node: Int, _ row: ShapeTable.Row, _ index: SchemaShapes.Index) {
        coverage.marks[index].formUnion(.string)
        if let entry = table.names.find(node, in: row.values, of: reader) {
            coverage.strings[entry] = true
        } else if row.hasKnownValues {
            visitUnlisted(node, index)
        }
        if row.hasDatePatterns { visitDate(node, index) }
    }

    /// Visits a value that is not a listed string: a listed value of another type, or a new one.
    private mutating func visitUnlisted(_ node: Int, _ index: SchemaShapes.Index) {
        let value = root.value(atNode: node).value
        let shape = shapes[index]
        if shape.enumeratedSet.contains(value) {
            coverage.otherValues[index, default: []].insert(value)
        } else if let known = shape.knownValues, !known.isEmpty, !shape.knownSet.contains(value),
            !value.isBool
        {
            add(.value(value), node, index)
        }
    }

    private mutating func visitDate(_ node: Int, _ index: SchemaShapes.Index) {
        let patterns = table.datePatterns[index] ?? []
        let known = coverage.datePatterns[index] ?? []
        guard known.count < patterns.count, let text = root.value(atNode: node).string else { return }
        for (number, pattern) in patterns.enumerated() where !known.contains(number) && pattern.matches(text)
        {
            coverage.datePatterns[index, default: []].insert(number)
        }
    }

    private mutating func add(_ kind: Novelty.Kind, _ node: Int, _ shape: SchemaShapes.Index) {
        let key = Key(shape: shape, kind: kind)
        if let index = indexes[key] {
            result.novelties[index].others += 1
        } else {
            indexes[key] = result.novelties.count
            let text =
                alternatives[shape]
                ?? (shapes[shape].knownValues ?? []).map(\.description).joinedAsAlternatives
            alternatives[shape] = text
            result.novelties.append(Novelty(kind: kind, value: root.value(atNode: node), alternatives: text))
        }
    }
}

extension JSONValue {
    fileprivate var isBool: Bool { if case .bool = self { true } else { false } }
}
