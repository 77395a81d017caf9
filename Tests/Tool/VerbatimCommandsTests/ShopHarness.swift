import Foundation
import VerbatimAPI
import VerbatimModels

@testable import VerbatimCommands

/// An item as an app reads it.
struct ShopItem: Decodable, Sendable {
    let id: Int
    let name: String
}

extension CommandLineHarness {
    /// Creates a folder with a small API whose recording contradicts its contract.
    static func shop(
        _ binding: ModelBinding = ModelBinding("items.list", [ShopItem].self)
    ) throws -> CommandLineHarness {
        let shop = API(name: "shop", models: [binding])
        let harness = try CommandLineHarness(contractsOf: [], apis: [shop])
        try harness.write(contract, to: "Contracts/shop.json")
        try harness.write(source, to: "Sources/ShopItem.swift")
        try harness.write(archive, to: "Recordings/shop/items.har")
        try harness.write(items, to: "Recordings/shop/items/1.json")
        try harness.write("{\"error\": \"gone\"}\n", to: "Recordings/shop/items/2.json")
        return harness
    }

    /// Uses the folder of a shop, in a process that its test has started.
    convenience init(sharingShop folder: URL) {
        self.init(
            sharing: folder,
            apis: [API(name: "shop", models: [ModelBinding("items.list", [ShopItem].self)])])
    }

    /// Writes a file, and its folder if there is none.
    func write(_ text: String, to name: String) throws {
        let file = path(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns the text of a file.
    func text(_ name: String) throws -> String { try String(contentsOf: path(name), encoding: .utf8) }

    private static let source = """
        struct ShopItem: Decodable {
            let id: Int
            let name: String
        }

        """

    private static let items = """
        [
          {"id": 1, "name": "Lamp"},
          {"id": 2, "name": null},
          {"id": 3, "name": null, "weight": 2}
        ]

        """

    private static let contract = """
        {
          "openapi": "3.1.0",
          "info": {
            "title": "Shop",
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
                "operationId": "items.list",
                "responses": {
                  "200": {
                    "description": "The items.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "array",
                          "items": {
                            "$ref": "#/components/schemas/Item"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Item": {
                "type": "object",
                "required": [
                  "id",
                  "name"
                ],
                "properties": {
                  "id": {
                    "type": "integer"
                  },
                  "name": {
                    "type": "string"
                  }
                }
              }
            }
          }
        }

        """

    private static let archive = """
        {
          "log": {
            "version": "1.2",
            "creator": {"name": "verbatim", "version": "1"},
            "entries": [
              \(entry(200, body: "items/1.json")),
              \(entry(404, body: "items/2.json"))
            ]
          }
        }

        """

    private static func entry(_ status: Int, body: String) -> String {
        """
        {
                "startedDateTime": "2026-11-21T10:00:00.000Z",
                "time": 1,
                "request": {
                  "method": "GET", "url": "https://api.shop.test/items", "httpVersion": "HTTP/1.1", "headers": [],
                  "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0
                },
                "response": {
                  "status": \(status), "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
                  "headers": [{"name": "Content-Type", "value": "application/json"}],
                  "content": {"size": -1, "mimeType": "application/json", "_file": "\(body)"},
                  "redirectURL": "", "headersSize": -1, "bodySize": -1
                },
                "cache": {},
                "timings": {"send": 0, "wait": 1, "receive": 0}
              }
        """
    }
}
