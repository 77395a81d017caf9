import Foundation
import Testing
import VerbatimContract
import VerbatimDecoding
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimModels

/// Models of the items of streams.
@Suite struct ItemBindingTests {
    private struct Delta: Decodable, Sendable {
        struct Content: Decodable, Sendable { let text: String }
        let index: Int
        let delta: Content?
    }

    private static let all = ModelBinding("talk", items: Delta.self)
    private static let deltas = ModelBinding("talk", items: Delta.self, kind: "delta")

    /// Returns the failures of a binding at a stream, with the positions in that.
    private static func failures(_ binding: ModelBinding, _ body: String, _ format: ItemFormat) -> [String] {
        let items = format.items(in: Data(body.utf8))
        let array = Data((items.json?.text ?? "").utf8)
        let reading = binding.reading(format).read(array)
        #expect(binding.reading(format).accepts(array) == reading.failures.isEmpty)
        return reading.located(in: items).failures.map { failure in
            "\(failure.line ?? 0):\(failure.column ?? 0) \(failure.pointer?.description ?? "-") "
                + "\(failure.kind.rawValue) \(failure.found)"
        }
    }

    static let bodies: [(body: String, format: ItemFormat, all: [String], deltas: [String])] = [
        (
            "event: delta\ndata: {\"index\": 1}\n\nevent: delta\ndata: {\"index\": \"2\"}\n\n", .events,
            ["5:17 /1/data/index wrong-type the string \"2\""],
            ["5:17 /1/data/index wrong-type the string \"2\""]
        ),
        (
            ": hello\r\ndata: {\r\ndata: \"type\": \"delta\",\r\ndata: \"delta\": {}}\r\n\r\ndata: {}\r\n\r\n",
            .events,
            [
                "2:7 /0/data/index missing-key missing", "4:16 /0/data/delta/text missing-key missing",
                "6:7 /1/data/index missing-key missing",
            ],
            ["2:7 /0/data/index missing-key missing", "4:16 /0/data/delta/text missing-key missing"]
        ),
        (
            "event: ping\ndata: {}\n\nevent: other\ndata: hello\n\n", .events,
            ["2:7 /0/data/index missing-key missing", "5:7 /1/data not-json not JSON"], []
        ),
        ("data: {\"index\": 1}\n\ndata: [DONE]\n\n", .events, [], []),
        ("event: delta\ndata: [DONE]\n\n", .events, [], []),
        (
            "{\"index\": 1}\n\n{\"type\": \"delta\", \"index\": null}\n", .lines,
            ["3:28 /1/index null null"], ["3:28 /1/index null null"]
        ),
        ("\u{1e}{\"index\":\n1.5}\n", .sequence, ["2:1 /0/index number-does-not-fit the number 1.5"], []),
    ]

    @Test(arguments: bodies)
    func `each item is decoded, and failures have positions in the stream`(
        body: String, format: ItemFormat, all: [String], deltas: [String]
    ) {
        func short(_ failures: [String]) -> [String] {
            failures.map { $0.replacing(#/not JSON: .*/#, with: "not JSON") }
        }
        #expect(short(Self.failures(Self.all, body, format)) == all)
        #expect(short(Self.failures(Self.deltas, body, format)) == deltas)
    }

    @Test func `the keys of all items are one usage`() throws {
        let items = ItemFormat.events.items(
            in: Data("data: {\"index\":1,\"x\":2}\n\ndata: {\"index\":3}\n\n".utf8))
        let array = Data(try #require(items.json).text.utf8)
        let usage = try #require(Self.all.reading(.events).read(array).usage)
        #expect(
            usage.keys.map { "\($0.pointer) \($0.found) \($0.absent)" } == [
                "/*/data/delta 0 2", "/*/data/index 2 0",
            ])
        #expect(usage.unread.map { "\($0.location) \($0.name)" } == ["/*/data x"])
    }

    @Test func `a body is read by the models of items if it is a sequence`() {
        let whole = ModelBinding("talk", Delta.self)
        #expect([whole, Self.all].reading(.events).map(\.isOfItems) == [true])
        #expect([whole, Self.all].reading(nil).map(\.isOfItems) == [false])
        // What no model of items reads is left to the others, which say so.
        #expect([whole].reading(.events).count == 1)
        #expect([Self.all].reading(nil).isEmpty)
    }

    private static let contract = """
        {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
         "paths": {"/talk": {"get": {"operationId": "talk", "responses": {"200": {"description": "d", "content": {
          "text/event-stream": {"itemSchema": {"type": "object", "required": ["data"],
           "properties": {"event": {"const": "delta"}, "data": {"type": "string", "contentMediaType": "application/json",
            "contentSchema": {"type": "object", "required": ["index"], "properties": {
             "index": {"type": "integer"}, "extra": {"type": "string"},
             "delta": {"type": "object", "properties": {"text": {"type": "string"}}}}}}}}}}}}}}}}
        """

    @Test func `models of items are held to a contract alone`() throws {
        let contract = try Contract(parsing: Data(Self.contract.utf8), file: "Contracts/t.json")
        for binding in [Self.all, Self.deltas] {
            var audit = ContractAudit(contract)
            audit.add(binding)
            let report = audit.report(SourceIndex([]))
            #expect(
                report.findings.map { "\($0.rule.id) \($0.pointer?.description ?? "-")" } == [
                    "model-required-contract-optional /*/data/delta/text"
                ])
        }
        var audit = ContractAudit(contract)
        audit.add(ModelBinding("talk", Delta.self))
        #expect(audit.report(SourceIndex([])).findings.map(\.rule.id) == ["model-untried"])
    }

    @Test func `properties of items are compared with the contract`() throws {
        let contract = try Contract(parsing: Data(Self.contract.utf8), file: "Contracts/t.json")
        let body = "event: delta\ndata: {\"index\": 1, \"delta\": {\"text\": \"a\"}}\n\n"
        let items = ItemFormat.events.items(in: Data(body.utf8))
        let array = Data(try #require(items.json).text.utf8)
        let binding = Self.all.reading(.events)
        var audit = ModelAudit()
        audit.add(
            binding.read(array), of: array, by: binding,
            in: Interaction(
                HTTPRequest("GET", "https://a.test/talk"),
                .response(
                    HTTPResponse(200, headers: ["Content-Type": "text/event-stream"], body: .text(body)))),
            of: try #require(contract.operations.first), in: contract, items)
        let report = audit.report(SourceIndex([]))
        #expect(
            report.properties.map { "\($0.name) \($0.agreement.contract) \($0.agreement.model)" } == [
                "delta optional optional", "index required required", "extra optional unread",
                "text optional required",
            ])
        #expect(report.findings.contains { $0.rule.id == "model-required-contract-optional" })
    }
}
