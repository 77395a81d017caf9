import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimDiff

@Suite struct UnchangedSchemasTests {
    /// Components that refer to each other: a to b and c, b to a and d.
    private func document(c: JSONValue = ["type": "string"], d: JSONValue = ["type": "integer"]) throws
        -> JSON
    {
        func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }
        let schemas: JSONValue = [
            "a": ["properties": ["b": reference("b"), "c": reference("c")]],
            "b": ["items": ["anyOf": [reference("a"), reference("d")]]],
            "c": c, "d": d, "alone": ["enum": ["x"]], "far": ["$ref": "#/paths"],
            "named": ["$anchor": "here"],
        ]
        return try #require(JSON(["openapi": "3.1.0", "components": ["schemas": schemas]]))
    }

    private func unchanged(_ old: JSON, _ new: JSON) -> Set<String> {
        let unchanged = UnchangedSchemas(References(in: old), References(in: new))
        let schemas = new["components"]["schemas"]
        return Set(
            schemas.members.filter { unchanged.contains(old["components"]["schemas"][$0.name], $0.value) }
                .map(\.name))
    }

    @Test func `are those with the same text, unless they are ambiguous`() throws {
        #expect(try unchanged(document(), document()) == ["a", "b", "c", "d", "alone"])
    }

    @Test func `are not those that refer to a changed one, over any number of references`() throws {
        #expect(try unchanged(document(), document(c: ["type": "null"])) == ["d", "alone"])
        #expect(try unchanged(document(), document(d: ["type": "null"])) == ["c", "alone"])
    }

    @Test func `are empty if the versions of OpenAPI differ`() throws {
        let old = try document()
        let new = try JSON(parsing: old.text.replacing("3.1.0", with: "3.0.3"))
        #expect(unchanged(old, new) == [])
    }
}
