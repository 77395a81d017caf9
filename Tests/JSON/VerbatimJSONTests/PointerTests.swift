import Testing
import VerbatimJSON

@Suite struct PointerTests {
    /// The examples of RFC 6901 section 5.
    static let document = #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}
        """#

    @Test(arguments: [
        ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"), ("/foo/00", ""),
        ("/foo/-", ""), ("/foo/2", ""), ("/x", ""),
    ])
    func `identifies a value`(pointer: String, text: String) throws {
        let json = try JSON(parsing: PointerTests.document)
        let parsed = try JSONPointer(parsing: pointer)
        #expect(json[parsed].text == text)
        #expect(parsed.description == pointer)
    }

    @Test(arguments: ["a", "/~", "/~2", "#/a"])
    func `rejects an invalid pointer`(text: String) {
        #expect(throws: JSONPointer.ParsingError.self) { try JSONPointer(parsing: text) }
    }

    @Test(arguments: [
        ("/items/0/id", "/items/*/id"), ("/12", "/*"), ("/007", "/007"), ("/-1", "/-1"), ("/+5", "/+5"),
        ("/a~1b/1", "/a~1b/*"), ("", ""),
    ])
    func `a pattern has a wildcard in place of an index`(text: String, expected: String) throws {
        let pointer = try JSONPointer(parsing: text)
        #expect(pointer.pattern.description == expected)
        #expect(pointer.pattern.matches(pointer))
        #expect(!pointer.pattern.matches(pointer.appending("x")))
    }

    @Test func `a pattern compares names byte by byte`() {
        #expect(JSONPointer(["e\u{301}"]).matches(JSONPointer(["e\u{301}"])))
        #expect(!JSONPointer(["e\u{301}"]).matches(JSONPointer(["\u{e9}"])))
    }

    @Test func `a value knows the range of its bytes`() throws {
        let text = #"{"a": [1, [ ], {"b": "c"} ] , "d": true}"#
        let json = try JSON(parsing: text)
        func bytes(_ value: JSON) -> String { String(decoding: Array(text.utf8)[value.range], as: UTF8.self) }
        for (value, expected) in [
            (json, text), (json["a"], #"[1, [ ], {"b": "c"} ]"#), (json["a"][1], "[ ]"),
            (json["a"][2]["b"], #""c""#), (json["d"], "true"), (json["x"], ""),
        ] {
            #expect(bytes(value) == expected)
        }
    }

    /// The examples of the draft, section 5.1.
    @Test(
        arguments: [
            ("0", "/foo/1", .value(.init(["foo", "1"]))), ("1/0", "/foo/1", .value(.init(["foo", "0"]))),
            ("0-1", "/foo/1", .value(.init(["foo", "0"]))),
            ("2/highly/nested", "/foo/1", .value(.init(["highly", "nested"]))),
            ("0#", "/foo/1", .index(1)), ("0-1#", "/foo/1", .index(0)), ("1#", "/foo/1", .name("foo")),
            ("3", "/foo/1", nil), ("0-2", "/foo/1", nil), ("2#", "/foo/1", nil), ("0+1", "/foo", nil),
        ] as [(String, String, JSONRelativePointer.Resolution?)])
    func `resolves a relative pointer`(
        text: String, start: String, expected: JSONRelativePointer.Resolution?
    ) throws {
        let relative = try JSONRelativePointer(parsing: text)
        #expect(relative.resolved(from: try JSONPointer(parsing: start)) == expected)
        #expect(relative.description == text)
    }

    @Test(arguments: ["", "/a", "01", "-1", "0+0", "0a", "1##", "0/~"])
    func `rejects an invalid relative pointer`(text: String) {
        #expect(throws: JSONRelativePointer.ParsingError.self) { try JSONRelativePointer(parsing: text) }
    }

    @Test(arguments: [
        ("0", "1"), ("0+1", "2"), ("0-1", ""), ("1", "[1,2]"), ("2/o/1", "3"), ("0#", ""), ("4", ""),
    ])
    func `finds the value at a relative pointer`(text: String, expected: String) throws {
        let json = try JSON(parsing: #"{"a":[1,2],"o":{"1":3,"2":4}}"#)
        #expect(json["a"][0][try JSONRelativePointer(parsing: text)].text == expected)
        #expect(!json["o"]["1"][try JSONRelativePointer(parsing: "0+1")].exists)
    }
}
