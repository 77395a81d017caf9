import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract
@testable import VerbatimDiff

/// Overrides of a change that has several places.
@Suite struct OverriddenPlaceTests {
    /// Returns the change of a schema that the responses of `a` and `b` share.
    private func change(overridden overrides: [Override]) throws -> Finding? {
        func contract(_ type: String) throws -> Contract {
            let document = """
                {"openapi": "3.1.0", "info": {"title": "a", "version": "1"}, "paths": {
                  "/a": {"get": {"operationId": "a", "responses": {"200": {"description": "", "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}}}},
                  "/b": {"get": {"operationId": "b", "responses": {"200": {"description": "", "content": {
                    "application/json": {"schema": {"items": {"$ref": "#/components/schemas/Thing"}}}}}}}}},
                 "components": {"schemas": {"Thing": {"properties": {"id": {"type": "\(type)"}}}}}}
                """
            return try Contract(parsing: Data(document.utf8), file: "a.json")
        }
        let changes = try ContractComparison(contract("string"), contract("integer")).changes()
        #expect(changes.map { [$0.operation] + $0.others.map(\.subject.operation) } == [["a", "b"]])
        var applied = Overrides(overrides, today: "2027-01-01")
        let change = applied.applied(to: changes).first
        #expect(applied.findings { _ in true } == [])
        return change
    }

    /// Returns the severity of that change; one that is off is left out.
    private func severity(overridden overrides: [Override]) throws -> Severity {
        try change(overridden: overrides)?.severity ?? .off
    }

    private func override(
        operation: String? = nil, pointer: JSONPointer? = nil, _ severity: Severity
    ) -> Override {
        Override(
            of: Finding.Key(
                rule: "response-property-type-changed",
                .init(api: "a", operation: operation, pointer: pointer)),
            severity: severity, reason: "known", expires: "2027-12-31",
            location: SourceLocation(file: "overrides.json"))
    }

    @Test func `one of a place leaves the severity of the others`() throws {
        #expect(try severity(overridden: []) == .breaking)
        #expect(try severity(overridden: [override(operation: "b", .info)]) == .breaking)
        #expect(try severity(overridden: [override(operation: "a", .info)]) == .breaking)
        #expect(try severity(overridden: [override(pointer: "/*/id", .off)]) == .breaking)
    }

    @Test func `the other places have the severities of theirs, and those that are off are left out`() throws
    {
        func others(_ overrides: [Override]) throws -> [Severity] {
            try #require(try change(overridden: overrides)).others.map(\.severity)
        }
        #expect(try others([]) == [.breaking])
        #expect(try others([override(operation: "b", .info)]) == [.info])
        #expect(try others([override(operation: "a", .info)]) == [.breaking])
        #expect(try others([override(pointer: "/*/id", .off)]) == [])
    }

    @Test func `those of every place have the most severe of theirs`() throws {
        let both = [override(operation: "a", .info), override(pointer: "/*/id", .warning)]
        #expect(try severity(overridden: both) == .warning)
        #expect(try severity(overridden: [override(.off)]) == .off)
        let lowest = [override(operation: "a", .off), override(operation: "b", .off)]
        #expect(try severity(overridden: lowest) == .off)
    }
}
