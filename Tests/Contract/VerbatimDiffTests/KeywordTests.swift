import Testing
import VerbatimContract
import VerbatimJSON

@testable import VerbatimDiff

/// No keyword is silent: whatever changes in a schema is reported, in requests and in responses.
@Suite struct KeywordTests {
    /// A change of one keyword.
    struct Case: CustomTestStringConvertible {
        let keyword: String
        let old: JSONValue
        let new: JSONValue
        /// The side in which the change has no effect.
        var unaffected: ExchangeSide?

        var testDescription: String { keyword }

        init(
            _ keyword: String, _ old: JSONValue?, _ new: JSONValue?, beside others: JSONObject = [:],
            unaffected: ExchangeSide? = nil
        ) {
            func schema(_ value: JSONValue?) -> JSONValue {
                var schema = others
                if let value { schema[keyword] = value }
                return ["type": "object", "properties": ["a": .object(schema)]]
            }
            (self.keyword, self.old, self.new) = (keyword, schema(old), schema(new))
            self.unaffected = unaffected
        }
    }

    @Test(arguments: cases, [ExchangeSide.request, .response])
    func `a change of a keyword is reported, there and back`(_ example: Case, side: ExchangeSide) throws {
        let (old, new) = (try #require(JSON(example.old)), try #require(JSON(example.new)))
        let isSilent = example.unaffected == side
        #expect(severities(old, new, side).contains { $0 > .off } != isSilent)
        guard example.keyword != "deprecated" else { return }
        #expect(severities(new, old, side).contains { $0 > .off } != isSilent)
    }

    @Test func `every keyword has a case`() {
        let known = BranchMerger.knownKeywords.subtracting(BranchMerger.documentation)
            .subtracting(BranchMerger.naming)
            // Which only matter to inference.
            .subtracting(["x-map", "x-responses"])
        #expect(known.subtracting(Self.cases.map(\.keyword)).sorted() == [])
    }

    private func severities(_ old: JSON, _ new: JSON, _ side: ExchangeSide) -> [Severity] {
        let comparison = SchemaComparison(
            old: NormalizedSchemaCache(References(in: old)), new: NormalizedSchemaCache(References(in: new)),
            side: side)
        return comparison.differences(old, new).map { difference in
            let kind: SchemaUse.Kind = side == .request ? .requestBody : .responseBody
            return ChangeRule(
                difference.kind,
                ChangeSubject(difference.part, of: kind, isInside: !difference.path.isEmpty)
            ).severity
        }
    }

    private static let string: JSONValue = ["type": "string"]
    private static let integer: JSONValue = ["type": "integer"]
    private static let branches: (JSONValue, JSONValue) = ([string, integer], [string])

    static let cases = scalars + arraysAndObjects + conditions + annotations + unknown

    private static let scalars = [
        Case("type", "string", "integer"), Case("nullable", nil, true, beside: ["type": "string"]),
        Case("const", "a", "b"), Case("enum", ["a"], ["a", "b"]),
        Case("maximum", 1, 2, beside: ["type": "number"]), Case("minimum", 1, 2, beside: ["type": "number"]),
        Case("exclusiveMaximum", 1, 2, beside: ["type": "number"]),
        Case("exclusiveMinimum", 1, 2, beside: ["type": "number"]),
        Case("multipleOf", 2, 3, beside: ["type": "number"]), Case("maxLength", 1, 2),
        Case("minLength", 1, 2), Case("pattern", "^a", "^b"), Case("format", "date", "uuid"),
        Case("format", nil, "email"), Case("contentMediaType", "text/xml", "text/html"),
        Case("contentMediaType", nil, "text/html"), Case("contentEncoding", "base64", "base32"),
        Case("contentEncoding", nil, "base64"),
        Case("contentSchema", string, integer, beside: ["contentMediaType": "application/json"]),
        Case("x-date-formats", ["yyyy"], ["yyyy-MM"]), Case("x-date-profile", nil, ["fraction": "never"]),
        Case("x-absence", "empty", "null"), Case("x-known-values", ["a"], ["b"], beside: ["type": "string"]),
    ]

    private static let arraysAndObjects = [
        Case("maxItems", 1, 2), Case("minItems", 1, 2), Case("uniqueItems", nil, true),
        Case("prefixItems", [string], [integer]), Case("items", string, integer),
        Case("contains", string, integer),
        Case("maxContains", 2, 3, beside: ["contains": string]),
        Case("minContains", 2, 3, beside: ["contains": string]),
        Case("unevaluatedItems", true, false, beside: ["contains": string]),
        Case("maxProperties", 1, 2), Case("minProperties", 1, 2),
        Case("properties", ["a": string], ["a": integer]), Case("properties", nil, ["a": string]),
        Case("patternProperties", ["^a": string], ["^b": string]),
        Case("additionalProperties", true, false), Case("additionalProperties", string, integer),
        Case("required", nil, ["a"]), Case("propertyNames", nil, ["maxLength": 2]),
        Case("dependentRequired", nil, ["a": ["b"]]),
        Case("dependentSchemas", nil, ["a": ["required": ["b"]]]),
        Case(
            "unevaluatedProperties", true, false,
            beside: ["if": ["required": ["b"]], "then": ["properties": ["b": string]]]),
    ]

    private static let conditions = [
        Case("allOf", nil, [string]), Case("anyOf", branches.0, branches.1),
        Case("oneOf", branches.0, branches.1), Case("not", nil, string),
        Case("if", string, integer, beside: ["then": ["maxLength": 2]]),
        Case("then", ["maxLength": 2], ["maxLength": 3], beside: ["if": string]),
        Case("else", ["minimum": 2], ["minimum": 3], beside: ["if": string]),
        Case("$ref", "#/missing", "#/absent"),
    ]

    private static let annotations = [
        Case("default", "a", "b", unaffected: .response), Case("default", nil, "b", unaffected: .response),
        Case("readOnly", nil, true), Case("writeOnly", nil, true), Case("deprecated", nil, true),
        Case("x-sunset", "2027-01-01", "2027-02-01", beside: ["deprecated": true]),
        Case("discriminator", nil, ["propertyName": "a"]),
        Case(
            "discriminator", ["propertyName": "a", "mapping": ["b": "#/c"]],
            ["propertyName": "a", "mapping": ["b": "#/d"]]),
    ]

    /// Keywords that are not read, and say so.
    private static let unknown = [
        Case("xml", ["name": "a"], ["name": "b"]), Case("$dynamicRef", "#a", "#b"),
        Case("maxBytes", 1, 2), Case("x-other", 1, 2),
    ]
}
