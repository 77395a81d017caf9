import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimInference

/// Contracts as swift-openapi-generator needs them.
@Suite struct GeneratorDialectTests {
    private static let named = ##"{"$ref": "#/components/schemas/Item"}"##

    /// A schema, what it becomes, and values that both allow.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schema: String
        let rewritten: String
        let values: [String]
    }

    private static let cases = [
        Case(
            testDescription: "an array or an object",
            schema:
                #"{"description": "tags", "type": ["object", "array"], "required": ["a"], "properties": {"a": {"type": "string"}}, "items": {"type": "string"}}"#,
            rewritten:
                #"{"description":"tags","oneOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}},{"type":"array","items":{"type":"string"}}]}"#,
            values: ["[]", #"["a"]"#, #"{"a": "b"}"#]),
        Case(
            testDescription: "a string, a number or null",
            schema:
                #"{"type": ["string", "integer", "number", "null"], "pattern": "^[0-9]+$", "minimum": 0}"#,
            rewritten:
                #"{"oneOf":[{"type":"string","pattern":"^[0-9]+$"},{"type":"number","minimum":0},{"type":"null"}]}"#,
            values: [#""12""#, "12", "1.5", "null"]),
        Case(
            testDescription: "one type that may be null, which the generator reads",
            schema: #"{"type": ["string", "null"]}"#, rewritten: #"{"type":["string","null"]}"#,
            values: [#""a""#, "null"]),
        Case(
            testDescription: "a reference that may be null",
            schema: #"{"anyOf": [\#(named), {"type": "null"}]}"#,
            rewritten: ##"{"oneOf":[{"$ref":"#/components/schemas/Item"},{"type":"null"}]}"##,
            values: ["null", #"{"kind": "a"}"#]),
        Case(
            testDescription: "a choice with a discriminator that may be null",
            schema:
                ##"{"oneOf": [{"$ref": "#/components/schemas/Item"}, {"$ref": "#/components/schemas/Other"}, {"type": "null"}], "discriminator": {"propertyName": "kind"}}"##,
            rewritten:
                ##"{"oneOf":[{"oneOf":[{"$ref":"#/components/schemas/Item"},{"$ref":"#/components/schemas/Other"}],"discriminator":{"propertyName":"kind"}},{"type":"null"}]}"##,
            values: ["null"]),
        Case(
            testDescription: "a date without fractions",
            schema:
                #"{"type": "string", "format": "date-time", "x-date-formats": ["yyyy-MM-dd'T'HH:mm:ssXXX"]}"#,
            rewritten:
                #"{"type":"string","format":"date-time","x-date-formats":["yyyy-MM-dd'T'HH:mm:ssXXX"]}"#,
            values: [#""2026-11-23T10:00:00Z""#]),
        Case(
            testDescription: "a date with fractions",
            schema:
                #"{"type": "string", "format": "date-time", "x-date-formats": ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]}"#,
            rewritten: #"{"type":"string","x-date-formats":["yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]}"#,
            values: [#""2026-11-23T10:00:00.123Z""#]),
        Case(
            testDescription: "properties whose names are keywords, and examples",
            schema:
                #"{"type": "object", "properties": {"type": {"type": "string"}, "format": {"type": "string"}}, "example": {"type": ["a", "b"]}}"#,
            rewritten:
                #"{"type":"object","properties":{"type":{"type":"string"},"format":{"type":"string"}},"example":{"type":["a","b"]}}"#,
            values: [#"{"type": "a"}"#]),
    ]

    private static func contract(_ schema: String) throws -> Contract {
        var contract = GeneratedContract(schema: schema)
        contract.schemas = #"""
            "Item": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}}},
            "Other": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "b"}}}
            """#
        return try Contract(parsing: contract.data, file: "Contracts/a.json")
    }

    @Test(arguments: cases) func `a schema is written as the generator reads it`(_ test: Case) throws {
        let schema = try JSON(parsing: test.schema).value
        let rewritten = GeneratorDialect().rewritten(schema).document
        #expect(rewritten.text(.compact) == test.rewritten)
        #expect(GeneratorDialect().rewritten(rewritten).document == rewritten)
        for contract in [try Self.contract(test.schema), try Self.contract(test.rewritten)] {
            let reference = try #require(contract.operations.first?.responses.first?.content.first?.schema)
            for value in test.values {
                #expect(contract.accepts(try JSON(parsing: value), reference), "\(value)")
            }
            #expect(!contract.accepts(try JSON(parsing: "false"), reference))
        }
    }

    @Test(arguments: [
        (GeneratorDialect.DateTranscoder.iso8601, #"["yyyy-MM-dd'T'HH:mm:ssXXX"]"#, 1, 0),
        (.iso8601, #"["yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]"#, 0, 1),
        (.iso8601WithFractionalSeconds, #"["yyyy-MM-dd'T'HH:mm:ssXXX"]"#, 0, 1),
        (.iso8601WithFractionalSeconds, #"["yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]"#, 1, 0),
        (.iso8601, #"["yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]"#, 0, 1),
        (
            .iso8601WithFractionalSeconds, #"["yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"]"#,
            0, 1
        ),
    ])
    func `a date stays one if the transcoder of the client reads it`(
        transcoder: GeneratorDialect.DateTranscoder, formats: String, kept: Int, dropped: Int
    ) throws {
        let schema = try JSON(
            parsing: #"{"type": "string", "format": "date-time", "x-date-formats": \#(formats)}"#)
        let rewritten = GeneratorDialect(transcoder: transcoder).rewritten(schema.value)
        #expect((rewritten.keptDates, rewritten.dates) == (kept, dropped))
    }

    @Test(arguments: [("never", 1), ("always", 0), ("mixed", 0)])
    func `a profile says whether dates have fractions`(fraction: String, kept: Int) throws {
        let schema = try JSON(
            parsing:
                #"{"type": "string", "format": "date-time", "x-date-profile": {"fraction": "\#(fraction)"}}"#)
        #expect(GeneratorDialect().rewritten(schema.value).keptDates == kept)
    }
}
