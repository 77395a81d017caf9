import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// The messages of WebSockets, as browsers write them into HARs.
@Suite struct WebSocketInferenceTests {
    private static func archive(
        _ messages: [(type: String, data: String)], status: Int = 101, opcode: Int = 1
    ) throws -> [Interaction] {
        let list = messages.map { type, data in
            let text = JSONValue.string(data).text(.compact)
            return #"  {"type": "\#(type)", "time": 1, "opcode": \#(opcode), "data": \#(text)}"#
        }.joined(separator: ",\n")
        let har = """
            {"log": {"entries": [{
             "request": {"method": "GET", "url": "wss://a.test/events",
              "headers": [{"name": "Sec-Fetch-Dest", "value": "websocket"}]},
             "response": {"status": \(status), "headers": []},
             "_webSocketMessages": [
            \(list)]}]}}
            """
        let folder = URL(filePath: "/nowhere")
        return try Archive(parsing: Data(har.utf8), path: "a.har", folder: folder, isLenient: true)
            .interactions
    }

    private static let messages = [
        ("send", #"{"type": "subscribe", "id": "1", "channel": "a"}"#), ("receive", #"{"type": "ack"}"#),
        ("receive", #"{"type": "next", "id": "1", "price": 1.5}"#), ("send", "ping"), ("receive", "pong"),
        ("receive", #"{"type": "next", "id": "1", "price": 2}"#),
        ("send", #"{"type": "close", "id": "1"}"#),
    ]

    private static func findings(_ traffic: [Interaction], _ contract: Contract) -> [String] {
        ContractSet([contract]).check(traffic).findings.map {
            "\($0.rule) \($0.pointer?.description ?? $0.part ?? "") \($0.location?.description ?? "")"
        }
    }

    @Test(arguments: [(101, 1), (-1, 1), (101, 2)])
    func `each message is held to the schema of its direction`(status: Int, opcode: Int) throws {
        func archive(_ messages: [(String, String)]) throws -> [Interaction] {
            let data = messages.map {
                ($0, opcode == 2 ? Data($1.utf8).base64EncodedString() : $1)
            }
            return try Self.archive(data, status: status, opcode: opcode)
        }
        let traffic = try archive(Self.messages)
        let inferred = try ContractInference().contract(file: "Contracts/a.json", from: traffic)
        #expect(inferred.contract.operations.map(\.path) == ["/events"])
        #expect(Self.findings(traffic, inferred.contract) == [])
        #expect(try ContractInference().update(inferred.contract, with: traffic).edits.isEmpty)
        let changed = try archive([
            ("send", #"{"type": "subscribe", "id": "1"}"#), ("receive", #"{"type": "ack", "code": 1}"#),
            ("receive", #"{"type": "next", "id": "1", "price": "2"}"#),
        ])
        #expect(
            Self.findings(changed, inferred.contract) == [
                "request-body-invalid '/0/channel' in the request a.har:6:52",
                "response-property-undocumented /0/code a.har:7:55",
                "response-property-type /1/price a.har:8:55",
            ])
        let widened = try ContractInference().update(inferred.contract, with: traffic + changed)
        #expect(Self.findings(changed, widened.contract) == [])
    }

    @Test func `messages without a schema are a warning, until they are inferred`() throws {
        let document = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "wss://a.test"}],
             "paths": {"/events": {"get": {"operationId": "events", "responses": {"101": {"description": "d"}},
              "x-messages": {"other": {}}}}}}
            """
        let contract = try Contract(parsing: Data(document.utf8), file: "Contracts/a.json")
        #expect(
            contract.warnings.map(\.message).contains(
                "'x-messages': expected 'send' or 'receive' with a 'schema', found 'other'"))
        let traffic = try Self.archive(Self.messages)
        #expect(
            Self.findings(traffic, contract) == [
                "response-items-undocumented messages a.har:1",
                "response-items-undocumented messages a.har:1",
            ])
        let updated = try ContractInference().update(contract, with: traffic)
        #expect(updated.edits.map(\.summary) == ["a schema of messages", "a schema of messages"])
        #expect(Self.findings(traffic, updated.contract) == [])
    }

    @Test func `what is no message is neither judged nor described`() throws {
        let traffic = try Self.archive([("receive", "AAH/"), ("other", "e30=")], opcode: 2)
        let inferred = try ContractInference().contract(file: "Contracts/a.json", from: traffic)
        #expect(inferred.contract.operations.map(\.messages.count) == [0])
        #expect(Self.findings(traffic, inferred.contract) == [])
        #expect(
            try Self.archive([("receive", "{}")], opcode: 9).first?.webSocketMessages.first?.direction == nil)
    }
}
