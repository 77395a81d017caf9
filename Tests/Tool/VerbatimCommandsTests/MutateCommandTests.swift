import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim mutate`: the strength of the contracts.
@Suite struct MutateCommandTests {
    private static let recordings = PackageFolder.frozen("Recordings").path

    @Test(arguments: ["google-books", "itunes", "flickr", "reqres"])
    func `the contracts of the app kill 95 of 100 mutants, and none survives`(api: String) async throws {
        let sample = TestEffort.count(120, of: 1_500)
        let run = try await CommandLineHarness(contractsOf: [api]).run(
            "mutate", api, "--recordings", "\(Self.recordings)/\(api)", "--sample", "\(sample)",
            "--format", "json")
        let summary = try JSON(parsing: run.out)["summary"]
        #expect(try #require(summary["mutants"].int) > sample / 4)
        #expect(try #require(summary["killedByContract"].double) >= 0.95)
        #expect(summary["killed"].double == 1)
        #expect(summary["disagreements"].int == 0)
        #expect(run.code == .holds)
    }

    @Test func `all waivers of a contract are used`() async throws {
        let run = try await CommandLineHarness(contractsOf: ["reqres"]).run(
            "mutate", "reqres", "--recordings", Self.recordings + "/reqres")
        let header = """
            operation             mutants  killed by contract  killed by model  killed  survived  equivalent  waived

            """
        #expect(run.out.hasPrefix(header), "\(run.out)")
        #expect(run.out.contains(#/\nreqres \(all\) +\d+ +100\.0% +\d+\.\d% +100\.0% +-/#), "\(run.out)")
        #expect(run.out.contains(#/· \d+ mutants: 100\.0% killed, 100\.0% by the contract/#))
        #expect(run.code == .holds)
    }

    @Test func `writes edits that kill the survivors and keep the recordings valid`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let file = tool.path("Contracts/reqres.json")
        let frozen = try String(contentsOf: file, encoding: .utf8)
        let loose = frozen.replacing(
            "\"first_name\": {\n            \"type\": \"string\",\n            \"minLength\": 1\n",
            with: "\"first_name\": {\n            \"type\": \"string\"\n")
        try Data(loose.utf8).write(to: file)
        let words = ["mutate", "reqres", "--recordings", Self.recordings + "/reqres"]

        let old = await tool.run(words: words)
        #expect(old.code == .broken)
        let survivors = "reqres: 19 changes that no check finds at '/data/*/first_name': empty"
        #expect(old.out.hasPrefix("breaking: \(survivors)\n"), "\(old.out)")

        let cautious = await tool.run(words: words + ["--write"])
        #expect(
            cautious.error == """
                Contracts/reqres.json: not written: set "minLength": 1 at \
                'components.schemas.User.properties.first_name', which 3 responses of 10 show
                  next: record more of them, or write it with `--evidence 3`

                """)
        #expect(try String(contentsOf: file, encoding: .utf8) == loose)

        let writing = await tool.run(words: words + ["--write", "--evidence", "1"])
        #expect(
            writing.error == """
                Contracts/reqres.json: 1 edit written
                  next: review with `git diff Contracts/reqres.json`, then run `verbatim check reqres`

                """)
        #expect(try String(contentsOf: file, encoding: .utf8) == frozen)
        #expect(await tool.run(words: words).code == .holds)
        let check = await tool.run("check", "reqres", "--recordings", Self.recordings + "/reqres")
        #expect(check.code == .holds)
    }

    @Test(arguments: [["--sample", "some"], ["--seed", "-1"]])
    func `a malformed number is a usage error`(words: [String]) async throws {
        let run = try await CommandLineHarness().run(words: ["mutate"] + words)
        #expect(run.code == .usage)
        #expect(run.error == "verbatim: '\(words.joined(separator: " "))' is not a number, from 0\n")
    }
}
