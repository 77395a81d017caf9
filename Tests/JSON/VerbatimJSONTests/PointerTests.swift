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

    @Test(arguments: [
        ("", ""), ("/a/b_c/d-e", "a.b_c.d-e"),
        ("/paths/~1items~1{id}/get/404", #"paths["/items/{id}"].get.404"#),
        ("/a~0b/*/", #"["a~b"].*[""]"#), ("/x.y/\"", #"["x.y"]["\""]"#),
    ])
    func `a pointer has a path for people`(_ pointer: String, _ path: String) throws {
        #expect(try JSONPointer(parsing: pointer).path == path)
    }
}
