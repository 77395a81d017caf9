import Testing

@testable import VerbatimInference

/// What is made of values, as the schema a reviewer reads.
struct SchemaWriterTests {
    @Test(arguments: [
        (["1", "2"], #"{"type":"integer"}"#),
        (["1", "2.5"], #"{"type":"number"}"#),
        (["1.0"], #"{"type":"number"}"#),
        (["true", "null"], #"{"type":["boolean","null"]}"#),
        (["null"], #"{}"#),
        ([#""312""#, "312"], #"{"type":["string","integer"],"x-numeric-string":"integer"}"#),
        ([#""9.99""#, #""10""#], #"{"type":"string","x-numeric-string":"decimal"}"#),
        ([#""0142437247""#], #"{"type":"string"}"#),
        ([#""https://a.test/b""#, #""http://a.test""#], #"{"type":"string","format":"uri"}"#),
        ([#""https://a.test/b""#, #""no link""#], #"{"type":"string"}"#),
        ([#""a""#, #""""#], #"{"type":"string"}"#),
        ([#""2024-02-29""#], #"{"type":"string","x-date-formats":["yyyy-MM-dd"]}"#),
        ([#""2023-02-29""#], #"{"type":"string"}"#),
        (["[]"], #"{"type":"array"}"#),
        (["[1, null]"], #"{"type":"array","items":{"type":["integer","null"]}}"#),
        (["{}"], #"{"type":"object"}"#),
    ])
    func `a value says no more than all values do`(_ texts: [String], _ expected: String) throws {
        #expect(try Traffic.schema(texts) == expected)
    }

    @Test func `a member that was always there is required, absent and null are kept apart`() throws {
        let schema = try Traffic.schema([
            #"{"id": 1, "name": "a", "note": null}"#, #"{"id": 2, "name": null}"#, #"{"name": "c", "id": 3}"#,
        ])
        #expect(
            schema == #"{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer"},"#
                + #""name":{"type":["string","null"]},"note":{}}}"#)
    }

    @Test func `nothing is required before enough answers have shown it`() throws {
        let answers = (1...8).map { #"{"id": \#($0)}"# }
        #expect(try Traffic.schema(Array(answers.prefix(7)), evidence: 8).contains("required") == false)
        #expect(try Traffic.schema(answers, evidence: 8).contains(#""required":["id"]"#))
    }

    @Test func `only a name that says so makes a date of a year`() throws {
        #expect(
            try Traffic.schema([#"{"title": "1984", "publishedDate": "1949"}"#])
                == #"{"type":"object","required":["title","publishedDate"],"properties":{"#
                + #""title":{"type":"string","x-numeric-string":"integer"},"#
                + #""publishedDate":{"type":"string","x-date-formats":["yyyy"]}}}"#)
    }

    @Test func `few values that look like names are an open enumeration`() throws {
        let texts = (0..<20).map { $0 % 3 == 0 ? #""BOOK""# : #""MAGAZINE""# }
        #expect(try Traffic.schema(texts) == #"{"type":"string","x-known-values":["BOOK","MAGAZINE"]}"#)
        #expect(try Traffic.schema(texts + [#""NEW""#]) == #"{"type":"string"}"#)
        #expect(try Traffic.schema(texts + [#""two words""#]) == #"{"type":"string"}"#)
    }

    @Test func `kinds of elements are told apart by what they say they are`() throws {
        let list = #"[{"kind": "song", "id": 1, "length": 3}, {"kind": "book", "id": 2, "pages": 9}]"#
        #expect(
            try Traffic.schema([list])
                == #"{"type":"array","items":{"type":"object","required":["kind","id"],"properties":{"#
                + #""kind":{"type":"string","x-known-values":["book","song"]},"id":{"type":"integer"},"#
                + #""length":{"type":"integer"},"pages":{"type":"integer"}},"allOf":["#
                + #"{"if":{"required":["kind"],"properties":{"kind":{"const":"book"}}},"then":{"required":["pages"]}},"#
                + #"{"if":{"required":["kind"],"properties":{"kind":{"const":"song"}}},"then":{"required":["length"]}}]}}"#
        )
    }
}
