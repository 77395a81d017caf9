import VerbatimFormats
import VerbatimJSON

/// The shapes of a contract in a form that is fast to walk along with a value.
final class ShapeTable: Sendable {
    /// The part of a shape that a walk needs.
    struct Row: BitwiseCopyable, Sendable {
        /// The properties that a schema names, each with its shape.
        var properties = KeyTable.Subtable()
        /// The first of the entries of the properties, which are consecutive, in the order of the document.
        var firstProperty: Int32 = 0
        /// The entry after the last of them.
        var endProperty: Int32 = 0
        /// The strings of its enumerations, open or closed.
        var values = KeyTable.Subtable()
        /// The shape of array elements, or -1.
        var items: Int32 = -1
        /// The shape of the properties that no schema names, or -1.
        var additionalProperties: Int32 = -1
        /// Whether a value may have properties that no schema names.
        var isOpen = false
        /// Whether new values are reported.
        var hasKnownValues = false
        /// Whether dates have one of several patterns.
        var hasDatePatterns = false
        /// Whether one string is not like another, and one number or Boolean.
        var readsStrings = false
        var readsOthers = false
    }

    let shapes: SchemaShapes
    let rows: FixedArray<Row>
    let names: FixedKeyTable
    /// The date patterns, by the index of the shape.
    let datePatterns: [Int: [DatePattern]]

    init(_ shapes: SchemaShapes) {
        self.shapes = shapes
        var names = KeyTable()
        rows = FixedArray((0..<shapes.count).map { Row(shapes[$0], $0, &names) })
        self.names = FixedKeyTable(names)
        datePatterns = (0..<shapes.count).reduce(into: [:]) { patterns, index in
            let formats = shapes[index].dateFormats
            if formats.count > 1 { patterns[index] = formats.compactMap { try? DatePattern($0) } }
        }
    }
}

extension ShapeTable.Row {
    fileprivate init(_ shape: SchemaShapes.Shape, _ index: Int, _ names: inout KeyTable) {
        firstProperty = Int32(names.count)
        let declared = shape.schemas.flatMap { $0["properties"].members.map(\.name) }.uniqued
        properties = names.addSubtable(
            declared.compactMap { name in shape.properties[name].map { (name, $0) } })
        endProperty = Int32(names.count)
        let listed = shape.enumeratedSet
        // In an order that is the same in every process, which exchange what occurred by its index.
        let strings = listed.compactMap(\.string).sorted()
        values = names.addSubtable(strings.map { ($0, index) })
        items = Int32(shape.items ?? -1)
        additionalProperties = Int32(shape.additionalProperties ?? -1)
        isOpen = shape.isOpen
        hasKnownValues = shape.knownValues != nil
        hasDatePatterns = shape.dateFormats.count > 1
        readsOthers = hasKnownValues || listed.contains { $0.string == nil }
        readsStrings = !strings.isEmpty || hasKnownValues || hasDatePatterns
    }
}

extension SchemaShapes.Shape {
    /// The values of the enumerations, open or closed, except for constants.
    var enumeratedValues: [JSONValue] { enumerations.flatMap { $0.elements.map(\.value) } }

    var enumerations: [JSON] {
        schemas.flatMap { [$0["enum"], $0["x-known-values"]] }.filter { $0.count > 1 }
    }

    fileprivate var dateFormats: [String] {
        schemas.flatMap { $0["x-date-formats"].elements.compactMap(\.string) }
    }
}
