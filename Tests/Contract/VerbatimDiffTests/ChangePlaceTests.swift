import Foundation
import Testing
import VerbatimContract
import VerbatimModels
import VerbatimTestSupport

@testable import VerbatimDiff

/// The places of a change that several references in one body lead to.
@Suite struct ChangePlaceTests {
    private struct Page: Decodable {
        let second: Thing
    }

    private struct Thing: Decodable {
        let id: String
    }

    private func contract(_ type: String) throws -> Contract {
        let document = """
            {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {
              "/a": {"get": {"operationId": "a", "responses": {"200": {"description": "", "content": {
                "application/json": {"schema": {"required": ["second"], "properties": {
                  "first": {"$ref": "#/components/schemas/Thing"},
                  "second": {"$ref": "#/components/schemas/Thing"}}}}}}}}}},
             "components": {"schemas": {"Thing": {"required": ["id"], "properties": {
               "id": {"type": "\(type)"}, "next": {"$ref": "#/components/schemas/Thing"}}}}}}
            """
        return try Contract(parsing: Data(document.utf8), file: "a.json")
    }

    @Test func `each of them is listed, without the ways around a recursive schema`() throws {
        let changes = try ContractComparison(contract("string"), contract("integer")).changes()
        #expect(
            changes.map { [$0.pointer] + $0.others.map(\.subject.pointer) } == [["/first/id", "/second/id"]])
    }

    @Test func `the one that a model reads decides`() throws {
        let model = ModelBinding("a", Page.self) { JSONDecoder() }
        let consumer = Consumer(models: [model])
        let changes = try ContractComparison(contract("string"), contract("integer"), for: consumer).changes()
        #expect(changes.map(\.severity) == [.breaking])
        #expect(changes.map(\.pointer) == ["/second/id"])
        #expect(changes.flatMap(\.affected).map(\.name) == ["ChangePlaceTests.Thing.id"])
    }
}
