import Foundation
import VerbatimHAR

@testable import VerbatimContract

/// A small API that shows every rule; the lines of its text are part of the expected findings.
enum ShopContract {
    static let text = #"""
        {
          "openapi": "3.1.0",
          "info": {"title": "Shop", "version": "1"},
          "servers": [{"url": "https://api.shop.test/v1"}],
          "paths": {
            "/items": {
              "get": {
                "operationId": "items.list",
                "parameters": [
                  {"name": "q", "in": "query", "required": true, "schema": {"type": "string", "minLength": 1}},
                  {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}},
                  {"name": "tags", "in": "query", "explode": false, "schema": {"type": "array", "items": {"enum": ["a", "b"]}}},
                  {"name": "X-Client", "in": "header", "schema": {"type": "string", "pattern": "^app/"}}
                ],
                "responses": {
                  "200": {
                    "description": "items",
                    "headers": {
                      "Date": {"required": true, "schema": {"type": "string", "x-date-formats": ["EEE, dd MMM yyyy HH:mm:ss 'GMT'"]}},
                      "X-Total": {"schema": {"type": "integer", "minimum": 0}}
                    },
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Items"}}}
                  },
                  "4XX": {"description": "refused", "content": {"application/json": {"schema": {"type": "object", "required": ["error"]}}}},
                  "default": {"description": "broken", "content": {"text/html": {"schema": {"type": "string", "pattern": "<html"}}}}
                }
              },
              "post": {
                "operationId": "items.create",
                "requestBody": {
                  "required": true,
                  "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/Item"}},
                    "application/x-www-form-urlencoded": {"schema": {"$ref": "#/components/schemas/Item"}}
                  }
                },
                "responses": {"204": {"description": "created"}}
              }
            },
            "/items/{id}": {
              "get": {
                "operationId": "items.get",
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
                "responses": {"200": {"description": "item", "content": {
                  "text/javascript": {"schema": {"$ref": "#/components/schemas/Item"}},
                  "text/xml": {"schema": {"$ref": "#/components/schemas/Item"}}
                }}}
              }
            },
            "/items/newest": {
              "get": {"operationId": "items.newest", "security": [{"key": []}, {"user": [], "session": []}], "responses": {"204": {"description": "none"}}}
            },
            "/images/{name}": {
              "get": {
                "operationId": "images.get",
                "parameters": [{"name": "name", "in": "path", "required": true, "schema": {"type": "string"}}],
                "responses": {"200": {"description": "image", "content": {"image/png": {}, "image/jpeg": {}}}}
              }
            },
            "/notes": {
              "get": {"operationId": "notes", "responses": {"200": {"description": "text", "content": {"text/plain": {"schema": {"type": "string", "maxLength": 5}}, "text/event-stream": {}}}}}
            },
            "/call#shop.one": {
              "get": {
                "operationId": "shop.one",
                "parameters": [{"name": "method", "in": "query", "required": true, "schema": {"const": "shop.one"}}],
                "responses": {"204": {"description": "done"}}
              }
            },
            "/call#shop.two": {
              "get": {
                "operationId": "shop.two",
                "parameters": [{"name": "method", "in": "query", "required": true, "schema": {"const": "shop.two"}}],
                "responses": {"204": {"description": "done"}}
              }
            }
          },
          "components": {
            "schemas": {
              "Items": {
                "type": "object",
                "required": ["items"],
                "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}
              },
              "Item": {
                "type": "object",
                "xml": {"name": "item"},
                "required": ["id"],
                "properties": {
                  "id": {"type": "integer", "minimum": 1, "xml": {"attribute": true}},
                  "name": {"type": "string", "minLength": 1},
                  "link": {"type": "string", "format": "uri"},
                  "made": {"type": "string", "x-date-formats": ["yyyy", "yyyy-MM-dd"]},
                  "code": {"type": "string", "pattern": "^[A-Z]+$"},
                  "kind": {"type": "string", "x-known-values": ["book", "song"]},
                  "state": {"enum": ["new", "used"]},
                  "size": {"type": "object", "properties": {"cm": {"type": "number"}}, "additionalProperties": false},
                  "either": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
                  "seen": {"type": "string", "format": "date-time", "x-date-profile": {"fraction": "never", "offset": "Z"}}
                }
              }
            },
            "securitySchemes": {
              "key": {"type": "apiKey", "in": "query", "name": "key"},
              "user": {"type": "oauth2", "flows": {}},
              "session": {"type": "apiKey", "in": "cookie", "name": "sid"}
            }
          }
        }
        """#

    /// The contract, read once for all cases.
    static func contracts() throws -> ContractSet { try loaded.get() }

    private static let loaded = Result<ContractSet, ContractError> { () throws(ContractError) in
        ContractSet([try Contract(parsing: Data(text.utf8), file: "Contracts/shop.json")])
    }
}

/// An interaction with the shop, and its findings.
struct CheckCase: CustomStringConvertible, Sendable {
    let name: String
    let interaction: Interaction
    let findings: [String]

    var description: String { name }

    /// A valid interaction by default: `GET /items?q=x -> 200` with a JSON body.
    init(
        _ name: String, _ method: String = "GET", _ target: String = "/items?q=x", sent: HeaderFields = [:],
        form: String? = nil, status: Int = 200, type: String? = "application/json",
        headers: HeaderFields = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
        body: [UInt8] = Array("{\"items\":[]}".utf8),
        finds findings: [String] = []
    ) {
        self.name = name
        var headers = headers
        headers["Content-Type"] = type
        let url = target.hasPrefix("/") ? "https://api.shop.test/v1" + target : target
        interaction = Interaction(
            HTTPRequest(method, url, headers: sent, body: form.map { Data($0.utf8) }),
            .response(HTTPResponse(status, headers: headers, body: .data(Data(body)))),
            location: .init(archive: "shop.har", entry: 0, line: 7))
        self.findings = findings
    }

    /// An item, `GET /items/1`, as JSON in JavaScript.
    init(item name: String, _ body: String, finds findings: [String] = []) {
        self.init(
            name, "GET", "/items/1", type: "text/javascript", body: Array(body.utf8), finds: findings)
    }

    init(_ name: String, _ interaction: Interaction, finds findings: [String]) {
        self.name = name
        self.interaction = interaction
        self.findings = findings
    }
}

extension Finding {
    /// A finding in one line, with the line in the contract.
    var line: String {
        let subject = subject.text ?? ""
        let line = contractLocation?.line.map { " [\($0)]" } ?? ""
        let text = expected.isEmpty ? found : "expected \(expected), found \(found)"
        return "\(severity) \(rule): \(subject): \(text)\(line)"
    }
}
