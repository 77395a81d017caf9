import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimMutation

/// Operators that mutate a value.
@Suite struct OperatorTests {
    /// A body, the pointer to the mutated value, the schema of the body, and the mutants of one operator.
    struct Case: Sendable, CustomTestStringConvertible {
        let mutationOperator: MutationOperator
        let body: String
        let pointer: String
        var schema = "{}"
        let mutants: [String]

        var testDescription: String { "\(mutationOperator.rawValue) at '\(pointer)' of \(body)" }
    }

    static let cases: [Case] = [
        Case(
            mutationOperator: .dropKey, body: #"{"a":1,"b":2,"c":3}"#, pointer: "/a",
            mutants: [#"{"b":2,"c":3}"#]),
        Case(
            mutationOperator: .dropKey, body: #"{"a":1,"b":2,"c":3}"#, pointer: "/b",
            mutants: [#"{"a":1,"c":3}"#]),
        Case(
            mutationOperator: .dropKey, body: #"{"a":1,"b":2,"c":3}"#, pointer: "/c",
            mutants: [#"{"a":1,"b":2}"#]),
        Case(mutationOperator: .dropKey, body: "{ \"a\" : [ ] }", pointer: "/a", mutants: ["{ }"]),
        Case(
            mutationOperator: .dropKey, body: "{\n \"a\": 1,\n \"b\": 2\n}", pointer: "/a",
            mutants: ["{\n \"b\": 2\n}"]),
        Case(mutationOperator: .dropKey, body: "[1]", pointer: "/0", mutants: []),
        Case(mutationOperator: .null, body: #"[1]"#, pointer: "/0", mutants: ["[null]"]),
        Case(mutationOperator: .null, body: "[null]", pointer: "/0", mutants: []),
        Case(
            mutationOperator: .otherType, body: #"["x"]"#, pointer: "/0",
            mutants: ["[true]", "[7]", "[[]]", "[{}]"]),
        Case(
            mutationOperator: .otherType, body: "[true]", pointer: "/0",
            mutants: ["[7]", #"["verbatim"]"#, "[[]]", "[{}]"]),
        Case(mutationOperator: .numberInString, body: "[-1.50]", pointer: "/0", mutants: [#"["-1.50"]"#]),
        Case(mutationOperator: .fraction, body: "[12]", pointer: "/0", mutants: ["[12.5]"]),
        Case(mutationOperator: .fraction, body: "[12.0]", pointer: "/0", mutants: []),
        Case(mutationOperator: .overflow, body: "[12]", pointer: "/0", mutants: ["[9223372036854775808]"]),
        Case(mutationOperator: .overflow, body: "[1.5]", pointer: "/0", mutants: ["[1e400]"]),
        Case(mutationOperator: .sign, body: "[12]", pointer: "/0", mutants: ["[-12]"]),
        Case(mutationOperator: .sign, body: "[-12]", pointer: "/0", mutants: ["[12]"]),
        Case(mutationOperator: .sign, body: "[0]", pointer: "/0", mutants: ["[-7]"]),
        Case(mutationOperator: .impossibleDate, body: #"["2011-03"]"#, pointer: "/0", mutants: []),
        Case(
            mutationOperator: .impossibleDate, body: #"["2011-03"]"#, pointer: "/0",
            schema: #"{"items": {"x-date-formats": ["yyyy-MM"]}}"#, mutants: [#"["2011-13"]"#]),
        Case(
            mutationOperator: .impossibleDate, body: #"["2011-03-04T05:06:07Z"]"#, pointer: "/0",
            mutants: [
                #"["2011-13-04T05:06:07Z"]"#, #"["2011-02-30T05:06:07Z"]"#, #"["2011-03-04T25:06:07Z"]"#,
            ]),
        Case(
            mutationOperator: .letterCase, body: #"["NOT_FOR_SALE"]"#, pointer: "/0",
            mutants: [#"["not_for_sale"]"#]),
        Case(
            mutationOperator: .letterCase, body: #"["book"]"#, pointer: "/0",
            schema: #"{"items": {"enum": ["book", "song"]}}"#, mutants: [#"["BOOK"]"#]),
        Case(mutationOperator: .letterCase, body: #"["book"]"#, pointer: "/0", mutants: []),
        Case(
            mutationOperator: .newValue, body: "[7]", pointer: "/0", schema: #"{"items": {"enum": [7, 9]}}"#,
            mutants: ["[10]"]),
        Case(
            mutationOperator: .newValue, body: "[7]", pointer: "/0",
            schema: #"{"items": {"if": {"const": -1}}}"#, mutants: []),
        Case(mutationOperator: .empty, body: #"["x"]"#, pointer: "/0", mutants: [#"[""]"#]),
        Case(mutationOperator: .empty, body: #"[""]"#, pointer: "/0", mutants: []),
        Case(mutationOperator: .empty, body: "[[1, 2]]", pointer: "/0", mutants: ["[[]]"]),
        Case(mutationOperator: .empty, body: #"[{"a":1}]"#, pointer: "/0", mutants: ["[{}]"]),
        Case(mutationOperator: .arrayToObject, body: "[1, 2]", pointer: "", mutants: [#"{"0":[1, 2]}"#]),
        Case(mutationOperator: .objectToArray, body: #"{"a":1}"#, pointer: "", mutants: [#"[{"a":1}]"#]),
        Case(mutationOperator: .scalarToArray, body: #"["x"]"#, pointer: "/0", mutants: [#"[["x"]]"#]),
        Case(
            mutationOperator: .duplicateKey, body: "{ \"a\": 1, \"b\": 2 }", pointer: "",
            mutants: ["{ \"a\": 1, \"b\": 2,\"a\":1 }"]),
        Case(mutationOperator: .duplicateKey, body: "{}", pointer: "", mutants: []),
        Case(mutationOperator: .unknownKey, body: "{ }", pointer: "", mutants: [#"{"verbatim1":true }"#]),
        Case(
            mutationOperator: .unknownKey, body: #"{"a":1}"#, pointer: "",
            mutants: [#"{"a":1,"verbatim1":true}"#]),
    ]

    private static func map(_ body: String, _ schema: JSON) throws -> BodyMap {
        let schemas = SchemaView([schema], References(in: schema))
        return BodyMap(
            try JSON(parsing: body), Array(body.utf8),
            root: PointerPattern(ofBody: schemas, coverage: nil))
    }

    @Test(arguments: cases) func `mutates the bytes of a value`(_ testCase: Case) throws {
        let schema = try JSON(parsing: testCase.schema)
        let map = try Self.map(testCase.body, schema)
        let node = try #require(
            map.nodes.indices.first { map.pointer(to: $0).description == testCase.pointer })
        let mutants = ValueMutations(seed: 1).mutations(of: node, in: map)
            .filter { $0.mutationOperator == testCase.mutationOperator }
            .map { $0.splice.applied(to: map.bytes, at: map.nodes[node].target) }
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(mutants == testCase.mutants)
        for mutant in mutants { #expect(throws: Never.self) { try JSON(parsing: mutant) } }
    }

    @Test func `writes a date in all other formats`() throws {
        let date = try #require(DateMutations("2011-03-04T05:06:07.500Z", isDate: false))
        #expect(
            date.otherForms.map(\.text) == [
                #""2011""#, #""2011-03""#, #""2011-03-04""#, #""2011-03-04T05:06:07Z""#,
                #""2011-03-04T05:06:07+00:00""#, #""2011-03-04T05:06:07+0000""#, #""2011-03-04T05:06:07""#,
                #""2011-03-04 05:06:07""#, #""2011/03/04""#, #""04.03.2011""#, #""03/04/2011""#,
                #""1299215167""#, "1299215167",
            ])
    }

    @Test(arguments: ["", "20111", "2011-3", "2011-03-04T05:06", "2011-03-04T05:06:07 PM", "Jane Austen"])
    func `does not mistake other strings for dates`(_ text: String) {
        #expect(DateMutations(text, isDate: true) == nil)
    }

    @Test func `a new value has the same kinds of characters as the old one`() throws {
        let schema = try JSON(parsing: #"{"items": {"x-known-values": ["4+", "9+"]}}"#)
        let map = try Self.map(#"["9+"]"#, schema)
        for seed in 1...20 {
            let mutants = ValueMutations(seed: UInt64(seed)).mutations(of: 1, in: map)
            let value = try #require(mutants.first { $0.mutationOperator == .newValue }?.text)
            #expect(value.count == 4 && value.hasSuffix("+\""))
            #expect(value != #""4+""# && value != #""9+""#)
        }
    }
}

extension ValueMutation {
    /// The new value, if there is one.
    fileprivate var text: String? {
        if case .replace(let bytes) = splice { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}
