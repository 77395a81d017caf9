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

    @Test(
        arguments: [
            #"{"a": 1, "a": 2, "b": 3}"#, #"{"a": 1, "b": {"a": 1}, "a": 2}"#,
            #"{"b": {"b": {"a": 1, "\u0061": 2}}, "a": 1}"#, #"{"x": 1, "a": 2, "x": 3}"#,
            #"{"x": {"y": [{"z": 1, "z": 2}]}}"#, #"{"a": {"y": 1, "y": 2}}"#,
            #"{"a": [{"b": 1, "b": 2}]}"#, #"{"p69": 1, "p3": 1, "p69": 2}"#,
            #"{"p3": 1, "p69": 1, "p3": 2}"#,
            #"[[{"a": 1}, {"a": 1, "a": 2}]]"#, #"{"c": {"q": {"a": 1, "a": 2}}}"#,
        ])
    func `a name that repeats is found wherever it is`(_ body: String) throws {
        let properties = 70.texts { "\"p\($0)\": {}" }
        for others in ["true", "false"] {
            let schema = """
                {"properties": {"a": {}, "b": {"$ref": "#/components/schemas/S"},
                 "c": {"additionalProperties": {"$ref": "#/components/schemas/S"}}, \(properties)},
                 "additionalProperties": \(others)}
                """
            let report = try Self.check(body, schema: schema)
            #expect(report.findings.count { $0.rule == .responsePropertyDuplicate } == 1)
        }
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

    /// Checks a body that must have a schema: by default, it is a list of strings.
    private static func check(
        _ body: String, schema: String = #"{"items": {"type": "string"}}"#, times: Int = 1
    ) throws -> CheckReport {
        var contract = GeneratedContract(schema: ##"{"$ref": "#/components/schemas/S"}"##)
        contract.schemas = #""S": \#(schema)"#
        let interaction = Interaction(
            HTTPRequest("GET", "https://a.test/a"),
            .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))))
        let contracts = ContractSet([try Contract(parsing: contract.data, file: "Contracts/a.json")])
        return contracts.check(Array(repeating: interaction, count: times))
    }
}
