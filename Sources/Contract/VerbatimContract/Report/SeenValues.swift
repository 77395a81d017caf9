import VerbatimJSON

/// What was seen of the schemas of one contract: which had a value, and which of the values they list.
struct SeenValues: Sendable {
    /// What a shape was seen with.
    struct Mark: OptionSet, Sendable {
        let rawValue: UInt8
        static let any = Mark(rawValue: 1)
        static let string = Mark(rawValue: 2)
    }

    /// By the index of the shape.
    var marks: [Mark]
    /// By the index of the string among the names of the shape table.
    var strings: [Bool]
    /// Listed values that are no strings, by the index of the shape.
    var others: [Int: Set<JSONValue>] = [:]
    /// Which of the date patterns were seen, by the index of the shape.
    var dates: [Int: Set<Int>] = [:]

    /// Nothing, of no contract.
    static let none = SeenValues(marks: [], strings: [])

    private init(marks: [Mark], strings: [Bool]) {
        self.marks = marks
        self.strings = strings
    }

    init(of contract: Contract) {
        marks = Array(repeating: [], count: contract.table.rows.count)
        strings = Array(repeating: false, count: contract.table.names.count)
    }
}
