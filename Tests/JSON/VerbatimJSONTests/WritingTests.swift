import Testing
import VerbatimJSON

@Suite struct WritingTests {
    static let value: JSONValue = [
        "b": [1, 2.5, nil, true], "a": ["é\"\\/\u{8}\u{1f}\n": "x"], "empty": [[], [:] as JSONValue],
    ]

    @Test func `writes compact, pretty and stable text`() {
        #expect(
            WritingTests.value.text(.compact)
                == #"{"b":[1,2.5,null,true],"a":{"é\"\\/\b\u001f\n":"x"},"empty":[[],{}]}"#)
        #expect(
            WritingTests.value.text(.pretty) == #"""
                {
                  "b": [
                    1,
                    2.5,
                    null,
                    true
                  ],
                  "a": {
                    "é\"\\/\b\u001f\n": "x"
                  },
                  "empty": [
                    [],
                    {}
                  ]
                }
                """#)
        #expect(
            WritingTests.value.text(.stable).hasPrefix("{\n  \"a\": {\n"))
    }

    @Test(arguments: [JSONStyle.compact, .pretty, .stable])
    func `parses its own output to an equal value`(style: JSONStyle) throws {
        #expect(try JSON(parsing: WritingTests.value.bytes(style)).value == WritingTests.value)
    }

    @Test func `changes white space but no token`() throws {
        let text = #"{"a":[1.50,"\u00e9 { [ , :","\\"],"b":{},"c":[[]],"d":-0}"#
        let indented = try JSONLayout.indented(Array(text.utf8))
        #expect(
            String(decoding: indented, as: UTF8.self) == #"""
                {
                  "a": [
                    1.50,
                    "\u00e9 { [ , :",
                    "\\"
                  ],
                  "b": {},
                  "c": [
                    []
                  ],
                  "d": -0
                }
                """#)
        #expect(try JSONLayout.minified(indented) == Array(text.utf8))
        #expect(JSONLayout.isMinified(Array(text.utf8)))
        #expect(!JSONLayout.isMinified(indented))
        #expect(!JSONLayout.isMinified(Array("[1".utf8)))
    }

    @Test func `values are equal as JSON`() throws {
        func value(_ text: String) throws -> JSONValue { try JSON(parsing: text).value }
        #expect(try value(#"{"a":1,"b":[2]}"#) == value(#"{"b":[2.0],"a":1e0}"#))
        #expect(try value(#"{"a":1,"b":[2]}"#).hashValue == value(#"{"b":[2.0],"a":1e0}"#).hashValue)
        #expect(try value(#"{"a":1}"#) != value(#"{"a":1,"b":1}"#))
        #expect(try value("1") != value("true"))
        #expect(try value(#""\u00e9""#) != value(#""e\u0301""#))
        #expect(try value("[1,2]") != value("[2,1]"))
    }

    @Test func `objects keep the order of their members and change in place`() {
        var object: JSONObject = ["z": 1, "a": 2]
        object["m"] = 3
        object["z"] = 4
        #expect(JSONValue.object(object).text() == #"{"z":4,"a":2,"m":3}"#)
        object["a"] = nil
        object.append("z", 5)
        #expect(JSONValue.object(object).text() == #"{"z":4,"m":3,"z":5}"#)
        #expect(object["z"] == 4)
        object.set("z", to: 6)
        #expect(object.names == ["z", "m"])
        for index in 0..<100 { object["n\(index)"] = .number(JSONNumber(index)) }
        object["n50"] = nil
        object["n51"] = "x"
        #expect(object.count == 101)
        #expect(object["n99"] == 99 && object["n50"] == nil && object["n51"] == "x" && object["z"] == 6)
    }

    @Test func `finds and sets values by name and pointer`() {
        var value = WritingTests.value
        #expect(value["b"]?[1] == 2.5)
        #expect(value[JSONPointer(["b", "0"])] == 1)
        #expect(value[JSONPointer(["b", "01"])] == nil)
        value["new"] = ["x": 1]
        #expect(value["new"]?["x"] == 1)
    }
}
