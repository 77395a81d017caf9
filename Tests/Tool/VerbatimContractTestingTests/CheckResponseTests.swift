import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimModels
import VerbatimTestSupport

@testable import VerbatimContractTesting

/// `checkResponse`: one response, without a recording.
@Suite struct CheckResponseTests {
    private struct Item: Decodable {
        let id: Int
    }

    private static let shop = API(name: "shop", models: [ModelBinding("getItem", Item.self)])

    /// Returns the issues of a response, each with its severity and the first line of its message.
    private func issues(
        _ body: String, url: String = "http://shop.example/item", of api: API? = nil, for rule: String? = nil,
        at pointer: String? = nil,
        overrides: String = #"{"overrides": []}"#
    ) async throws -> [String] {
        try await withTemporaryFolder { folder in
            try Data(Self.contract.utf8).write(to: folder.appending(path: "shop.json"))
            try Data(overrides.utf8).write(to: folder.appending(path: "overrides.json"))
            let response = HTTPResponse(
                200, headers: ["Content-Type": "application/json"], body: .text(body))
            let request = HTTPRequest("GET", url)
            let issues = try await VerbatimTestSupport.issues {
                let contract = ContractRequirement.contract(of: api, in: folder.path)
                if let rule {
                    checkResponse(response, to: request, keeping: contract, for: rule, at: pointer)
                } else {
                    checkResponse(response, to: request, keeping: contract)
                }
            }
            #expect(issues.allSatisfy { $0.sourceLocation?.fileName == "CheckResponseTests.swift" })
            return issues.map { issue in
                let text = issue.comments.first?.rawValue ?? ""
                return "\(issue.severity): " + text.prefix { $0 != "\n" }
            }
        }
    }

    private static let type = "error: response-property-type: '/id': expected integer, found the string \"7\""
    private static let state = "error: response-property-type: '/state': expected string, found the number 1"
    private static let model =
        "error: model-wrong-type: '/id' is the string \"7\", CheckResponseTests.Item.id expects Int"

    @Test func `a response that keeps the contract has no issue`() async throws {
        #expect(try await issues(#"{"id": 7}"#, of: Self.shop).isEmpty)
    }

    @Test func `a violation is an issue, and with an API a value that its model does not decode`()
        async throws
    {
        #expect(try await issues(#"{"id": "7"}"#) == [Self.type])
        #expect(try await issues(#"{"id": "7"}"#, of: API(name: "shop")) == [Self.type])
        #expect(try await issues(#"{"id": "7"}"#, of: Self.shop) == [Self.type, Self.model])
    }

    @Test(arguments: [
        ("response-property-type", [type]), ("model-wrong-type", [model]), ("response-property-missing", []),
    ])
    func `a response is held to some rules only`(rule: String, expected: [String]) async throws {
        #expect(try await issues(#"{"id": "7"}"#, of: Self.shop, for: rule) == expected)
    }

    @Test(arguments: [("/id", [type]), ("/*", [type, state]), ("/state", [state]), ("/*/id", []), ("", [])])
    func `a response is held to a rule at some values only`(pointer: String, expected: [String]) async throws
    {
        let body = #"{"id": "7", "state": 1}"#
        #expect(try await issues(body, for: "response-property-type", at: pointer) == expected)
    }

    @Test func `a pointer that is malformed is an issue`() async throws {
        let found = try await issues("{}", for: "response-property-type", at: "id")
        #expect(found.count == 1 && found.first?.hasPrefix("error: invalid JSON Pointer 'id'") == true)
    }

    @Test func `a warning fails a test that names its rule`() async throws {
        let body = #"{"id": 7, "state": "lost"}"#
        let text = try await issues(body)
        #expect(text.count == 1 && text.first?.hasPrefix("warning: response-value-unknown: '/state'") == true)
        let named = try await issues(body, for: "response-value-unknown")
        #expect(named.count == 1 && named.first?.hasPrefix("error: response-value-unknown: '/state'") == true)
    }

    @Test func `a rule that the team has decided about has no issue`() async throws {
        let overrides = """
            {"overrides": [{"rule": "response-property-type", "severity": "info",
              "reason": "the shop has letters in its ids", "expires": "2999-01-01"}]}
            """
        let rule = "response-property-type"
        #expect(try await issues(#"{"id": "7"}"#, for: rule, overrides: overrides).isEmpty)
    }

    @Test func `an unknown rule is an issue`() async throws {
        #expect(
            try await issues("{}", for: "response-typo") == [
                "error: rule-unknown: no response is held to a rule 'response-typo'"
            ])
    }

    @Test func `a request that no operation has is an issue, whatever the rule`() async throws {
        let rule = "response-property-type"
        let other = try await issues("{}", url: "http://shop.example/other", for: rule)
        #expect(other.count == 1 && other.first?.hasPrefix("error: operation-undocumented: ") == true)
        #expect(
            try await issues("{}", url: "http://other.example/item", for: rule) == [
                "error: contract-missing: no contract has the URL of 'GET http://other.example/item'"
            ])
    }

    private static let contract = """
        {
          "openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
          "servers": [{"url": "http://shop.example"}],
          "paths": {"/item": {"get": {"operationId": "getItem", "responses": {"200": {
            "description": "An item.",
            "content": {"application/json": {"schema": {
              "type": "object", "properties": {
                "id": {"type": "integer"}, "state": {"type": "string", "x-known-values": ["new", "used"]}
              }
            }}}
          }}}}}
        }
        """
}
