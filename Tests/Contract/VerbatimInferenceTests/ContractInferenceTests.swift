import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimInference

/// Contracts inferred from traffic.
@Suite struct ContractInferenceTests {
    @Test func `traffic satisfies the contract that is inferred from it`() throws {
        let traffic = Traffic.responses([#"{"items": [{"id": 1}]}"#, #"{"items": []}"#])
        let inferred = try ContractInference(minimumResponses: 1).contract(file: Traffic.file, from: traffic)
        #expect(
            inferred.text == """
                {
                  "openapi": "3.1.0",
                  "info": {
                    "title": "shop",
                    "version": "1"
                  },
                  "servers": [
                    {
                      "url": "https://api.shop.test"
                    }
                  ],
                  "paths": {
                    "/items": {
                      "get": {
                        "operationId": "getItems",
                        "responses": {
                          "200": {
                            "description": "OK",
                            "content": {
                              "application/json": {
                                "schema": {
                                  "type": "object",
                                  "required": [
                                    "items"
                                  ],
                                  "x-responses": 2,
                                  "properties": {
                                    "items": {
                                      "type": "array",
                                      "items": {
                                        "type": "object",
                                        "required": [
                                          "id"
                                        ],
                                        "x-responses": 1,
                                        "properties": {
                                          "id": {
                                            "type": "integer"
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }

                """)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
    }

    @Test func `a second inference changes nothing`() throws {
        let traffic = Traffic.responses([#"{"items": [{"id": 1}]}"#])
        let inference = ContractInference()
        let once = try inference.contract(file: Traffic.file, from: traffic)
        let twice = try inference.update(
            Contract(parsing: Data(once.text.utf8), file: Traffic.file), with: traffic)
        #expect(twice.edits.isEmpty && !twice.isChanged && twice.text == once.text)
    }

    /// https://www.rfc-editor.org/rfc/rfc9110#section-9.3.1
    @Test(arguments: [
        ("GET", "{}", false), ("DELETE", "[]", false), ("GET", #"{"a": 1}"#, true), ("POST", "null", false),
        ("PUT", #""""#, false), ("POST", "{}", true),
    ])
    func `an empty object with which a client reads or deletes is no request body, nor is null`(
        _ method: String, _ body: String, _ isDescribed: Bool
    ) throws {
        let request = HTTPRequest(
            method, "https://api.shop.test/items/7", headers: ["Content-Type": "application/json"],
            body: Data(body.utf8))
        let traffic = [Interaction(request, .response(HTTPResponse(204)))]
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.text.contains("requestBody") == isDescribed)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
    }

    @Test(arguments: [
        (#"{"a": 1}"#, 201, "application/json"), (#"{"a": 1}"#, 415, nil),
        (#"{"a": 1}"#, 403, "application/json"),
        ("a=1", 201, "application/x-www-form-urlencoded"), ("a=1&b[c]=%3D&d=", 403, "x-www-form-urlencoded"),
        ("a&b&&c=1&d=", 201, "application/x-www-form-urlencoded"), ("a&b", 201, nil),
        ("a=1", 422, nil), ("a b=1", 201, nil), ("YWJjZA==", 201, nil), ("YWJjZA=", 201, nil),
        ("a", 201, nil),
    ])
    func `a body without a media type is described if it is JSON or a form that the server understands`(
        _ body: String, _ status: Int, _ type: String?
    ) throws {
        let request = HTTPRequest("POST", "https://api.shop.test/items", body: Data(body.utf8))
        let traffic = [Interaction(request, .response(HTTPResponse(status)))]
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.text.contains(type ?? "requestBody") == (type != nil))
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
    }

    @Test(arguments: [
        (#"{"a": 1}"#, 200, "application/json"), (#"{"a": 1}"#, 415, "form"), ("a=1", 200, "form"),
    ])
    func `JSON that is sent as a form is described as JSON`(
        _ body: String, _ status: Int, _ type: String
    ) throws {
        let request = HTTPRequest(
            "POST", "https://api.shop.test/items",
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Data(body.utf8))
        let traffic = [Interaction(request, .response(HTTPResponse(status)))]
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(inferred.text.contains("application/json") == (type != "form"))
        #expect(inferred.text.contains("urlencoded") == (type == "form"))
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
    }

    @Test func `the secure server is the first one`() throws {
        let traffic = Traffic.responses(["{}", "{}"], to: "http://api.shop.test/items")
        let inferred = try ContractInference().contract(
            file: Traffic.file, from: traffic + Traffic.responses(["{}"], to: "https://api.shop.test/items"))
        #expect(
            inferred.contract.document["servers"].value
                == [["url": "https://api.shop.test"], ["url": "http://api.shop.test"]])
    }

    @Test func `JSON that is sent as HTML is described`() throws {
        let traffic = Traffic.responses([#"{"id": 1}"#], type: "text/html; charset=utf-8")
        let inferred = try ContractInference().contract(file: Traffic.file, from: traffic)
        #expect(ContractSet([inferred.contract]).check(traffic).findings.isEmpty)
        let changed = Traffic.responses([#"{"id": "1"}"#, "<html></html>"], type: "text/html")
        #expect(ContractSet([inferred.contract]).check(changed).findings.count == 2)
    }
}
