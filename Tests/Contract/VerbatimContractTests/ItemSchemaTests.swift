import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimContract

/// Bodies that are a sequence of items: JSON Lines, JSON text sequences and streams of events.
@Suite struct ItemSchemaTests {
    private static let item =
        #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#
    private static let event =
        #"{"type": "object", "required": ["data"], "properties": {"data": {"type": "string", "#
        + #""pattern": "^[{]"}, "event": {"enum": ["a", "b"]}, "retry": {"type": "integer"}, "id": {"type": "string"}}}"#

    /// Returns the findings about a body, with pointers and positions.
    private static func findings(
        _ type: String, _ members: String, _ body: String, request: String = "",
        failure: TransportFailure? = nil
    ) throws -> [String] {
        let document = """
            {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/x": {"post": {
               "requestBody": {"content": {"\(type)": {\(members)}}},
               "responses": {"200": {"content": {"\(type)": {\(members)}}}}}}}}
            """
        let contract = try Contract(parsing: Data(document.utf8), file: "a.json", isStrict: true)
        let response = HTTPResponse(200, headers: ["Content-Type": type], body: .data(Data(body.utf8)))
        let interaction = Interaction(
            HTTPRequest(
                "POST", "https://a.test/x", headers: ["Content-Type": type],
                body: request.isEmpty ? nil : Data(request.utf8)),
            failure.map { .failure($0, partial: response) } ?? .response(response),
            location: .init(archive: "a.har", entry: 0, line: 1, body: "a/1.txt"))
        return ContractSet([contract]).check(interaction).map {
            "\($0.rule) \($0.pointer?.description ?? $0.part ?? "") \($0.location?.description ?? "")"
        }
    }

    @Test(
        arguments: [
            ("application/jsonl", "{\"id\": 1}\n{\"i", 0), ("application/jsonl", "{\"id\": \"1\"}\n{\"i", 1),
            ("multipart/mixed", "--b\nContent-Type: application/json\n\n{\"id\": \"1\"}\n--b\n\n{", 1),
            ("application/json-seq", "\u{1e}{\"id\": 1}\n\u{1e}{\"id\":", 0),
            ("text/event-stream", "data: {\"id\": 1}\n\ndata: {\n", 0),
            ("text/event-stream", "data: {\"id\": 1}\r\n\r\ndata: {\r\n", 0),
            ("text/event-stream", "data: {\"id\": \"1\"}\r\rdata: {\r", 1), ("text/event-stream", "dat", 0),
        ])
    func `of a stream that the app cancelled, the whole items are checked`(
        type: String, body: String, count: Int
    ) throws {
        let schema =
            type == "text/event-stream"
            ? #"{"properties": {"data": {"contentMediaType": "application/json", "contentSchema": \#(Self.item)}}}"#
            : Self.item
        let members = "\"itemSchema\": \(schema)"
        let findings = try Self.findings(type, members, body, failure: .cancelled)
        #expect(findings.count { $0.hasPrefix("response-property-type ") } == count)
        #expect(findings.count == count)
        let lost = TransportFailure(code: -1005, reason: "lost")
        let ofLost = try Self.findings(type, members, body, failure: lost)
        #expect(ofLost.first?.hasPrefix("transport-failed ") == true)
    }

    @Test(
        arguments: [
            ("", []), ("{\"id\": 1}\n", []), ("{\"id\": 1}\r\n\n  \n{\"id\": 2}", []),
            (
                "{\"id\": 1}\n\n{\"id\": \"2\"}\n{}",
                ["response-property-type /1/id a/1.txt:3:8", "response-property-missing /2/id a/1.txt:4:1"]
            ),
            ("{\"id\": 1}\n{\"id\"\n{\"id\": 3}", ["response-body-malformed body a/1.txt:2:6"]),
            // An array of two lines would be valid, if the lines were joined.
            (
                "{\"id\": 1\n\"more\": 2}",
                ["response-body-malformed body a/1.txt:1:9", "response-body-malformed body a/1.txt:2:7"]
            ),
            ("<html></html>", ["response-body-kind body a/1.txt"]),
        ] as [(String, [String])])
    func `each line of JSON Lines is an item`(body: String, expected: [String]) throws {
        for type in ["application/jsonl", "application/x-ndjson"] {
            #expect(try Self.findings(type, "\"itemSchema\": \(Self.item)", body) == expected)
            // As it was written before OpenAPI 3.2.
            #expect(try Self.findings(type, "\"schema\": \(Self.item)", body) == expected)
        }
    }

    @Test(
        arguments: [
            ("--b\r\nContent-Type: application/json\r\n\r\n{\"id\": 1}\r\n--b--\r\n", []),
            (
                "--b\nContent-type:application/json; charset=utf-8\nX: 1\n\n{\n\"id\": \"1\"}\n--b\n"
                    + "Content-Type: text/plain\n\n{\"id\": \"2\"}\n--b\n"
                    + "Content-Type: application/json\n\n{}\n--b--",
                ["response-property-type /0/id a/1.txt:6:7", "response-property-missing /1/id a/1.txt:14:1"]
            ), ("--b\nContent-Type: application/json\n\n{\"id\": 1}", []), ("--b--", []),
        ] as [(String, [String])])
    func `each part of JSON is an item`(body: String, expected: [String]) throws {
        let findings = try Self.findings("multipart/mixed", "\"itemSchema\": \(Self.item)", body)
        #expect(findings == expected)
    }

    @Test func `a text after each record separator is an item`() throws {
        let body = "\u{1e}{\"id\": 1}\n\u{1e}{\n\"id\": \"2\"}\n"
        for type in ["application/json-seq", "application/geo+json-seq"] {
            #expect(
                try Self.findings(type, "\"itemSchema\": \(Self.item)", body) == [
                    "response-property-type /1/id a/1.txt:3:7"
                ])
        }
    }

    @Test(
        arguments: [
            (": a comment\n\ndata: {}\nevent: a\nid: 7\nretry: 10\n\n", []),
            ("data:{\rdata:}\r\rdata: {}\r\n\r\n", []),
            ("data: {}\n\nevent: c\ndata: {}\n\n", ["response-property-value /1/event a/1.txt:3:1"]),
            ("data: [DONE]\n\n", ["response-property-pattern /0/data a/1.txt:1:7"]),
            // No event: without data.
            ("event: c\n\nretry: x\n\n", []),
            // Exporters leave out the empty line at the end.
            ("event: c\ndata: {}", ["response-property-value /0/event a/1.txt:1:1"]),
            ("data: {}\n\nevent: c\ndata: {\"a\": 1,", ["response-body-truncated body a/1.txt:4:7"]),
        ] as [(String, [String])])
    func `each event of a stream is an item`(body: String, expected: [String]) throws {
        #expect(try Self.findings("text/event-stream", "\"itemSchema\": \(Self.event)", body) == expected)
    }

    private static let content =
        #"{"type": "object", "properties": {"data": {"type": "string", "contentMediaType": "application/json", "#
        + #""contentSchema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}"#

    @Test(
        arguments: [
            ("data: {\"id\": 1}\n\n", []),
            ("data: {\"id\": \"1\"}\n\n", ["response-property-type /0/data/id a/1.txt:1:14"]),
            (
                ": a\ndata: {\r\ndata:\"id\": null}\r\n\r\n",
                ["response-property-type /0/data/id a/1.txt:3:12"]
            ),
            ("data: []\n\n", ["response-property-type /0/data a/1.txt:1:7"]),
            ("data: {\"id\": 1}\n\ndata: [DONE]\n\n", []),
            ("data: [OVER]\n\n", ["response-property-type /0/data a/1.txt:1:7"]),
            (
                "data: {\"id\"\n\ndata: {}\n\n",
                [
                    "response-property-type /0/data a/1.txt:1:7",
                    "response-property-missing /1/data/id a/1.txt:3:7",
                ]
            ),
        ] as [(String, [String])])
    func `contentSchema describes the JSON in events`(body: String, expected: [String]) throws {
        for name in ["itemSchema", "x-item-schema"] {
            #expect(try Self.findings("text/event-stream", "\"\(name)\": \(Self.content)", body) == expected)
        }
    }

    @Test(arguments: ["data: {\"id\": \"1\"}\n\n", "data: [1]\n\n", "data: 1\n\n", "data:\n\n"])
    func `JSON in an event is a string where no contentSchema describes it`(body: String) throws {
        let other =
            #"{"type": "object", "properties": {"event": {"const": "b"}, "data": {"type": "string"}}}"#
        let events = "{\"anyOf\": [\(Self.content), \(other)]}"
        #expect(try Self.findings("text/event-stream", "\"itemSchema\": \(other)", body) == [])
        #expect(
            try Self.findings("text/event-stream", "\"itemSchema\": \(events)", "event: b\n" + body) == [])
    }

    @Test func `contentSchema says nothing about strings outside of events`() throws {
        #expect(
            try Self.findings("application/jsonl", "\"itemSchema\": \(Self.content)", #"{"data": "1"}"#) == []
        )
        #expect(
            try Self.findings("application/jsonl", "\"itemSchema\": \(Self.content)", #"{"data": {"id": 1}}"#)
                == ["response-property-type /0/data a/1.txt:1:10"])
    }

    @Test func `a schema that allows an array describes all items`() throws {
        let all = "\"schema\": {\"type\": \"array\", \"maxItems\": 2, \"items\": \(Self.item)}"
        #expect(try Self.findings("application/jsonl", all, "{\"id\": 1}\n{\"id\": 2}") == [])
        #expect(
            try Self.findings("application/jsonl", all, "{\"id\": 1}\n{\"id\": 2}\n{\"id\": \"3\"}") == [
                "response-property-length  a/1.txt:1:1", "response-property-type /2/id a/1.txt:3:8",
            ])
        let events = "\"schema\": {\"type\": \"array\", \"minItems\": 2}"
        #expect(
            try Self.findings("text/event-stream", events, "data: 1\n\n") == [
                "response-items-undocumented items a/1.txt", "response-property-length  a/1.txt:1:1",
            ])
    }

    @Test(
        arguments: [
            ("text/event-stream", ""), ("text/event-stream", #""schema": {}"#),
            ("text/event-stream", #""schema": {"type": "string"}"#),
            ("text/event-stream", "\"schema\": \(item)"), ("application/jsonl", ""),
            ("application/x-ndjson", #""schema": {"type": "string"}"#),
            ("application/json-seq", #""schema": {"type": "array"}"#),
        ])
    func `items without a schema are not checked, which is a warning`(type: String, members: String) throws {
        let body = "data: {\"id\": \"1\"}\n\n"
        let expected = "response-items-undocumented items a/1.txt"
        #expect(try Self.findings(type, members, type == "text/event-stream" ? body : "1").contains(expected))
        #expect(try Self.findings(type, members, "") == [])
    }

    @Test func `the items of a request are checked`() throws {
        #expect(
            try Self.findings(
                "application/jsonl", "\"itemSchema\": \(Self.item)", "",
                request: "{\"id\": 1}\n{\"id\": \"2\"}\n{")
                == [
                    "request-body-invalid '/1/id' in the request a.har:1",
                    "request-body-invalid the body of the request a.har:1",
                ])
    }

    @Test func `items of no sequential media type are a mistake`() throws {
        #expect(throws: ContractError.self) {
            try Self.findings("application/json", "\"itemSchema\": {}", "1")
        }
        #expect(try Self.findings("multipart/mixed", "\"itemSchema\": {}", "") == [])
    }
}
