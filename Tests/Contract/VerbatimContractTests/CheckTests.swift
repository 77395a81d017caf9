import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimContract

@Suite struct CheckTests {
    @Test(arguments: CheckCases.all)
    func `reports the findings of an interaction`(_ example: CheckCase) throws {
        let findings = try ShopContract.contracts().check(example.interaction)
        #expect(findings.map(\.line) == example.findings)
    }

    @Test func `every rule about an interaction has a case`() {
        let shown = Set(
            CheckCases.all.flatMap(\.findings).compactMap {
                $0.split(separator: " ").dropFirst().first?.dropLast()
            })
        let unshown = Rule.all.map(\.id).filter { !shown.contains($0[...]) }
        #expect(
            unshown == [
                "contract-problem", "traffic-unmatched", "deprecated-operation-used",
                "deprecated-parameter-used",
                "deprecated-property-used", "deprecation-announced", "sunset-announced",
                "recording-unfinished", "recording-log-mismatch", "recording-stale",
                "recording-from-fake",
                "operation-unrecorded",
                "status-unrecorded",
                "parameter-unrecorded", "property-unrecorded", "value-unrecorded", "format-unrecorded",
                "loss-entry", "loss-member", "loss-response", "loss-response-body", "loss-request-body",
                "loss-charset", "loss-web-socket",
            ])
    }

    @Test func `a request that another server has names that server`() throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://a.test/v4"}],
             "paths": {"/x": {"get": {"responses": {"200": {"description": "x"}}}},
              "/betas": {"servers": [{"url": "https://a.test/v4beta"}],
               "get": {"responses": {"200": {"description": "betas"}}}}}}
            """
        let contracts = ContractSet([try Contract(parsing: Data(text.utf8), file: "a.json")])
        let interaction = Interaction(
            HTTPRequest("GET", "https://a.test/v4/betas"), .response(HTTPResponse(200)))
        let found = contracts.check([interaction]).findings.map(\.found)
        #expect(found == ["undocumented operation; closest: GET /betas of server 'https://a.test/v4beta'"])
    }

    @Test func `ids are unique and in kebab case`() {
        #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
        #expect(Rule.all.allSatisfy { $0.id.allSatisfy { $0.isLowercase || $0 == "-" } })
        #expect(Rule.all.contains { $0.id == "response-property-type" && $0.severity == .breaking })
    }

    @Test func `counts interactions and findings by operation`() throws {
        let contracts = try ShopContract.contracts()
        let report = contracts.check(CheckCases.all.map(\.interaction))
        #expect(report.interactions == CheckCases.all.count)
        #expect(report.undocumentedAPIs == 1)
        #expect(report.undocumentedOperations == 4)
        let notes = try #require(report.operations.first { $0.id == "notes" })
        #expect(notes.statuses == [200: 4])
        #expect(notes.findings == [.breaking: 2, .warning: 1])
        #expect(report.isBroken)
        #expect(report.unrecorded.map(\.operation) == ["shop.one"])
    }
}
