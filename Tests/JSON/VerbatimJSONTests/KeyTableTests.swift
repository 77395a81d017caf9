import Testing
@_spi(Tape) import VerbatimJSON

@Suite struct KeyTableTests {
    /// Finds every name of an object in the first subtable of two.
    private func find(_ names: [String], in strings: [String]) throws -> [Int?] {
        var table = KeyTable()
        let subtable = table.addSubtable(strings.enumerated().map { ($1, $0) })
        _ = table.addSubtable([("other", -1)])
        let document = try JSON(parsing: JSONValue.array(names.map { .string($0) }).bytes())
        let fixed = FixedKeyTable(table)
        defer { withExtendedLifetime(fixed) {} }
        return names.indices.map { index in
            document[index].read { reader, node in
                let entry = reader.entry(of: node, in: subtable, of: fixed.search)
                return entry < 0 ? nil : Int(fixed.search.number(of: entry))
            } ?? nil
        }
    }

    @Test func `finds strings of every length`() throws {
        let strings = (0..<40).map { String(repeating: "x", count: $0) }
        #expect(try find(strings, in: strings) == Array(0..<40))
        #expect(try find([String(repeating: "x", count: 40)], in: strings) == [nil])
    }

    @Test func `distinguishes strings by the bytes between the first and the last eight`() throws {
        let strings = ["12345678-A-12345678", "12345678-B-12345678"]
        #expect(try find(strings + ["12345678-C-12345678"], in: strings) == [0, 1, nil])
    }

    @Test func `finds strings that the document escapes`() throws {
        #expect(try find(["a\nb", "\"", "é", "a"], in: ["\"", "é", "a\nb"]) == [2, 0, 1, nil])
    }

    @Test func `does not find strings of other subtables`() throws {
        #expect(try find(["other", "own"], in: ["own"]) == [nil, 0])
        #expect(try find(["other"], in: []) == [nil])
    }

    @Test func `keeps the strings and their numbers`() {
        var table = KeyTable()
        _ = table.addSubtable([("a", 7), ("", 8)])
        _ = table.addSubtable([("a", 9)])
        let fixed = FixedKeyTable(table)
        #expect((0..<fixed.count).map { fixed.search.string(of: $0) } == ["a", "", "a"])
        #expect((0..<fixed.count).map { fixed.search.number(of: $0) } == [7, 8, 9])
    }
}
