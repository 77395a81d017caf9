import Foundation
import Testing
import VerbatimContract

@testable import VerbatimDiff

/// What people are shown of a change of a contract: one cause, however many operations it is in.
@Suite struct ContractCauseTests {
    private static let contract = #"""
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"},
         "servers": [{"url": "https://api.shop.test"}],
         "paths": {
          "/v1/items": {"get": {"operationId": "listItems", "responses": {"200": {"description": "", "content": {"application/json": {"schema":
           {"type": "object", "properties": {"items": {"type": "array"}, "total": {"type": "integer"}}}}}}}}},
          "/v1/owners": {"get": {"operationId": "listOwners", "responses": {"204": {"description": ""}}}},
          "/v1/places": {"get": {"operationId": "listPlaces", "responses": {"204": {"description": ""}}}}
         },
         "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}}}
        """#

    static let changes = [
        (
            "/v1/", "/v2/",
            "shop: operation 'listItems' has another path: /v2/items, was /v1/items, the same for 2 more operations"
        ),
        (
            #""get": {"#, #""get": {"deprecated": true, "#,
            "shop: operation 'listItems' is deprecated: deprecated, was not deprecated, the same for 2 more operations"
        ),
        (
            #""get": {"#, #""get": {"security": [{"key": []}], "#,
            "shop: operation 'listItems' requires different credentials: key, was nothing, the same for 2 more operations"
        ),
        (
            "api.shop.test", "new.shop.test",
            #"shop: server "https://api.shop.test" was removed and server "https://new.shop.test" was added"#
        ),
        (
            #"{"type": "object", "properties": {"items": {"type": "array"}, "total": {"type": "integer"}}}"#,
            #"{"type": "object", "properties": {"result": {"type": "object", "properties": {"items": {"type": "array"}, "total": {"type": "integer"}}}}}"#,
            "shop wrapped its answers in 'result'"
        ),
    ]

    /// Returns the causes of the changes to another text of the contract.
    private func titles(_ text: String) throws -> [String] {
        let contracts = try [Self.contract, text].map {
            try Contract(parsing: Data($0.utf8), file: "shop.json")
        }
        return CauseFinder.causes(of: ContractComparison(contracts[0], contracts[1]).changes()).map(\.title)
    }

    @Test(arguments: changes)
    func `a change of all operations is one cause`(_ old: String, _ new: String, _ title: String) throws {
        #expect(try titles(Self.contract.replacingOccurrences(of: old, with: new)) == [title])
    }

    @Test func `operations that are gone are causes of their own`() throws {
        let text = Self.contract.replacingOccurrences(of: "/v1/owners", with: "/v1/people")
            .replacingOccurrences(of: "listOwners", with: "listPeople")
        #expect(
            try titles(text) == [
                "shop: operation 'listOwners' was removed: not declared, was /v1/owners",
                "shop: operation 'listPeople' was added: /v1/people, was not declared",
            ])
    }
}
