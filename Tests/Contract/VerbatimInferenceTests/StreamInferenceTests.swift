import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Streams of events and other sequences: their items are inferred, and held to what was inferred.
@Suite struct StreamInferenceTests {
    private static let events = "text/event-stream"
    private static let typed = """
        event: start
        data: {"type": "start", "id": "a"}

        : a comment
        event: delta
        data: {"type": "delta", "text": "He", "index": 0}

        event: delta
        data: {"type": "delta", "text": "llo", "index": 1}

        event: delta
        data: {"type": "delta",
        data:  "text": "!", "index": 2}

        data: [DONE]


        """
    private static let plain = "data: {\"n\": 1}\n\ndata: {\"n\": 2}\n\ndata: {\"n\": 3}\n\ndata: [DONE]\n\n"
    private static let named = """
        event: price
        id: 1
        retry: 10
        data: {"cents": 1}

        event: news
        data: {"text": "a"}

        event: price
        data: {"cents": 2}


        """
    private static let text = "data: a\n\ndata: b c\n\n"

    /// Infers from streams, and expects that the contract describes them and stays as it is.
    private func infer(_ bodies: [String], type: String = events) throws -> InferredContract {
        let traffic = Traffic.responses(bodies, type: type)
        let inference = ContractInference(minimumResponses: 1)
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        let findings = ContractSet([inferred.contract]).check(traffic).findings
        #expect(findings.isEmpty, "\(findings)")
        let second = try inference.update(inferred.contract, with: traffic)
        #expect(second.edits.isEmpty && second.text == inferred.text, "\(second.edits)")
        let reversed = try inference.contract(file: Traffic.file, from: traffic.reversed())
        #expect(reversed.text == inferred.text)
        return inferred
    }

    private func item(_ inferred: InferredContract, type: String = events) throws -> String? {
        let escaped = type.replacing("/", with: "~1")
        let pointer = "/paths/~1items/get/responses/200/content/\(escaped)/x-item-schema"
        return inferred.contract.document.value[try JSONPointer(parsing: pointer)]?.text(.compact)
    }

    /// The findings about another body, as `rule pointer location`.
    private func check(_ body: String, _ inferred: InferredContract, type: String = events) -> [String] {
        let traffic = Traffic.responses([body], type: type)
        return ContractSet([inferred.contract]).check(traffic).findings.map { finding in
            let location = finding.location?.description.split(separator: "/").last ?? ""
            return "\(finding.rule) \(finding.pointer?.description ?? "") \(location)"
        }
    }

    @Test func `events of several types are alternatives`() throws {
        let inferred = try infer([Self.typed])
        #expect(
            try item(inferred)
                == ##"{"type":"object","required":["event","data"],"x-responses":4,"properties":{"##
                + ##""event":{"type":"string"},"data":{"type":"string","##
                + ##""contentMediaType":"application/json","contentSchema":{"oneOf":["##
                + ##"{"$ref":"#/components/schemas/DeltaEvent"},{"$ref":"#/components/schemas/StartEvent"}],"##
                + ##""discriminator":{"propertyName":"type","mapping":{"##
                + ##""delta":"#/components/schemas/DeltaEvent","start":"#/components/schemas/StartEvent"}}}}}}"##
        )
    }

    @Test(
        arguments: [
            // Renamed, in data of one line and of two.
            (
                typed, "\"index\": 0", "\"x\": 0",
                [
                    "response-property-missing /1/data/index 1.json:6:7",
                    "response-property-undocumented /1/data/x 1.json:6:44",
                ]
            ),
            (
                typed, "\"index\": 2", "\"x\": 2",
                [
                    "response-property-missing /3/data/index 1.json:12:7",
                    "response-property-undocumented /3/data/x 1.json:13:26",
                ]
            ),
            (
                typed, "\"index\": 2", "\"index\": \"2\"",
                ["response-property-type /3/data/index 1.json:13:30"]
            ),
            (typed, "\"id\": \"a\"", "\"id\": null", ["response-property-type /0/data/id 1.json:2:31"]),
            (plain, "\"n\": 2", "\"n\": null", ["response-property-type /1/data/n 1.json:3:13"]),
            (named, "\"cents\": 2", "\"cents\": 2.5", ["response-property-type /2/data/cents 1.json:10:17"]),
            // A kind that is not known, and data that is no JSON.
            (
                typed, "\"type\": \"start\"", "\"type\": \"stop\"",
                ["response-property-value /0/data/type 1.json:2:16"]
            ),
            (
                typed, "[DONE]", "[OVER]",
                [
                    "response-property-missing /4/event 1.json:15:1",
                    "response-body-schema /4/data 1.json:15:7",
                ]
            ),
            (plain, "{\"n\": 2}", "2", ["response-property-type /1/data 1.json:3:7"]),
            (plain, "{\"n\": 2}", "{\"n\": 2", ["response-property-type /1/data 1.json:3:7"]),
        ] as [(String, String, String, [String])])
    func `a change of one event is found where it is`(
        body: String, old: String, new: String, expected: [String]
    ) throws {
        let inferred = try infer([body])
        #expect(body.contains(old))
        #expect(check(body.replacing(old, with: new), inferred) == expected)
    }

    @Test func `items of any stream are events, and what they bring is no event`() throws {
        let chat = #"{"id": "x", "text": "a", "reason": "end", "tokens": 2}"#
        let lines = [
            #"{"event_type": "start", "generation": "x"}"#, #"{"event_type": "text", "text": "a"}"#,
            #"{"event_type": "text", "text": "b"}"#, #"{"event_type": "end", "response": \#(chat)}"#,
        ].joined(separator: "\n")
        let traffic =
            Traffic.responses([chat], to: "https://api.shop.test/chat")
            + Traffic.responses(
                [lines, lines, lines], to: "https://api.shop.test/chat", type: "application/jsonl")
        let inferred = try ContractInference(minimumResponses: 1).contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let schemas = inferred.contract.document.value["components"]?["schemas"]
        #expect(schemas?.object?.names == ["Chat", "EndEvent", "StartEvent", "TextEvent"])
        #expect(
            schemas?["EndEvent"]?["properties"]?["response"]?.text(.compact)
                == ##"{"$ref":"#/components/schemas/Chat"}"##)
    }

    @Test func `the name of an event tells kinds apart if its data does not`() throws {
        let inferred = try infer([Self.named])
        let components = inferred.contract.document.value["components"]?["schemas"]?.text(.compact)
        #expect(
            components
                == #"{"NewsEvent":{"type":"object","required":["event","data"],"x-responses":3,"properties":{"#
                + #""event":{"type":"string","const":"news"},"data":{"type":"string","#
                + #""contentMediaType":"application/json","contentSchema":{"type":"object","#
                + #""required":["text"],"x-responses":3,"properties":{"text":{"type":"string"}}}}}},"#
                + #""PriceEvent":{"type":"object","required":["event","data"],"x-responses":3,"properties":{"#
                + #""event":{"type":"string","const":"price"},"id":{"type":["string","null"],"x-numeric-string":"integer"},"retry":{"type":["integer","null"]},"#
                + #""data":{"type":"string","contentMediaType":"application/json","contentSchema":{"#
                + #""type":"object","required":["cents"],"x-responses":3,"#
                + #""properties":{"cents":{"type":"integer"}}}}}}}"#)
    }

    @Test(arguments: [typed, plain, named, text])
    func `an update describes the items of a stream that a contract declares`(body: String) throws {
        let inferred = try infer([body])
        var document = inferred.contract.document.value
        let content = JSONPointer(["paths", "/items", "get", "responses", "200", "content", Self.events])
        #expect(document[content]?["x-item-schema"] != nil)
        document.edit(content) { _ in [:] }
        document["components"] = nil
        let undescribed = try Contract(parsing: Data(document.bytes(.pretty)), file: Traffic.file)
        let traffic = Traffic.responses([body], type: Self.events)
        #expect(
            ContractSet([undescribed]).check(traffic).findings.map(\.rule) == [.responseItemsUndocumented])
        let updated = try ContractInference(minimumResponses: 1).update(undescribed, with: traffic)
        #expect(updated.edits.first?.summary == "a schema of the items")
        #expect(updated.unresolved.isEmpty)
        #expect(ContractSet([updated.contract]).check(traffic).findings.isEmpty)
        #expect(
            check(body.replacing("data: ", with: "data: {}\n\ndata: "), updated).isEmpty
                == (body == Self.text))
    }

    @Test func `data that is no JSON is text`() throws {
        let inferred = try infer([Self.text])
        #expect(
            try item(inferred)
                == #"{"type":"object","required":["data"],"x-responses":2,"properties":{"data":{"type":"string"}}}"#
        )
    }

    @Test func `each item shows as much as a response`() throws {
        let traffic = Traffic.responses([Self.plain], type: Self.events)
        let inferred = try ContractInference(minimumResponses: 3).contract(file: Traffic.file, from: traffic)
        let findings = check(Self.plain.replacing("\"n\"", with: "\"m\""), inferred)
        #expect(findings.filter { $0.hasPrefix("response-property-missing") }.count == 3)
    }

    @Test(arguments: ["application/jsonl", "application/x-ndjson", "application/json-seq"])
    func `the items of other sequences are inferred`(type: String) throws {
        let start = type.hasSuffix("seq") ? "\u{1e}" : ""
        let body = (1...3).map { start + "{\"id\": \($0)}\n" }.joined()
        let inferred = try infer([body], type: type)
        #expect(
            try item(inferred, type: type)
                == #"{"type":"object","required":["id"],"x-responses":3,"properties":{"id":{"type":"integer"}}}"#
        )
        let column = start.isEmpty ? 8 : 9
        #expect(
            check(body.replacing("2", with: "\"2\""), inferred, type: type)
                == ["response-property-type /1/id 1.json:2:\(column)"])
    }

    @Test func `a new property of an event is added`() throws {
        let inferred = try infer([Self.plain])
        let newer = Self.plain.replacing("\"n\"", with: "\"m\": true, \"n\"")
        let traffic = Traffic.responses([newer], type: Self.events)
        let updated = try ContractInference(minimumResponses: 1).update(inferred.contract, with: traffic)
        #expect(!updated.edits.isEmpty)
        #expect(try item(updated)?.contains(#""m":{"type":"boolean"}"#) == true, "\(updated.text)")
        #expect(ContractSet([updated.contract]).check(traffic).findings.isEmpty)
    }
}
