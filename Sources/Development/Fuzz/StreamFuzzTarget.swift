import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The reader of events, lines, records and parts, and the check of what it reads.
///
/// The first byte chooses the format and whether the data of events is read; the others are the body.
enum StreamFuzzTarget: FuzzTarget {
    static let name = "stream"

    private static let types = [
        "text/event-stream", "application/jsonl", "application/json-seq", "multipart/mixed",
    ]
    private static let formats: [ItemFormat] = [.events, .lines, .sequence, .parts]

    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let body = Data(bytes.dropFirst())
        let format = formats[Int(first % 4)]
        let items = format.items(in: body, readsData: first < 128)
        checkPositions(items, body)
        // Text that is repaired may be JSON when it is read again.
        if String(bytes: body, encoding: .utf8) != nil { checkWriting(items, format, readsData: first < 128) }
        checkContract(body, types[Int(first % 4)])
    }

    /// Traps unless every value is in the body.
    private static func checkPositions(_ items: ItemSequence, _ body: Data) {
        guard let json = items.json else { return }
        precondition(items.ends.count == json.count && items.ends.allSatisfy { $0 <= body.count })
        let lines = body.count { $0 == 0x0a || $0 == 0x0d } + 1
        for item in json.elements {
            for value in [item] + item.elements.map(\.self) + item.members.map(\.value) {
                let position = items.position(of: value.position)
                precondition(1...lines ~= position.line && position.column >= 1)
            }
        }
        precondition(items.problems.allSatisfy { 1...lines ~= $0.position.line })
    }

    /// Traps unless the items that are written are read as the same.
    private static func checkWriting(_ items: ItemSequence, _ format: ItemFormat, readsData: Bool) {
        guard let json = items.json else { return }
        let again = format.items(in: format.body(of: json), readsData: readsData)
        precondition(again.json?.value == json.value && again.problems.isEmpty, "other items are read")
    }

    private static let contracts: ContractSet = {
        let item = """
            {"oneOf": [{"required": ["kind"], "properties": {"kind": {"const": "a"}, "id": {"type": "integer"}}},
              {"required": ["kind"], "properties": {"kind": {"const": "b"}, "text": {"type": "string"}}}]}
            """
        let content = types.map { type in
            let event =
                "{\"properties\": {\"event\": {\"enum\": [\"a\"]}, \"data\": {\"contentSchema\": \(item)}}}"
            return "\"\(type)\": {\"itemSchema\": \(type == types[0] ? event : item)}"
        }
        let text = """
            {"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/a": {"get": {"responses": {"200": {"description": "", "content": {
               \(content.joined(separator: ", "))}}}}}}}
            """
        guard let contract = try? Contract(parsing: Data(text.utf8), file: "a.json") else {
            preconditionFailure("the contract cannot be read")
        }
        return ContractSet([contract])
    }()

    /// Checks the body as that of a response, and of one that was cancelled.
    private static func checkContract(_ body: Data, _ type: String) {
        let response = HTTPResponse(200, headers: ["Content-Type": type], body: .data(body))
        let request = HTTPRequest("GET", "https://a.test/a")
        for outcome in [Outcome.response(response), .failure(.cancelled, partial: response)] {
            _ = contracts.check([Interaction(request, outcome)]).findings.map(\.message)
        }
    }
}
