import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimDiff

/// The comparison ignores how a schema is composed: only the values it allows count.
@Suite struct RefactoringTests {
    /// Two schemas that allow the same values.
    struct Refactoring: CustomTestStringConvertible {
        let testDescription: String
        let first: JSONValue
        let second: JSONValue

        init(_ name: String, _ first: JSONValue, _ second: JSONValue) {
            testDescription = name
            self.first = first
            self.second = second
        }
    }

    @Test(arguments: refactorings) func `a refactoring is not a change, there and back`(_ pair: Refactoring)
        throws
    {
        #expect(try differences(pair.first, pair.second) == [])
        #expect(try differences(pair.second, pair.first) == [])
    }

    private func differences(_ oldSchema: JSONValue, _ newSchema: JSONValue) throws -> [String] {
        let (old, new) = (try #require(JSON(oldSchema)), try #require(JSON(newSchema)))
        return SchemaComparison(
            old: NormalizedSchemaCache(References(in: old)), new: NormalizedSchemaCache(References(in: new))
        ).differences(old, new).map { "\($0.kind) at '\($0.path.pointer)': \($0.new), was \($0.old)" }
    }

    static let book: JSONValue = [
        "type": "object", "required": ["title"],
        "properties": ["title": ["type": "string"], "pages": ["type": "integer", "minimum": 1]],
    ]
    static let tree: JSONValue = [
        "type": "object",
        "properties": ["name": ["type": "string"], "children": ["type": "array", "items": ["$ref": "#"]]],
    ]

    static let refactorings = [
        Refactoring("a reference", book, ["$ref": "#/$defs/book", "$defs": ["book": book]]),
        Refactoring(
            "a reference to a reference", book,
            ["$ref": "#/$defs/a", "$defs": ["a": ["$ref": "#/$defs/b"], "b": book]]),
        Refactoring("allOf around it", book, ["allOf": [book]]),
        Refactoring(
            "properties in several schemas", book,
            [
                "allOf": [
                    ["type": "object", "required": ["title"], "properties": ["title": ["type": "string"]]],
                    ["properties": ["pages": ["type": "integer"]]], ["properties": ["pages": ["minimum": 1]]],
                ]
            ]),
        Refactoring(
            "the order of members", book,
            [
                "properties": ["pages": ["minimum": 1, "type": "integer"], "title": ["type": "string"]],
                "required": ["title"], "type": "object",
            ]),
        Refactoring(
            "null as a branch", ["type": ["string", "null"]],
            ["anyOf": [["type": "string"], ["type": "null"]]]),
        Refactoring(
            "null as a branch beside a reference",
            ["anyOf": [["$ref": "#/$defs/book"], ["type": "null"]], "$defs": ["book": book]],
            ["oneOf": [["type": "null"], book]]),
        Refactoring(
            "nullable of OpenAPI 3.0", ["type": ["string", "null"]], ["type": "string", "nullable": true]),
        Refactoring("one type in a list", ["type": "string"], ["type": ["string"]]),
        Refactoring("number and integer", ["type": "number"], ["type": ["integer", "number"]]),
        Refactoring("a constant as an enumeration", ["const": "a"], ["enum": ["a"]]),
        Refactoring("the order of an enumeration", ["enum": ["a", "b"]], ["enum": ["b", "a"]]),
        Refactoring(
            "an enumeration as branches", ["enum": ["a", "b"]], ["oneOf": [["const": "a"], ["const": "b"]]]),
        Refactoring(
            "types as branches", ["type": ["string", "integer"], "minLength": 1, "minimum": 0],
            ["anyOf": [["type": "string", "minLength": 1], ["type": "integer", "minimum": 0]]]),
        Refactoring(
            "an open enumeration", ["type": "string", "x-known-values": ["a", "b"]],
            ["anyOf": [["enum": ["a", "b"]], ["type": "string"]]]),
        Refactoring(
            "an exclusive bound of integers", ["type": "integer", "minimum": 1],
            ["type": "integer", "exclusiveMinimum": 0]),
        Refactoring(
            "the tighter of two bounds", ["type": "integer", "maximum": 5],
            ["type": "integer", "maximum": 9, "allOf": [["maximum": 5]]]),
        Refactoring(
            "limits without effect", ["type": "string"], ["type": "string", "minLength": 0, "maximum": 3]),
        Refactoring(
            "keywords without effect", ["type": "object"],
            ["type": "object", "properties": [:], "additionalProperties": true]),
        Refactoring(
            "unevaluated and additional properties",
            ["properties": ["a": true], "additionalProperties": false],
            ["allOf": [["properties": ["a": true]]], "unevaluatedProperties": false]),
        Refactoring(
            "the end of a list", ["type": "array", "prefixItems": [["type": "string"]], "items": false],
            ["type": "array", "prefixItems": [["type": "string"]], "maxItems": 1]),
        Refactoring(
            "a base schema in every branch",
            [
                "anyOf": [
                    ["type": "object", "required": ["a", "b"]], ["type": "object", "required": ["a", "c"]],
                ]
            ],
            ["type": "object", "required": ["a"], "anyOf": [["required": ["c"]], ["required": ["b"]]]]),
        Refactoring(
            "a recursive schema", tree,
            [
                "$ref": "#/$defs/tree",
                "$defs": [
                    "tree": tree.setting(["$ref": "#/$defs/tree"], at: ["properties", "children", "items"])
                ],
            ]),
        Refactoring(
            "a recursive schema, unrolled once", tree,
            tree.setting(tree, at: ["properties", "children", "items"])),
        Refactoring(
            "documentation", ["type": "string"],
            ["type": "string", "description": "A title.", "examples": ["Emma"]]),
    ]
}

extension SchemaComparison {
    /// Returns every difference between two schemas, each pair's once, by the shortest path to it.
    func differences(_ oldSchema: JSON, _ newSchema: JSON) -> [SchemaDifference] {
        guard let root = pair(oldSchema, newSchema) else { return [] }
        var found: [SchemaDifference] = []
        var queue: [(state: PairState, path: [PathToken])] = [(PairState(pair: root, isAmbiguous: false), [])]
        var visited = Set(queue.map(\.state))
        while let (state, path) = queue.first {
            queue.removeFirst()
            let pair = pair(numbered: state.pair)
            found += pair.differences.map { $0.located(at: path, isAmbiguous: state.isAmbiguous) }
            for part in pair.parts where visited.insert(state.entering(part)).inserted {
                queue.append((state.entering(part), path + [part.token].compactMap(\.self)))
            }
        }
        return found
    }
}
