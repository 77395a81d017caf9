import Foundation
import Testing
import VerbatimJSON

@Suite struct ParsingTests {
    @Test(arguments: [
        ("null", JSON.Kind.null), ("true", .bool), ("false", .bool), ("-0", .number), ("1.5e+3", .number),
        ("\"\"", .string), ("[]", .array), (" {} ", .object), ("[[],{},[1,[2]]]", .array),
    ])
    func `parses every kind of value`(text: String, kind: JSON.Kind) throws {
        let json = try JSON(parsing: text)
        #expect(json.kind == kind)
        #expect(json.text == text.trimmingCharacters(in: .whitespaces))
    }

    @Test(arguments: [
        ("", "1:1: unexpected end of text at the start; expected a value"),
        ("\u{feff}{}", "1:1: unexpected byte order mark; save the text as UTF-8 without a BOM"),
        ("{,}", "1:2: unexpected ',' in an object; expected a name in double quotes or '}'"),
        ("{\"a\":1,}", "1:8: unexpected '}' in an object; expected a name in double quotes"),
        ("{\n  \"a\" 1}", "2:7: unexpected '1' in an object; expected ':'"),
        ("{\"a\":}", "1:6: unexpected '}' in an object; expected a value"),
        ("{\"a\":1 \"b\"}", "1:8: unexpected '\"' in an object; expected ',' or '}'"),
        ("[1,]", "1:4: unexpected ']' in an array; expected a value"),
        ("[1 2]", "1:4: unexpected '2' in an array; expected ',' or ']'"),
        ("[1", "1:3: unexpected end of text in an array; expected ',' or ']'"),
        ("[", "1:2: unexpected end of text in an array; expected a value or ']'"),
        ("[1}", "1:3: unexpected '}' in an array; expected ',' or ']'"),
        ("[é]", "1:2: unexpected 'é' in an array; expected a value or ']'"),
        ("\"a", "1:3: unexpected end of text in a string; expected a closing double quote"),
        ("\"\u{1}\"", "1:2: unescaped control character (0x01) in a string"),
        ("\"\\x\"", #"1:2: invalid escape in a string; expected one of \" \\ \/ \b \f \n \r \t \uXXXX"#),
        ("\"\\ud800\"", #"1:2: invalid \u escape in a string: half of a surrogate pair"#),
        ("\"\\udc00\"", #"1:2: invalid \u escape in a string: half of a surrogate pair"#),
        ("01", "1:1: leading zero in a number"),
        ("-", "1:2: missing digit after '-' in a number"),
        ("1.", "1:3: missing digit after '.' in a number"),
        ("1e+", "1:4: missing digit after '+' in a number"),
        ("nul", "1:4: unexpected end of text in a literal; expected true, false or null"),
        ("{} x", "1:4: unexpected 'x' after the document"),
        ("1\u{0}", "1:2: unexpected byte 0x00 after the document"),
    ])
    func `reports an error with its position`(text: String, message: String) throws {
        let error = try #require(throws: JSONError.self) { try JSON(parsing: text) }
        #expect(error.description == message)
    }

    @Test(
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xc3, 0x22], [0x22, 0xe0, 0x80, 0x80, 0x22],
            [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf0, 0x80, 0x80, 0x80, 0x22],
            [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xff, 0x22], [0x22, 0xe2, 0x82, 0x22],
        ] as [[UInt8]])
    func `rejects bytes that are not UTF-8`(bytes: [UInt8]) throws {
        let error = try #require(throws: JSONError.self) { try JSON(parsing: bytes) }
        #expect(error.reason == .invalidUTF8)
        #expect(error.position.offset == 1)
    }

    @Test func `finds an error at every distance from the start of a string`() throws {
        for length in 0..<100 {
            let plain = String(repeating: "a", count: length)
            #expect(try JSON(parsing: "\"\(plain)\"").string == plain)
            #expect(try JSON(parsing: "\"\(plain)é\(plain)\\n\"").string == "\(plain)é\(plain)\n")
            let error = try #require(throws: JSONError.self) { try JSON(parsing: "\"\(plain)\u{1f}\"") }
            #expect(error.position.column == length + 2)
        }
    }

    @Test func `rejects arrays and objects nested deeper than the limit`() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try JSON(parsing: deep).count == 1)
        let error = try #require(throws: JSONError.self) { try JSON(parsing: "[\(deep)]") }
        #expect(error.description == "1:513: arrays and objects are nested deeper than 512")
        let far = String(repeating: "{\"a\":", count: 100_000)
        #expect(throws: JSONError.self) { try JSON(parsing: far) }
        #expect(try JSON(parsing: "[\(deep)]", options: .init(maximumDepth: 513)).count == 1)
    }

    @Test func `parses strings, bytes, data and files alike`() throws {
        let text = #"{"a": [1, "é"]}"#
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.json")
        try Data(text.utf8).write(to: file)
        #expect(try JSON(parsing: text).text == text)
        #expect(try JSON(parsing: Array(text.utf8)).text == text)
        #expect(try JSON(parsing: Data(text.utf8)).text == text)
        #expect(try JSON(contentsOf: file).text == text)
        let page = "\"" + String(repeating: "x", count: 4094) + "\""
        try Data(page.utf8).write(to: file)
        #expect(try JSON(contentsOf: file).text == page)
        try Data().write(to: file)
        #expect(throws: JSONError.self) { try JSON(contentsOf: file) }
        let error = try #require(throws: JSONError.self) {
            try JSON(contentsOfFile: folder.appendingPathComponent("b.json").path)
        }
        #expect(error.description == "1:1: cannot be read: no such file")
    }

    @Test func `keeps duplicate names, finds the first and lists the others`() throws {
        let text = "{\"a\":1,\n \"b\":{\"x\":1,\"\\u0078\":2},\n \"a\":3}"
        let json = try JSON(parsing: text)
        #expect(json["a"].int == 1)
        #expect(json.members.map(\.name) == ["a", "b", "a"])
        let duplicates = json.duplicates
        #expect(duplicates.map(\.name) == ["x", "a"])
        #expect(duplicates.map { "\($0.object) \($0.first) \($0.position)" } == ["/b 2:7 2:13", " 1:2 3:2"])
        let error = try #require(throws: JSONError.self) {
            try JSON(parsing: text, options: .init(duplicateNames: .reject))
        }
        #expect(error.description == "2:13: duplicate name 'x' in an object; first at 2:7")
        #expect(json.value.text() == #"{"a":1,"b":{"x":1,"x":2},"a":3}"#)
    }

    @Test func `lists duplicate names among many members`() throws {
        let members = (0..<2000).map { "\"n\($0)\":\($0)" } + ["\"n7\":-1", "\"n1999\":-2"]
        let json = try JSON(parsing: "{" + members.joined(separator: ",") + "}")
        #expect(json.count == 2002)
        #expect(json.duplicates.map(\.name) == ["n7", "n1999"])
        #expect(json["n1999"].int == 1999)
        #expect(json.value["n7"] == 7)
    }
}
