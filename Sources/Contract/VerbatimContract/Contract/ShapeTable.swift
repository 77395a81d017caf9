import VerbatimJSON
import VerbatimFormats

/// The shapes of a contract in a form that is fast to walk along with a value.
struct ShapeTable: Sendable {
    /// What a walk needs of a shape.
    struct Row: BitwiseCopyable, Sendable {
        /// The members that a schema names, each with its shape.
        var members = KeyTable.Subtable()
        /// The strings of its enumerations, open or closed.
        var values = KeyTable.Subtable()
        /// The shape of array elements, of other members, or -1.
        var items: Int32 = -1
        var others: Int32 = -1
        /// Whether it may have members that no schema names.
        var isOpen = false
        /// Whether a new value of it is worth a word.
        var hasKnownValues = false
        /// Whether it has values that are no strings.
        var hasOtherValues = false
        /// Whether a date in it has one of several forms.
        var hasDatePatterns = false
    }

    private(set) var rows: [Row] = []
    private(set) var names = KeyTable()
    /// The forms of dates, by the index of the shape.
    private(set) var datePatterns: [Int: [DatePattern]] = [:]

    init(_ shapes: SchemaShapes) {
        rows.reserveCapacity(shapes.count)
        for index in 0..<shapes.count { add(shapes[index], index) }
    }

    private mutating func add(_ shape: SchemaShapes.Shape, _ index: Int) {
        var row = Row()
        row.members = names.addSubtable(shape.properties.map { ($0.key, $0.value) })
        let values = shape.enumeratedValues
        let strings = Set(values.compactMap(\.string))
        row.values = names.addSubtable(strings.map { ($0, index) })
        row.items = Int32(shape.items ?? -1)
        row.others = Int32(shape.others ?? -1)
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
    /// The values of its enumerations, open or closed; a constant is none.
    var enumeratedValues: [JSONValue] {
        enumerations.flatMap { $0.elements.map(\.value) }
    }

    /// Its enumerations as they stand in the document.
    var enumerations: [JSON] {
        schemas.flatMap { [$0["enum"], $0["x-known-values"]] }.filter { $0.count > 1 }
    }
}
