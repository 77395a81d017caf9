import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimCommands

/// The decisions of `verbatim review`, and what is written for them.
@Suite struct ReviewDecisionTests {
    private func ids(_ tool: CommandLineHarness) async throws -> [String] {
        let run = await tool.run("review", "--format", "json")
        return try JSON(parsing: run.out)["items"].elements.compactMap { $0["id"].string }
    }

    @Test func `accepting all writes what infer would write`() async throws {
        let (tool, other) = (try CommandLineHarness.shop(), try CommandLineHarness.shop())
        let run = await tool.run("review", "--accept-all")
        #expect(run.code == .broken && run.out == "4 to review: 3 accepted, 1 left\n", "\(run.out)")
        #expect(run.error.hasPrefix("wrote Contracts/shop.json: 3 edits\n"), "\(run.error)")
        _ = await other.run("infer", "shop")
        #expect(try tool.text("Contracts/shop.json") == other.text("Contracts/shop.json"))
        let again = await tool.run("review", "--accept-all")
        #expect(
            again.out.hasPrefix("1 of 1, breaking: shop sends null for 'name'"), "\(again.out)")
    }

    @Test func `accepting one edit writes it alone`() async throws {
        let tool = try CommandLineHarness.shop()
        let old = try tool.text("Contracts/shop.json")
        let ids = try await ids(tool)
        #expect(Set(ids).count == 4)
        let run = await tool.run("review", "--accept", String(ids[0].prefix(6)))
        #expect(
            run.code == .broken && run.error.hasPrefix("wrote Contracts/shop.json: 1 edit\n"), "\(run.error)")
        #expect(
            try tool.text("Contracts/shop.json")
                == old.replacing(
                    "\"type\": \"string\"",
                    with: "\"type\": [\n              \"string\",\n              \"null\"\n            ]"))
        let rest = try await self.ids(tool)
        #expect(rest == Array(ids.dropFirst()))
    }

    @Test func `the id of a cause means all of its items, as in the reports`() async throws {
        let tool = try CommandLineHarness.shop()
        let check = try JSON(parsing: await tool.run("check", "--format", "json").out)
        let id = try #require(
            check["causes"].elements.first { $0["title"].string == "shop sends null for 'name'" }?["id"]
                .string)
        let words = ["review", "--override", id, "--reason", "known", "--accept-all"]
        let run = await tool.run(words: words)
        #expect(
            run.out == "4 to review: 2 accepted, 2 overridden\n" && run.code == .holds,
            "\(run.out)\(run.error)")
        let other = try CommandLineHarness.shop()
        let accepted = await other.run("review", "--accept", String(id.prefix(5)))
        #expect(accepted.out == "4 to review: 1 accepted, 3 left\n", "\(accepted.out)\(accepted.error)")
        let ambiguous = await other.run("review", "--accept", "")
        #expect(ambiguous.code == .usage)
    }

    @Test func `in a repository, a commit is proposed`() async throws {
        let tool = try CommandLineHarness.shop()
        let folder = tool.folder.path(percentEncoded: false)
        for words in [
            ["init", "-q"], ["add", "."],
            ["-c", "user.name=v", "-c", "user.email=v", "commit", "-qm", "Start"],
        ] {
            #expect(try ExternalProgram.run(["git", "-C", folder] + words).code == 0)
        }
        let run = await tool.run(
            words: ["review"], answers: ["o", "", "the app's lists cope", "2999-01-01", "a", "k"])
        #expect(
            run.out.hasSuffix(
                """

                git add Contracts/shop.json Contracts/overrides.json
                git commit -F - Contracts/shop.json Contracts/overrides.json <<'END'
                Contracts: accept or override 2 changes of shop

                - shop sends null for 'name' (info until 2999-01-01: the app's lists
                  cope)
                - shop answers GET /items with 404, not with 200 (1 place in 1
                  recording)
                END

                """), "\(run.out)")
        let one = await tool.run(words: ["review"], answers: ["a"])
        #expect(
            one.out.contains("\nContracts: accept that shop sends a new property, 'weight'\n"), "\(one.out)")
    }

    @Test func `each name in required is a decision of its own`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.write("[{\"weight\": 1}, {\"name\": \"Lamp\"}]\n", to: "Recordings/shop/items/1.json")
        let old = try tool.text("Contracts/shop.json")
        let run = await tool.run("review", "--format", "json")
        let items = try JSON(parsing: run.out)["items"].elements.filter {
            $0["pointer"].string == "/components/schemas/Item/required"
        }
        #expect(
            items.map { $0["message"].string }
                == ["id", "name"].map {
                    #"'components.schemas.Item.required' was ["id","name"], is now without "\#($0)""#
                })
        #expect(items.map { $0["new"].value.text(.compact) } == [#"["name"]"#, #"["id"]"#])
        #expect(items.map { $0["findings"].count } == [1, 1])
        #expect(items.map { $0["findings"][0]["count"].number?.int } == [2, 1])
        let id = try #require(items.first?["id"].string)
        let accepted = await tool.run("review", "--accept", id)
        #expect(accepted.error.hasPrefix("wrote Contracts/shop.json: 1 edit\n"), "\(accepted.error)")
        #expect(
            try tool.text("Contracts/shop.json") == old.replacing(/"id",\s+"name"/, with: "\"name\""))
        let rest = await tool.run("review", "--accept-all")
        #expect(rest.out.contains(" accepted"), "\(rest.out)")
        #expect(try !tool.text("Contracts/shop.json").contains(/"required": \[\s+"(id|name)"/))
    }

    @Test func `recordings from elsewhere are reviewed, those of other services left out`() async throws {
        let tool = try CommandLineHarness.shop()
        let body = "[{\\\"id\\\": 1, \\\"name\\\": \\\"Lamp\\\", \\\"price\\\": 5}]"
        let entry = { (url: String) in
            """
            {"request": {"method": "GET", "url": "\(url)"}, "response": {"status": 200, "headers": [],
              "content": {"mimeType": "application/json", "text": "\(body)"}}}
            """
        }
        let entries = ["https://api.shop.test/items", "https://ads.test/items"].map(entry)
        try tool.write(
            "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}", to: "export.har")
        let run = await tool.run(
            words: ["review", "--recordings", "export.har", "--accept-all", "--format", "json"])
        let items = try JSON(parsing: run.out)["items"].elements
        #expect(
            items.compactMap { $0["pointer"].string }.contains("/components/schemas/Item/properties/price"),
            "\(run.out)")
        #expect(!run.out.contains("/components/schemas/Item/properties/name"), "\(run.out)")
        #expect(!run.out.contains("ads.test"))
        #expect(try tool.text("Contracts/shop.json").contains("\"price\""))
    }

    @Test func `an override on the command line is written for each finding of the item`() async throws {
        let tool = try CommandLineHarness.shop()
        let ids = try await ids(tool)
        let words = ["--override", ids[0], "--override", ids[3], "--accept", ids[1], "--accept", ids[2]]
        let run = await tool.run(
            words: ["review"] + words + ["--reason", "nameless items", "--expires", "2999-01-01"])
        #expect(run.code == .holds && run.out == "4 to review: 2 accepted, 2 overridden\n", "\(run.out)")
        #expect(
            try tool.text("Contracts/overrides.json") == """
                {
                  "overrides": [
                    {
                      "rule": "response-property-type",
                      "api": "shop",
                      "operation": "items.list",
                      "exchange": "GET /items -> 200",
                      "pointer": "/*/name",
                      "severity": "info",
                      "reason": "nameless items",
                      "expires": "2999-01-01"
                    },
                    {
                      "rule": "model-null",
                      "api": "shop",
                      "operation": "items.list",
                      "exchange": "GET /items -> 200",
                      "model": "Array<ShopItem>",
                      "pointer": "/*/name",
                      "severity": "info",
                      "reason": "nameless items",
                      "expires": "2999-01-01"
                    }
                  ]
                }

                """)
        let again = await tool.run("review")
        #expect(again.code == .holds && again.out == "nothing to review\n", "\(again.out)")
        #expect(await tool.run("check").code == .holds)
    }

    @Test(arguments: [["q"], [], ["s"], ["k"], ["a", "q"], ["o", ""], ["o", "", "a reason"]])
    func `quitting and the end of the input write what is decided`(answers: [String]) async throws {
        let tool = try CommandLineHarness.shop()
        let old = try tool.text("Contracts/shop.json")
        let run = await tool.run(words: ["review"], answers: answers)
        #expect(run.code == .broken)
        #expect((try tool.text("Contracts/shop.json") != old) == (answers.first == "a"))
        #expect(!FileManager.default.fileExists(atPath: tool.path("Contracts/overrides.json").path))
    }

    @Test func `accepting the rest skips what no edit resolves`() async throws {
        let tool = try CommandLineHarness.shop()
        let run = await tool.run(words: ["review"], answers: ["k", "A"])
        #expect(
            run.code == .broken && run.out.contains("\n3 to review: 2 accepted, 1 kept\n"),
            "\(run.out)")
        #expect(try tool.text("Contracts/shop.json").contains("\"type\": \"string\""))
    }

    @Test func `a contract that is changed during the review is not overwritten, and overrides are kept`()
        async throws
    {
        let tool = try CommandLineHarness.shop()
        let changed = try tool.text("Contracts/shop.json").replacing("The items.", with: "All items.")
        let run = await tool.run(words: ["review"], answers: ["a", "s", "o", "", "later", ""]) {
            try? tool.write(changed, to: "Contracts/shop.json")
        }
        #expect(run.code == .unreadable)
        #expect(
            run.error.hasSuffix(
                """
                verbatim: Contracts/shop.json: the contract was changed since the review began
                  next: run the command again

                """), "\(run.error)")
        #expect(try tool.text("Contracts/shop.json") == changed)
        #expect(try tool.text("Contracts/overrides.json").contains("\"reason\": \"later\""))
    }

    @Test func `the edits of a contract in YAML cannot be accepted`() async throws {
        let tool = try CommandLineHarness.shop()
        // JSON is YAML.
        try tool.write(try tool.text("Contracts/shop.json"), to: "Contracts/shop.yaml")
        try FileManager.default.removeItem(at: tool.path("Contracts/shop.json"))
        let run = await tool.run(words: ["review"], answers: ["a", "q"])
        #expect(run.out.contains("the contract is YAML, and only JSON is written"), "\(run.out)")
        let all = await tool.run("review", "--accept-all")
        #expect(all.code == .broken)
        let one = await tool.run(words: ["review", "--accept", try await ids(tool)[0]])
        #expect(one.code == .usage && one.error.contains("it can only be overridden"), "\(one.error)")
    }

    @Test func `foreign ids and lone options are wrong usage`() async throws {
        let tool = try CommandLineHarness.shop()
        for (words, message) in [
            (["--accept", "none"], "unknown item 'none'"),
            (["--accept", ""], "option '--accept' needs a value"),
            (["--reason", "a"], "'--reason' is not of use without '--override ID'"),
            (["--override", "a"], "'--override' is not complete without '--reason TEXT'"),
            (["other"], "unknown API 'other'"),
        ] {
            let run = await tool.run(words: ["review"] + words)
            #expect(run.code == .usage && run.error.contains(message), "\(run.error)")
        }
    }
}
