import VerbatimJSON

/// The parts of the schemas of one contract that had a value.
struct SchemaCoverage: Sendable {
    /// The values that a shape had.
    struct Mark: OptionSet, Sendable {
        let rawValue: UInt8
        static let any = Mark(rawValue: 1)
        static let string = Mark(rawValue: 2)
    }

    var marks: [Mark]
    /// Whether each listed string occurred, by its index among the names of the shape table.
    var strings: [Bool]
    /// The listed values other than strings that occurred, by the index of the shape.
    var otherValues: [Int: Set<JSONValue>] = [:]
    /// The indices of the date patterns that occurred, by the index of the shape.
    var datePatterns: [Int: Set<Int>] = [:]

    static let empty = SchemaCoverage(marks: [], strings: [])

    private init(marks: [Mark], strings: [Bool]) {
        self.marks = marks
        self.strings = strings
    }

    init(of contract: Contract) {
        marks = Array(repeating: [], count: contract.table.rows.count)
        strings = Array(repeating: false, count: contract.table.names.count)
    }
}
