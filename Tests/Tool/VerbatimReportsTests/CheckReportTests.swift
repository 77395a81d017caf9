import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimReports

/// The report of a check as text and as JSON.
@Suite struct CheckReportTests {
    private static let contract = """
        {
          "openapi": "3.1.0",
          "info": {"title": "shop", "version": "1"},
          "servers": [{"url": "https://shop.test"}],
          "paths": {
            "/items": {
              "get": {
                "operationId": "items.list",
                "responses": {
                  "200": {
                    "description": "items",
                    "content": {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}}
                  }
                }
              },
              "post": {"operationId": "items.create", "responses": {"204": {"description": "created"}}}
            }
          }
        }
        """

    private static func report() throws -> CheckReport {
        let contract = try Contract(parsing: Data(contract.utf8), file: "Contracts/shop.json")
        let bodies = ["[1, 2]", "[1,\n \"two\"]"]
        let exchanges = bodies.enumerated().map { entry, body in
            Interaction(
                HTTPRequest("GET", "https://shop.test/items"),
                .response(
                    HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))),
                location: .init(archive: "Recordings/shop/list.har", entry: entry, line: 10 * (entry + 1)))
        }
        let stray = Interaction(
            HTTPRequest("GET", "https://ads.test/pixel"),
            .failure(TransportFailure(code: -1001, reason: "timed out")))
        return ContractSet([contract]).check(exchanges + [stray])
    }

    @Test func `the text has the causes, a line for each API, and the verdict with what to do`() throws {
        #expect(
            try ReportText().text(of: Report(Self.report())) == """
                breaking: shop sends elements of a list as a string, not as an integer
                  --> Recordings/shop/list.har:20
                  = 1 place in 1 recording: GET /items -> 200
                  = 1 finding of response-property-type
                  = fix: accept it with `verbatim review shop`

                note: 'https://ads.test': not a server of any contract

                ✗ shop  2 interactions  1 of 2 operations  1 breaking

                ✗ 1 breaking · 3 interactions, 1 without a contract, 1 of 2 operations, 1 of 2 statuses
                  decide with `verbatim review shop`, `--verbose` lists all 2 findings

                """)
    }

    @Test func `the text lists the parts that are not covered on request`() throws {
        let text = try ReportText(listsGaps: true).text(of: Report(Self.report()))
        #expect(
            text.hasSuffix(
                """
                the recordings of shop cover 1 of 2 operations, 1 of 2 statuses, but not:
                  Contracts/shop.json:16:15: operation 'items.create'

                ✗ 1 breaking · 3 interactions, 1 without a contract, 1 of 2 operations, 1 of 2 statuses
                  decide with `verbatim review shop`, `--verbose` lists all 2 findings

                """))
    }

    @Test func `findings about whole recordings are one entry`() {
        let findings = ["a/one", "b/two"].map { name in
            Finding(
                .recordingStale,
                about: .init(api: String(name.prefix(1)), part: "recording '\(name)'"),
                .expected("2026-01-01 or later", found: "2025-06-30"),
                at: SourceLocation(file: "Recordings/\(name).har"),
                next: "run `verbatim record` to record anew")
        }
        #expect(
            ItemText().text(of: findings) == """
                recording-stale: recording 'a/one': expected 2026-01-01 or later, found 2025-06-30
                  at Recordings/a/one.har
                  and 1 more like it
                  next: run `verbatim record` to record anew

                """)
    }

    @Test func `the JSON has every finding with its locations, and the counts`() throws {
        let text = try ReportJSON.value(of: Report(Self.report())).text(.pretty)
        #expect(
            text == """
                {
                  "version": 2,
                  "command": "check",
                  "verdict": {
                    "breaking": 1,
                    "warning": 0,
                    "info": 1
                  },
                  "causes": [
                    {
                      "id": "b854fe2e0d78c9a8",
                      "severity": "breaking",
                      "kind": "retyped",
                      "title": "shop sends elements of a list as a string, not as an integer",
                      "api": "shop",
                      "names": [],
                      "count": 1,
                      "exchanges": [
                        "GET /items -> 200"
                      ],
                      "recordings": [
                        "shop/list"
                      ],
                      "affected": [],
                      "findings": [
                        "2f02f8d6bd1780f4"
                      ],
                      "fix": "accept it with `verbatim review shop`"
                    },
                    {
                      "id": "b9c6065e5907a32b",
                      "severity": "info",
                      "kind": "other",
                      "title": "'https://ads.test': not a server of any contract",
                      "names": [],
                      "count": 1,
                      "exchanges": [
                        "GET /pixel -> no response"
                      ],
                      "recordings": [],
                      "affected": [],
                      "findings": [
                        "1640d4c633c4449c"
                      ],
                      "fix": "if the app relies on it, write a contract with its URL in 'servers' and run `verbatim check`"
                    }
                  ],
                  "summary": {
                    "interactions": 3,
                    "withoutOperation": 0,
                    "withoutContract": 1,
                    "breaking": 1,
                    "warning": 0,
                    "info": 1
                  },
                  "operations": [
                    {
                      "api": "shop",
                      "operation": "items.list",
                      "method": "GET",
                      "path": "/items",
                      "recorded": true,
                      "interactions": 2,
                      "failures": 0,
                      "statuses": {
                        "200": 2
                      },
                      "breaking": 1,
                      "warning": 0,
                      "info": 0,
                      "location": {
                        "file": "Contracts/shop.json",
                        "line": 7,
                        "column": 14
                      }
                    },
                    {
                      "api": "shop",
                      "operation": "items.create",
                      "method": "POST",
                      "path": "/items",
                      "recorded": true,
                      "interactions": 0,
                      "failures": 0,
                      "statuses": {},
                      "breaking": 0,
                      "warning": 0,
                      "info": 0,
                      "location": {
                        "file": "Contracts/shop.json",
                        "line": 16,
                        "column": 15
                      }
                    }
                  ],
                  "findings": [
                    {
                      "rule": "response-property-type",
                      "severity": "breaking",
                      "message": "'/1': expected integer, found the string \\"two\\"",
                      "api": "shop",
                      "operation": "items.list",
                      "exchange": "GET /items -> 200",
                      "status": 200,
                      "pointer": "/1",
                      "contractPointer": "/paths/~1items/get/responses/200/content/application~1json/schema/items/type",
                      "expected": "integer",
                      "found": "the string \\"two\\"",
                      "location": {
                        "file": "Recordings/shop/list.har",
                        "line": 20
                      },
                      "contractLocation": {
                        "file": "Contracts/shop.json",
                        "line": 12,
                        "column": 92
                      },
                      "next": "if the API changed for good, accept it with `verbatim review shop`",
                      "fingerprint": "2f02f8d6bd1780f4"
                    },
                    {
                      "rule": "api-undocumented",
                      "severity": "info",
                      "message": "'https://ads.test': not a server of any contract",
                      "exchange": "GET /pixel -> no response",
                      "subject": "'https://ads.test'",
                      "expected": "",
                      "found": "not a server of any contract",
                      "next": "if the app relies on it, write a contract with its URL in 'servers' and run `verbatim check`",
                      "fingerprint": "1640d4c633c4449c"
                    }
                  ],
                  "coverage": [
                    {
                      "api": "shop",
                      "operations": {
                        "covered": 1,
                        "total": 2
                      },
                      "statuses": {
                        "covered": 1,
                        "total": 2
                      },
                      "parameters": {
                        "covered": 0,
                        "total": 0
                      },
                      "properties": {
                        "covered": 0,
                        "total": 0
                      },
                      "values": {
                        "covered": 0,
                        "total": 0
                      },
                      "formats": {
                        "covered": 0,
                        "total": 0
                      },
                      "gaps": [
                        {
                          "rule": "operation-unrecorded",
                          "severity": "info",
                          "message": "operation 'items.create': not recorded",
                          "api": "shop",
                          "operation": "items.create",
                          "subject": "operation 'items.create'",
                          "expected": "",
                          "found": "not recorded",
                          "contractLocation": {
                            "file": "Contracts/shop.json",
                            "line": 16,
                            "column": 15
                          },
                          "next": "run `verbatim record shop`, or add '\\"x-recorded\\": false' to the operation",
                          "fingerprint": "6c63c849797f634d"
                        }
                      ]
                    }
                  ]
                }
                """)
    }
}
