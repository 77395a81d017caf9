import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimContract

@Suite struct OpenAPI30Tests {
    @Test(arguments: [
        (#"{"type":"string","nullable":true}"#, #"{"type":["string","null"]}"#),
        (#"{"type":"string","nullable":false}"#, #"{"type":"string"}"#),
        (#"{"minimum":1,"exclusiveMinimum":true}"#, #"{"exclusiveMinimum":1}"#),
        (#"{"maximum":9,"exclusiveMaximum":false}"#, #"{"maximum":9}"#),
        (##"{"$ref":"#/a","nullable":true,"minimum":1}"##, ##"{"$ref":"#/a"}"##),
        (
            #"{"type":"object","properties":{"nullable":{"type":"integer","nullable":true}}}"#,
            #"{"type":"object","properties":{"nullable":{"type":["integer","null"]}}}"#
        ),
        (
            #"{"allOf":[{"type":"array","nullable":true,"items":{"type":"string","nullable":true}}]}"#,
            #"{"allOf":[{"type":["array","null"],"items":{"type":["string","null"]}}]}"#
        ),
        (
            #"{"type":"string","example":{"nullable":true}}"#,
            #"{"type":"string","example":{"nullable":true}}"#
        ),
        (
            #"{"additionalProperties":false,"x-a":{"nullable":true}}"#,
            #"{"additionalProperties":false,"x-a":{"nullable":true}}"#
        ),
    ])
    func `converts a schema to OpenAPI 3.1`(older: String, newer: String) throws {
        var converter = OpenAPI30()
        #expect(try converter.convert(JSON(parsing: older), as: .object(.schema)).text(.compact) == newer)
        #expect(converter.problems.isEmpty)
    }

    @Test(arguments: [
        (#"{"nullable":true,"enum":["a"]}"#, #"{"enum":["a",null]}"#, "values"),
        (
            ##"{"nullable":true,"allOf":[{"$ref":"#/a"}],"title":"t"}"##,
            ##"{"anyOf":[{"allOf":[{"$ref":"#/a"}]},{"type":"null"}],"title":"t"}"##, "choice"
        ),
        (
            #"{"oneOf":[{"nullable":true,"allOf":[{}]}],"not":{},"nullable":true,"discriminator":{"propertyName":"a"}}"#,
            #"{"anyOf":[{"oneOf":[{"anyOf":[{"allOf":[{}]},{"type":"null"}]}],"not":{},"discriminator":{"propertyName":"a"}},{"type":"null"}]}"#,
            "choices"
        ),
    ])
    func `a nullable schema without a type allows null`(older: String, newer: String, kind: String) throws {
        var converter = OpenAPI30()
        let document = try JSON(
            parsing: #"{"components":{"schemas":{"A":\#(older)}}}"#)
        let converted = converter.normalForm(of: document)
        #expect(converted.text(.compact) == #"{"components":{"schemas":{"A":\#(newer)}}}"#)
        #expect(
            converter.problems.map(\.message) == [
                [
                    "values": "'nullable' without null in 'enum': null is allowed",
                    "choice": "'nullable' without 'type': null is allowed",
                    "choices": "'nullable' without 'type': null is allowed, here and in 1 other schema",
                ][kind]
            ])
    }

    @Test func `what is inside a nullable schema without a type has its location`() throws {
        let text = """
            {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test"}],
             "paths": {"/a": {"get": {"responses": {"200": {"description": "d", "content": {"application/json": {
               "schema": {
                 "nullable": true,
                 "allOf": [{"type": "object", "properties": {"id": {"type": "integer"}}}]}}}}}}}}}
            """
        let contract = try Contract(parsing: Data(text.utf8), file: "a.json")
        func findings(_ body: String) -> [String] {
            let response = HTTPResponse(
                200, headers: ["Content-Type": "application/json"], body: .data(Data(body.utf8)))
            let interaction = Interaction(HTTPRequest("GET", "https://a.test/a"), .response(response))
            return ContractSet([contract]).check(interaction).map {
                "\($0.rule) \($0.pointer ?? .root): \($0.contractLocation?.description ?? "")"
            }
        }
        #expect(findings("null") == [])
        #expect(findings(#"{"id": 1}"#) == [])
        #expect(findings(#"{"id": "1"}"#) == ["response-property-type /id: a.json:5:65"])
        #expect(contract.warnings.map { "\($0.location)" } == ["a.json:4:18"])
    }

    @Test(arguments: [
        (#"{"const": 1}"#, "1:11: unknown keyword 'const' of OpenAPI 3.0"),
        (
            #"{"type": ["string", "null"]}"#,
            #"1:10: invalid type ["string", "null"]: OpenAPI 3.0 allows one type, and null by 'nullable'"#
        ),
        (#"{"type": "array"}"#, "1:1: missing property 'items' of an array"),
        (#"{"nullable": "yes"}"#, #"1:14: 'nullable' in OpenAPI 3.0: expected true or false, found "yes""#),
        (
            #"{"exclusiveMinimum": 5}"#,
            "1:22: 'exclusiveMinimum' in OpenAPI 3.0: expected true or false, found 5"
        ),
        (#"{"exclusiveMaximum": true}"#, "1:22: 'exclusiveMaximum' requires 'maximum'"),
    ])
    func `reports violations of OpenAPI 3.0`(schema: String, problem: String) throws {
        var converter = OpenAPI30()
        _ = converter.convert(try JSON(parsing: schema), as: .object(.schema))
        #expect(converter.problems.map { "\($0.node.position): \($0.message)" } == [problem])
    }

    static let text = """
        {
          "openapi": "3.0.3",
          "info": {"title": "Old", "version": "1"},
          "servers": [{"url": "https://old.test"}],
          "paths": {
            "/a": {
              "get": {
                "parameters": [{"name": "n", "in": "query", "schema": {"type": "number", "minimum": 0, "exclusiveMinimum": true}}],
                "responses": {
                  "200": {
                    "description": "d",
                    "headers": {"X-Left": {"schema": {"type": "integer", "nullable": true, "minimum": 3}}},
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
                  },
                  "201": {
                    "description": "a file",
                    "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
                  }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "A": {
                "type": "object",
                "properties": {
                  "name": {"type": "string", "nullable": true, "example": "x"},
                  "age": {
                    "maximum": 150,
                    "exclusiveMaximum": true
                  }
                }
              }
            }
          }
        }
        """

    private func findings(
        of body: [UInt8], _ query: String = "", status: Int = 200, type: String = "application/json",
        left: String? = nil
    ) throws -> [String] {
        let contracts = ContractSet([try Contract(parsing: Data(Self.text.utf8), file: "Contracts/old.json")])
        var headers: HeaderFields = ["Content-Type": type]
        headers["X-Left"] = left
        let interaction = Interaction(
            HTTPRequest("GET", "https://old.test/a" + query),
            .response(HTTPResponse(status, headers: headers, body: .data(Data(body)))))
        return contracts.check(interaction).map {
            "\($0.rule): expected \($0.expected), found \($0.found), \($0.contractLocation?.description ?? "")"
        }
    }

    @Test func `checks interactions with the locations of the original file`() throws {
        #expect(try findings(of: Array(#"{"name":null,"age":149}"#.utf8)).isEmpty)
        let found = try findings(of: Array(#"{"name":1,"age":150}"#.utf8), "?n=0", left: "2")
        #expect(
            found == [
                "request-parameter-invalid: expected more than 0, found the number 0, Contracts/old.json:8:24",
                "response-header-invalid: expected at least 3, found the number 2, Contracts/old.json:12:35",
                "response-property-type: expected string or null, found the number 1, Contracts/old.json:28:28",
                "response-property-range: expected less than 150, found the number 150, Contracts/old.json:31:33",
            ])
    }

    @Test func `a binary string allows any bytes`() throws {
        #expect(try findings(of: [0x89, 0x50, 0, 1], status: 201, type: "application/octet-stream").isEmpty)
    }

    @Test func `reports problems with the locations of the original file`() {
        let text = Self.text.replacingOccurrences(of: #""example": "x""#, with: #""example": 7, "const": 7"#)
            .replacingOccurrences(of: "schemas/A\"", with: "schemas/B\"")
        let error = #expect(throws: ContractError.self) {
            try Contract(parsing: Data(text.utf8), file: "old.json", isStrict: true)
        }
        #expect(
            error?.problems.map { "\($0.location): \($0.message)" } == [
                "old.json:13:65: unresolved reference '#/components/schemas/B'",
                "old.json:28:67: invalid example: expected string or null, found the number 7",
                "old.json:28:79: unknown keyword 'const' of OpenAPI 3.0",
            ])
    }
}
