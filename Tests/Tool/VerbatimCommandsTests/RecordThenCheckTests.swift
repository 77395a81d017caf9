import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimTestSupport

@testable import VerbatimCommands

/// Records from the fake providers over real sockets, then checks the recordings.
@Suite struct RecordThenCheckTests {
    /// Faults that make a fake provider violate its contract, with the rules that report them.
    private static let faults = [
        ("google-books=other-date-format", "response-property-date"),
        ("itunes=dropped-key", "response-property-missing"),
        ("itunes=new-status", "response-status-undocumented"),
        ("flickr=string-for-number", "response-property-type"),
    ]

    /// Faults that make a fake provider fail.
    private static let failures = [
        "reqres=503", "reqres=truncated", "itunes=empty-403", "reqres=429", "reqres=reset",
        "flickr=stat-fail", "google-books=400", "google-books=html-for-json",
    ]

    @Test func `nothing is recorded through a link in the folder of the recordings`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        try tool.write("", to: "outside/kept")
        try tool.write("", to: "Recordings/kept")
        try FileManager.default.createSymbolicLink(
            at: tool.path("Recordings/reqres"), withDestinationURL: tool.path("outside"))
        let run = await tool.run("record", "--origin", "fake", "reqres", "--scenario", "missing-user")
        #expect(run.code == .unreadable && run.error.contains("a symbolic link, not a folder"), "\(run)")
        #expect(try tool.files(in: "outside").keys.sorted() == ["kept"])
    }

    @Test func `responses of the fake providers are recorded and keep the contracts`() async throws {
        let tool = try CommandLineHarness()
        let record = await tool.run("record", "--origin", "fake")
        #expect(record.code == .holds, "\(record.error)\(record.out)")
        #expect(
            record.out == """
                google-books  \(API.googleBooks.scenarios.count) recordings, \
                \(API.googleBooks.scenarios.count) new (fake)
                itunes        \(API.iTunes.scenarios.count) recordings, \(API.iTunes.scenarios.count) new (fake)
                flickr         \(API.flickr.scenarios.count) recordings, \(API.flickr.scenarios.count) new (fake)
                reqres         \(API.reqres.scenarios.count) recordings, \(API.reqres.scenarios.count) new (fake)

                """)
        let check = await tool.run("check", "--verbose")
        #expect(check.code == .holds, "\(check.error)\(check.out)")
        #expect(
            check.out.contains(
                """
                recording-from-fake: recording 'google-books/volume-by-isbn': recorded against a \
                fake provider; it shows our assumptions, not the API
                  at Recordings/google-books/volume-by-isbn.har
                  and \(API.all.flatMap(\.scenarios).count { !$0.isFakeOnly } - 1) more like it
                  next: run `verbatim record` with network access


                """))
    }

    @Test func `only recordings older than the maximum age are reported`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        _ = await tool.run("record", "--origin", "fake", "reqres")
        let log = tool.path("Recordings/refreshed.json")
        let text = try String(contentsOf: log, encoding: .utf8)
        let young = await tool.run("check", "reqres", "--max-age", "30d", "--verbose")
        #expect(!young.out.contains("recording-stale"))
        let name = #""reqres/list-users": ""#
        let parts = text.split(separator: name, maxSplits: 1)
        try (String(parts[0]) + name + "2020-02-03" + parts[1].dropFirst(10)).write(
            to: log, atomically: true, encoding: .utf8)
        let recording = tool.path("Recordings/reqres/list-users.har")
        try String(contentsOf: recording, encoding: .utf8)
            .replacing(/"startedDateTime": "[-0-9]{10}/, with: #""startedDateTime": "2020-02-03"#)
            .write(to: recording, atomically: true, encoding: .utf8)
        let old = await tool.run("check", "reqres", "--max-age", "30d", "--verbose")
        #expect(old.code == .holds)
        #expect(
            old.out.contains("recording-stale: recording 'reqres/list-users': expected "),
            "\(old.out)")
        #expect(old.out.contains("! 1 warning · "), "\(old.out)")
    }

    @Test func `coverage lists what no recording shows`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        _ = await tool.run("record", "--origin", "fake", "reqres")
        let check = await tool.run("check", "reqres", "--coverage")
        #expect(check.code == .holds)
        #expect(check.out.contains(/\nthe recordings of reqres cover \d+ of \d+ operations,/), "\(check.out)")
        #expect(check.out.contains(/\n  Contracts\/reqres.json:\d+:\d+: property 'Failure.example_curl'\n/))
        #expect(check.out.contains(/\d+ of \d+ operations,.* \d+ of \d+ formats/))
    }

    @Test func `recording again changes no file`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["itunes", "flickr"])
        _ = await tool.run("record", "--origin", "fake", "reqres", "flickr")
        let first = try tool.files()
        let again = await tool.run("record", "--origin", "fake", "reqres", "flickr")
        let (reqres, flickr) = (API.reqres.scenarios.count, API.flickr.scenarios.count)
        #expect(
            again.out == """
                reqres  \(reqres) recordings, unchanged (fake)
                flickr  \(flickr) recordings, unchanged (fake)

                """)
        #expect(try tool.files() == first)
        #expect(first.count > 7)
    }

    @Test func `a key from the environment is in no file`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres", "flickr", "google-books"])
        let key = "5ec4e7c0ffee5ec4e7c0ffee5ec4e7c0"
        let run = await tool.run(
            "record", "--origin", "fake", "flickr", "reqres", "google-books",
            environment: [
                "FLICKR_API_KEY": key, "REQRES_API_KEY": key, "GOOGLE_BOOKS_API_KEY": key,
            ])
        #expect(run.code == .holds)
        let files = try tool.files()
        #expect(!files.isEmpty)
        for (path, bytes) in files { #expect(bytes.range(of: Data(key.utf8)) == nil, "\(path)") }
        #expect(!(run.out + run.error).contains(key))
    }

    @Test(arguments: faults.prefix(TestEffort.count(2, of: faults.count)))
    func `a changed response is published and found by a check`(fault: String, rule: String)
        async throws
    {
        let api = String(fault.prefix { $0 != "=" })
        let tool = try CommandLineHarness(contractsOf: [api])
        let record = await tool.run(
            "record", "--origin", "fake", api, environment: ["VERBATIM_FAKE": fault])
        #expect(record.code == .holds, "\(record.error)")
        let check = await tool.run("check", api, "--verbose")
        #expect(check.code == .broken)
        #expect(check.out.contains("\(rule): "), "\(check.out)")
        #expect(check.out.contains(/\n  at Recordings\/[^ ]+:\d+/))
        #expect(check.out.contains("\n  next: "))
    }

    @Test(arguments: failures.prefix(TestEffort.count(3, of: failures.count)))
    func `a failing provider leaves the old recordings unchanged`(fault: String) async throws {
        let api = String(fault.prefix { $0 != "=" })
        let tool = try CommandLineHarness(contractsOf: [api])
        _ = await tool.run("record", "--origin", "fake", api)
        let old = try tool.files()
        let run = await tool.run(
            "record", "--origin", "fake", api, environment: ["VERBATIM_FAKE": fault])
        #expect(run.code == .unreadable)
        #expect(run.error.contains("no recording replaced"))
        #expect(try tool.files() == old)
    }

    @Test(arguments: [
        (
            "google-books", "without a key, the quota is shared",
            "  next: get a key at https://console.cloud.google.com/apis/credentials and set "
                + "GOOGLE_BOOKS_API_KEY, or record again later"
        ),
        (
            "reqres", "without a key, the quota is shared",
            "  next: get a key at https://app.reqres.in/api-keys and set REQRES_API_KEY, or record again later"
        ),
        ("itunes", "too many requests", "  next: wait, and record again"),
    ])
    func `too many requests are reported with the key that raises the quota`(
        api: String, reason: String, next: String
    ) async throws {
        let tool = try CommandLineHarness(contractsOf: [api])
        let run = await tool.run(
            "record", "--origin", "fake", api, environment: ["VERBATIM_FAKE": "\(api)=429"])
        #expect(run.code == .unreadable)
        #expect(run.error.contains("returned 429: too many requests"), "\(run.error)")
        #expect(run.error.contains(reason), "\(run.error)")
        #expect(run.error.contains(next), "\(run.error)")
    }

    @Test func `too many requests with a key are not about the key`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["google-books"])
        let key = "AIzaSy5ec4e7c0ffee5ec4e7c0ffee5ec4e7c0f"
        let run = await tool.run(
            "record", "--origin", "fake", "google-books",
            environment: ["VERBATIM_FAKE": "google-books=429", "GOOGLE_BOOKS_API_KEY": key])
        #expect(run.error.contains("returned 429: too many requests"), "\(run.error)")
        #expect(run.error.contains("  next: wait, and record again"))
        #expect(!run.error.contains("get a key") && !run.error.contains(key))
    }

    @Test func `an API that fails does not stop the others`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["itunes", "flickr"])
        let run = await tool.run(
            "record", "--origin", "fake", "itunes", "flickr",
            environment: ["VERBATIM_FAKE": "itunes=503"])
        #expect(run.code == .unreadable)
        // Scenarios with a fault of their own succeed, and `missing-artwork`, which asks another host.
        let succeeding = API.iTunes.scenarios.count(where: \.isFakeOnly) + 1
        let failing = API.iTunes.scenarios.count - succeeding
        #expect(
            run.out == """
                itunes  \(API.iTunes.scenarios.count) recordings, \(succeeding) new, \(failing) failed (fake)
                flickr   \(API.flickr.scenarios.count) recordings, \(API.flickr.scenarios.count) new (fake)

                """)
    }

    @Test func `a live recording leaves out what only fake providers show`() async throws {
        let faults = API.flickr.scenarios.filter { !$0.fakeEnvironment.isEmpty }
        let tool = try CommandLineHarness(
            contractsOf: ["flickr"],
            apis: [API(name: "flickr", scenarios: faults, models: [])])
        let run = await tool.run("record", "--verbose", "flickr")
        #expect(run.code == .holds, "\(run.error)")
        #expect(
            run.out.hasSuffix(" recordings, \(faults.count) only from fake providers (live)\n"), "\(run.out)")
        #expect(run.error.contains("not recorded: only a fake provider shows it, with `--origin fake`"))
    }
}
