import Foundation
import Testing
import VerbatimContract
import VerbatimHAR

@testable import VerbatimDiff

/// What changed between two recordings of a scenario.
struct RecordingDriftTests {
    /// Two bodies and what is said about them: `rule pointer: was -> now`.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let old: String
        let new: String
        let changes: [String]

        init(_ name: String, _ old: String, _ new: String, drifts changes: String...) {
            self.name = name
            self.old = old
            self.new = new
            self.changes = changes
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("nothing", #"{"a":1}"#, #"{"a":1}"#),
        Case(
            "values that always change", #"{"at":"2026-01-01T00:00:00Z","n":1,"t":"one tale"}"#,
            #"{"at":"2026-11-21T10:05:56Z","n":2,"t":"another"}"#),
        Case("order", #"{"a":1,"b":2}"#, #"{"b":3,"a":4}"#),
        Case(
            "a member that came", #"[{"a":1},{"a":2}]"#, #"[{"a":1,"b":2},{"a":2}]"#,
            drifts: "info drift-member-added /*/b: in none of 2 -> in 1 of 2"),
        Case(
            "a member that went", #"[{"a":1,"b":2},{"a":2,"b":3}]"#, #"[{"a":1},{"a":2}]"#,
            drifts: "breaking drift-member-removed /*/b: in 2 of 2 -> in none of 2"),
        Case(
            "a member that came now and then, and went", #"[{"a":1,"b":2},{"a":2}]"#, #"[{"a":1}]"#,
            drifts: "info drift-member-removed /*/b: in 1 of 2 -> in none of 1"),
        Case(
            "a member that is not always there", #"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#,
            drifts: "warning drift-member-became-optional /*/a: in 2 of 2 -> in 1 of 2"),
        Case(
            "a member that is always there", #"[{"a":1},{}]"#, #"[{"a":1},{"a":2}]"#,
            drifts: "info drift-member-became-required /*/a: in 1 of 2 -> in 2 of 2"),
        Case("an empty list, of which nothing is known", #"{"l":[{"a":1}]}"#, #"{"l":[]}"#),
        Case(
            "another type", #"{"a":1}"#, #"{"a":"1"}"#,
            drifts: "breaking drift-type-added /a: integer -> string"),
        Case(
            "a fraction", #"{"a":[1,2]}"#, #"{"a":[1,2.5]}"#,
            drifts: "breaking drift-type-added /a/*: integer -> integer or number"),
        Case(
            "null", #"{"a":"x"}"#, #"{"a":null}"#,
            drifts: "warning drift-type-added /a: string -> null"),
        Case(
            "a type less", #"{"a":["x",1]}"#, #"{"a":["x"]}"#,
            drifts: "info drift-type-removed /a/*: integer or string -> string"),
        Case(
            "another format", #"{"a":"https://a.test/"}"#, #"{"a":"/here"}"#,
            drifts: "breaking drift-format-changed /a: a URL -> a text, \"/here\""),
        Case(
            "numbers in strings", #"["1","22","333"]"#, #"["1","x2"]"#,
            drifts: "breaking drift-format-changed /*: a number in a string -> a text, \"x2\""),
        Case("a title that was a number once", #"{"title":"1984"}"#, #"{"title":"Emma"}"#),
        Case(
            "a fraction of a second", #"{"at":"2026-01-01T00:00:00Z"}"#,
            #"{"at":"2026-01-01T00:00:00.123Z"}"#,
            drifts:
                "warning drift-date-form-changed /at: a date to the second, without a fraction, with the offset 'Z' -> "
                + "a date to the second, with a fraction of 3 digits, with the offset 'Z'"),
        Case(
            "a new word", #"["b","s","b","s","b","b"]"#, #"["b","s","b","film","b","b"]"#,
            drifts: "warning drift-vocabulary-added /*: \"b\", \"s\" -> \"b\", \"film\", \"s\""),
        Case(
            "a word less", #"["b","s","b","s","b","b"]"#, #"["b","b","b","b"]"#,
            drifts: "info drift-vocabulary-removed /*: \"b\", \"s\" -> \"b\""),
        Case("words that are data", #"["ann","bob","cy","dee"]"#, #"["eve","fay","guy","hal"]"#),
        Case(
            "a dictionary, whose keys are data",
            #"{"k1":1,"k2":1,"k3":1,"k4":1,"k5":1,"k6":1,"k7":1,"k8":1}"#,
            #"{"l1":1,"l2":1,"l3":1,"l4":1,"l5":1,"l6":1,"l7":1,"l8":1}"#),
        Case(
            "no JSON any more", #"{"a":1}"#, "<!DOCTYPE html><html></html>",
            drifts: "breaking drift-body-kind-changed the body: JSON -> HTML"),
    ]

    private func interaction(
        _ target: String = "/a?q=1", status: Int = 200, headers: HeaderFields = [:],
        type: String = "application/json", line: Int = 7, in archive: String, _ body: String = "{}"
    ) -> Interaction {
        var headers = headers
        headers["Content-Type"] = type
        return Interaction(
            HTTPRequest("GET", "https://a.test" + target),
            .response(HTTPResponse(status, headers: headers, body: .data(Data(body.utf8)))),
            location: .init(archive: "\(archive).har", entry: 0, line: line, body: "\(archive)/1.json"))
    }

    private func told(_ changes: [ContractChange]) -> [String] {
        changes.map {
            "\($0.severity) \($0.rule) \($0.pointer ?? $0.subject): \($0.was) -> \($0.now)"
        }
    }

    @Test(arguments: cases)
    func `tells what bodies are made of otherwise`(_ example: Case) {
        let changes = RecordingDrift(
            [interaction(in: "old", example.old)], [interaction(in: "new", example.new)], api: "a"
        ).changes()
        #expect(told(changes) == example.changes)
    }

    @Test func `has an example of every rule`() {
        let shown = Self.cases.flatMap(\.changes).compactMap { $0.split(separator: " ").dropFirst().first }
        let unshown = ChangeRule.drift.map(\.id).filter { !shown.contains($0[...]) }
        #expect(
            unshown == [
                "drift-interaction-added", "drift-interaction-removed", "drift-status-changed",
                "drift-header-added", "drift-header-removed", "drift-header-changed",
                "drift-media-type-changed",
            ])
    }

    @Test func `tells what is otherwise about exchanges and headers`() {
        let old = [
            interaction(
                headers: ["Server": "a", "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Age": "7"], in: "old"),
            interaction("/gone", in: "old"), interaction("/b", in: "old"),
        ]
        let new = [
            interaction(
                headers: ["Date": "1994-11-06", "X-New": "1", "Via": "proxy"],
                type: "text/javascript; charset=utf-8",
                in: "new"),
            interaction("/b", status: 404, in: "new"), interaction("/come", in: "new"),
        ]
        #expect(
            told(RecordingDrift(old, new, api: "a").changes()) == [
                "warning drift-media-type-changed header 'content-type': application/json -> text/javascript; charset=utf-8",
                "warning drift-header-changed header 'date': Sun, 06 Nov 1994 08:49:37 GMT -> 1994-11-06",
                "warning drift-header-removed header 'server': a -> missing",
                "info drift-header-added header 'x-new': missing -> 1",
                "breaking drift-status-changed the exchange: 200 -> 404",
                "info drift-interaction-added the exchange: not there -> GET https://a.test/come -> 200",
                "warning drift-interaction-removed the exchange: GET https://a.test/gone -> 200 -> not there",
            ])
    }

    @Test func `pairs requests that differ in their query, and knows both locations`() throws {
        let old = [interaction("/a?t=1", in: "old", "{\n \"a\": 1}")]
        let new = [interaction("/a?t=2", in: "new", "{\n\n  \"a\": \"1\"}")]
        let change = try #require(RecordingDrift(old, new, api: "a").changes().first)
        #expect(change.oldLocation?.description == "old/1.json:2:7")
        #expect(change.newLocation?.description == "new/1.json:3:8")
        #expect(change.exchange == "GET /a -> 200")
        #expect(change.next == "run `make check API=a` to see whether the contract and the app bear it")
    }
}
