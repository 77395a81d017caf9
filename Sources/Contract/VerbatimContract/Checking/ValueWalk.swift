import VerbatimFormats
@_spi(Tape) import VerbatimJSON

/// Walks a value along with its shape. Records the parts of the schemas that have a value, and finds
/// novelties: properties that no schema names, and values that are new to an open enumeration. As it looks up
/// all names, it also finds the objects that may have one twice.
///
/// Unsafe code. Invariant: the contract and the document outlive the walk; every index in the table was
/// created for it, and every node comes from the tape.
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
    private let table: ShapeTable
    private let rows: UnsafePointer<ShapeTable.Row>
    private let names: KeySearch
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
        let table = contract.table
        defer { withExtendedLifetime(table) {} }
        return value.read { reader, node in
            var walk = ValueWalk(root: value, reader: reader, table: table, coverage: coverage)
            // The walk is the only owner, as every change would copy it otherwise.
            coverage = .empty
            if isOfElements { walk.visitElements(of: node, shape) } else { walk.visit(node, shape) }
            coverage = walk.coverage
            return walk.result
        } ?? Result()
    }

    private init(root: JSON, reader: TapeReader, table: ShapeTable, coverage: SchemaCoverage) {
        self.root = root
        self.reader = reader
        self.table = table
        rows = table.rows.base
        names = table.names.search
        self.coverage = coverage
    }

    /// Visits a value; most are scalars of which there is nothing to know but that they exist.
    @inline(__always)
    private mutating func visit(_ node: Int, _ index: SchemaShapes.Index) {
        let (tag, row) = (reader.tag(node), rows + index)
        let isString = tag == TapeReader.Tag.string || tag == TapeReader.Tag.escapedString
        let mark = isString ? SchemaCoverage.anyString : SchemaCoverage.any
        // Most shapes have the mark, and writing takes longer.
        if coverage.marks[index] & mark != mark { coverage.marks[index] |= mark }
        if tag >= TapeReader.Tag.array {
            visitContainer(node, row, index)
        } else if isString ? row.pointee.readsStrings : row.pointee.readsOthers {
            visitScalar(node, row, index, isString: isString)
        }
    }

    @inline(never)
    private mutating func visitContainer(
        _ node: Int, _ row: UnsafePointer<ShapeTable.Row>, _ index: SchemaShapes.Index
    ) {
        if LargeStackThread.isNeeded {
            LargeStackThread.run { visitChildren(of: node, row, index) }
        } else {
            visitChildren(of: node, row, index)
        }
    }

    private mutating func visitChildren(
        of node: Int, _ row: UnsafePointer<ShapeTable.Row>, _ index: SchemaShapes.Index
    ) {
        if reader.tag(node) == TapeReader.Tag.object {
            visitProperties(of: node, row, index)
        } else if row.pointee.items >= 0 {
            visitElements(of: node, Int(row.pointee.items))
        } else {
            result.suspects.addAll(in: node, of: root)
        }
    }

    private mutating func visitElements(of node: Int, _ index: SchemaShapes.Index) {
        let end = reader.next(after: node)
        var element = reader.first(in: node)
        while element < end {
            visit(element, index)
            element = reader.next(after: element)
        }
    }

    private mutating func visitProperties(
        of node: Int, _ row: UnsafePointer<ShapeTable.Row>, _ index: SchemaShapes.Index
    ) {
        let (first, last) = (Int(row.pointee.firstProperty), Int(row.pointee.endProperty))
        let end = reader.next(after: node)
        var name = reader.first(in: node)
        // Each property of the shape has a bit, which many share; the other names are counted.
        var (seen, repeated): (UInt64, UInt64) = (0, 0)
        var others = 0
        // Documents have the order of their schemas: the property after the one before is likely.
        var guess = first
        let (reader, names) = (reader, names)
        while name < end {
            let isGuessed = guess < last && reader.isName(name, at: guess, in: names)
            let entry = isGuessed ? guess : reader.entry(of: name, in: row.pointee.properties, of: names)
            if entry >= 0 {
                guess = entry &+ 1
                let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: entry)
                repeated |= seen & bit
                seen |= bit
                visit(name &+ 1, Int(names.number(of: entry)))
            } else {
                others &+= 1
                visitUnnamed(name, row, index)
            }
            name = reader.next(after: name &+ 1)
        }
        if repeated != 0 || others > 1 { result.suspects.addIfRepeating(node, of: root) }
    }

    /// Visits a property that no schema names.
    private mutating func visitUnnamed(
        _ name: Int, _ row: UnsafePointer<ShapeTable.Row>, _ index: SchemaShapes.Index
    ) {
        if row.pointee.additionalProperties >= 0 {
            return visit(name + 1, Int(row.pointee.additionalProperties))
        }
        if !row.pointee.isOpen { add(.property(root.value(atNode: name).string ?? ""), name + 1, index) }
        if reader.tag(name + 1) >= TapeReader.Tag.array { result.suspects.addAll(in: name + 1, of: root) }
    }

    private mutating func visitScalar(
        _ node: Int, _ row: UnsafePointer<ShapeTable.Row>, _ index: SchemaShapes.Index, isString: Bool
    ) {
        guard isString else {
            if reader.tag(node) != TapeReader.Tag.null { visitUnlisted(node, index) }
            return
        }
        let entry = reader.entry(of: node, in: row.pointee.values, of: names)
        if entry >= 0 {
            if !coverage.strings[entry] { coverage.strings[entry] = true }
        } else if row.pointee.hasKnownValues {
            visitUnlisted(node, index)
        }
        if row.pointee.hasDatePatterns { visitDate(node, index) }
    }

    /// Visits a value that is not a listed string: a listed value of another type, or a new one.
    private mutating func visitUnlisted(_ node: Int, _ index: SchemaShapes.Index) {
        let value = root.value(atNode: node).value
        let shape = table.shapes[index]
        if shape.enumeratedSet.contains(value) {
            coverage.otherValues[index, default: []].insert(value)
        } else if let known = shape.knownValues, !known.isEmpty, !shape.knownSet.contains(value),
            value.bool == nil
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
                ?? (table.shapes[shape].knownValues ?? []).map(\.description).joinedAsAlternatives
            alternatives[shape] = text
            result.novelties.append(Novelty(kind: kind, value: root.value(atNode: node), alternatives: text))
        }
    }
}
