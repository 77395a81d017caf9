import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

@testable import VerbatimCommands
@testable import VerbatimReports

/// Reports on standard output and in files: `--format` and `--report`.
@Suite struct ReportOutputTests {
    private static let recordings = PackageFolder.frozen("Recordings/reqres").path
    private static let check = ["check", "reqres", "--recordings", recordings]

    private func harness() throws -> CommandLineHarness { try CommandLineHarness(contractsOf: ["reqres"]) }

    @Test func `a run writes any number of files, each in the format of its suffix`() async throws {
        let tool = try harness()
        let names = ["a.txt", "b.md", "c.JSON", "d.xml", "f.sarif", "new/g.json"]
        let plain = await tool.run(words: Self.check)
        let run = await tool.run(words: Self.check + names.flatMap { ["--report", $0] })
        #expect(run.out == plain.out && run.code == plain.code, "\(run.error)")
        let starts = [
            "", "<!-- verbatim:check -->\n### ✅ reqres holds.\n",
            "{\n  \"version\": 2,\n  \"command\": \"check\"",
            "<?xml ", "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\"", "{\n",
        ]
        for (name, start) in zip(names, starts) {
            let text = try String(contentsOf: tool.path(name), encoding: .utf8)
            #expect(text.hasPrefix(start) && text.hasSuffix("\n"), "\(name): \(text.prefix(200))")
        }
        #expect(try String(contentsOf: tool.path("a.txt"), encoding: .utf8) == plain.out)
    }

    @Test func `text that is printed is that of a file, and ends with what to do`() async throws {
        let broken = try CommandLineHarness.shop()
        let run = await broken.run("check", "--report", "report.txt")
        #expect(
            run.out.contains("\n  decide with `verbatim review shop`, `--verbose` lists all "), "\(run.out)")
        #expect(try broken.text("report.txt") == run.out)
    }

    @Test(arguments: ["Contracts/reqres.json", "Contracts/../Contracts/new.json", "Recordings/a/b.md"])
    func `a report is not written among contracts and recordings`(path: String) async throws {
        let tool = try harness()
        let contract = try tool.text("Contracts/reqres.json")
        let run = await tool.run(words: Self.check + ["--report", path])
        #expect(run.code == .unreadable && run.out.isEmpty)
        #expect(run.error.contains("a report cannot be among contracts and recordings"), "\(run.error)")
        #expect(try tool.text("Contracts/reqres.json") == contract)
    }

    @Test func `a suffix without a format is wrong usage`() async throws {
        let run = await (try harness()).run("check", "--report", "report.html5")
        #expect(run.code == .usage)
        #expect(
            run.error == """
                verbatim: '--report report.html5' is not a file whose name ends with \(Self.suffixes)

                """)
    }

    private static let suffixes = ReportCommand.check.formats.compactMap(\.suffix).list("or")

    @Test func `a report that cannot be written ends with exit code 3, and the others are written`()
        async throws
    {
        let tool = try harness()
        try FileManager.default.createDirectory(at: tool.path("a.md"), withIntermediateDirectories: true)
        let run = await tool.run(words: Self.check + ["--report", "a.md", "--report", "b.json"])
        #expect(run.code == .unreadable)
        #expect(run.error.contains("verbatim: a.md: the file cannot be written: "), "\(run.error)")
        #expect(FileManager.default.fileExists(atPath: tool.path("b.json").path))
    }

    @Test(arguments: ["check", "diff", "models", "mutate"])
    func `a command that cannot run replaces the files of an earlier run, and says so`(
        command: String
    ) async throws {
        let tool = try harness()
        try Data("{".utf8).write(to: tool.path("Contracts/reqres.json"))
        let operands = command == "diff" ? ["Contracts", "Contracts"] : []
        let formats = ReportCommand(rawValue: command)?.formats ?? []
        let names = formats.compactMap(\.suffix).map { "r" + $0 }
        for name in names { try Data("0 breaking".utf8).write(to: tool.path(name)) }
        let reports = names.flatMap { ["--report", $0] }
        let run = await tool.run(words: [command] + operands + reports + ["--format", "json"])
        #expect(run.code == .unreadable)
        #expect(
            try JSON(parsing: run.out)["error"]["problems"][0]["location"]["file"].string?.hasSuffix(
                "reqres.json") == true, "\(run.out)")
        for name in names {
            let text = try String(contentsOf: tool.path(name), encoding: .utf8)
            #expect(text.contains("could not run") || text.contains("could-not-run"), "\(name): \(text)")
            #expect(!text.contains("0 breaking") && !text.contains("passed"))
        }
    }

    @Test func `only mutants have a format of their own`() async throws {
        let tool = try harness()
        let run = await tool.run(words: Self.check + ["--format", "stryker"])
        #expect(run.code == .usage, "\(run.out)")
        let help = await tool.run("mutate", "--help")
        #expect(help.out.contains(", xcode or stryker"), "\(help.out)")
    }

    @Test func `GitHub's format appends the report to the summary of the job`() async throws {
        let tool = try harness()
        try Data("before\n".utf8).write(to: tool.path("summary"))
        let run = await tool.run(
            words: Self.check + ["--format", "github"],
            environment: ["GITHUB_STEP_SUMMARY": tool.path("summary").path])
        #expect(run.out.hasPrefix("::stop-commands::"), "\(run.out)")
        let summary = try String(contentsOf: tool.path("summary"), encoding: .utf8)
        #expect(summary.hasPrefix("before\n<!-- verbatim:check -->\n### ✅ reqres holds.\n"))
    }

    // MARK: JSON

    private static let schemaText = Result {
        try JSON(
            contentsOf: PackageFolder.url.appending(
                path: "Sources/Tool/VerbatimKit/Verbatim.docc/Resources/report.schema.json"))
    }

    static let schema = Result { try Schema(try schemaText.get()).compile() }

    @Test func `the published schema names every kind of cause`() throws {
        let kinds = try Self.schemaText.get()["$defs"]["cause"]["properties"]["kind"]["enum"]
        #expect(kinds.elements.map(\.string) == Cause.Kind.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        check + ["--coverage"], ["check", "--recordings", "none.har"], ["diff", "Contracts", "Contracts"],
        ["diff", "Contracts/reqres.json", "new.json"], ["diff", recordings, recordings],
        ["models", "reqres", "--recordings", recordings],
        ["mutate", "reqres", "--recordings", recordings, "--sample", "40"],
        ["mutate", "--recordings", "none.har"],
    ])
    func `JSON has the published schema`(words: [String]) async throws {
        let tool = try harness()
        let contract = try String(contentsOf: tool.path("Contracts/reqres.json"), encoding: .utf8)
        try Data(contract.replacing("\"first_name\",", with: "").utf8).write(to: tool.path("new.json"))
        let run = await tool.run(words: words + ["--format", "json"])
        let violations = try Self.schema.get().validate(try JSON(parsing: run.out))
        #expect(violations.isEmpty, "\(violations.first?.description ?? ""): \(run.out.prefix(2_000))")
    }
}
