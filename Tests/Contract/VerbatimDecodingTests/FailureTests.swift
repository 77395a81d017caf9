import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON

/// Returns the failures of a body as a user sees them: `line:column kind: message`.
func messages<Model: Decodable>(
    _ model: Model.Type, _ body: String, with decoder: JSONDecoder = JSONDecoder()
) -> [String] {
    ModelDecoding.check(model, in: Data(body.utf8), with: decoder).failures.map { failure in
        "\(failure.position.map(String.init(describing:)) ?? "-") \(failure.kind.rawValue): \(failure)"
    }
}

@Suite struct FailureTests {
    @Test(arguments: [
        (#"{"title": "t"}"#, []),
        (#"{}"#, ["1:1 missing-key: '/title' is missing; Volume.Info.title expects String"]),
        (#"{"title": null}"#, ["1:11 null: '/title' is null; Volume.Info.title expects String"]),
        (
            #"{"title": "t", "pageCount": "312"}"#,
            [#"1:29 wrong-type: '/pageCount' is the string "312"; Volume.Info.pageCount expects Int"#]
        ),
        (
            #"{"title": "t", "pageCount": 1e30}"#,
            [
                "1:29 number-does-not-fit: '/pageCount' is the number 1e30, which does not fit; "
                    + "Volume.Info.pageCount expects Int"
            ]
        ),
        (
            #"{"title": "t", "year": 300}"#,
            [
                "1:24 number-does-not-fit: '/year' is the number 300, which does not fit; "
                    + "Volume.Info.year expects Int8"
            ]
        ),
        (
            #"{"title": "t", "kind": "vinyl"}"#,
            [
                #"1:24 unknown-case: '/kind' is the string "vinyl"; Volume.Info.kind expects Volume.Kind, "#
                    + "which has no such case"
            ]
        ),
        (
            #"{"title": "t", "kind": 7}"#,
            ["1:24 wrong-type: '/kind' is the number 7; Volume.Info.kind expects Volume.Kind as String"]
        ),
        (
            #"{"title": "t", "authors": ["a", 1, null]}"#,
            [
                "1:33 wrong-type: '/authors/1' is the number 1; Volume.Info.authors[] expects String",
                "1:36 null: '/authors/2' is null; Volume.Info.authors[] expects String",
            ]
        ),
        (
            #"{"title": "t", "authors": "a"}"#,
            [#"1:27 wrong-type: '/authors' is the string "a"; Volume.Info.authors expects [String]"#]
        ),
        (
            #"{"title": "t", "site": ""}"#,
            [#"1:24 bad-url: '/site' is the string ""; Volume.Info.site expects URL: Invalid URL string."#]
        ),
        (
            #"{"title": "t", "cover": "?"}"#,
            [
                #"1:25 bad-data: '/cover' is the string "?"; Volume.Info.cover expects Data: "#
                    + "Encountered Data is not valid Base64."
            ]
        ),
        (
            #"{"title": "t", "price": "1.99"}"#,
            [#"1:25 wrong-type: '/price' is the string "1.99"; Volume.Info.price expects Decimal"#]
        ),
        (
            #"{"title": "t", "ratings": {"a": 1, "b": "x"}}"#,
            [#"1:41 wrong-type: '/ratings/b' is the string "x"; Volume.Info.ratings.b expects Double"#]
        ),
        (
            #"{"title": "t", "editions": {"1": {"pages": 1.5}, "x": {}}}"#,
            [
                "1:34 missing-key: '/editions/1/isBound' is missing; Volume.Edition.isBound expects Bool",
                "1:44 number-does-not-fit: '/editions/1/pages' is the number 1.5, which does not fit; "
                    + "Volume.Edition.pages expects Int",
                "1:55 bad-key: '/editions/x' has a name that is not a valid key; Volume.Info.editions expects Int keys",
            ]
        ),
    ])
    func `reports the failure of a property`(_ body: String, _ expected: [String]) {
        #expect(messages(Volume.Info.self, body) == expected)
    }

    @Test func `shows the start of a long value on one line`() {
        let body = "{\"title\": [\n  \"\(String(repeating: "a", count: 120))\"\n]}"
        let start = "[ \"" + String(repeating: "a", count: 97) + "…"
        #expect(
            messages(Volume.Info.self, body) == [
                "1:11 wrong-type: '/title' is the array \(start); Volume.Info.title expects String"
            ])
    }

    @Test func `reports every failure of a document, in document order`() {
        let body = """
            {
              "items": [
                {"id": "x", "info": {"title": null, "pageCount": "312"}},
                {"id": 4, "info": []},
                7,
                {"id": "10000000-0000-0000-0000-000000000000", "info": {"title": "t"}}
              ],
              "total": 3.5
            }
            """
        #expect(
            messages(Library.self, body) == [
                #"3:12 rejected: '/items/0/id' is the string "x"; Volume.id expects UUID: "#
                    + "Attempted to decode UUID from invalid UUID string.",
                "3:35 null: '/items/0/info/title' is null; Volume.Info.title expects String",
                #"3:54 wrong-type: '/items/0/info/pageCount' is the string "312"; Volume.Info.pageCount expects Int"#,
                "4:12 wrong-type: '/items/1/id' is the number 4; Volume.id expects UUID as String",
                "4:23 wrong-type: '/items/1/info' is the array []; Volume.info expects Volume.Info as an object",
                "5:5 wrong-type: '/items/2' is the number 7; Library.items[] expects Volume as an object",
                "8:12 number-does-not-fit: '/total' is the number 3.5, which does not fit; Library.total expects Int",
            ])
    }

    @Test(arguments: [
        ("[1]", ["1:1 wrong-type: the document is the array [1]; Library expects an object"]),
        ("null", ["1:1 null: the document is null; Library expects an object"]),
        (
            "<html>",
            ["1:1 not-json: the document is not JSON: 1:1: unexpected '<' at the start; expected a value"]
        ),
        (
            "",
            [
                "1:1 not-json: the document is not JSON: 1:1: unexpected end of text at the start; expected a value"
            ]
        ),
        (
            #"{"items": [}"#,
            [
                "1:12 not-json: the document is not JSON: 1:12: unexpected '}' in an array; expected a value or ']'"
            ]
        ),
    ])
    func `reports the failure of a whole document`(_ body: String, _ expected: [String]) {
        #expect(messages(Library.self, body) == expected)
    }
}
