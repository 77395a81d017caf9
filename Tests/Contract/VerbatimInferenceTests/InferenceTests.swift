import Foundation
import Testing
import VerbatimContract
import VerbatimHAR

@testable import VerbatimInference

/// Contracts made of traffic, and contracts brought up to it.
struct InferenceTests {
    @Test func `traffic alone makes a contract that it keeps`() throws {
        let traffic = Traffic.answers([#"{"items": [{"id": 1}]}"#, #"{"items": []}"#])
        let inferred = try Inference(evidence: 1).contract(file: Traffic.file, of: traffic)
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
                                  "properties": {
                                    "items": {
                                      "type": "array",
                                      "items": {
                                        "type": "object",
                                        "required": [
                                          "id"
                                        ],
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

    @Test func `a second time nothing is left to change`() throws {
        let traffic = Traffic.answers([#"{"items": [{"id": 1}]}"#])
        let inference = Inference()
        let once = try inference.contract(file: Traffic.file, of: traffic)
        let twice = try inference.update(
            Contract(parsing: Data(once.text.utf8), file: Traffic.file), with: traffic)
        #expect(twice.changes.isEmpty && !twice.isChanged && twice.text == once.text)
    }
}
