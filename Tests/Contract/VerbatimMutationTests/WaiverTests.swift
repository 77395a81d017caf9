import Foundation
import Testing
import VerbatimContract
import VerbatimInference
import VerbatimJSON

@testable import VerbatimMutation

/// Waivers, and edits that a reviewer accepts.
@Suite struct WaiverTests {
    private static func report(on contract: Contract) async -> MutationReport {
        await MutationRun(contract, models: [Library.model]).report(on: Library.recorded)
    }

    @Test func `a waiver excludes mutants and gives the reason`() async throws {
        let contract = try Library.contract(
            title: #"{"type": "string", "x-mutation-waivers": {"empty": "some books have no title"}}"#)
        let report = await Self.report(on: contract)
        #expect(
            report.groups.map(\.line).contains("2 empty at '/books/*/title' waived: some books have no title")
        )
        #expect(report.score(of: .empty).waived == 2)
        #expect(report.score(of: .empty).survived == 0)
        #expect(report.unusedWaivers.isEmpty)
    }

    @Test func `a waiver that waives nothing is reported`() async throws {
        let contract = try Library.contract(
            title:
                #"{"type": "string", "minLength": 1, "x-mutation-waivers": {"empty": "no", "spelling": "no"}}"#
        )
        let report = await Self.report(on: contract)
        let unused = report.unusedWaivers
        #expect(unused.map(\.operatorName) == ["empty", "spelling"])
        #expect(unused.first?.pointer.description == "/components/schemas/Book/properties/title")
        #expect(unused.first?.location.description == "Contracts/library.json:33:87")
        #expect(
            report.findings.filter { $0.rule == .waiverUnused }.map(\.message).last
                == "the waiver of 'spelling' at 'components.schemas.Book.properties.title': waives no mutant; its reason was 'no'"
        )
    }

    @Test func `a waiver does not hide a mutant that a model kills`() async throws {
        let contract = try Library.contract(title: #"{"x-mutation-waivers": {"null": "why not"}}"#)
        let report = await Self.report(on: contract)
        #expect(report.groups.contains { $0.mutationOperator == .null && $0.status == .killedByModel })
        #expect(report.unusedWaivers.map(\.operatorName) == ["null"])
    }

    @Test func `the suggested edits kill the survivors and keep all recordings valid`() async throws {
        let contract = try Library.contract()
        let report = await Self.report(on: contract)
        let tightening = ContractTightening(
            of: contract, by: report, keeping: StreamedTraffic(Library.recorded), minimumResponses: 1)
        #expect(
            tightening.edits.map(\.description) == [#"set "required": true"#, #"set "minLength": 1"#])
        let tighter = try Contract(parsing: Data(tightening.text.utf8), file: contract.file)
        #expect(ContractSet([tighter]).check(Library.recorded).findings.isEmpty)
        #expect(await Self.report(on: tighter).score.survived == 0)
    }

    @Test func `an edit that another one excludes is left for the next run`() async throws {
        let contract = try Library.contract(title: "{}")
        let report = await Self.report(on: contract)
        let edits = ContractTightening(
            of: contract, by: report, keeping: StreamedTraffic(Library.recorded), minimumResponses: 1
        ).edits
        #expect(edits.filter { $0.keyword == "type" }.count == 1)
    }
}
