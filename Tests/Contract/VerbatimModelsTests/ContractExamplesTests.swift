import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimModels

@Suite struct ContractExamplesTests {
    private static let contract = """
        {
          "openapi": "3.1.1", "info": {"title": "Shop", "version": "1"},
          "servers": [{"url": "https://shop.example/v1"}],
          "paths": {
            "/items": {
              "get": {"responses": {
                "200": {"description": "", "headers": {
                  "X-Total": {"required": true, "schema": {"type": "integer", "const": 7}},
                  "X-Other": {"schema": {"type": "string"}}},
                  "content": {"application/json": {
                    "schema": {"type": "array", "items": {"type": "integer"}}, "example": [1, 2]}}},
                "404": {"description": "", "content": {"text/plain": {"example": "none\\n"}}}}},
              "post": {"responses": {"201": {"description": ""}}}
            },
            "/wrong": {
              "get": {"responses": {"default": {"description": "", "content": {"application/json": {
                "schema": {"type": "object", "required": ["id"], "properties": {
                  "id": {"type": "integer", "minimum": 3, "maximum": 3}}},
                "examples": {"a": {"value": {"id": "x"}}}}}}}}
            },
            "/image": {"get": {"responses": {"200": {"description": "", "content": {"image/png": {}}}}}}
          }
        }
        """

    /// Returns the status, the mark, the media type and the body of a response.
    private static func response(_ method: String, _ path: String, prefer: String? = nil) throws -> String? {
        let contract = try Contract(parsing: Data(Self.contract.utf8), file: "shop.json")
        var request = HTTPRequest(method, "https://shop.example/v1" + path)
        request.headers["Prefer"] = prefer
        let examples = ContractExamples(ContractSet([contract]))
        return try examples.response(to: request, api: "shop").map { response in
            let fields = ["X-Verbatim-Response", "X-Total", "X-Other", "Content-Type"].map {
                response.headers[$0] ?? "-"
            }
            let body = String(decoding: try response.body.bytes(), as: UTF8.self)
            return ([String(response.status)] + fields + [body]).joined(separator: " ")
        }
    }

    @Test(
        arguments: [
            ("GET", "/items", nil, "200 example 7 - application/json [1,2]"),
            ("GET", "/items?page=2", nil, "200 example 7 - application/json [1,2]"),
            ("GET", "/items", "code=404", "404 example - - text/plain none\n"),
            ("GET", "/items", "respond-async, code=\"404\"", "404 example - - text/plain none\n"),
            ("POST", "/items", nil, "201 generated - - - "),
            ("GET", "/wrong", nil, #"200 generated - - application/json {"id":3}"#),
        ] as [(String, String, String?, String)])
    func `a request gets the example of its operation, or an instance of its schema`(
        _ method: String, _ path: String, _ prefer: String?, _ expected: String
    ) throws {
        #expect(try Self.response(method, path, prefer: prefer) == expected)
    }

    @Test(arguments: [("GET", "/image"), ("GET", "/none"), ("DELETE", "/items")])
    func `what the contract does not describe has no response`(_ method: String, _ path: String) throws {
        #expect(try Self.response(method, path) == nil)
    }

    @Test func `a status that the operation does not have is no response`() throws {
        #expect(try Self.response("GET", "/items", prefer: "code=500") == nil)
    }
}
