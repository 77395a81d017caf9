import Foundation
import Testing

@testable import VerbatimCommands

/// What a user does wrong, or a disk: each gets a clear error and exit code 3.
struct BadInputTests {
    private func recorded() async throws -> CommandLineHarness {
        let workshop = try CommandLineHarness()
        let run = await workshop.run("record", "--origin", "fake", "reqres")
        try #require(run.code == .holds, "\(run.error)")
        return workshop
    }

    @Test func `a recording that is gone names the command that makes it`() async throws {
        let workshop = try await recorded()
        try FileManager.default.removeItem(at: workshop.path("Recordings/reqres/create-user.har"))
        let run = await workshop.run("check", "reqres")
        #expect(run.code == .unreadable)
        #expect(
            run.error == """
                verbatim: recording-missing: there is no recording to replay
                  at Recordings/reqres/create-user.har
                  next: run `make record API=reqres SCENARIO=create-user`

                """)
    }

    @Test func `a truncated recording is told with its location`() async throws {
        let workshop = try await recorded()
        let file = workshop.path("Recordings/reqres/create-user.har")
        try Data(contentsOf: file).prefix(300).write(to: file)
        let run = await workshop.run("check", "reqres")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("verbatim: recording-malformed: the recording is not JSON: "))
        #expect(run.error.contains(/\n  at Recordings\/reqres\/create-user.har:\d+:\d+/))
    }

    @Test func `garbage in a contract is told with its location`() async throws {
        let workshop = try await recorded()
        try Data("{ \"openapi\": \"3.1.0\", oops".utf8).write(to: workshop.path("Contracts/reqres.json"))
        let run = await workshop.run("check", "reqres")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("Contracts/reqres.json:1:23: "), "\(run.error)")
    }

    @Test func `a body that is gone is a finding of its own`() async throws {
        let workshop = try await recorded()
        try FileManager.default.removeItem(at: workshop.path("Recordings/reqres/create-user/1.json"))
        let run = await workshop.run("check", "reqres")
        #expect(run.code == .broken)
        #expect(run.out.contains("response-body-unreadable: "), "\(run.out)")
    }

    @Test(arguments: [
        (["check", "itune"], "verbatim: no API 'itune', did you mean 'itunes'?\n"),
        (
            ["record", "--scenario", "serch-all"],
            "verbatim: no scenario 'serch-all', did you mean 'search-all'?\n"
        ),
        (["chekc"], "verbatim: no command 'chekc', did you mean 'check'?\n"),
        (["check", "--max-age", "soon"], "verbatim: 'soon' is not a number of days, as in 30d\n"),
        (
            ["check", "--max-age=1", "--recordings", "x.har"],
            "verbatim: '--max-age' is not an option beside '--recordings x.har', whose age nobody notes\n"
        ),
    ])
    func `a word that is none gets the nearest that is`(words: [String], text: String) async throws {
        let workshop = try CommandLineHarness()
        let run = await workshop.run(words: words)
        #expect(run.code == .usage)
        #expect(run.error.hasPrefix(text), "\(run.error)")
    }

    @Test func `a fault nobody knows is wrong usage`() async throws {
        let workshop = try CommandLineHarness()
        let run = await workshop.run(
            "record", "--origin", "fake", "itunes", environment: ["VERBATIM_FAKE": "itunes"])
        #expect(run.code == .usage)
        #expect(
            run.error == """
                verbatim: 'itunes' is not 'provider=fault'
                  next: write for example VERBATIM_FAKE=itunes=html-404

                """)
    }

    @Test func `sources that are not where they are said to be are wrong usage`() async throws {
        let run = try await recorded().run("models", "reqres", "--sources", "nowhere")
        #expect(run.code == .usage)
        #expect(run.error == "verbatim: '--sources nowhere' is not a folder\n")
    }

    @Test func `a missing key is told with where to get one`() async throws {
        let run = await (try CommandLineHarness()).run("record", "flickr")
        #expect(run.code == .unreadable)
        #expect(
            run.out == """
                flickr: not recorded, FLICKR_API_KEY is not set; get a key at \
                https://www.flickr.com/services/apps/create/ and run `FLICKR_API_KEY=... make record API=flickr`

                """)
    }
}
