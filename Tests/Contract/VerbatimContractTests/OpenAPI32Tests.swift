import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

/// What OpenAPI 3.2 adds to 3.1.
@Suite struct OpenAPI32Tests {
    private static let text = ##"""
        {
          "openapi": "3.2.0",
          "$self": "https://a.test/openapi.json",
          "info": {"title": "New", "version": "1"},
          "servers": [{"url": "https://a.test", "name": "live"}],
          "paths": {
            "/b": {
              "query": {"responses": {"200": {"summary": "found", "content": {"application/json": {"$ref": "#/components/mediaTypes/B"}}}}},
              "additionalOperations": {
                "COPY": {"responses": {"204": {"summary": "copied"}}}
              },
              "get": {
                "parameters": [
                  {"in": "querystring", "name": "q", "required": true, "content": {
                    "application/x-www-form-urlencoded": {"schema": {
                      "type": "object", "properties": {"page": {"type": "integer"}}, "required": ["page"]
                    }}
                  }},
                  {"in": "cookie", "name": "c", "style": "cookie", "schema": {"type": "string"}}
                ],
                "responses": {"204": {}}
              },
              "post": {
                "parameters": [
                  {"in": "querystring", "name": "q", "content": {"application/json": {"schema": {"type": "array"}}}}
                ],
                "responses": {"200": {"content": {"application/jsonl": {"itemSchema": {"type": "object"}}}}}
              }
            }
          },
          "components": {"mediaTypes": {"B": {"schema": {"type": "object"}}}}
        }
        """##

    private static func findings(
        _ method: String, _ query: String, status: Int = 204, type: String? = nil, _ body: String = ""
    ) throws -> [String] {
        let contract = try Contract(parsing: Data(text.utf8), file: "a.json", isStrict: true)
        var headers: HeaderFields = [:]
        headers["Content-Type"] = type
        let interaction = Interaction(
            HTTPRequest(method, "https://a.test/b" + query),
            .response(HTTPResponse(status, headers: headers, body: .data(Data(body.utf8)))))
        return ContractSet([contract]).check(interaction).map { "\($0.rule)" }
    }

    @Test(
        arguments: [
            ("QUERY", "", 200, "application/json", "{}", []),
            ("QUERY", "", 200, "application/json", "[]", ["response-property-type"]),
            ("COPY", "", 204, nil, "", []),
            ("MOVE", "", 204, nil, "", ["operation-undocumented"]),
            ("GET", "?page=1&other=2", 204, nil, "", []),
            ("GET", "?page=one", 204, nil, "", ["request-parameter-invalid"]),
            ("GET", "", 204, nil, "", ["request-parameter-missing"]),
            ("POST", "?%5B1%5D", 200, "application/jsonl", "{}\n{}", []),
            ("POST", "?%7B%7D", 200, "application/jsonl", "{}\n{}", ["request-parameter-invalid"]),
            ("POST", "?a=1", 200, "application/jsonl", "{}\n{}", ["request-parameter-invalid"]),
        ] as [(String, String, Int, String?, String, [String])])
    func `operations and parameters are checked`(
        method: String, query: String, status: Int, type: String?, body: String, rules: [String]
    ) throws {
        #expect(try Self.findings(method, query, status: status, type: type, body) == rules)
    }

    @Test func `its properties are unknown to versions before`() throws {
        let text = Self.text.replacingOccurrences(of: "3.2.0", with: "3.1.1")
        let contract = try Contract(parsing: Data(text.utf8), file: "a.json")
        #expect(
            Set(contract.warnings.map(\.message)).isSuperset(of: [
                "unknown property '$self' of an OpenAPI document",
                "unknown property 'additionalOperations' of a path item",
                "missing property 'description' of a response",
            ]))
    }
}
