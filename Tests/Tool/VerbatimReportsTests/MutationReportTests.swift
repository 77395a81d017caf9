import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimMutation

@testable import VerbatimReports

/// How strong a contract is, as people and as programs read it.
@Suite struct MutationReportTests {
    private static let contract = """
        {
          "openapi": "3.1.0",
          "info": {"title": "shop", "version": "1"},
          "servers": [{"url": "https://shop.test"}],
          "paths": {
            "/item": {
              "get": {
                "operationId": "item",
                "responses": {
                  "200": {
                    "description": "the item",
                    "content": {"application/json": {"schema": {
                      "type": "object",
                      "required": ["name", "price"],
                      "properties": {
                        "name": {"type": "string"},
                        "price": {},
                        "note": {"type": "string", "minLength": 1, "x-mutation-waivers": {
                          "drop-key": "most items have none", "null": "it never is"
                        }}
                      }
                    }}}
                  }
                }
              }
            }
          }
        }
        """

    private struct Item: Decodable {
        let name: String
        let price: Int
    }

    private static func report() async throws -> MutationReport {
        let contract = try Contract(parsing: Data(contract.utf8), file: "Contracts/shop.json")
        let body = #"{"name": "lamp", "price": 12, "note": "used"}"#
        let answer = Interaction(
            HTTPRequest("GET", "https://shop.test/item"),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))),
            location: .init(
                archive: "Recordings/shop/item.har", entry: 0, line: 10, body: "Recordings/shop/item/1.json"))
        let model = ModelBinding("item", Item.self) { JSONDecoder() }
        return await MutationRun(contract, models: [model]).report(on: [answer])
    }

    @Test func `tells people what nobody noticed, what only a model did, and the scores`() async throws {
        let schema = "/paths/~1item/get/responses/200/content/application~1json/schema/properties"
        let text = try await MutationText().text(of: [Self.report()])
        #expect(
            text == """
                survived: empty at '/name' is noticed by neither the contract nor a model: '/name' is ""
                  at Recordings/shop/item/1.json:1:10 (GET /item -> 200)
                  next: say "minLength": 1 at '\(schema)/name' (Contracts/shop.json:16:25), or say there why not in 'x-mutation-waivers'
                survived: sign at '/price' is noticed by neither the contract nor a model: '/price' is -12
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  next: say "minimum": 0 at '\(schema)/price' (Contracts/shop.json:17:26), or say there why not in 'x-mutation-waivers'
                refused: null at '/price' is noticed by a model, but not the contract: '/price' is null
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  next: say "type": "integer" at '\(schema)/price' (Contracts/shop.json:17:26)
                refused: number-in-string at '/price' is noticed by a model, but not the contract: '/price' is "12"
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  next: say "type": "integer" at '\(schema)/price' (Contracts/shop.json:17:26)
                refused: overflow at '/price' is noticed by a model, but not the contract: '/price' is 9223372036854775808
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  next: say "maximum": 9007199254740991 at '\(schema)/price' (Contracts/shop.json:17:26)
                refused: fraction at '/price' is noticed by a model, but not the contract: '/price' is 12.5
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  next: say "type": "integer" at '\(schema)/price' (Contracts/shop.json:17:26)
                refused: other-type at '/price' is noticed by a model, but not the contract: '/price' is true
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  and 3 more like it
                  next: say "type": "integer" at '\(schema)/price' (Contracts/shop.json:17:26)
                refused: scalar-to-array at '/price' is noticed by a model, but not the contract: '/price' is [12]
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200)
                  next: say "type": "integer" at '\(schema)/price' (Contracts/shop.json:17:26)
                waiver-unused: 'null' at '\(schema)/note' waives no mutant
                  at Contracts/shop.json:19:63
                  next: take it out, or correct its name or location

                operation   mutants  contract  model  either  survived  seen  waived
                shop item        47     76.5%  61.7%   95.7%         2     -       1
                shop (all)       47     76.5%  61.7%   95.7%         2     -       1
                47 mutants: 76.5% noticed by the contract (1 only as a warning), 95.7% by the contract or a model
                not counted: 1 with a key nobody knows, which breaks nobody

                """)
    }

    @Test func `gives programs the scores, and every mutant that the contract does not notice`() async throws
    {
        let json = try await MutationJSON.value(of: [Self.report()])
        #expect(
            json["summary"]?.text(.pretty) == """
                {
                  "mutants": 47,
                  "caughtByContract": 0.7659574468085106,
                  "caughtByModel": 0.6170212765957447,
                  "caughtByBoth": 0.425531914893617,
                  "caughtByEither": 0.9574468085106383,
                  "asWarning": 1,
                  "survived": 2,
                  "seen": 0,
                  "waived": 1,
                  "unknownKey": 1,
                  "skipped": 0,
                  "disagreements": 0,
                  "unusedWaivers": 1
                }
                """)
        let operators = json["apis"]?[0]?["operations"]?[0]?["operators"]?.array ?? []
        #expect(
            operators.first?.text() == """
                {"operator":"drop-key","mutants":2,"caughtByContract":1.0,"caughtByModel":1.0,"caughtByBoth":1.0,\
                "caughtByEither":1.0,"asWarning":0,"survived":0,"seen":0,"waived":1}
                """)
        #expect(json["unusedWaivers"]?[0]?["operator"] == "null")
    }

    @Test func `gives programs the change of the contract, and the reason of a waiver`() async throws {
        let groups = try await MutationJSON.value(of: [Self.report()])["groups"]?.array ?? []
        #expect(
            groups.first { $0["operator"] == "empty" }?.text(.pretty) == """
                {
                  "api": "shop",
                  "operation": "item",
                  "exchange": "GET /item -> 200",
                  "operator": "empty",
                  "pointer": "/name",
                  "count": 1,
                  "change": "'/name' is \\"\\"",
                  "location": {
                    "file": "Recordings/shop/item/1.json",
                    "line": 1,
                    "column": 10
                  },
                  "fate": "survived",
                  "edit": {
                    "pointer": "/paths/~1item/get/responses/200/content/application~1json/schema/properties/name",
                    "member": "minLength",
                    "change": {
                      "set": 1
                    },
                    "location": {
                      "file": "Contracts/shop.json",
                      "line": 16,
                      "column": 25
                    }
                  }
                }
                """)
        let waived = groups.first { $0["fate"] == "waived" }
        #expect(waived?["reason"] == "most items have none")
    }
}
