import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

/// References wherever OpenAPI allows them, and servers with variables.
@Suite struct ReferenceTests {
    static let text = ##"""
        {
          "openapi": "3.1.0",
          "jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base",
          "info": {"title": "t", "version": "1"},
          "servers": [{
            "url": "https://{region}.refs.test:{port}/{base}",
            "variables": {
              "region": {"default": "eu", "enum": ["eu", "us"]},
              "port": {"default": "8443", "enum": ["443", "8443"]},
              "base": {"default": "v2"}
            }
          }],
          "paths": {
            "/things/{id}": {
              "$ref": "#/components/pathItems/Thing",
              "delete": {"operationId": "things.delete", "responses": {"default": {"$ref": "#/components/responses/Fault"}}}
            },
            "/more/{id}": {"$ref": "#/components/pathItems/Thing", "servers": [{"url": "https://more.test"}]}
          },
          "components": {
            "pathItems": {
              "Thing": {
                "parameters": [{"$ref": "#/components/parameters/Id"}],
                "put": {
                  "requestBody": {"$ref": "#/components/requestBodies/Thing"},
                  "responses": {
                    "2XX": {"$ref": "#/components/responses/Thing"},
                    "default": {"$ref": "#/components/responses/Fault"}
                  }
                }
              }
            },
            "parameters": {"Id": {"name": "id", "in": "path", "required": true, "schema": {"$ref": "#/components/schemas/Id"}}},
            "requestBodies": {"Thing": {"content": {"application/json": {"schema": {"$ref": "#thing"}}}}},
            "responses": {
              "Thing": {
                "description": "a thing",
                "headers": {"X-Rate": {"$ref": "#/components/headers/Rate"}},
                "content": {
                  "application/json; version=2": {"schema": {"type": "object", "required": ["v2"]}},
                  "application/*": {
                    "schema": {"$ref": "#thing"},
                    "examples": {"one": {"$ref": "#/components/examples/One"}}
                  }
                }
              },
              "Fault": {"description": "a fault", "content": {"text/*": {}}}
            },
            "headers": {"Rate": {"required": true, "schema": {"type": "integer"}}},
            "examples": {"One": {"value": {"id": 1}}},
            "schemas": {
              "Id": {"type": "integer", "default": 1},
              "Thing": {"$anchor": "thing", "type": "object", "properties": {"id": {"$ref": "#/components/schemas/Id"}}}
            }
          }
        }
        """##

    private func findings(
        _ method: String = "PUT", _ url: String = "https://eu.refs.test:8443/v2/things/7",
        sent: String? = nil,
        status: Int = 200, type: String = "application/json", rate: String? = "1", _ body: String
    ) throws -> [String] {
        let contracts = ContractSet([try Contract(parsing: Data(Self.text.utf8), file: "refs.json")])
        var headers: HeaderFields = ["Content-Type": type]
        headers["X-Rate"] = rate
        let request = HTTPRequest(
            method, url, headers: sent == nil ? [:] : ["Content-Type": "application/json"],
            body: sent.map { Data($0.utf8) })
        let interaction = Interaction(
            request, .response(HTTPResponse(status, headers: headers, body: .data(Data(body.utf8)))))
        return contracts.check(interaction).map { finding in
            let expected = finding.expected.isEmpty ? "" : "expected \(finding.expected), found "
            return "\(finding.rule): \(expected)\(finding.found)"
        }
    }

    @Test(arguments: [
        "https://eu.refs.test:8443/v2/things/7", "https://us.refs.test/v2/things/7",
        "https://EU.refs.test:443/any/base/things/7", "https://more.test/more/7",
    ])
    func `finds the operation at every server`(url: String) throws {
        #expect(try findings("PUT", url, #"{"id":1}"#).isEmpty)
    }

    @Test(arguments: [
        "https://cn.refs.test:8443/v2/things/7", "https://eu.refs.test:80/v2/things/7",
        "https://more.test/things/7",
    ])
    func `finds no operation at other servers`(url: String) throws {
        let rules = try findings("PUT", url, "{}").map { $0.prefix { $0 != ":" } }
        #expect(rules == ["api-undocumented"] || rules == ["operation-undocumented"])
    }

    @Test func `follows references to parameters, bodies, responses, headers and schemas`() throws {
        #expect(
            try findings(
                "PUT", "https://more.test/more/x", sent: #"{"id":"a"}"#, rate: "fast", #"{"id":"b","new":1}"#)
                == [
                    #"request-parameter-invalid: expected integer, found the string "x""#,
                    #"request-body-invalid: expected integer, found the string "a""#,
                    #"response-header-invalid: expected integer, found the string "fast""#,
                    #"response-property-type: expected integer, found the string "b""#,
                    "response-property-undocumented: undocumented property",
                ])
    }

    @Test func `reads properties beside the reference of a path item`() throws {
        let url = "https://eu.refs.test:8443/v2/things/7"
        #expect(try findings("DELETE", url, status: 404, type: "text/plain", "gone").isEmpty)
        #expect(
            try findings("DELETE", url, status: 404, type: "application/json", "{}") == [
                "response-media-type-undocumented: expected 'text/*', found 'application/json'"
            ])
    }

    @Test func `chooses the closest media type, including parameters`() throws {
        #expect(
            try findings(type: "application/json; charset=utf-8; version=2", "{}") == [
                "response-property-missing: expected a property 'v2', found none"
            ])
        #expect(try findings(type: "application/json;version=1", "{}").isEmpty)
        #expect(try findings(type: "application/vnd.thing+json", "{}").isEmpty)
    }

    @Test(arguments: [
        (
            ##""#/components/examples/One""##, ##""#/components/examples/Two""##,
            "43:42: unresolved reference '#/components/examples/Two'"
        ),
        (
            #"{"value": {"id": 1}}"#, #"{"value": {"id": "1"}}"#,
            #"50:42: invalid example: expected integer, found the string "1""#
        ),
        (
            #""default": 1"#, #""default": "one""#,
            #"52:44: invalid default: expected integer, found the string "one""#
        ),
        (
            #""default": 1"#, #""examples": [1, 2.5]"#,
            "52:49: invalid example: expected integer, found the number 2.5"
        ),
        (#""default": 1"#, #""format": "int46""#, "52:43: unknown format 'int46'"),
        (#""us"]"#, #""us", "ap"], "defualt": 1"#, "8:74: unknown property 'defualt' of a server variable"),
        (#"{"default": "v2"}"#, "{}", "10:15: missing property 'default' of a server variable"),
        (#""base": {"#, #""case": {"#, "7:18: missing a server variable"),
        (
            #""region": {"default": "eu""#, #""region": {"default": "uk""#,
            "8:29: default 'uk' of server variable 'region' is not in its enum"
        ),
        (
            "\"https://spec.openapis.org/oas/3.1/dialect/base\"",
            "\"http://json-schema.org/draft-04/schema#\"",
            "3:24: unsupported draft or vocabulary 'http://json-schema.org/draft-04/schema'"
        ),
        ("\"delete\":", "\"put\":", "24:16: 'put' is declared here and by the referenced path item"),
        (
            ##"{"$ref": "#/components/headers/Rate"}"##, #"{"$ref": 7}"#,
            "38:40: expected a string as reference, found 7"
        ),
        (
            ##"{"application/json": {"schema": {"$ref": "#thing"}}}"##,
            #"{"application/json": {"schema": {"$ref": "thing.json"}}}"#,
            "34:85: unresolved reference 'thing.json'"
        ),
    ])
    func `reports problems of references, examples and servers`(
        part: String, other: String, problem: String
    ) {
        #expect(Self.text.contains(part))
        let text = Self.text.replacingOccurrences(of: part, with: other)
        let error = #expect(throws: ContractError.self) {
            try Contract(parsing: Data(text.utf8), file: "a.json", isStrict: true)
        }
        let problems = error?.problems.map { "\($0.location): \($0.message)".dropFirst("a.json:".count) }
        #expect(problems == [problem[...]])
    }
}
