import Foundation
import Testing
import VerbatimAPI
import VerbatimContract
import VerbatimExampleSupport
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

@Suite struct ExplainCommandTests {
    @Test func `the article lists every rule`() throws {
        let article = PackageFolder.url("Sources/Tool/VerbatimKit/Verbatim.docc/Rules.md")
        let mark = "| rule | severity | meaning | of |\n|---|---|---|---|\n"
        let written = try String(contentsOf: article, encoding: .utf8)
        let introduction = try #require(written.range(of: mark)).lowerBound
        let current = written[..<introduction] + mark + rows.joined()
        if ProcessInfo.processInfo.environment["VERBATIM_GOLDEN"] == "record" {
            return try Data(current.utf8).write(to: article)
        }
        // A failed comparison of the texts themselves would compute their difference, which takes minutes.
        let isCurrent = written == current
        #expect(isCurrent, "run the test with VERBATIM_GOLDEN=record to write the table")
    }

    @Test func `every rule that is declared is listed`() throws {
        let folder = PackageFolder.url("Sources")
        let names = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap {
            $0 as? String
        }
        let texts = try names.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let declared = texts.flatMap { $0.matches(of: /= Rule\(\s*"([a-z0-9-]+)"/).map { String($0.1) } }
        let listed = Set(RuleTable.entries.map(\.id))
        // The one rule that is not about an API has no explanation.
        #expect(declared.filter { !listed.contains($0) } == ["could-not-run"])
        #expect(declared.count > 80)
    }

    /// The rows of the article: a rule each, or the rules of a kind of change that have a severity.
    private var rows: [String] {
        let groups = OrderedGroups(grouping: RuleTable.entries) {
            "| `\($0.group.kind)` | \($0.group.severity) | \($0.group.summary) |"
        }
        return groups.pairs.map { row, rules in
            "\(row) \(rules.compactMap(\.subject).joined(separator: ", ")) |\n"
        }
    }

    @Test func `explains a rule with its example`() async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        let run = await tool.run("explain", "response-property-became-nullable")
        #expect(run.code == .holds)
        #expect(
            run.out.hasPrefix(
                """
                response-property-became-nullable

                A property of a response may now be null. 'type' lists 'null' now. The change back is 'response-property-became-not-nullable'. More is allowed than before.

                Severity: warning. A non-optional property does not decode null.

                The old contract, in a response:

                """))
        #expect(run.out.contains(#""rule": "response-property-became-nullable", "api": "books","#))
    }

    @Test func `explains in Markdown and JSON`() async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        let markdown = await tool.run("explain", "--format", "markdown", "loss-charset")
        #expect(markdown.out.hasPrefix("# loss-charset\n\nA body was converted to UTF-8."))
        let json = await tool.run("explain", "--format", "json", "loss-charset", "drift-type-added")
        let rules = try JSON(parsing: json.out).elements
        #expect(rules.compactMap { $0["id"].string } == ["loss-charset", "drift-type-added"])
        #expect(rules.first?["markdown"].string.map { "# loss-charset\n\n" + $0 } == markdown.out)
    }

    @Test func `lists the rules that begin or end with a part of an id`() async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        let run = await tool.run("explain", "became-nullable")
        #expect(run.out.hasPrefix("response-body-became-nullable: The body of a response may now be null.\n"))
        #expect(run.out.split(separator: "\n").count == 8)
        let losses = await tool.run("explain", "loss")
        #expect(losses.out.split(separator: "\n").count == 7)
    }

    @Test func `an unknown rule is refused with the nearest ids`() async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        let run = await tool.run("explain", "response-property-became-nulable")
        #expect(run.code == .usage)
        #expect(run.error.contains("unknown rule 'response-property-became-nulable', did you mean "))
        #expect(run.error.contains("'response-property-became-nullable'"))
        #expect(run.error.contains("next: run `verbatim rules` for a list of all"))
        let nothing = await tool.run("explain", String(repeating: "x", count: 100_000))
        #expect(nothing.code == .usage)
    }

    /// A tool that knows one API with one scenario.
    private func tool() throws -> CommandLineHarness {
        let api = API(name: "books", scenarios: [Scenario("list", "Lists the books.") { _ in }])
        let tool = try CommandLineHarness(contractsOf: [], apis: [api])
        let contract = ContractFragment.operation(["responses": ["204": ["description": "Nothing."]]])
            .document.text()
        try write(contract, to: "Contracts/books.json", in: tool)
        return tool
    }

    private func write(_ text: String, to name: String, in tool: CommandLineHarness) throws {
        let file = tool.path(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test(arguments: [
        "recording-unfinished", "recording-log-mismatch", "recording-stale", "recording-from-fake",
    ]) func `the files of the example break the rule`(_ id: String) async throws {
        let explanation = try #require(RuleTable.entry(id)).explanation
        guard case .files(let files) = explanation.example else { return }
        let tool = try tool()
        // Examples about the log alone are about a recording that is there.
        if case .files(let archives) = Rule.recordingUnfinished.explanation.example,
            let archive = archives.first
        {
            try write(archive.text.replacing(#""_obsolete": [],"#, with: ""), to: archive.name, in: tool)
        }
        for file in files { try write(file.text, to: file.name, in: tool) }
        let run = await tool.run("check", "--format", "json", "--max-age", "30")
        let findings = try JSON(parsing: run.out)["findings"].elements
        let rules = findings.map { "\($0["severity"].string ?? "") \($0["rule"].string ?? "")" }
        #expect(rules.contains("\(explanation.severity) \(id)"), "\(rules) \(run.error)")
    }
}
