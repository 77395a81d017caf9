import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimCommands

/// `verbatim mutate`: how strong the contracts are.
@Suite struct MutateCommandTests {
    private static let recordings = CommandLineHarness.package.appending(path: "Recordings")
        .resolvingSymlinksInPath()
        .path

    @Test(arguments: ["google-books", "itunes", "flickr", "reqres"])
    func `the committed contracts notice 95 of 100 mutants, and nothing survives`(api: String) async throws {
        let tool = try CommandLineHarness()
        let run = await tool.run(
            "mutate", api, "--recordings", "\(Self.recordings)/\(api)", "--sample", "1500", "--format", "json"
        )
        let summary = try JSON(parsing: run.out)["summary"]
        #expect(try #require(summary["mutants"].int) > 400)
        #expect(try #require(summary["caughtByContract"].double) >= 0.95)
        #expect(summary["caughtByEither"].double == 1)
        #expect(summary["disagreements"].int == 0)
        #expect(run.code == .holds)
    }

    @Test func `no waiver of a contract waives nothing`() async throws {
        let run = try await CommandLineHarness().run(
            "mutate", "reqres", "--recordings", Self.recordings + "/reqres")
        #expect(
            run.out == """
                operation            mutants  contract  model  either  survived  seen  waived
                reqres users.list        404    100.0%  82.9%  100.0%         -     -       2
                reqres users.create       71    100.0%  80.2%  100.0%         -     -       -
                reqres users.get          20    100.0%   5.0%  100.0%         -     -       -
                reqres avatars.get        12    100.0%   0.0%  100.0%         -     -       -
                reqres (all)             507    100.0%  77.5%  100.0%         -     -       2
                507 mutants: 100.0% noticed by the contract (9 only as a warning), 100.0% by the contract or a model
                not counted: 10 with a key nobody knows, which breaks nobody

                """)
        #expect(run.code == .holds)
    }

    @Test func `writes to the contract what kills the survivors, and the recordings keep it`() async throws {
        let tool = try CommandLineHarness()
        let file = tool.path("Contracts/reqres.json")
        let committed = try String(contentsOf: file, encoding: .utf8)
        let loose = committed.replacing(
            "\"first_name\": {\n            \"type\": \"string\",\n            \"minLength\": 1\n",
            with: "\"first_name\": {\n            \"type\": \"string\"\n")
        try Data(loose.utf8).write(to: file)
        let words = ["mutate", "reqres", "--recordings", Self.recordings + "/reqres"]

        let before = await tool.run(words: words)
        #expect(before.code == .broken)
        #expect(before.out.hasPrefix("survived: empty at '/data/*/first_name' is noticed by neither"))

        let writing = await tool.run(words: words + ["--write"])
        #expect(
            writing.error == """
                Contracts/reqres.json: 1 change written
                  next: review with `git diff Contracts/reqres.json`, then run `make check API=reqres`

                """)
        #expect(try String(contentsOf: file, encoding: .utf8) == committed)
        #expect(await tool.run(words: words).code == .holds)
        let check = await tool.run("check", "reqres", "--recordings", Self.recordings + "/reqres")
        #expect(check.code == .holds)
    }

    @Test(arguments: [["--sample", "some"], ["--seed", "-1"]])
    func `a number that is none is wrong usage`(words: [String]) async throws {
        let run = try await CommandLineHarness().run(words: ["mutate"] + words)
        #expect(run.code == .usage)
        #expect(run.error == "verbatim: '\(words.joined(separator: " "))' is not a number, from 0\n")
    }
}
