import Testing
import VerbatimJSON

@testable import VerbatimMutation

/// What each operator does to a value.
@Suite struct OperatorTests {
    /// A body, the path to the value that is changed, what the contract says about the body, and the mutants of one operator.
    struct Case: Sendable, CustomTestStringConvertible {
        let mutation: MutationOperator
        let body: String
        let pointer: String
        var schema = "{}"
        let mutants: [String]

        var testDescription: String { "\(mutation.rawValue) at '\(pointer)' of \(body)" }
    }

    static let cases: [Case] = [
        Case(mutation: .dropKey, body: #"{"a":1,"b":2,"c":3}"#, pointer: "/a", mutants: [#"{"b":2,"c":3}"#]),
        Case(mutation: .dropKey, body: #"{"a":1,"b":2,"c":3}"#, pointer: "/b", mutants: [#"{"a":1,"c":3}"#]),
        Case(mutation: .dropKey, body: #"{"a":1,"b":2,"c":3}"#, pointer: "/c", mutants: [#"{"a":1,"b":2}"#]),
        Case(mutation: .dropKey, body: "{ \"a\" : [ ] }", pointer: "/a", mutants: ["{ }"]),
        Case(
            mutation: .dropKey, body: "{\n \"a\": 1,\n \"b\": 2\n}", pointer: "/a",
            mutants: ["{\n \"b\": 2\n}"]),
        Case(mutation: .dropKey, body: "[1]", pointer: "/0", mutants: []),
        Case(mutation: .null, body: #"[1]"#, pointer: "/0", mutants: ["[null]"]),
        Case(mutation: .null, body: "[null]", pointer: "/0", mutants: []),
        Case(
            mutation: .otherType, body: #"["x"]"#, pointer: "/0",
            mutants: ["[true]", "[7]", "[[]]", "[{}]"]),
        Case(
            mutation: .otherType, body: "[true]", pointer: "/0",
            mutants: ["[7]", #"["verbatim"]"#, "[[]]", "[{}]"]),
        Case(mutation: .numberInString, body: "[-1.50]", pointer: "/0", mutants: [#"["-1.50"]"#]),
        Case(mutation: .fraction, body: "[12]", pointer: "/0", mutants: ["[12.5]"]),
        Case(mutation: .fraction, body: "[12.0]", pointer: "/0", mutants: []),
        Case(mutation: .overflow, body: "[12]", pointer: "/0", mutants: ["[9223372036854775808]"]),
        Case(mutation: .overflow, body: "[1.5]", pointer: "/0", mutants: ["[1e400]"]),
        Case(mutation: .sign, body: "[12]", pointer: "/0", mutants: ["[-12]"]),
        Case(mutation: .sign, body: "[-12]", pointer: "/0", mutants: ["[12]"]),
        Case(mutation: .sign, body: "[0]", pointer: "/0", mutants: ["[-7]"]),
        Case(mutation: .impossibleDate, body: #"["2011-03"]"#, pointer: "/0", mutants: []),
        Case(
            mutation: .impossibleDate, body: #"["2011-03"]"#, pointer: "/0",
            schema: #"{"items": {"x-date-formats": ["yyyy-MM"]}}"#, mutants: [#"["2011-13"]"#]),
        Case(
            mutation: .impossibleDate, body: #"["2011-03-04T05:06:07Z"]"#, pointer: "/0",
            mutants: [
                #"["2011-13-04T05:06:07Z"]"#, #"["2011-02-30T05:06:07Z"]"#, #"["2011-03-04T25:06:07Z"]"#,
            ]),
        Case(
            mutation: .letterCase, body: #"["NOT_FOR_SALE"]"#, pointer: "/0", mutants: [#"["not_for_sale"]"#]),
        Case(
            mutation: .letterCase, body: #"["book"]"#, pointer: "/0",
            schema: #"{"items": {"enum": ["book", "song"]}}"#, mutants: [#"["BOOK"]"#]),
        Case(mutation: .letterCase, body: #"["book"]"#, pointer: "/0", mutants: []),
        Case(
            mutation: .newValue, body: "[7]", pointer: "/0", schema: #"{"items": {"enum": [7, 9]}}"#,
            mutants: ["[10]"]),
        Case(
            mutation: .newValue, body: "[7]", pointer: "/0",
            schema: #"{"items": {"if": {"const": -1}}}"#, mutants: []),
        Case(mutation: .empty, body: #"["x"]"#, pointer: "/0", mutants: [#"[""]"#]),
        Case(mutation: .empty, body: #"[""]"#, pointer: "/0", mutants: []),
        Case(mutation: .empty, body: "[[1, 2]]", pointer: "/0", mutants: ["[[]]"]),
        Case(mutation: .empty, body: #"[{"a":1}]"#, pointer: "/0", mutants: ["[{}]"]),
        Case(mutation: .arrayToObject, body: "[1, 2]", pointer: "", mutants: [#"{"0":[1, 2]}"#]),
        Case(mutation: .objectToArray, body: #"{"a":1}"#, pointer: "", mutants: [#"[{"a":1}]"#]),
        Case(mutation: .scalarToArray, body: #"["x"]"#, pointer: "/0", mutants: [#"[["x"]]"#]),
        Case(
            mutation: .duplicateKey, body: "{ \"a\": 1, \"b\": 2 }", pointer: "",
            mutants: ["{ \"a\": 1, \"b\": 2,\"a\":1 }"]),
        Case(mutation: .duplicateKey, body: "{}", pointer: "", mutants: []),
        Case(mutation: .unknownKey, body: "{ }", pointer: "", mutants: [#"{"verbatim1":true }"#]),
        Case(mutation: .unknownKey, body: #"{"a":1}"#, pointer: "", mutants: [#"{"a":1,"verbatim1":true}"#]),
    ]

    @Test(arguments: cases) func `changes a value in its bytes`(_ one: Case) throws {
        let schema = try JSON(parsing: one.schema)
        let map = BodyMap(
            Array(one.body.utf8),
            root: PointerPattern(pointer: .root, schemas: SchemaBranches([schema], in: schema), reading: nil))
        let location = try #require(
            map.locations.indices.first { map.pointer(to: $0).description == one.pointer })
        let spot = Splice.Spot(value: map.locations[location].value, lead: map.locations[location].lead)
        let mutants = ValueMutations(seed: 1).alterations(of: location, in: map)
            .filter { $0.mutation == one.mutation }
            .map { String(decoding: $0.splice.applied(to: map.bytes, at: spot), as: UTF8.self) }
        #expect(mutants == one.mutants)
        for mutant in mutants { #expect(throws: Never.self) { try JSON(parsing: mutant) } }
    }

    @Test func `writes a date in every other form`() throws {
        let date = try #require(DateText("2011-03-04T05:06:07.500Z", insisting: true))
        #expect(
            date.otherForms.map(\.text) == [
                #""2011""#, #""2011-03""#, #""2011-03-04""#, #""2011-03-04T05:06:07Z""#,
                #""2011-03-04T05:06:07+00:00""#, #""2011-03-04T05:06:07+0000""#, #""2011-03-04T05:06:07""#,
                #""2011-03-04 05:06:07""#, #""2011/03/04""#, #""04.03.2011""#, #""03/04/2011""#,
                #""1299215167""#, "1299215167",
            ])
    }

    @Test(arguments: ["", "20111", "2011-3", "2011-03-04T05:06", "2011-03-04T05:06:07 PM", "Jane Austen"])
    func `takes nothing for a date that is none`(_ text: String) {
        #expect(DateText(text, insisting: false) == nil)
    }

    @Test func `invents a value of the same make that no enumeration has`() throws {
        let schema = try JSON(parsing: #"{"items": {"x-known-values": ["4+", "9+"]}}"#)
        let map = BodyMap(
            Array(#"["9+"]"#.utf8),
            root: PointerPattern(pointer: .root, schemas: SchemaBranches([schema], in: schema), reading: nil))
        for seed in 1...20 {
            let mutants = ValueMutations(seed: UInt64(seed)).alterations(of: 1, in: map)
            let value = try #require(mutants.first { $0.mutation == .newValue }?.text)
            #expect(value.count == 4 && value.hasSuffix("+\""))
            #expect(value != #""4+""# && value != #""9+""#)
        }
    }
}

extension Mutation {
    /// The new value, if there is one.
    fileprivate var text: String? {
        if case .replace(let bytes) = splice { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}
