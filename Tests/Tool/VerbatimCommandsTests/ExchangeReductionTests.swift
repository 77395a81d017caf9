import Foundation
import Testing
import VerbatimAPI
import VerbatimContract
import VerbatimExampleSupport
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

@testable import VerbatimCommands

/// Exchanges that are reduced to what a finding needs.
@Suite struct ExchangeReductionTests {
    // MARK: Lists and values

    @Test(arguments: [([], 0), ([0], 1), ([63], 1), ([3, 40], 2), ([10, 11, 12, 13], 4)])
    func `a list keeps what is needed, with few tries`(needed: [Int], count: Int) {
        var tries = 0
        let kept = DeltaDebugging.shorten(Array(0..<64)) { candidate in
            tries += 1
            return needed.allSatisfy(candidate.contains)
        }
        #expect(kept == needed)
        #expect(tries <= 2 + 14 * count, "\(tries)")
    }

    @Test(arguments: [
        (#"{"a": 1, "b": {"c": [1, {"x": null, "y": 2}], "d": 3}}"#, #"{"b":{"c":[{"x":null}]}}"#),
        (#"[[], [{"x": 1}], {"x": null}, {"x": null}]"#, #"[{"x":null}]"#),
        (#"{"x": 1, "y": 2, "x": null}"#, #"{"x":null}"#),
        (#"{"x": null, "z": "a text that is longer than others", "y": 1}"#, #"{"x":null}"#),
    ])
    func `a value keeps what is needed`(text: String, reduced: String) throws {
        let value = try JSON(parsing: Array(text.utf8)).value
        #expect(JSONReduction.reduce(value) { $0.text().contains(#""x":null"#) }.text() == reduced)
    }

    @Test func `a long string is shortened, a short one stays`() throws {
        let value: JSONValue = ["a": .string(String(repeating: "é", count: 100)), "b": "short"]
        let reduced = JSONReduction.reduce(value) {
            $0["a"]?.string?.hasPrefix("é") == true && $0["b"] != nil
        }
        #expect(reduced.text() == #"{"a":"\#(String(repeating: "é", count: 24))","b":"short"}"#)
    }

    @Test func `the deepest value is reduced`() throws {
        let depth = 500
        let text =
            String(repeating: #"{"s": 0, "a": ["#, count: depth / 2) + "null"
            + String(repeating: "]}", count: depth / 2)
        let value = try JSON(parsing: Array(text.utf8)).value
        let reduced = JSONReduction.reduce(value) { $0.text().contains("null") }
        #expect(reduced.text() == "null" || !reduced.text().contains("s"))
    }

    // MARK: Exchanges

    private static let checked = Checker.rules.map(\.id).filter { !$0.hasPrefix("model-") }

    private func contracts(_ fragment: ContractFragment) throws -> ContractSet {
        let text = fragment.document.text(.pretty)
        return ContractSet([try Contract(parsing: Data(text.utf8), file: "Contracts/books.json")])
    }

    @Test(arguments: checked) func `the reduced exchange of every rule has the finding`(_ id: String) throws {
        let rule = try #require(Rule.all.first { $0.id == id })
        guard case .check(let fragment, let example) = rule.explanation.example else {
            #expect(id == "response-body-unreadable", "a body that cannot be read has no exchange")
            return
        }
        let contracts = try contracts(fragment)
        let check = { (exchange: ReducedExchange) in
            contracts.check([exchange.interaction], api: rule == .apiUndocumented ? nil : "books").findings
        }
        let recorded = try #require(ReducedExchange(example.interaction, without: OutputRedactor()))
        let finding = try #require(check(recorded).first)
        #expect(finding.rule == rule)
        let reduced = try #require(ExchangeReduction.reduce(recorded, to: finding, findings: check))
        #expect(check(reduced).map(Finding.Key.init(reproducing:)) == [Finding.Key(reproducing: finding)])
        #expect(reduced.size <= recorded.size || reduced.response.body.count <= 72)
        let again = ExchangeReduction.reduce(recorded, to: finding, findings: check)
        #expect(again?.response.body == reduced.response.body, "the same in every run")
    }

    private func reduce(
        _ body: String, to rule: String, _ schema: JSONValue, cost: ReductionCost = ReductionCost()
    ) throws -> String {
        let contracts = try contracts(.body(schema))
        let check = { (exchange: ReducedExchange) in
            contracts.check([exchange.interaction], api: "books").findings.filter { $0.severity >= .warning }
        }
        let recorded = try #require(
            ReducedExchange(RecordedExample.json(body).interaction, without: OutputRedactor()))
        let finding = try #require(check(recorded).first { $0.rule.id == rule })
        let reduced = try #require(
            ExchangeReduction.reduce(recorded, to: finding, cost: cost, findings: check))
        return String(decoding: reduced.response.body, as: UTF8.self)
    }

    private static let list: JSONValue = [
        "type": "object", "required": ["items", "total"],
        "properties": [
            "total": ["type": "integer"],
            "items": [
                "type": "array",
                "items": [
                    "required": ["id"],
                    "properties": ["id": ["type": "integer"], "title": ["type": "string"], "tags": [:]],
                ],
            ],
        ],
    ]

    @Test func `one of many elements stays, with what the contract requires`() throws {
        let items = (0..<300).map {
            #"{"id": \#($0), "title": \#($0 == 211 ? "7" : "\"Emma\""), "tags": [1, 2]}"#
        }
        let body = #"{"next": "x", "total": 300, "items": [\#(items.joined(separator: ","))]}"#
        let reduced = try reduce(body, to: "response-property-type", Self.list)
        #expect(reduced == #"{"total":300,"items":[{"id":211,"title":7}]}"#)
    }

    @Test func `another finding is not kept, and none is added`() throws {
        let body = #"{"total": "1", "items": [{"id": null, "title": "Emma"}], "more": 1}"#
        #expect(
            try reduce(body, to: "response-property-type", Self.list) == #"{"total":"1","items":[]}"#)
    }

    @Test func `text that is no JSON loses the lines without the problem, and its end`() throws {
        let lines = ["{\"a\":"] + Array(repeating: " ", count: 50) + ["oops", "", "}", "and more"]
        let reduced = try reduce(lines.joined(separator: "\n"), to: "response-body-malformed", Self.list)
        #expect(reduced == "{\"a\":\noo")
    }

    @Test func `an exhausted budget leaves what has been reached`() throws {
        let items = (0..<64).map { #"{"id": \#($0), "title": \#($0 == 9 ? "7" : "\"Emma\"")}"# }
        let body = #"{"total": 64, "items": [\#(items.joined(separator: ","))]}"#
        var cost = ReductionCost()
        cost.tries = 8
        let reduced = try reduce(body, to: "response-property-type", Self.list, cost: cost)
        #expect(reduced.utf8.count < body.utf8.count && reduced.contains(#""title": 7"#), "\(reduced)")
    }

    @Test func `a secret of a foreign archive becomes a placeholder before anything else`() throws {
        let redactor = OutputRedactor([Redaction([Secret("api_key", value: "5ec4e7c0ffee")])])
        let interaction = Interaction(
            HTTPRequest(
                "POST", "https://api.example.com/books?k=5ec4e7c0ffee", headers: ["X-A": "5ec4e7c0ffee"],
                body: Data("k=5ec4e7c0ffee".utf8)),
            .response(
                HTTPResponse(200, headers: ["X-B": "5ec4e7c0ffee"], body: .text(#"{"k":"5ec4e7c0ffee"}"#))))
        let exchange = try #require(ReducedExchange(interaction, without: redactor))
        #expect(exchange.request.url == "https://api.example.com/books?k=REDACTED-api_key-1")
        #expect(exchange.request.headers["X-A"] == "REDACTED-api_key-1")
        #expect(String(decoding: exchange.request.body, as: UTF8.self) == "k=REDACTED-api_key-1")
        #expect(exchange.response.headers["X-B"] == "REDACTED-api_key-1")
        #expect(String(decoding: exchange.response.body, as: UTF8.self) == #"{"k":"REDACTED-api_key-1"}"#)
    }
}
