import Testing
import VerbatimJSON
import VerbatimSchema

/// The messages of violations: schema, instance, expected violations.
@Suite struct ViolationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let schema: String
        let instance: String
        let violations: [String]

        init(_ schema: String, _ instance: String, _ violations: String...) {
            self.schema = schema
            self.instance = instance
            self.violations = violations
        }

        var testDescription: String { "\(schema) against \(instance)" }
    }

    @Test(arguments: scalars + containers + combinations)
    func `describes the expectation, the value and both locations`(_ example: Case) throws {
        let compiled = try Schema(JSON(parsing: example.schema)).compile(options: .init(formats: .assertion))
        let instance = try JSON(parsing: example.instance)
        #expect(compiled.validate(instance).map(\.description) == example.violations)
        #expect(compiled.accepts(instance) == example.violations.isEmpty)
    }

    static let scalars = [
        Case(
            #"{"type": "integer"}"#, #""312""#,
            #"'' at 1:1: expected integer, found the string "312" (type at '/type', 1:10)"#),
        Case(#"{"type": "integer"}"#, "1.0"),
        Case(
            #"{"type": ["null", "boolean", "array"]}"#, "1.5",
            "'' at 1:1: expected null, boolean or array, found the number 1.5 (type at '/type', 1:10)"),
        Case(
            #"{"const": {"a": 1}}"#, #"{"a": 2}"#,
            #"'' at 1:1: expected {"a":1}, found an object with 1 property (const at '/const', 1:11)"#),
        Case(#"{"const": {"a": 1, "b": [1e1]}}"#, #"{"b": [10.0], "\u0061": 1}"#),
        Case(
            #"{"enum": ["a", 2, null]}"#, "true",
            #"'' at 1:1: expected one of "a", 2 or null, found true (enum at '/enum', 1:10)"#),
        Case(#"{"enum": ["caf\u00e9", 2]}"#, #""café""#),
        Case(
            #"{"minimum": 18446744073709551616}"#, "18446744073709551615",
            "'' at 1:1: expected at least 18446744073709551616, found the number 18446744073709551615 (minimum at '/minimum', 1:13)"
        ),
        Case(
            #"{"exclusiveMaximum": 0.3}"#, "0.30",
            "'' at 1:1: expected less than 0.3, found the number 0.30 (exclusiveMaximum at '/exclusiveMaximum', 1:22)"
        ),
        Case(
            #"{"multipleOf": 0.01}"#, "0.075",
            "'' at 1:1: expected a multiple of 0.01, found the number 0.075 (multipleOf at '/multipleOf', 1:16)"
        ),
        Case(#"{"multipleOf": 0.0001}"#, "0.0075"),
        Case(
            #"{"minLength": 2}"#, #""\ud83d\ude00""#,
            "'' at 1:1: expected at least 2 characters, found 1 character (minLength at '/minLength', 1:15)"),
        Case(
            #"{"maxLength": 1}"#, #""äö""#,
            "'' at 1:1: expected at most 1 character, found 2 characters (maxLength at '/maxLength', 1:15)"),
        Case(
            #"{"pattern": "^[A-Z]{3}$"}"#, #""usd""#,
            #"'' at 1:1: expected a string matching '^[A-Z]{3}$', found the string "usd" (pattern at '/pattern', 1:13)"#
        ),
        Case(
            #"{"format": "date"}"#, #""2026-02-30""#,
            #"'' at 1:1: expected the format date, found the string "2026-02-30" (format at '/format', 1:12)"#
        ),
        Case(
            #"{"x-date-formats": ["yyyy", "yyyy-MM"]}"#, #""2026-1""#,
            #"'' at 1:1: expected a date like yyyy or yyyy-MM, found the string "2026-1" (x-date-formats at '/x-date-formats', 1:20)"#
        ),
        Case(
            #"false"#, "1", "'' at 1:1: expected no value, found the number 1 (the schema at '', 1:1)"),
    ]

    static let containers = [
        Case(
            #"{"required": ["a", "b"]}"#, "{\n}",
            "'' at 1:1: expected a property 'a', found none (required at '/required', 1:14)",
            "'' at 1:1: expected a property 'b', found none (required at '/required', 1:14)"),
        Case(
            #"{"properties": {"a": {"items": {"type": "null"}}}}"#, "{\n  \"a\": [null, 7]\n}",
            "'/a/1' at 2:15: expected null, found the number 7 (type at '/properties/a/items/type', 1:41)"),
        Case(
            #"{"properties": {"a": true}, "additionalProperties": false}"#, #"{"a": 1, "b": 2}"#,
            "'/b' at 1:15: expected no such property, found the number 2 (additionalProperties at '/additionalProperties', 1:53)"
        ),
        Case(
            #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": {}}"#,
            "'/ab' at 1:8: expected at most 1 character, found the name 'ab' (maxLength at '/propertyNames/maxLength', 1:33)"
        ),
        Case(
            #"{"minProperties": 2, "maxItems": 1}"#, #"{"a": []}"#,
            "'' at 1:1: expected at least 2 properties, found 1 property (minProperties at '/minProperties', 1:19)"
        ),
        Case(
            #"{"maxItems": 1, "uniqueItems": true}"#, "[1, 2, 1.0]",
            "'' at 1:1: expected at most 1 element, found 3 elements (maxItems at '/maxItems', 1:14)",
            "'' at 1:1: expected unique elements, found 1 at indices 0 and 2 (uniqueItems at '/uniqueItems', 1:32)"
        ),
        Case(
            #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]",
            "'' at 1:1: expected at most 1 matching element, found 2 matching elements (contains at '/contains', 1:14)"
        ),
        Case(
            #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
            "'' at 1:1: expected a property 'b', found none (dependentRequired at '/dependentRequired/a', 1:29)"
        ),
        Case(#"{"dependentRequired": {"": ["b"]}}"#, #"{"a": 1}"#),
        Case(
            #"{"prefixItems": [true], "items": false}"#, "[1, 2]",
            "'/1' at 1:5: expected no such element, found the number 2 (items at '/items', 1:34)"),
    ]

    static let combinations = [
        Case(
            #"{"x-date-formats": ["yyyy\n'T'MM"]}"#, #""2003""#,
            #"'' at 1:1: expected a date like yyyy\n'T'MM, found the string "2003" (x-date-formats at '/x-date-formats', 1:20)"#
        ),
        Case(
            #"{"not": {"type": "null"}}"#, "null",
            "'' at 1:1: expected a value that does not match the schema, found null (not at '/not', 1:9)"),
        Case(
            #"{"oneOf": [{"minimum": 1}, {"minimum": 2}]}"#, "3",
            "'' at 1:1: expected exactly one of 2 schemas, found 2 matching schemas (oneOf at '/oneOf', 1:11)"
        ),
        Case(
            #"{"if": {"type": "string"}, "then": {"minLength": 1}, "else": false}"#, #""""#,
            "'' at 1:1: expected at least 1 character, found 0 characters (minLength at '/then/minLength', 1:50)"
        ),
        Case(
            #"{"allOf": [{"properties": {"a": {"type": "null"}}}], "unevaluatedProperties": false}"#,
            #"{"a": 1, "b": 2}"#,
            "'/a' at 1:7: expected null, found the number 1 (type at '/allOf/0/properties/a/type', 1:42)",
            "'/b' at 1:15: expected no such property, found the number 2 (unevaluatedProperties at '/unevaluatedProperties', 1:79)"
        ),
        Case(
            #"{"prefixItems": [true], "unevaluatedItems": {"type": "null"}}"#, "[1, 2]",
            "'/1' at 1:5: expected null, found the number 2 (type at '/unevaluatedItems/type', 1:54)"),
    ]

    @Test func `names the closest branch and its violations`() throws {
        let schema = """
            {"oneOf": [
              {"properties": {"kind": {"const": "song"}, "length": {"type": "integer"}}, "required": ["length"]},
              {"properties": {"kind": {"const": "album"}}, "required": ["tracks"]}
            ]}
            """
        let instance = try JSON(parsing: #"{"kind": "song", "length": "3:14"}"#)
        let violation = try #require(Schema(JSON(parsing: schema)).compile().validate(instance).first)
        #expect(violation.found == "none; the closest is schema 1")
        #expect(violation.causes.map(\.instancePointer.description) == ["/length"])
        #expect(violation.causes.map(\.schemaPointer.description) == ["/oneOf/0/properties/length/type"])
    }

    @Test func `distinguishes more than 64 required properties`() throws {
        let names = (0..<150).map { "name-\($0)" }
        let schema = JSONValue.object(["required": .array(names.map { .string($0) })])
        let compiled = try Schema(JSON(parsing: schema.text(.compact))).compile()
        let instance = JSONValue.object(
            JSONObject(names.filter { $0 != "name-7" && $0 != "name-149" }.map { ($0, .null) }))
        let violations = try compiled.validate(JSON(parsing: instance.text(.compact)))
        #expect(violations.map(\.expected) == ["a property 'name-7'", "a property 'name-149'"])
    }
}
