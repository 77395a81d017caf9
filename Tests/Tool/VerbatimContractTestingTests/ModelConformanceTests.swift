import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimContractTesting

/// `ModelBinding.conforms(to:)`: a model held to a contract alone.
@Suite struct ModelConformanceTests {
    private struct Item: Decodable {
        let id: Int
        let state: String?
    }

    private struct Named: Decodable { let name: String }

    /// Returns the issues of a binding, each with its severity and its text without paths.
    private func issues(
        _ binding: ModelBinding, of api: API? = nil, overrides: String = #"{"overrides": []}"#,
        contracts: [String] = ["shop"]
    ) async throws -> [String] {
        try await withTemporaryFolder { folder in
            for name in contracts {
                try Data(Self.contract.utf8).write(to: folder.appending(path: "\(name).json"))
            }
            try Data(overrides.utf8).write(to: folder.appending(path: "overrides.json"))
            let issues = try await VerbatimTestSupport.issues {
                binding.conforms(to: .contract(of: api, in: folder.path))
            }
            #expect(issues.allSatisfy { $0.sourceLocation?.fileName == "ModelConformanceTests.swift" })
            return issues.map { issue in
                "\(issue.severity): "
                    + (issue.comments.first?.rawValue ?? "").replacing(folder.path, with: "Contracts")
            }
        }
    }

    @Test func `a model that decodes whatever the contract allows has no issue`() async throws {
        #expect(try await issues(ModelBinding("getNote", Item.self)).isEmpty)
    }

    @Test func `a property that does not is an issue with the instance`() async throws {
        let found = try await issues(ModelBinding("getItem", Item.self))
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix(
                """
                error: model-required-contract-optional: '/id' is left out in an instance of the contract, ModelConformanceTests.Item.id expects Int
                  at 
                """) == true, "\(found)")
        #expect(
            found.first?.contains(
                """
                shop.json:8:17
                  in the instance {"state":"new"}
                  next: add "id" to 'required' in 
                """) == true, "\(found)")
    }

    @Test func `a team that knows better overrides the finding`() async throws {
        let overrides = """
            {"overrides": [{"rule": "model-required-contract-optional", "severity": "info",
              "reason": "the shop always sends an id", "expires": "2999-01-01"}]}
            """
        #expect(try await issues(ModelBinding("getItem", Item.self), overrides: overrides).isEmpty)
    }

    @Test func `an operation that no contract has, or several, is an issue`() async throws {
        let unknown = try await issues(ModelBinding("getItems", Item.self))
        #expect(
            unknown.map { $0.prefix { $0 != "\n" } } == [
                "error: binding-unknown-operation: no contract has the operation 'getItems'"
            ])
        let several = try await issues(ModelBinding("getItem", Item.self), contracts: ["shop", "store"])
        #expect(
            several.map { $0.prefix { $0 != "\n" } } == [
                "error: binding-unknown-operation: several contracts have the operation 'getItem': shop and store"
            ])
        let named = try await issues(
            ModelBinding("getNote", Item.self), of: API(name: "shop"), contracts: ["shop", "store"])
        #expect(named.isEmpty)
    }

    @Test func `a response without an instance is an issue, as nothing was tried`() async throws {
        let found = try await issues(ModelBinding("getPage", Named.self))
        #expect(
            found.map { $0.prefix { $0 != "\n" } } == [
                "error: model-untried: the response of 'getPage' is no JSON, Named is not tried"
            ])
    }

    private static let contract = """
        {
          "openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
          "servers": [{"url": "http://shop.example"}],
          "paths": {
            "/item": {"get": {"operationId": "getItem", "responses": {"200": {
              "description": "An item.", "content": {"application/json": {"schema": {
                "type": "object", "properties": {
                  "id": {"type": "integer"},
                  "state": {"type": "string", "x-known-values": ["new", "used"]}}}}}}}}},
            "/note": {"get": {"operationId": "getNote", "responses": {"200": {
              "description": "A note.", "content": {"application/json": {"schema": {
                "type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}}}},
            "/page": {"get": {"operationId": "getPage", "responses": {"200": {
              "description": "A page.", "content": {"text/html": {}}}}}}
          }
        }
        """
}
