import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimContract

/// The costs of checking streams, by every size that they control.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct StreamCostTests {
    @Test(arguments: cases)
    func `the cost of a check grows with the stream`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    /// Checks bodies against a contract with items of two kinds, or of others.
    private static func check(
        _ name: String, _ type: String = "text/event-stream", kinds: Int = 2,
        _ body: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(name) { (size: Int) throws -> (ContractSet, Interaction) in
            let branches = (0..<kinds).map {
                #"{"properties": {"kind": {"const": "\#($0)"}, "id": {"type": "integer"}}, "required": ["kind"]}"#
            }
            let choice = "{\"oneOf\": [\(branches.joined(separator: ","))]}"
            let event = "{\"properties\": {\"data\": {\"contentSchema\": \(choice)}}}"
            let schema = type == "text/event-stream" ? event : choice
            let text = """
                {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
                 "paths": {"/a": {"get": {"responses": {"200": {"description": "", "content": {"\(type)": {"itemSchema": \(schema)}}}}}}}}
                """
            let contract = try Contract(parsing: Data(text.utf8), file: "a.json")
            let response = HTTPResponse(200, headers: ["Content-Type": type], body: .text(body(size)))
            return (
                ContractSet([contract]),
                Interaction(HTTPRequest("GET", "https://a.test/a"), .response(response))
            )
        } work: { input in
            _ = input.0.check([input.1])
        }
    }

    private static func repeated(_ count: Int, _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined()
    }

    static let cases = [
        check("events") { repeated($0) { "data: {\"kind\": \"0\", \"id\": \($0)}\n\n" } },
        check("events with another kind") { repeated($0) { "data: {\"kind\": \"x\($0)\"}\n\n" } },
        check("events of many kinds", kinds: 64) { repeated($0) { "data: {\"kind\": \"\($0 % 64)\"}\n\n" } },
        check("events with a value of another type") {
            repeated($0) { _ in "data: {\"kind\": \"0\", \"id\": \"1\"}\n\n" }
        },
        check("events that are no JSON") { repeated($0) { _ in "data: {\"kind\"\n\n" } },
        check("lines of one event") {
            "data: {\n" + repeated($0) { "data: \"n\($0)\": 1,\n" } + "data: \"kind\": \"0\"}\n\n"
        },
        check("bytes of one event") {
            "data: {\"kind\": \"" + String(repeating: "a", count: $0 * 64) + "\"}\n\n"
        },
        check("lines of one event that is cut off") {
            "data: {\n" + repeated($0) { "data: \"n\($0)\": 1,\n" }
        },
        check("white space in one event") { repeated($0) { _ in "data:  \n" } + "data: {}\n\n" },
        check("comments") { repeated($0) { _ in ": hello\n" } },
        check("comments among events") { repeated($0) { _ in ":\n\ndata: {\"kind\": \"0\"}\n\n:\r" } },
        check("fields without data") { repeated($0) { _ in "event: a\nid: 7\n\n" } },
        check("lines of JSON", "application/jsonl") { repeated($0) { "{\"kind\": \"1\", \"id\": \($0)}\n" } },
        check("lines that are no JSON", "application/jsonl") { repeated($0) { _ in "{\"kind\n" } },
        check("texts of a sequence", "application/json-seq") {
            repeated($0) { "\u{1e}{\"kind\":\n\"1\", \"id\": \($0)}\n" }
        },
        check("separators of a sequence", "application/json-seq") { repeated($0) { _ in "\u{1e}" } },
        check("parts", "multipart/mixed") {
            repeated($0) { _ in "--b\r\nContent-Type: application/json\r\n\r\n{\"kind\": \"1\"}\r\n" }
                + "--b--\r\n"
        },
        check("parts that are no JSON", "multipart/mixed") {
            repeated($0) { _ in "--b\r\n\r\n{\r\n" } + "--b--\r\n"
        },
        check("fields of a part", "multipart/mixed") {
            "--b\r\n" + repeated($0) { _ in "X: 1\r\n" } + "\r\n{}\r\n--b--\r\n"
        },
    ]

    @Test func `a stream costs less than ten times the array of its items`() throws {
        func seconds(_ type: String, _ schema: String, _ body: String) throws -> Double {
            let text = """
                {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
                 "paths": {"/a": {"get": {"responses": {"200": {"description": "", "content": {"\(type)": {\(schema)}}}}}}}}
                """
            let contracts = ContractSet([try Contract(parsing: Data(text.utf8), file: "a.json")])
            let response = HTTPResponse(200, headers: ["Content-Type": type], body: .text(body))
            let interaction = Interaction(HTTPRequest("GET", "https://a.test/a"), .response(response))
            let clock = ContinuousClock()
            return (0..<5).map { _ in
                clock.measure { _ = contracts.check([interaction]) } / .seconds(1)
            }.min() ?? 0
        }
        let item =
            #"{"type": "object", "required": ["index", "delta"], "properties": {"index": {"type": "integer"}, "delta": {"type": "object", "properties": {"text": {"type": "string"}}}}}"#
        let event =
            "\"itemSchema\": {\"properties\": {\"event\": {\"const\": \"delta\"}, \"data\": {\"contentSchema\": \(item)}}}"
        let items = (0..<10_000).map {
            "{\"index\": \($0), \"delta\": {\"type\": \"text_delta\", \"text\": \"some words\"}}"
        }
        let stream = try seconds(
            "text/event-stream", event, items.map { "event: delta\ndata: \($0)\n\n" }.joined())
        let array = try seconds(
            "application/json", "\"schema\": {\"type\": \"array\", \"items\": \(item)}",
            "[\(items.joined(separator: ","))]")
        print("cost of 10,000 events: \(stream) s, of the array \(array) s, \(stream / array) times")
        #expect(stream < 10 * array)
    }
}
