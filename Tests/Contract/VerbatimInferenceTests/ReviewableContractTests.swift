import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// What makes an inferred contract one that a reviewer merges.
@Suite struct ReviewableContractTests {
    private func infer(_ traffic: [Interaction], secret: String? = nil) throws -> InferredContract {
        var inference = ContractInference()
        inference.isSecret = { $0 == secret }
        let inferred = try inference.contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        return inferred
    }

    private func properties(_ bodies: [String], path: String = "/items") throws -> JSONValue? {
        let inferred = try infer(Traffic.responses(bodies, to: "https://api.shop.test" + path))
        return inferred.contract.operations.first?.responses.first?.content.first?.schema?.node["properties"]
            .value
    }

    @Test func `null of a property that may be absent is no other type, that of a required one is`() throws {
        let found = try properties([#"{"id": 1, "note": "a"}"#, #"{"id": 2}"#, #"{"id": 3}"#])
        #expect(found?["note"]?["type"] == ["string", "null"])
        #expect(found?["id"]?["type"] == "integer")
    }

    @Test func `what was only ever null says so, until it is not`() throws {
        let traffic = Traffic.responses([#"{"id": 1, "note": null}"#])
        let inferred = try infer(traffic)
        #expect(inferred.text.contains("Null in every response so far."))
        let later = try ContractInference().update(
            inferred.contract, with: traffic + Traffic.responses([#"{"id": 1, "note": "a"}"#]))
        #expect(!later.text.contains("Null in every response so far."))
        #expect(
            ContractSet([later.contract]).check(Traffic.responses([#"{"id": 1, "note": "b"}"#])).findings
                .isEmpty)
    }

    @Test(arguments: [
        #"{"f:metadata": {}, ".": {}}"#, #"{"k:{\"ip\":\"1.2.3.4\"}": {}}"#, #"{"101": {}, "102": {}}"#,
        #"{"957a9f7c-72ec-4946-baf4-42f00420f299": {}, "157a9f7c-72ec-4946-baf4-42f00420f299": {}}"#,
    ])
    func `an object whose names have the form of data is a dictionary`(_ object: String) throws {
        let found = try properties([#"{"of": \#(object)}"#])
        #expect(found?["of"] == ["type": "object", "additionalProperties": ["type": "object"]])
    }

    @Test(arguments: [
        (["/rest/api/3/myself", "/rest/api/3/projects"], ["/rest/api/3/myself", "/rest/api/3/projects"]),
        (["/issue/10010", "/issue/10011", "/issue/JJJ-9"], ["/issue/{issueId}"]),
        (["/tokens/hunter", "/tokens"], ["/tokens", "/tokens/{tokenId}"]),
    ])
    func `versions stay in a path, keys and secrets do not`(_ urls: [String], _ paths: [String]) throws {
        let traffic = urls.flatMap { Traffic.responses([#"{"id": 1}"#], to: "https://api.shop.test" + $0) }
        let inferred = try infer(traffic, secret: "hunter")
        #expect(inferred.contract.operations.map(\.path).sorted() == paths)
    }

    @Test func `an address that one operation cannot describe is named`() throws {
        let request = HTTPRequest(
            "POST", "https://api.shop.test/rpc", headers: ["Content-Type": "application/json"],
            body: Data(#"{"query": "{ items { id } }"}"#.utf8))
        let response = HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{}"))
        let inferred = try ContractInference().contract(
            file: Traffic.file, from: [Interaction(request, .response(response))])
        #expect(
            inferred.warnings == [
                "'POST /rpc' has queries of GraphQL without a name, which one operation describes: 1 interaction"
            ])
    }
}
