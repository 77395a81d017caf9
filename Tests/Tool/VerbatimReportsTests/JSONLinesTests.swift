import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimReports

/// Bodies of JSON as people read them.
@Suite struct JSONLinesTests {
    private static let body =
        #"{"b":1.50,"a":{"\"x\":":"\u00e9, {","url":"http:\/\/a"},"e":[],"n":[null,1e3,true]}"#

    @Test func `each value has a line, in the order and the spelling of the body`() throws {
        let lines = try #require(JSONLines(Data(Self.body.utf8)))
        #expect(
            lines.text == #"""
                {
                  "b": 1.50,
                  "a": {
                    "\"x\":": "\u00e9, {",
                    "url": "http:\/\/a"
                  },
                  "e": [],
                  "n": [
                    null,
                    1e3,
                    true
                  ]
                }
                """#)
        #expect(try JSONLayout.minified(Array(lines.text.utf8)) == Array(Self.body.utf8))
    }

    @Test func `a color shows the kind of each token, and changes no other character`() throws {
        let lines = try #require(JSONLines(Data(Self.body.utf8)))
        let text = lines.text(TextStyle(isColored: true))
        #expect(text.replacing(/\u{1b}\[\d+m/, with: "") == lines.text)
        #expect(text.contains("  \u{1b}[36m\"b\"\u{1b}[0m: \u{1b}[33m1.50\u{1b}[0m,\n"))
        #expect(
            text.contains(
                #"    \#u{1b}[36m"\"x\":"\#u{1b}[0m: \#u{1b}[32m"\u00e9, {"\#u{1b}[0m,"#))
        #expect(text.contains("    \u{1b}[33mnull\u{1b}[0m,\n") && text.contains("\u{1b}[0m: [],\n"))
        #expect(lines.text(TextStyle(isColored: false)) == lines.text)
    }

    @Test(arguments: ["", "12", "\"a\"", "{\"a\":", "[1}", "<p>", "call({})"])
    func `what is no array and no object has no lines`(text: String) {
        #expect(JSONLines(Data(text.utf8)) == nil)
    }
}
