import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimContract

/// A document with a mistake, and what of it is checked nevertheless.
struct TolerantCase: CustomStringConvertible, Sendable {
    let description: String
    /// The schema of the body.
    let schema: String
    /// The warnings.
    let warnings: [String]
    /// A body that has no finding, although the mistake might lead to one.
    let valid: String
    /// A body that violates what the mistake does not concern, or nil if nothing else is promised.
    let invalid: String?

    static let all = [
        TolerantCase(
            description: "an unknown keyword", schema: #"{"nullable": true, "type": "integer"}"#,
            warnings: ["unknown keyword 'nullable'"], valid: "1", invalid: #""a""#),
        TolerantCase(
            description: "an unknown format, listed once",
            schema: #"{"items": {"format": "shoe", "maxLength": 2}, "format": "shoe"}"#,
            warnings: ["unknown format 'shoe'"], valid: #"["a"]"#, invalid: #"["aaa"]"#),
        TolerantCase(
            description: "a wrong default", schema: #"{"type": "integer", "default": "one"}"#,
            warnings: [#"invalid default: expected integer, found the string "one""#], valid: "1",
            invalid: #""a""#),
        TolerantCase(
            description: "an invalid value of a keyword",
            schema: #"{"properties": {"a": {"minimum": "0", "maximum": 9}}}"#,
            warnings: ["'minimum' must be a number"], valid: #"{"a": 1}"#, invalid: #"{"a": 10}"#),
        TolerantCase(
            description: "several in one schema",
            schema: #"{"minimum": "0", "maxLength": -1, "type": "list", "enum": 7, "maximum": 9}"#,
            warnings: [
                "'minimum' must be a number", "'maxLength' must be a non-negative integer",
                "'type' must be a type or an array of types", "'enum' must be an array",
            ], valid: "1", invalid: "10"),
        TolerantCase(
            description: "an unresolved reference",
            schema: ##"{"properties": {"a": {"$ref": "#/none"}, "b": {"type": "string"}}}"##,
            warnings: ["unresolved reference '#/none'"], valid: #"{"a": 1}"#, invalid: #"{"b": 1}"#),
        TolerantCase(
            description: "a circular reference",
            schema: ##"{"properties": {"a": {"$ref": "#/components/schemas/Loop"}}, "required": ["a"]}"##,
            warnings: [
                "circular reference '#/components/schemas/Loop', which never descends into the instance"
            ], valid: #"{"a": 1}"#, invalid: "{}"),
        TolerantCase(
            description: "an empty list of branches", schema: #"{"oneOf": [], "type": "integer"}"#,
            warnings: ["'oneOf' must be a non-empty array of schemas"], valid: "1", invalid: #""a""#),
        TolerantCase(
            description: "a property that is described wrongly is no additional one",
            schema: #"{"properties": [], "additionalProperties": false, "type": "object"}"#,
            warnings: ["'properties' must be an object"], valid: #"{"a": 1}"#, invalid: "[]"),
        TolerantCase(
            description: "a name that is required twice", schema: #"{"required": ["a", "a"]}"#,
            warnings: ["'required' must be an array of unique strings"], valid: #"{"a": 1}"#, invalid: "{}"),
        TolerantCase(
            description: "an invalid pattern in an exclusive branch",
            schema: #"{"oneOf": [{"pattern": "(", "maxLength": 1}, {"maxLength": 2}]}"#,
            warnings: ["invalid regular expression '(' at character 1: missing ')' after group"],
            valid: #""a""#, invalid: #""aaa""#),
        TolerantCase(
            description: "an invalid pattern in a negated schema",
            schema: #"{"not": {"type": "string", "pattern": "("}, "maxLength": 2}"#,
            warnings: ["invalid regular expression '(' at character 1: missing ')' after group"],
            valid: #""a""#, invalid: #""aaa""#),
        TolerantCase(
            description: "an invalid pattern in a condition",
            schema: #"{"if": {"pattern": "("}, "then": {"type": "integer"}, "else": {"maxLength": 1}}"#,
            warnings: ["invalid regular expression '(' at character 1: missing ')' after group"],
            valid: #""aa""#, invalid: nil),
        TolerantCase(
            description: "an invalid pattern of elements that may occur once",
            schema: #"{"contains": {"pattern": "("}, "maxContains": 1, "maxItems": 2}"#,
            warnings: ["invalid regular expression '(' at character 1: missing ')' after group"],
            valid: #"["a", "b"]"#, invalid: #"["a", "b", "c"]"#),
    ]
}

/// A mistake switches off only what depends on it.
@Suite struct TolerantReadingTests {
    private static func contract(
        _ schema: String = #"{"type": "integer"}"#, replacing part: String = "", with other: String = ""
    ) throws -> Contract {
        let text = ##"""
            {
              "openapi": "3.1.0",
              "info": {"title": "t", "version": "1"},
              "servers": [{"url": "https://a.test"}],
              "paths": {"/b": {"get": {"responses": {
                "200": {"description": "d", "content": {"application/json": {"schema": \##(schema)}}}
              }}}},
              "components": {"schemas": {"Loop": {"$ref": "#/components/schemas/Loop"}}}
            }
            """##
        return try Contract(
            parsing: Data(text.replacingOccurrences(of: part, with: other).utf8), file: "a.json")
    }

    private static func findings(
        _ contract: Contract, url: String = "https://a.test/b", status: Int = 200, _ body: String
    ) -> [String] {
        let response = HTTPResponse(
            status, headers: ["Content-Type": "application/json"], body: .data(Data(body.utf8)))
        let findings = ContractSet([contract]).check(Interaction(.init("GET", url), .response(response)))
        return findings.map(\.rule.id)
    }

    @Test(arguments: TolerantCase.all)
    func `a mistake in a schema is a warning`(_ example: TolerantCase) throws {
        let contract = try Self.contract(example.schema)
        let others = ["circular reference '#/components/schemas/Loop'"]
        let warnings = contract.warnings.map(\.message).filter { message in
            example.warnings.contains(message) || !others.contains(where: message.hasPrefix)
        }
        #expect(Set(warnings) == Set(example.warnings))
        #expect(Self.findings(contract, example.valid) == [])
        if let invalid = example.invalid { #expect(Self.findings(contract, invalid) != []) }
    }

    @Test(arguments: [
        ("[{\"url\": \"https://a.test\"}]", "[]", "https://any.test:8080/b"),
        ("https://a.test", "/v1", "https://any.test/v1/b"),
        ("https://a.test", "v1/", "http://any.test/v1/b"),
        ("https://a.test", "//a.test", "http://a.test/b"),
        ("https://a.test", "https://{host}/{base}", "https://any.test/v1/b"),
        (
            "\"https://a.test\"",
            "\"{root}/v1\", \"variables\": {\"root\": {\"default\": \"https://a.test\"}}",
            "https://a.test/v1/b"
        ),
    ])
    func `a server without a host has any`(part: String, other: String, url: String) throws {
        let contract = try Self.contract(replacing: part, with: other)
        #expect(Self.findings(contract, url: url, #""a""#) == ["response-property-type"])
        #expect(Self.findings(contract, url: "ftp:/b", #""a""#) == ["api-undocumented"])
    }

    @Test func `a server that may be anywhere claims no other request`() throws {
        let contract = try Self.contract(replacing: "https://a.test", with: "/")
        #expect(Self.findings(contract, url: "https://other.test/c", "1") == ["api-undocumented"])
        let based = try Self.contract(replacing: "https://a.test", with: "/v1")
        #expect(Self.findings(based, url: "https://other.test/v1/c", "1") == ["operation-undocumented"])
        #expect(Self.findings(based, url: "https://other.test/v2/c", "1") == ["api-undocumented"])
    }

    @Test(arguments: [
        (#""responses": {"#, #""x-responses": {"#), (#""200": {"#, ##""200": {"$ref": "#/none"}, "201": {"##),
        (#""application/json""#, #""json""#), (#""200": {"#, #""200": 7, "201": {"#),
    ])
    func `what cannot be read promises nothing`(part: String, other: String) throws {
        #expect(Self.findings(try Self.contract("{}", replacing: part, with: other), "1") == [])
    }

    @Test func `an operation with the id of another has its method and path`() throws {
        let contract = try Self.contract(
            replacing: #""get": {"#, with: #""put": {"operationId": "b"}, "get": {"operationId": "b", "#)
        #expect(contract.operations.map(\.id) == ["b", "GET /b"])
        #expect(contract.warnings.map(\.message).contains("duplicate operation id 'b'"))
    }

    @Test func `a contract may consist of components or webhooks`() throws {
        for part in ["components", "webhooks"] {
            let text = #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "\#(part)": {}}"#
            #expect(try Contract(parsing: Data(text.utf8), file: "a.json").warnings.isEmpty)
        }
    }

    @Test func `the findings about a contract are few, and count the others`() throws {
        let names = (0..<100).map { #""y\#($0)": 1"# }.joined(separator: ", ")
        let contract = try Self.contract("{\(names)}")
        let findings = contract.warningFindings
        #expect(findings.count == 20)
        #expect(findings.reduce(0) { $0 + $1.count } == 101)
        #expect(findings.last?.part == "82 more problems")
        #expect(findings.allSatisfy { $0.severity == .warning && $0.api == "a" })
    }
}
