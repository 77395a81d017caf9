import VerbatimJSON

/// The parts of the schemas of one contract that had a value.
struct SchemaCoverage: Sendable {
    /// The values that each shape had: 0, ``any``, or, if one was a string, ``anyString``.
    var marks: [UInt8]
    /// Whether each listed string occurred, by its index among the names of the shape table.
    var strings: [Bool]
    /// The listed values other than strings that occurred, by the index of the shape.
    var otherValues: [Int: Set<JSONValue>] = [:]
    /// The indices of the date patterns that occurred, by the index of the shape.
    var datePatterns: [Int: Set<Int>] = [:]

    /// The number of schemas or names of the largest contract whose coverage is decoded.
    private static let maximumSize = 1 << 24

    static let any: UInt8 = 1
    static let anyString: UInt8 = 3

    static let empty = SchemaCoverage(marks: [], strings: [])

    private init(marks: [UInt8], strings: [Bool]) {
        self.marks = marks
        self.strings = strings
    }

    init(of contract: Contract) {
        marks = Array(repeating: 0, count: contract.table.rows.count)
        strings = Array(repeating: false, count: contract.table.names.count)
    }

    /// Adds the parts that had a value elsewhere.
    mutating func formUnion(_ other: SchemaCoverage) {
        guard (marks.count, strings.count) == (other.marks.count, other.strings.count) else { return }
        for index in marks.indices { marks[index] |= other.marks[index] }
        for index in strings.indices where other.strings[index] { strings[index] = true }
        otherValues.merge(other.otherValues) { $0.union($1) }
        datePatterns.merge(other.datePatterns) { $0.union($1) }
    }
}

/// The coded form lists what occurred, in an order that does not depend on the process.
extension SchemaCoverage: Codable {
    private enum CodingKeys: CodingKey { case size, marks, names, strings, otherValues, datePatterns }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let sizes = (
            marks: try container.decode(Int.self, forKey: .size),
            names: try container.decode(Int.self, forKey: .names)
        )
        guard 0...Self.maximumSize ~= sizes.marks, 0...Self.maximumSize ~= sizes.names else {
            throw DecodingError.dataCorruptedError(
                forKey: .size, in: container, debugDescription: "no contract has so many schemas")
        }
        marks = Array(repeating: 0, count: sizes.marks)
        strings = Array(repeating: false, count: sizes.names)
        let (marked, named) = (
            try container.decode([Int: UInt8].self, forKey: .marks),
            try container.decode([Int].self, forKey: .strings)
        )
        guard marked.keys.allSatisfy(marks.indices.contains), named.allSatisfy(strings.indices.contains)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .marks, in: container, debugDescription: "an index exceeds the size")
        }
        for (index, mark) in marked { marks[index] = mark }
        for index in named { strings[index] = true }
        otherValues = try container.decode([Int: [JSONValue]].self, forKey: .otherValues).mapValues(Set.init)
        datePatterns = try container.decode([Int: [Int]].self, forKey: .datePatterns).mapValues(Set.init)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(marks.count, forKey: .size)
        try container.encode(strings.count, forKey: .names)
        let marked = marks.indices.reduce(into: [Int: UInt8]()) { marked, index in
            if marks[index] != 0 { marked[index] = marks[index] }
        }
        try container.encode(marked, forKey: .marks)
        try container.encode(strings.indices.filter { strings[$0] }, forKey: .strings)
        let values = otherValues.mapValues { $0.sorted { $0.text(.compact) < $1.text(.compact) } }
        try container.encode(values, forKey: .otherValues)
        try container.encode(datePatterns.mapValues { $0.sorted() }, forKey: .datePatterns)
    }
}
