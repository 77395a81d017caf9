import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimCommands

/// `verbatim check --write-baseline` as people use it.
@Suite struct BaselineTests {
    private func entries(_ tool: CommandLineHarness) throws -> [JSON] {
        Array(try JSON(parsing: tool.text("Contracts/overrides.json"))["overrides"].elements)
    }

    private func change(_ tool: CommandLineHarness, _ old: String, to new: String) throws {
        let name = "Recordings/shop/items/1.json"
        try tool.write(try tool.text(name).replacing(old, with: new), to: name)
    }

    @Test func `today's findings are information from now on, and new ones fail`() async throws {
        let tool = try CommandLineHarness.shop()
        #expect(await tool.run("check", "--verbose").code == .broken)
        let first = await tool.run("check", "--write-baseline", "--expires", "2999-01-01")
        #expect(first.code == .holds, "\(first.error)")
        #expect(first.error == "Contracts/overrides.json: a baseline of 3 entries: 3 added\n")
        let rules = try entries(tool).map { [$0["rule"].string, $0["pointer"].string, $0["expires"].string] }
        #expect(
            rules == [
                ["response-property-type", "/*/name", "2999-01-01"],
                ["model-null", "/*/name", "2999-01-01"],
                ["response-status-undocumented", nil, "2999-01-01"],
            ])
        let check = await tool.run("check", "--verbose")
        #expect(
            check.code == .holds && check.out.contains("response-property-type: '/1/name'"), "\(check.out)")

        try change(tool, "\"id\": 2", to: "\"id\": \"2\"")
        let new = await tool.run("check", "--verbose")
        #expect(
            new.code == .broken && new.out.contains("\nbreaking: ") || new.out.hasPrefix("breaking: "),
            "\(new.out)")
    }

    @Test func `a later baseline only shrinks, unless new findings are accepted`() async throws {
        let tool = try CommandLineHarness.shop()
        _ = await tool.run("check", "--write-baseline")
        let old = try tool.text("Contracts/overrides.json")
        let same = await tool.run("check", "--write-baseline")
        #expect(same.error == "Contracts/overrides.json: a baseline of 3 entries, as before\n")
        #expect(try tool.text("Contracts/overrides.json") == old)

        // One finding is resolved, and another one is new.
        try change(tool, "null", to: "\"Chair\"")
        try change(tool, "\"id\": 2", to: "\"id\": null")
        let unused = await tool.run("check", "--verbose")
        #expect(unused.code == .broken)
        #expect(
            unused.out.contains(
                """
                baseline-unused: the override of 'model-null': in the baseline, and no longer found
                  at Contracts/overrides.json:14:5
                  next: run `verbatim check --write-baseline`, which removes it
                """), "\(unused.out)")
        let refused = await tool.run("check", "--write-baseline")
        #expect(refused.code == .broken)
        #expect(
            refused.error == """
                Contracts/overrides.json: a baseline of 1 entry: 2 removed
                2 new findings not accepted
                  next: resolve what is listed, or accept it with `verbatim check --write-baseline --accept-new`

                """)
        #expect(try entries(tool).map { $0["rule"].string } == ["response-status-undocumented"])
        let accepted = await tool.run("check", "--write-baseline", "--accept-new")
        #expect(accepted.code == .holds)
        #expect(accepted.error == "Contracts/overrides.json: a baseline of 3 entries: 2 added\n")
    }

    @Test func `a baseline that was paid off does not begin again by itself`() async throws {
        let tool = try CommandLineHarness.shop()
        try change(tool, "null", to: "\"Chair\"")
        _ = await tool.run("infer", "shop")
        let empty = await tool.run("check", "--write-baseline")
        #expect(empty.code == .holds)
        #expect(empty.error == "Contracts/overrides.json: a baseline of 0 entries\n")
        try change(tool, "\"id\": 2", to: "\"id\": null")
        let refused = await tool.run("check", "--write-baseline")
        #expect(refused.code == .broken && refused.error.contains("2 new findings not accepted"))
    }

    @Test func `what people decided stays, and is not accepted twice`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.write(
            """
            {"overrides": [
              {"rule": "model-null", "reason": "by hand", "severity": "warning", "expires": "2999-01-01"},
              {"rule": "response-status-undocumented", "severity": "off", "reason": "by hand", "expires": "2999-01-01"},
              {"rule": "transport-failed", "api": "other", "operation": "x", "severity": "info",
               "reason": "other", "expires": "2999-01-01", "baseline": true}
            ]}
            """, to: "Contracts/overrides.json")
        let run = await tool.run("check", "--write-baseline", "shop")
        #expect(run.error == "Contracts/overrides.json: a baseline of 2 entries: 1 added\n", "\(run.error)")
        let rules = try entries(tool).map { $0["rule"].string }
        #expect(
            rules == [
                "model-null", "response-status-undocumented", "transport-failed", "response-property-type",
            ])
        let check = await tool.run("check", "shop", "--verbose")
        #expect(check.code == .holds && !check.out.contains("breaking"), "\(check.out)")
    }

    @Test(arguments: [
        (["--accept-new"], "'--accept-new' is not of use without '--write-baseline'"),
        (["--expires", "30d"], "'--expires' is not of use without '--write-baseline'"),
        (["--write-baseline", "--expires", "2020-01-01"], "'2020-01-01' is not a day that is yet to come"),
        (["--write-baseline", "--expires", "soon"], "'soon' is not a day such as 2027-03-31, or"),
        (["--write-baseline", "--recordings", "a.har"], "'--write-baseline' cannot be combined with"),
    ])
    func `wrong usage is explained`(words: [String], message: String) async throws {
        let run = try await CommandLineHarness.shop().run(words: ["check"] + words)
        #expect(run.code == .usage && run.error.contains(message), "\(run.error)")
    }
}
