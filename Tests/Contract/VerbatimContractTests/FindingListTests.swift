import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimContract

/// Findings of which there are too many to list.
@Suite struct FindingListTests {
    @Test func `the first findings with the same cause are listed, and all are counted`() throws {
        let report = try Self.check("[" + 2500.texts { "\($0)" } + "]")
        #expect(report.findings.count == Finding.listLimit)
        #expect(report.findings.last?.pointer == "/999")
        #expect(report.findings.last?.count == 1501)
        #expect(report.count(.breaking) == 2500)
        #expect(report.operations.map(\.findings) == [[.breaking: 2500]])
    }

    @Test func `findings of several interactions are counted together`() throws {
        let report = try Self.check("[" + 700.texts { "\($0)" } + "]", times: 3)
        #expect(report.findings.count == Finding.listLimit)
        #expect(report.count(.breaking) == 2100)
    }

    @Test func `findings with other causes are listed`() throws {
        let report = try Self.check("[" + 2500.texts { "\($0)" } + ", {\"a\": 1, \"a\": 1}]")
        #expect(report.findings.count { $0.rule == .responsePropertyDuplicate } == 1)
    }

    @Test func `overrides apply to the findings that are not listed`() throws {
        var report = try Self.check("[" + 2500.texts { "\($0)" } + "]")
        var overrides = Overrides(
            [
                Override(
                    of: .init(rule: Rule.responsePropertyType.id, .init()), severity: .info, reason: "a",
                    expires: "2030-01-01", location: SourceLocation(file: "overrides.json"))
            ], today: "2026-11-21")
        report.replaceFindings { overrides.applied(to: $0) }
        #expect(report.count(.breaking) == 0)
        #expect(report.count(.info) == 2500)
    }

    /// Checks a body that must be a list of strings.
    private static func check(_ body: String, times: Int = 1) throws -> CheckReport {
        let contract = GeneratedContract(schema: #"{"items": {"type": "string"}}"#)
        let interaction = Interaction(
            HTTPRequest("GET", "https://a.test/a"),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))))
        let contracts = ContractSet([try Contract(parsing: contract.data, file: "Contracts/a.json")])
        return contracts.check(Array(repeating: interaction, count: times))
    }
}
