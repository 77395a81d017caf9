import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimModels

@testable import VerbatimMutation

/// Mutants of the items of streams.
@Suite struct StreamMutationTests {
    private static func contract(_ type: String, _ items: String) throws -> Contract {
        let text = """
            {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/talk": {"get": {"operationId": "talk", "responses": {"200": {"description": "d",
              "content": {"\(type)": {"itemSchema": \(items)}}}}}}}}
            """
        return try Contract(parsing: Data(text.utf8), file: "Contracts/talk.json")
    }

    private static func recorded(_ type: String, _ body: String) -> [Interaction] {
        [
            Interaction(
                HTTPRequest("GET", "https://a.test/talk"),
                .response(HTTPResponse(200, headers: ["Content-Type": type], body: .text(body))),
                location: .init(archive: "Recordings/talk/a.har", entry: 0, line: 9, body: "a/1.txt"))
        ]
    }

    private static func event(_ kind: String, _ data: String) -> String {
        """
        {"type": "object", "required": ["event", "data"], "properties": {"event": {"const": "\(kind)"},
         "id": {"type": "string"}, "retry": {"type": "integer"},
         "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": \(data)}}}
        """
    }

    private struct Delta: Decodable, Sendable { let text: String }

    private static let stream = """
        : hello
        event: start
        id: 1
        retry: 10
        data: {"id": 7}

        event: delta
        data: {"text": "a"}

        event: delta
        data: {
        data:  "text": "b"}


        """

    @Test func `mutants of events are killed, and survivors name the kind`() async throws {
        let start = Self.event(
            "start",
            #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "maximum": 9, "minimum": 1}}}"#
        )
        let delta = Self.event(
            "delta", #"{"type": "object", "properties": {"text": {"type": "string", "minLength": 1}}}"#)
        let contract = try Self.contract("text/event-stream", "{\"oneOf\": [\(start), \(delta)]}")
        let models = [ModelBinding("talk", items: Delta.self, kind: "delta")]
        let report = await MutationRun(contract, models: models)
            .report(on: Self.recorded("text/event-stream", Self.stream))
        let lines = report.groups.filter { $0.mutationOperator != .unknownKey }.map {
            "\($0.finding.count) \($0.finding.part ?? "") \($0.finding.location?.description ?? "")"
        }
        #expect(
            lines == [
                "1 truncated a/1.txt", "2 empty at '/*/data' of 'delta' a/1.txt:8:7",
                "2 drop-key at '/*/data/text' of 'delta' a/1.txt:8:16",
            ])
        #expect(
            report.groups.filter { $0.status == .killedByModel }.map(\.mutationOperator) == [
                .empty, .dropKey,
            ])
        let edit = report.groups.first { $0.mutationOperator == .truncated }?.edit
        #expect(edit.map { "\($0)" } == #"set "schema": {"type":"array","minItems":1}"#)
        // The fields of an event are text, and every event has data.
        #expect(report.score(of: .dropKey).mutants == 6)
        #expect(report.score(of: .null).killedByContract == report.score(of: .null).mutants)
        #expect(report.score(of: .null).killedByModel == 4)
        #expect(report.disagreements == 0)
    }

    @Test(arguments: [
        ("application/jsonl", "{\"id\": 7}\n{\"id\": 8}\n"),
        ("application/json-seq", "\u{1e}{\"id\": 7}\n\u{1e}{\"id\":\n8}\n"),
        ("multipart/mixed", "--b\r\nContent-Type: application/json\r\n\r\n{\"id\": 7}\r\n--b--\r\n"),
    ])
    func `mutants of other items are killed`(type: String, body: String) async throws {
        let contract = try Self.contract(
            type,
            #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer", "maximum": 9, "minimum": 1}}}"#
        )
        let report = await MutationRun(contract, models: []).report(on: Self.recorded(type, body))
        #expect(
            report.groups.filter { $0.mutationOperator != .unknownKey }.map(\.mutationOperator) == [
                .truncated
            ])
        #expect(report.score(of: .duplicateKey).mutants > 0)
        #expect(report.disagreements == 0)
    }
}
