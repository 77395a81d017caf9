import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimMutation

@testable import VerbatimReports

/// The strength of a contract as text for people and as JSON for programs.
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
        let interaction = Interaction(
            HTTPRequest("GET", "https://shop.test/item"),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))),
            location: .init(
                archive: "Recordings/shop/item.har", entry: 0, line: 10, body: "Recordings/shop/item/1.json"))
        let model = ModelBinding("item", Item.self) { JSONDecoder() }
        return await MutationRun(contract, models: [model]).report(on: [interaction])
    }

    private static let schema =
        #"paths["/item"].get.responses.200.content["application/json"].schema.properties"#

    private static func text(_ format: ReportFormat, verbose: Bool = false) async throws -> String {
        let options = ReportOptions(
            text: ReportText(verbose: verbose), files: SourceFiles(path: { $0 }, read: { _ in nil }),
            version: "1.0.0", token: "token")
        return try await Report([report()]).text(as: format, options)
    }

    @Test func `the text lists survivors, mutants that only a model kills, and the scores`() async throws {
        let text = try await Self.text(.text, verbose: true)
        let findings = try #require(text.range(of: "all 12 findings:\n")).lowerBound
        #expect(
            text[findings...] == """
                all 12 findings:
                mutant-survived: empty at '/name': expected a finding of the contract, found none if '/name' is ""
                  at Recordings/shop/item/1.json:1:10 (GET /item -> 200), Contracts/shop.json:16:25
                  next: set "minLength": 1 at '\(Self.schema).name' (Contracts/shop.json:16:25), or, if such a response is valid, add the reason to 'x-mutation-waivers' there
                mutant-killed-by-model: null at '/price': expected a finding of the contract, found only that of a model if '/price' is null
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  next: set "type": "integer" at '\(Self.schema).price' (Contracts/shop.json:17:26)
                mutant-killed-by-model: number-in-string at '/price': expected a finding of the contract, found only that of a model if '/price' is "12"
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  next: set "type": "integer" at '\(Self.schema).price' (Contracts/shop.json:17:26)
                mutant-killed-by-model: overflow at '/price': expected a finding of the contract, found only that of a model if '/price' is 9223372036854775808
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  next: set "maximum": 9007199254740991 at '\(Self.schema).price' (Contracts/shop.json:17:26)
                mutant-survived: sign at '/price': expected a finding of the contract, found none if '/price' is -12
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  next: set "minimum": 0 at '\(Self.schema).price' (Contracts/shop.json:17:26), or, if such a response is valid, add the reason to 'x-mutation-waivers' there
                mutant-killed-by-model: fraction at '/price': expected a finding of the contract, found only that of a model if '/price' is 12.5
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  next: set "type": "integer" at '\(Self.schema).price' (Contracts/shop.json:17:26)
                mutant-killed-by-model: other-type at '/price': expected a finding of the contract, found only that of a model if '/price' is true
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  and 3 more like it
                  next: set "type": "integer" at '\(Self.schema).price' (Contracts/shop.json:17:26)
                mutant-killed-by-model: scalar-to-array at '/price': expected a finding of the contract, found only that of a model if '/price' is [12]
                  at Recordings/shop/item/1.json:1:27 (GET /item -> 200), Contracts/shop.json:17:26
                  next: set "type": "integer" at '\(Self.schema).price' (Contracts/shop.json:17:26)
                waiver-unused: the waiver of 'null' at '\(Self.schema).note': waives no mutant; its reason was 'it never is'
                  at Contracts/shop.json:19:63
                  next: remove it, or correct its operator or its position

                operation   mutants  killed by contract  killed by model  killed  survived  equivalent  waived
                shop item        47               76.5%            61.7%   95.7%         2           -       1
                shop (all)       47               76.5%            61.7%   95.7%         2           -       1
                not counted: 1 mutant with an unknown key, which breaks no client

                ✗ 3 breaking, 1 warning · 47 mutants: 95.7% killed, 76.5% by the contract (2 by a warning only)

                """)
    }

    @Test func `every format has the survivors, the unused waiver and the scores`() async throws {
        for format in ReportCommand.mutate.formats {
            let text = try await Self.text(format)
            #expect(text.contains("empty"), "\(format)")
            guard format != .stryker else { continue }
            #expect(text.contains("the waiver of"), "\(format): \(text)")
            #expect(text.contains("schema.properties.note"), "\(format): \(text)")
        }
        for format in [ReportFormat.text, .markdown, .html, .github] {
            let text = try await Self.text(format)
            #expect(text.contains("95.7%") && text.contains("shop (all)"), "\(format): \(text)")
        }
        #expect(!ReportCommand.check.formats.contains(.stryker))
    }

    @Test func `JUnit has a case for each operation with mutants`() async throws {
        let text = try await Self.text(.junit)
        #expect(text.contains(#"<testcase classname="shop.item" name="mutants""#), "\(text)")
        #expect(text.contains(#"<testcase classname="shop" name="waivers""#), "\(text)")
        #expect(text.contains(#"tests="2" failures="2""#), "\(text)")
    }

    @Test func `the JSON has the scores`() async throws {
        let json = try await ReportJSON.value(of: Report([Self.report()]))
        #expect(
            json["summary"]?.text(.pretty) == """
                {
                  "mutants": 47,
                  "killedByContract": 0.7659574468085106,
                  "killedByModel": 0.6170212765957447,
                  "killedByBoth": 0.425531914893617,
                  "killed": 0.9574468085106383,
                  "killedByWarning": 2,
                  "survived": 2,
                  "equivalent": 0,
                  "waived": 1,
                  "unknownKey": 1,
                  "skipped": 0,
                  "disagreements": 0,
                  "unusedWaivers": 1,
                  "breaking": 3,
                  "warning": 9,
                  "info": 0
                }
                """)
        let operators = json["apis"]?[0]?["operations"]?[0]?["operators"]?.array ?? []
        #expect(
            operators.first?.text() == """
                {"operator":"drop-key","mutants":2,"killedByContract":1.0,"killedByModel":1.0,"killedByBoth":1.0,\
                "killed":1.0,"killedByWarning":0,"survived":0,"equivalent":0,"waived":1}
                """)
        #expect(json["findings"]?.array?.last?["rule"] == "waiver-unused")
    }

    @Test func `the JSON has the edit of the contract and the reason of a waiver`() async throws {
        let json = try await ReportJSON.value(of: Report([Self.report()]))
        let findings = json["findings"]?.array ?? []
        #expect(
            findings.first { $0["operator"] == "empty" }?.text(.pretty) == """
                {
                  "rule": "mutant-survived",
                  "severity": "breaking",
                  "message": "empty at '/name': expected a finding of the contract, found none if '/name' is \\"\\"",
                  "api": "shop",
                  "operation": "item",
                  "exchange": "GET /item -> 200",
                  "status": 200,
                  "operator": "empty",
                  "subject": "empty at '/name'",
                  "pointer": "/name",
                  "contractPointer": "/paths/~1item/get/responses/200/content/application~1json/schema/properties/name",
                  "expected": "a finding of the contract",
                  "found": "none if '/name' is \\"\\"",
                  "location": {
                    "file": "Recordings/shop/item/1.json",
                    "line": 1,
                    "column": 10
                  },
                  "contractLocation": {
                    "file": "Contracts/shop.json",
                    "line": 16,
                    "column": 25
                  },
                  "next": "set \\"minLength\\": 1 at '\(Self.schema.replacing("\"", with: "\\\"")).name' (Contracts/shop.json:16:25), or, if such a response is valid, add the reason to 'x-mutation-waivers' there",
                  "fingerprint": "8d7a8ec72ad864b6",
                  "result": "survived",
                  "edit": {
                    "keyword": "minLength",
                    "change": {
                      "set": 1
                    }
                  }
                }
                """)
        let excluded = json["excluded"]?.array ?? []
        let waived = excluded.first { $0["result"] == "waived" }
        #expect(waived?["reason"] == "most items have none")
    }

    @Test func `Stryker's report has what survived at its value, and what was killed by operator`()
        async throws
    {
        let contract = try Contract(
            parsing: Data(
                """
                {"openapi": "3.1.0", "info": {"title": "shop", "version": "1"},
                 "servers": [{"url": "https://shop.test"}],
                 "paths": {"/count": {"get": {"operationId": "count", "responses": {"200": {"description": "",
                   "content": {"application/json": {"schema": {"required": ["n"], "properties": {"n": {"type": "integer"}}}}}}}}}}}
                """.utf8), file: "Contracts/shop.json")
        let interaction = Interaction(
            HTTPRequest("GET", "https://shop.test/count"),
            .response(
                HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text("{\"n\":\n 12}"))
            ),
            location: .init(
                archive: "Recordings/shop/count.har", entry: 0, line: 10, body: "Recordings/shop/count/1.json"
            ))
        let report = await MutationRun(contract, models: []).report(on: [interaction])
        let files = SourceFiles(path: { $0 }, read: { _ in Array("{\"n\":\n 12}".utf8) })
        let value = StrykerReport(version: "1.0.0", files: files).value(of: Report([report]))
        #expect(
            value.text().replacing(#"{"id""#, with: "\n" + #"{"id""#).split(separator: "\n")
                == #"""
                {"schemaVersion":"2","thresholds":{"high":100,"low":80},"framework":{"name":"verbatim","version":"1.0.0"},"files":{"Recordings/shop/count/1.json":{"language":"json","source":"{\"n\":\n 12}","mutants":[
                {"id":"1","mutatorName":"null","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":6}},"status":"Survived","description":"null of the body: expected a finding of the contract, found none if the body is null (GET /count -> 200)"},
                {"id":"2","mutatorName":"object-to-array","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":6}},"status":"Survived","description":"object-to-array of the body: expected a finding of the contract, found none if the body is [{\"n\": 12}] (GET /count -> 200)"},
                {"id":"3","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":6}},"status":"Survived","description":"other-type of the body: expected a finding of the contract, found none if the body is true (GET /count -> 200)"},
                {"id":"4","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":6}},"status":"Survived","description":"other-type of the body: expected a finding of the contract, found none if the body is 7 (GET /count -> 200)"},
                {"id":"5","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":6}},"status":"Survived","description":"other-type of the body: expected a finding of the contract, found none if the body is \"verbatim\" (GET /count -> 200)"},
                {"id":"6","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":6}},"status":"Survived","description":"other-type of the body: expected a finding of the contract, found none if the body is [] (GET /count -> 200)"},
                {"id":"7","mutatorName":"overflow","location":{"start":{"line":2,"column":2},"end":{"line":2,"column":4}},"status":"Survived","description":"overflow at '/n': expected a finding of the contract, found none if '/n' is 9223372036854775808 (GET /count -> 200)"},
                {"id":"8","mutatorName":"sign","location":{"start":{"line":2,"column":2},"end":{"line":2,"column":4}},"status":"Survived","description":"sign at '/n': expected a finding of the contract, found none if '/n' is -12 (GET /count -> 200)"},
                {"id":"9","mutatorName":"drop-key","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"10","mutatorName":"null","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"11","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"12","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"13","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"14","mutatorName":"other-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"15","mutatorName":"number-in-string","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"16","mutatorName":"fraction","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"17","mutatorName":"empty","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"18","mutatorName":"scalar-to-array","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"19","mutatorName":"duplicate-key","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"20","mutatorName":"truncated","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"21","mutatorName":"truncated","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"22","mutatorName":"truncated","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"23","mutatorName":"html","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"24","mutatorName":"jsonp","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"25","mutatorName":"byte-order-mark","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"26","mutatorName":"status","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"27","mutatorName":"status","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"28","mutatorName":"status","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"29","mutatorName":"status","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"30","mutatorName":"media-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"31","mutatorName":"media-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"},
                {"id":"32","mutatorName":"media-type","location":{"start":{"line":1,"column":1},"end":{"line":1,"column":2}},"status":"Killed","statusReason":"the contract has a finding","description":"a mutant of count"}]}}}
                """#.split(separator: "\n"))
    }
}
