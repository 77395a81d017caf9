import VerbatimFormats
import VerbatimJSON

/// The shapes of a contract in a form that is fast to walk along with a value.
struct ShapeTable: Sendable {
    /// The part of a shape that a walk needs.
    struct Row: BitwiseCopyable, Sendable {
        /// The properties that a schema names, each with its shape.
        var properties = KeyTable.Subtable()
        /// The first of the entries of the properties, which are consecutive.
        var firstProperty: Int32 = 0
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
        /// Whether the enumerations have values other than strings.
        var hasOtherValues = false
        /// Whether dates have one of several patterns.
        var hasDatePatterns = false
    }

    private(set) var rows: [Row] = []
    private(set) var names = KeyTable()
    /// The date patterns, by the index of the shape.
    private(set) var datePatterns: [Int: [DatePattern]] = [:]

    init(_ shapes: SchemaShapes) {
        rows.reserveCapacity(shapes.count)
        for index in 0..<shapes.count { add(shapes[index], index) }
    }

    private mutating func add(_ shape: SchemaShapes.Shape, _ index: Int) {
        var row = Row()
        row.firstProperty = Int32(names.count)
        row.properties = names.addSubtable(shape.properties.map { ($0.key, $0.value) })
        let values = shape.enumeratedValues
        // In an order that is the same in every process, which exchange what occurred by its index.
        let strings = Set(values.compactMap(\.string)).sorted()
        row.values = names.addSubtable(strings.map { ($0, index) })
        row.items = Int32(shape.items ?? -1)
        row.additionalProperties = Int32(shape.additionalProperties ?? -1)
        row.isOpen = shape.isOpen
        row.hasKnownValues = shape.knownValues != nil
        row.hasOtherValues = values.contains { $0.string == nil }
        let patterns = shape.schemas.flatMap { $0["x-date-formats"].elements.compactMap(\.string) }
        if patterns.count > 1 {
            row.hasDatePatterns = true
            datePatterns[index] = patterns.compactMap { try? DatePattern($0) }
        }
        rows.append(row)
    }
}

extension SchemaShapes.Shape {
    /// The values of the enumerations, open or closed, except for constants.
    var enumeratedValues: [JSONValue] {
        enumerations.flatMap { $0.elements.map(\.value) }
    }

    /// The enumerations in the document.
    var enumerations: [JSON] {
        schemas.flatMap { [$0["enum"], $0["x-known-values"]] }.filter { $0.count > 1 }
    }
}
