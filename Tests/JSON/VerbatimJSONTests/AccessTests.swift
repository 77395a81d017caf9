import Foundation
import Testing
import VerbatimJSON

@Suite struct AccessTests {
    static let text = """
        {
          "kind": "books#volumes",
          "items": [
            {"title": "caf\\u00e9 \\ud83d\\ude00\\n", "pages": 312, "é": {"~/": [true, null]}},
            {"title": "", "price": 1.50, "big": 12345678901234567890123}
          ]
        }
        """

    @Test func `reads members, elements and contents`() throws {
        let json = try JSON(parsing: AccessTests.text)
        #expect(json["kind"].string == "books#volumes")
        #expect(json["items"].count == 2)
        #expect(json["items"][0]["title"].string == "café 😀\n")
        #expect(json["items"][0]["pages"].int == 312)
        #expect(json["items"][1]["price"].double == 1.5)
        #expect(json["items"][1]["price"].int == nil)
        #expect(json["items"][1]["big"].number?.text == "12345678901234567890123")
        #expect(json["items"][1]["big"].int == nil)
        #expect(json["items"].elements.map { $0["title"].exists } == [true, true])
        #expect(json["items"][1].members.map(\.name) == ["title", "price", "big"])
        #expect(json["items"][0]["é"]["~/"][0].bool == true)
        #expect(json["items"][0]["é"]["~/"][1].isNull)
    }

    @Test func `missing values have no contents`() throws {
        let json = try JSON(parsing: AccessTests.text)
        let missing = json["items"][7]["title"][-1]
        #expect(!missing.exists)
        #expect(missing.kind == nil)
        #expect(missing.string == nil && missing.bool == nil && missing.int == nil && missing.number == nil)
        #expect(missing.count == 0 && missing.elements.isEmpty && missing.members.isEmpty)
        #expect(missing.text == "" && missing.value == .null && !missing.isNull)
        #expect(missing.pointer.description == "/items")
        #expect(missing.position.description == "3:12")
    }

    @Test func `has a position, a pointer and its source text`() throws {
        let json = try JSON(parsing: AccessTests.text)
        let price = json["items"][1]["price"]
        #expect(price.position.description == "5:28")
        #expect(price.text == "1.50")
        #expect(price.pointer.description == "/items/1/price")
        let list = json["items"][0]["é"]["~/"]
        #expect(list.text == "[true, null]")
        #expect(list.pointer.description == "/items/0/é/~0~1")
        #expect(json[list.pointer] == list)
        #expect(json["items"].text.hasSuffix("]"))
        #expect(json.text == AccessTests.text)
    }

    @Test func `finds positions far into a document`() throws {
        let lines = (0..<3000).map { "  \"line \($0)\"" }
        let json = try JSON(parsing: "[\n" + lines.joined(separator: ",\n") + "\n]")
        for index in [0, 1, 999, 2500, 2999] {
            let position = json[index].position
            #expect(position.line == index + 2)
            #expect(position.column == 3)
        }
    }

    @Test func `finds the end of tokens too long for their tape word`() throws {
        let long = String(repeating: "a\\\"b", count: 400_000)
        let digits = String(repeating: "7", count: 2_000_000)
        let json = try JSON(parsing: "[\"\(long)\", \(digits), 1]")
        #expect(json[0].string?.utf8.count == 1_200_000)
        #expect(json[1].text == digits)
        #expect(json[2].int == 1)
    }

    @Test(arguments: [
        ("1", 0), ("[]", 1), ("[[],[[]],[]]", 3), (#"{"a":{"b":1},"c":[{}]}"#, 3), ("[1,2,3]", 1),
    ])
    func `counts the levels of arrays and objects`(text: String, depth: Int) throws {
        #expect(try JSON(parsing: text).depth == depth)
        #expect(try JSON(parsing: "[\(text),[1]]")[0].depth == depth)
    }

    @Test func `compares names by their Unicode scalars`() throws {
        let json = try JSON(parsing: #"{"e\u0301":1,"\u00e9":2}"#)
        #expect(json["\u{e9}"].int == 2)
        #expect(json["e\u{301}"].int == 1)
        #expect(json.duplicates.isEmpty)
    }
}
