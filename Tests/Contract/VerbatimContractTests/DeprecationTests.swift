import Foundation
import Testing
import VerbatimExampleSupport
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimContract

/// The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
@Suite struct DeprecationTests {
    /// 21 November 2026.
    private static let now = Date(timeIntervalSince1970: 1_795_219_200)

    private func findings(_ headers: HeaderFields..., deprecated: Bool = false) throws -> [Finding] {
        let fragment = ContractFragment.operation(["deprecated": .bool(deprecated)])
        let contract = try Contract(
            parsing: Data(fragment.document.text().utf8), file: "Contracts/books.json")
        let report = ContractSet([contract]).check(
            headers.map { RecordedExample(headers: $0).interaction })
        #expect(report.findings == [])
        return report.deprecations(now: Self.now)
    }

    private static let cases: [(headers: HeaderFields, findings: [String])] = [
        (["Deprecation": "@1767225600"], ["info deprecation-announced: deprecated since 2026-01-01"]),
        (["Deprecation": "@1830297600"], ["info deprecation-announced: deprecated from 2028-01-01 on"]),
        (["deprecation": "true"], ["info deprecation-announced: deprecated"]),
        (["Deprecation": "false"], []), (["Deprecation": "?0"], []),
        (
            ["Deprecation": "Thu, 01 Jan 2026 00:00:00 GMT"],
            ["info deprecation-announced: deprecated since 2026-01-01"]
        ),
        (["Deprecation": "@99999999999999999999"], ["info deprecation-announced: deprecated"]),
        (
            ["Sunset": "Fri, 31 Dec 2027 23:59:59 GMT"],
            ["info sunset-announced: the operation ends on 2027-12-31"]
        ),
        (
            ["Sunset": "Thu, 31 Dec 2026 23:59:59 GMT"],
            ["warning sunset-announced: the operation ends on 2026-12-31"]
        ),
        (
            ["Sunset": "Sat, 31 Jan 2026 23:59:59 GMT"],
            ["warning sunset-announced: the operation was to end on 2026-01-31"]
        ),
        (
            ["Sunset": "soon"],
            ["warning sunset-announced: the operation will end, but \"soon\" is no date of HTTP"]
        ),
        (
            ["Deprecation": "@1767225600", "Sunset": "Thu, 31 Dec 2026 23:59:59 GMT"],
            [
                "info deprecation-announced: deprecated since 2026-01-01",
                "warning sunset-announced: the operation ends on 2026-12-31",
            ]
        ),
    ]

    @Test(arguments: cases) func `a header is a finding with its day`(
        headers: HeaderFields, expected: [String]
    ) throws {
        #expect(try findings(headers).map { "\($0.severity) \($0.rule): \($0.found)" } == expected)
    }

    @Test func `an operation is reported once, with the link of the header`() throws {
        let announced: HeaderFields = [
            "Deprecation": "@1767225600",
            "Link": #"<https://a.test/next>; rel="next", <https://a.test/v2>; rel="deprecation""#,
        ]
        let found = try findings([:], announced, announced)
        #expect(found.map(\.rule) == [.deprecationAnnounced])
        #expect(found.first?.operation == "books.list")
        #expect(found.first?.next == "read https://a.test/v2, and use what replaces the operation")
    }

    @Test func `a deprecated operation is reported if it is recorded`() throws {
        #expect(try findings([:], [:], deprecated: true).map(\.rule) == [.deprecatedOperationUsed])
        #expect(try findings(deprecated: true) == [])
    }

    @Test func `parameters and properties that occur are reported once, those that do not are not`() throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "shop", "version": "1"},
             "servers": [{"url": "https://shop.test"}],
             "paths": {"/items": {"get": {"operationId": "list",
               "parameters": [
                 {"name": "page", "in": "query", "deprecated": true, "schema": {"$ref": "#/components/schemas/N"}},
                 {"name": "size", "in": "query", "deprecated": true, "schema": {"$ref": "#/components/schemas/N"}}
               ],
               "responses": {"200": {"description": "", "content": {"application/json": {"schema":
                 {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}}}}}},
             "components": {"schemas": {
               "N": {"type": "integer"},
               "Item": {"properties": {
                 "id": {"type": "integer", "deprecated": true}, "old": {"type": "integer", "deprecated": true},
                 "n": {"deprecated": true, "$ref": "#/components/schemas/N"}}}}}}
            """
        let contract = try Contract(parsing: Data(text.utf8), file: "Contracts/shop.json")
        let interaction = Interaction(
            HTTPRequest("GET", "https://shop.test/items?page=2"),
            .response(
                HTTPResponse(
                    200, headers: ["Content-Type": "application/json"],
                    body: .text(#"[{"id": 1, "n": 1}, {"id": 2}]"#))))
        let report = ContractSet([contract]).check([interaction, interaction])
        #expect(report.findings == [])
        #expect(
            report.deprecations(now: Self.now).map { "\($0.rule) \($0.part ?? "")" } == [
                "deprecated-parameter-used query parameter 'page'",
                "deprecated-property-used property 'Item.id'", "deprecated-property-used property 'Item.n'",
            ])
    }
}
