import Testing
import VerbatimJSON
import VerbatimSchema

@Suite struct CompilingTests {
    @Test(arguments: [
        (#"{"type": "text"}"#, "'/type' at 1:10: 'type' must be a type or an array of types"),
        (#"{"items": [true]}"#, "'/items' at 1:11: 'items' must be a schema"),
        (
            #"{"minLength": -1}"#,
            "'/minLength' at 1:15: 'minLength' must be a non-negative integer"
        ),
        (#"{"multipleOf": 0}"#, "'/multipleOf' at 1:16: 'multipleOf' must be a number greater than 0"),
        (
            #"{"required": ["a", "a"]}"#,
            "'/required' at 1:14: 'required' must be an array of unique strings"
        ),
        (
            #"{"required": "a\nb"}"#,
            "'/required' at 1:14: 'required' must be an array of unique strings"
        ),
        (#"{"$ref": "\n"}"#, "'/$ref' at 1:10: unresolved reference '\\n'"),
        (
            #"{"anyOf": []}"#,
            "'/anyOf' at 1:11: 'anyOf' must be a non-empty array of schemas"
        ),
        (#"{"minimum": 1, "minimum": 2}"#, "'/minimum' at 1:27: duplicate name 'minimum'"),
        (##"{"$ref": "#/$defs/a"}"##, "'/$ref' at 1:10: unresolved reference '#/$defs/a'"),
        (#"{"$ref": "other.json"}"#, "'/$ref' at 1:10: unresolved reference 'other.json'"),
        (
            ##"{"$ref": "#"}"##,
            "'/$ref' at 1:10: circular reference '#', which never descends into the instance"
        ),
        (
            #"{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}"#,
            "'/$defs/a/$anchor' at 1:29: duplicate identifier 'x'"
        ),
        (
            #"{"$schema": "http://json-schema.org/draft-07/schema#"}"#,
            "'/$schema' at 1:13: unsupported draft or vocabulary 'http://json-schema.org/draft-07/schema'"
        ),
        (
            #"{"$defs": {"unused": {"type": 7}}}"#,
            "'/$defs/unused/type' at 1:31: 'type' must be a type or an array of types"
        ),
    ])
    func `reports errors with their locations`(_ schema: String, _ description: String) throws {
        let error = try #require(throws: SchemaError.self) { try Schema(JSON(parsing: schema)).compile() }
        #expect(error.description == description)
    }

    @Test func `lists unknown keywords and unknown asserted formats`() throws {
        let schema = try Schema(
            JSON(parsing: #"{"minimun": 1, "x-known-values": [], "items": {"format": "shoe"}}"#))
        let compiled = try schema.compile(options: .init(formats: .assertion))
        #expect(
            compiled.problems.map(\.description) == [
                "'/minimun' at 1:13: unknown keyword 'minimun'",
                "'/items/format' at 1:58: unknown format 'shoe'",
            ])
        #expect(throws: SchemaError.self) {
            try schema.compile(options: .init(unknownKeywords: .reject))
        }
    }

    @Test func `compiles schemas in an OpenAPI document`() throws {
        let document = try JSON(
            parsing: """
                {
                  "openapi": "3.1.0",
                  "components": {"schemas": {
                    "Volume": {"type": "object", "properties": {"price": {"$ref": "#/components/schemas/Price"}},
                               "discriminator": {"propertyName": "kind"}},
                    "Price": {"$anchor": "price", "type": "number"}
                  }},
                  "paths": {"/v": {"schema": {"$ref": "#price"}}}
                }
                """)
        let pointers = [["components", "schemas", "Volume"], ["paths", "/v", "schema"]].map {
            JSONPointer($0)
        }
        let compiled = try Schema(document).compile(at: pointers, options: .openAPI)
        let violation = try #require(compiled[0].validate(JSON(parsing: #"{"price": "1"}"#)).first)
        #expect(violation.schemaPointer.description == "/components/schemas/Price/type")
        #expect(violation.schemaPosition.description == "6:43")
        #expect(try compiled[1].accepts(JSON(parsing: "1")))
        #expect(try !compiled[1].accepts(JSON(parsing: "null")))
    }

    @Test func `resolves references to other documents in the store only`() throws {
        var store = SchemaStore()
        store.add(
            try JSON(parsing: #"{"$defs": {"id": {"type": "integer"}}}"#), at: "https://example.test/b.json")
        let schema = try Schema(
            JSON(parsing: #"{"$ref": "b.json#/$defs/id"}"#), base: "https://example.test/a.json")
        #expect(try !schema.compile(in: store).accepts(JSON(parsing: "true")))
        #expect(throws: SchemaError.self) { try schema.compile() }
    }

    @Test func `validates schemas against the built-in metaschema`() throws {
        let schema = try Schema(JSON(parsing: #"{"$ref": "https://json-schema.org/draft/2020-12/schema"}"#))
        let compiled = try schema.compile()
        #expect(try compiled.accepts(JSON(parsing: #"{"properties": {"a": {"type": "string"}}}"#)))
        let violations = try compiled.validate(JSON(parsing: #"{"properties": {"a": {"minLength": -1}}}"#))
        #expect(violations.map(\.instancePointer.description) == ["/properties/a/minLength"])
    }

    @Test func `stops at circular dynamic references`() throws {
        let schema = """
            {"$id": "https://example.test/s", "$dynamicAnchor": "a", "allOf": [{"$dynamicRef": "#a"}]}
            """
        let compiled = try Schema(JSON(parsing: schema)).compile()
        let instance = try JSON(parsing: "1")
        #expect(!compiled.accepts(instance))
        #expect(
            compiled.validate(instance).map(\.expected) == ["at most 16384 levels of schemas"])
    }

    @Test(arguments: ["anyOf", "oneOf", "allOf"])
    func `evaluates branches that share a schema once at each level`(keyword: String) throws {
        let schema = """
            {"type": "object", "\(keyword)": [
              {"minProperties": 0, "properties": {"a": {"$ref": "#"}}},
              {"maxProperties": 9, "properties": {"a": {"$ref": "#"}}}]}
            """
        let compiled = try Schema(JSON(parsing: schema)).compile()
        let levels = 60
        func nested(_ core: String) throws -> JSON {
            try JSON(
                parsing: String(repeating: #"{"a":"#, count: levels) + core
                    + String(repeating: "}", count: levels))
        }
        #expect(try compiled.accepts(nested("{}")) == (keyword != "oneOf"))
        #expect(try compiled.validate(nested("{}")).isEmpty == (keyword != "oneOf"))
        #expect(try !compiled.accepts(nested("1")))
        #expect(try !compiled.validate(nested("1")).isEmpty)
    }

    @Test func `validates deep instances on a thread with a small stack`() throws {
        let schema = """
            {"$id": "https://example.test/deep", "$dynamicAnchor": "n", "unevaluatedItems": false,
             "allOf": [{"anyOf": [{"items": {"$dynamicRef": "#n"}}]}]}
            """
        let compiled = try Schema(JSON(parsing: schema)).compile()
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try compiled.accepts(JSON(parsing: deep)))
        #expect(try compiled.validate(JSON(parsing: deep)).isEmpty)
    }

    @Test func `compares large literals and arrays by value`() throws {
        let members = (0..<2_000).map { ("k\($0)", JSONValue.number(JSONNumber($0))) }
        let schema = JSONValue.object(["const": .object(JSONObject(members))]).text(.compact)
        let compiled = try Schema(JSON(parsing: schema)).compile()
        let reversed = JSONValue.object(JSONObject(members.reversed())).text(.compact)
        #expect(try compiled.accepts(JSON(parsing: reversed)))
        #expect(try !compiled.accepts(JSON(parsing: reversed.replacing("\"k7\":7,", with: "\"k7\":8,"))))
        let unique = try Schema(JSON(parsing: #"{"uniqueItems": true}"#)).compile()
        let numbers = (0..<1_000).map { "\($0).5" }.joined(separator: ",")
        #expect(try unique.accepts(JSON(parsing: "[\(numbers)]")))
        #expect(try !unique.accepts(JSON(parsing: "[\(numbers),99950e-2]")))
    }
}
