import Foundation
import Testing

@testable import VerbatimCommands

/// Mistakes of users and damaged files: each is reported with its location and an exit code.
@Suite struct BadInputTests {
    private func recorded() async throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let run = await tool.run("record", "--origin", "fake", "reqres")
        try #require(run.code == .holds, "\(run.error)")
        return tool
    }

    @Test func `a missing recording is reported with the command that makes it`() async throws {
        let tool = try await recorded()
        try FileManager.default.removeItem(at: tool.path("Recordings/reqres/create-user.har"))
        let run = await tool.run("check", "reqres", "--verbose")
        #expect(run.code == .unreadable)
        #expect(
            run.error == """
                verbatim: recording-missing: the recording does not exist
                  at Recordings/reqres/create-user.har
                  next: run `verbatim record reqres --scenario create-user`

                """)
    }

    @Test func `a truncated recording is reported with its location`() async throws {
        let tool = try await recorded()
        let file = tool.path("Recordings/reqres/create-user.har")
        try Data(contentsOf: file).prefix(300).write(to: file)
        let run = await tool.run("check", "reqres", "--verbose")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("verbatim: recording-malformed: the recording is not JSON: "))
        #expect(run.error.contains(/\n  at Recordings\/reqres\/create-user.har:\d+:\d+/))
    }

    @Test func `a malformed contract is reported with its location`() async throws {
        let tool = try await recorded()
        try Data("{ \"openapi\": \"3.1.0\", oops".utf8).write(to: tool.path("Contracts/reqres.json"))
        let run = await tool.run("check", "reqres", "--verbose")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("Contracts/reqres.json:1:23: "), "\(run.error)")
    }

    @Test func `a missing body file is a finding`() async throws {
        let tool = try await recorded()
        try FileManager.default.removeItem(at: tool.path("Recordings/reqres/create-user/1.json"))
        let run = await tool.run("check", "reqres", "--verbose")
        #expect(run.code == .broken)
        #expect(run.out.contains("response-body-unreadable: "), "\(run.out)")
    }

    @Test(arguments: [
        (["check", "itune"], "verbatim: unknown API 'itune', did you mean 'itunes'?\n"),
        (
            ["record", "--scenario", "serch-all"],
            "verbatim: unknown scenario 'serch-all', did you mean 'search-all'?\n"
        ),
        (["chekc"], "verbatim: unknown command 'chekc', did you mean 'check'?\n"),
        (["check", "--max-age", "soon"], "verbatim: 'soon' is not a number of days, such as 30d\n"),
        (
            ["check", "--max-age=1", "--recordings", "x.har"],
            "verbatim: '--max-age' cannot be combined with '--recordings x.har': HAR files have no recording date\n"
        ),
    ])
    func `an unknown name is reported with the most similar one`(words: [String], text: String) async throws {
        let tool = try CommandLineHarness()
        let run = await tool.run(words: words)
        #expect(run.code == .usage)
        #expect(run.error.hasPrefix(text), "\(run.error)")
    }

    @Test(arguments: ["+30", "-1", "30 d", "3.0", "1e3", "30dd", "d", "999999", "2026-02-30", "\u{0663}0"])
    func `a maximum age is a number of days in digits`(age: String) async throws {
        let run = await (try CommandLineHarness(contractsOf: [])).run("check", "--max-age=\(age)")
        #expect(run.code == .usage)
        #expect(
            run.error.hasPrefix("verbatim: '\(age)' is not a number of days, such as 30d\n"), "\(run.error)")
    }

    @Test func `an unknown fault is wrong usage`() async throws {
        let tool = try CommandLineHarness()
        let run = await tool.run(
            "record", "--origin", "fake", "itunes", environment: ["VERBATIM_FAKE": "itunes"])
        #expect(run.code == .usage)
        #expect(
            run.error == """
                verbatim: expected 'provider=fault', not 'itunes'
                  next: write for example VERBATIM_FAKE=itunes=html-404

                """)
    }

    @Test func `a missing folder of sources is wrong usage`() async throws {
        let run = try await recorded().run("models", "reqres", "--sources", "nowhere")
        #expect(run.code == .usage)
        #expect(run.error == "verbatim: '--sources nowhere' is not a folder\n")
    }

    @Test func `a missing key is reported with the page that gives one out`() async throws {
        let run = await (try CommandLineHarness()).run("record", "flickr", "--scenario", "search")
        #expect(run.code == .unreadable)
        #expect(
            run.out == """
                flickr  not recorded: FLICKR_API_KEY is not set
                  next: get a key at \
                https://www.flickr.com/services/apps/create/, set FLICKR_API_KEY, and run `verbatim record flickr`

                """)
    }
}
