import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimModels
import VerbatimTestSupport

@testable import VerbatimReports

/// The limits of those who read the formats.
@Suite struct ReportLimitTests {
    /// A report of different findings: as many of each severity.
    private static func report(of count: Int) -> Report {
        let findings = (0..<count).flatMap { number in
            ([.info, .breaking, .warning] as [Severity]).map { severity in
                Finding(
                    .responsePropertyType, severity: severity,
                    about: .init(
                        api: "shop", operation: "list", exchange: "GET /items -> 200", status: 200,
                        pointer: JSONPointer(["\(severity) \(number)"])),
                    .expected("integer", found: String(repeating: "z", count: 200)),
                    at: SourceLocation(file: "Recordings/1.json", line: number + 1), next: "nothing")
            }
        }
        return Report(changes: [], findings: findings)
    }

    @Test(arguments: [2_000, 10_000, 60_000])
    func `Markdown keeps its size, the worst first, and counts the others`(limit: Int) throws {
        let severities: [Severity] = [.info, .breaking, .warning]
        let findings = severities.flatMap { severity in
            (0..<500).map { number in
                Finding(
                    .responsePropertyType, severity: severity,
                    about: .init(
                        api: "shop", operation: "list", exchange: "GET /items -> 200", status: 200,
                        pointer: JSONPointer(["\(severity)\(number)"])),
                    .expected("integer", found: String(repeating: "z", count: 200)),
                    at: SourceLocation(file: "Recordings/1.json", line: number + 1), next: "nothing")
            }
        }
        let text = MarkdownReport(limit: limit).text(of: Report(changes: [], findings: findings))
        #expect(text.unicodeScalars.count <= limit)
        #expect(text.contains("### ❌ shop: 500 breaking changes, 500 warnings\n"))
        let rows = text.components(of: "\n| ❌ |") + text.components(of: "\n| ⚠️ |")
        #expect(rows > 1)
        let (details, end) = (text.components(of: "<details>"), text.components(of: "</details>"))
        #expect(details == end)
        #expect(text.ranges(of: "\n```").count.isMultiple(of: 2))
        let omitted = try #require(text.firstMatch(of: /Not shown, as there are too many: ([^.]*)\./)).1
        let numbers = omitted.matches(of: /(\d+) (breaking|warning)/).compactMap { Int($0.output.1) }
        #expect(rows + numbers.reduce(0, +) == 1_000, "\(omitted)")
        #expect(text.contains("1500 findings of 1500 causes</sub>\n"))
    }

    @Test func `GitHub gets ten annotations of each severity, the last of which counts the others`() {
        let text = WorkflowCommands(files: ReportFixture.files, token: "T").text(of: Self.report(of: 30))
        for (name, word) in [("error", "breaking"), ("warning", "warning"), ("notice", "note")] {
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("::\(name) ") }
            #expect(lines.count == 10)
            #expect(
                lines.last
                    == "::\(name) title=verbatim diff::21 more of severity \(word) are in the summary of the job and in its log"
            )
        }
        let ten = WorkflowCommands(files: ReportFixture.files, token: "T").text(of: Self.report(of: 10))
        #expect(!ten.contains("more breaking results"))
    }

    @Test func `SARIF keeps the worst results, and counts the others`() {
        let value = SARIFReport(version: "1", files: ReportFixture.files).value(of: Self.report(of: 1_700))
        let run = value["runs"]?[0]
        let levels = (run?["results"]?.array ?? []).map { $0["level"]?.string ?? "" }
        #expect(levels.count == 5_000)
        #expect(levels.count { $0 == "note" } == 1_600)
        #expect(
            run?["invocations"]?[0]?["toolExecutionNotifications"]?[0]?["message"]?["text"]
                == "100 more results are left out")
    }

    @Test func `results on one line have hashes of their own`() throws {
        let results = SARIFReport(version: "1", files: ReportFixture.files).value(of: Self.report(of: 40))[
            "runs"]?[0]?[
                "results"]?.array
        let hashes = try #require(results).compactMap {
            $0["partialFingerprints"]?["primaryLocationLineHash"]?.string
        }
        #expect(hashes.count == 120)
        #expect(Set(hashes).count == 120)
    }

    @Test func `the names of JUnit's cases are unique`() {
        let findings = (0..<3).map { _ in
            Finding(.recordingStale, about: .init(part: "x"), .found("y"), next: "")
        }
        let report = Report(changes: findings.map { _ in Self.noChange }, findings: findings)
        let names = report.text(as: .junit, ReportFixture.options).matches(
            of: /classname="[^"]*" name="[^"]*"/
        )
        .map { String($0.output) }
        #expect(names.count == 4)
        #expect(Set(names).count == names.count)
    }

    @Test(
        arguments: [
            (0, "0.000"), (1, "0.001"), (120.4, "0.120"), (61_234.6, "61.235"), (-5, "0.000"),
            (.nan, "0.000"),
            (.infinity, "0.000"), (1e300, "1000000000.000"),
        ] as [(Double, String)])
    func `a time has no exponent`(milliseconds: Double, text: String) {
        #expect(XMLText.seconds(milliseconds) == text)
    }

    @Test func `every rule belongs to a kind of check`() {
        let rules = Rule.all + Rule.ofDecoding + Rule.ofModels + Rule.ofOverrides
        #expect(rules.filter { CheckKind.kinds[$0] == nil } == [])
        #expect(CheckKind.kinds[.responseStatusUndocumented] == .status)
        #expect(CheckKind.kinds[.responseHeaderMissing] == .headers)
    }

    @Test(.enabled(if: TestEffort.isExhaustive), arguments: ReportFormat.allCases)
    func `the cost is linear in the findings`(format: ReportFormat) {
        let growth = CostGrowth(from: 64) {
            Self.report(of: $0)
        } work: { report in
            _ = report.text(as: format, ReportFixture.options)
        }
        #expect(growth.isLinear, "\(growth)")
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}

extension ReportLimitTests {
    private static let noChange = Finding(
        Rule("no-change", .info, Direction.none, of: "a value", "did not change", "nothing", "") {
            .unavailable
        },
        about: .init(api: "shop", part: "'/id'", pointer: "/id"), .change(.none, old: "a", new: "a"),
        next: "nothing to do")
}
