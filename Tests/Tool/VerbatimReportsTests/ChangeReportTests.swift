import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimReports

/// Changes as text and as JSON.
@Suite struct ChangeReportTests {
    private static let nullable = Rule(
        "response-property-became-nullable", .breaking, Direction.widens, of: "a property", "may now be null",
        "decoding may fail", ""
    ) { .unavailable }

    private static func change(
        severity: Severity = .breaking, exchange: String? = "GET /volumes -> 200",
        affected: [AffectedProperty] = [], evidence: Finding.Evidence = .notNeeded,
        others: [Finding.Place] = []
    ) -> Finding {
        var change = Finding(
            nullable, severity: severity,
            about: .init(
                api: "books", operation: "volumes.list", exchange: exchange, part: "'/items/*/id'",
                pointer: "/items/*/id"),
            .change(.widens, old: "string", new: "string or null"),
            at: SourceLocation(file: "Contracts/books.json", line: 90, column: 15),
            old: SourceLocation(file: "Old/books.json", line: 88, column: 15),
            next: "let Volume.id accept both")
        change.affected = affected
        change.evidence = evidence
        change.others = others
        return change
    }

    private static func place(_ number: Int) -> Finding.Place {
        Finding.Place(
            .init(
                operation: "volumes.get", exchange: "GET /volumes/\(number) -> 200", part: "'/id'",
                pointer: "/id"), .warning)
    }

    private static let id = AffectedProperty(
        name: "Volume.id", location: SourceLocation(file: "Volume.swift", line: 12, column: 9),
        model: "Volume",
        reason: "Volume.id expects String, but it is null")
    private static let recorded = Finding.Evidence.recorded(
        SourceLocation(file: "Recordings/books/list/1.json", line: 14, column: 11), pointer: "/items/0/id",
        value: "null")

    @Test func `the text has the change, its locations, the broken property, the evidence and the next step`()
    {
        let change = Self.change(affected: [Self.id], evidence: Self.recorded)
        #expect(
            ItemText().text(ofEntry: [change]) == """
                response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
                  at Contracts/books.json:90:15, was Old/books.json:88:15 (GET /volumes -> 200)
                  breaks Volume.id (Volume.swift:12:9): Volume.id expects String, but it is null
                  evidence: Recordings/books/list/1.json:14:11 is null
                  next: let Volume.id accept both
                """)
    }

    @Test func `a change of a shared schema is one entry with its places, and all changes are counted`() {
        let changes = [
            Self.change(evidence: .unrecorded(example: ["id": .null]), others: [Self.place(1)]),
            Self.change(severity: .off),
        ]
        #expect(
            ReportText(verbose: true).text(of: Report(changes: changes)) == """
                breaking: books: '/items/*/id' may now be null: string or null, was string
                  --> Contracts/books.json:90:15
                  = 2 places: GET /volumes -> 200
                  = 1 finding of response-property-became-nullable
                  = fix: let Volume.id accept both

                all 1 finding:
                response-property-became-nullable: '/items/*/id' may now be null: string or null, was string
                  at Contracts/books.json:90:15, was Old/books.json:88:15 (GET /volumes -> 200)
                  also '/id' (GET /volumes/1 -> 200)
                  no recording shows it; an example is {"id":null}
                  next: let Volume.id accept both

                ✗ 1 breaking · changes of contracts

                """)
    }

    @Test func `the JSON has the places of a change`() {
        let change = ReportJSON.value(of: Report(changes: [Self.change(others: [Self.place(1)])]))[
            "changes"]?[0]
        #expect(
            change?["others"] == [
                [
                    "severity": "warning", "operation": "volumes.get", "exchange": "GET /volumes/1 -> 200",
                    "subject": "'/id'", "pointer": "/id",
                ]
            ])
    }

    @Test func `the JSON has every change with its evidence, and the counts`() {
        let changes = [Self.change(affected: [Self.id], evidence: Self.recorded)]
        #expect(
            ReportJSON.value(of: Report(changes: changes)).text(.pretty) == """
                {
                  "version": 2,
                  "command": "diff",
                  "verdict": {
                    "breaking": 1,
                    "warning": 0,
                    "info": 0
                  },
                  "causes": [
                    {
                      "id": "4b6e70662aac42bf",
                      "severity": "breaking",
                      "kind": "other",
                      "title": "books: '/items/*/id' may now be null: string or null, was string",
                      "api": "books",
                      "names": [],
                      "count": 1,
                      "exchanges": [
                        "GET /volumes -> 200"
                      ],
                      "recordings": [],
                      "affected": [
                        {
                          "name": "Volume.id",
                          "model": "Volume",
                          "reason": "Volume.id expects String, but it is null",
                          "location": {
                            "file": "Volume.swift",
                            "line": 12,
                            "column": 9
                          }
                        }
                      ],
                      "findings": [
                        "2791b395b8246821"
                      ],
                      "fix": "let Volume.id accept both"
                    }
                  ],
                  "summary": {
                    "breaking": 1,
                    "warning": 0,
                    "info": 0
                  },
                  "changes": [
                    {
                      "rule": "response-property-became-nullable",
                      "severity": "breaking",
                      "message": "'/items/*/id' may now be null: string or null, was string",
                      "direction": "widens",
                      "api": "books",
                      "operation": "volumes.list",
                      "exchange": "GET /volumes -> 200",
                      "subject": "'/items/*/id'",
                      "pointer": "/items/*/id",
                      "old": "string",
                      "new": "string or null",
                      "oldLocation": {
                        "file": "Old/books.json",
                        "line": 88,
                        "column": 15
                      },
                      "newLocation": {
                        "file": "Contracts/books.json",
                        "line": 90,
                        "column": 15
                      },
                      "affected": [
                        {
                          "name": "Volume.id",
                          "model": "Volume",
                          "reason": "Volume.id expects String, but it is null",
                          "location": {
                            "file": "Volume.swift",
                            "line": 12,
                            "column": 9
                          }
                        }
                      ],
                      "evidence": {
                        "location": {
                          "file": "Recordings/books/list/1.json",
                          "line": 14,
                          "column": 11
                        },
                        "pointer": "/items/0/id",
                        "value": "null"
                      },
                      "next": "let Volume.id accept both",
                      "fingerprint": "2791b395b8246821"
                    }
                  ],
                  "findings": []
                }
                """)
    }

    @Test func `the JSON marks a change that no recording shows`() {
        let changes = [Self.change(evidence: .unrecorded(example: .null))]
        let change = ReportJSON.value(of: Report(changes: changes))["changes"]?[0]
        #expect(change?["unrecorded"] == true)
        #expect(change?["example"] == .null)
        #expect(change?["evidence"] == nil)
    }
}
