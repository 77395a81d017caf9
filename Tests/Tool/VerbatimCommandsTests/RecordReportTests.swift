import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

@testable import VerbatimCommands

/// The reports of `verbatim record`: complete, incomplete, and of a recording that could not run.
@Suite struct RecordReportTests {
    private static let reports = [".txt", ".md", ".json", ".xml", ".sarif", ".html"].flatMap {
        ["--report", "r" + $0]
    }

    private func item(_ id: String = "1") -> HTTPResponse {
        RecordingHarness.json(#"{"id":\#(id),"kind":"book"}"#)
    }

    /// A shop whose answers have another type from the second on.
    private func changingShop() throws -> RecordingHarness {
        try RecordingHarness { _, count in count == 0 ? item() : item(#""1""#) }
    }

    private func report(_ suffix: String, of shop: RecordingHarness) throws -> String {
        try String(contentsOf: shop.folder.appending(path: "r" + suffix), encoding: .utf8)
    }

    @Test func `each format has the changes since the last recording`() async throws {
        let shop = try changingShop()
        _ = await shop.run(["record"], apis: [shop.api()])
        let run = await shop.run(["record"] + Self.reports, apis: [shop.api()])
        #expect(run.code == .holds, "\(run.error)")
        let text = try report(".txt", of: shop)
        #expect(
            text.hasPrefix("breaking: shop sends 'id' as a string, not as an integer\n"),
            "\(text)")
        let markdown = try report(".md", of: shop)
        #expect(
            markdown.hasPrefix("<!-- verbatim:record -->\n### ❌ shop: 1 change breaks the app\n\n"),
            "\(markdown)")
        #expect(markdown.contains("<code>StockItem.id</code> at <code>Sources/StockItem.swift:2:9</code>"))
        #expect(markdown.contains("<sub>1 recording compared with the last one · 1 finding of 1 cause</sub>"))
        let json = try JSON(parsing: try report(".json", of: shop))
        #expect(json["command"].string == "record")
        #expect(
            json["recordings"].value.text(.compact) == #"{"replaced":1,"unchanged":0,"uncompared":0}"#,
            "\(json.value.text(.compact))")
        #expect(json["changes"][0]["rule"].string == "drift-type-added")
        #expect(!json["problems"].exists)
        #expect(try ReportOutputTests.schema.get().validate(json).isEmpty)
        #expect(
            try report(".xml", of: shop).contains(
                #"<testsuites name="verbatim record" tests="1" failures="0""#))
        let html = try report(".html", of: shop)
        #expect(html.contains("</span> shop changed in 1 way that breaks your app.</h1>"))
        #expect(html.contains(" · 1 recording compared with the last one · 1 finding</p>"))
        let sarif = try JSON(parsing: try report(".sarif", of: shop))["runs"][0]
        #expect(sarif["invocations"][0]["executionSuccessful"].value == true)
        #expect(sarif["automationDetails"]["id"].string == "verbatim/record/")
    }

    @Test func `a change fails the report only if it fails the command`() async throws {
        let shop = try changingShop()
        _ = await shop.run(["record"], apis: [shop.api()])
        let words = ["record", "--fail-on", "breaking"] + Self.reports
        #expect(await shop.run(words, apis: [shop.api()]).code == .broken)
        #expect(
            try report(".md", of: shop).contains("### ❌ shop: 1 change breaks the app\n"))
        #expect(try report(".xml", of: shop).contains(#"tests="1" failures="1" errors="0""#))
    }

    @Test func `a report says that nothing was compared, as there was nothing to compare`() async throws {
        let shop = try changingShop()
        #expect(await shop.run(["record"] + Self.reports, apis: [shop.api()]).code == .holds)
        let text = "1 recording not compared, as there was none to read"
        #expect(try report(".html", of: shop).contains("Nothing was compared: \(text).</h1>"))
        #expect(try report(".txt", of: shop).hasPrefix("\(text)\n"))
        #expect(try report(".md", of: shop).hasSuffix("<sub>\(text) · 0 findings</sub>\n"))
    }

    @Test func `a damaged recording is replaced, not compared, and the exit code is 3`() async throws {
        let shop = try changingShop()
        _ = await shop.run(["record"], apis: [shop.api()])
        try Data("{".utf8).write(to: shop.folder.appending(path: "Recordings/shop/item.har"))
        let run = await shop.run(["record"] + Self.reports, apis: [shop.api()])
        let problem = "published, but not compared with the last recording: Recordings/shop/item.har:1:2: "
        #expect(run.code == .unreadable)
        #expect(run.error.contains("\n  \(problem)"), "\(run.error)")
        let markdown = try report(".md", of: shop)
        #expect(
            markdown.contains("### ❔ The recording is incomplete: 1 part could not run\n\n- "),
            "\(markdown)")
        #expect(try report(".txt", of: shop).hasPrefix("could-not-run: shop/item: \(problem)"))
        let json = try JSON(parsing: try report(".json", of: shop))
        #expect(try ReportOutputTests.schema.get().validate(json).isEmpty)
        #expect(json["problems"][0]["message"].string?.hasPrefix("shop/item: \(problem)") == true)
        #expect(
            try report(".html", of: shop).contains("The recording is incomplete: 1 part could not run.</h1>"))
        #expect(try report(".xml", of: shop).contains(#"tests="1" failures="0" errors="1""#))
        let sarif = try JSON(parsing: try report(".sarif", of: shop))["runs"][0]
        #expect(sarif["invocations"][0]["executionSuccessful"].value == false)
        #expect(await shop.run(["record"], apis: [shop.api()]).code == .holds)
    }

    @Test func `a scenario that fails is beside the changes of the others`() async throws {
        let isBroken = Atomic(false)
        let shop = try RecordingHarness { url, _ in
            guard isBroken.load(ordering: .relaxed) else { return item() }
            return url.hasSuffix("n=1") ? HTTPResponse(503, body: .empty) : item("null")
        }
        let apis = [shop.api(paths: ["a": "/item?n=1", "b": "/item?n=2"])]
        _ = await shop.run(["record"], apis: apis)
        isBroken.store(true, ordering: .relaxed)
        let run = await shop.run(["record", "--retries", "0"] + Self.reports, apis: apis)
        #expect(run.code == .unreadable)
        #expect(
            run.out.hasPrefix(
                "shop  2 recordings, 1 changed, 1 failed (live)\n\nbreaking: shop sends null for 'id'\n"),
            "\(run.out)")
        #expect(!run.out.contains("could-not-run"), "its line has said so")
        let markdown = try report(".md", of: shop)
        let order = [
            "### ❔ The recording is incomplete: 1 part could not run · ❌ shop: 1 change", "\n- ", "\n| ❌ |",
            "drift-type-added",
        ]
        let found = order.compactMap { markdown.firstRange(of: $0)?.lowerBound }
        #expect(found.count == 4 && found == found.sorted(), "\(markdown)")
        #expect(
            try report(".txt", of: shop).contains("could-not-run: shop/a: failed, no recording replaced: "))
    }

    @Test func `a recording of nothing has reports that say so`() async throws {
        let shop = try RecordingHarness { _, _ in HTTPResponse(503, body: .empty) }
        let run = await shop.run(["record", "--retries", "0"] + Self.reports, apis: [shop.api()])
        #expect(run.code == .unreadable)
        #expect(
            try report(".md", of: shop).hasPrefix(
                "<!-- verbatim:record -->\n### ❔ The recording could not run\n\n"))
        #expect(try JSON(parsing: try report(".json", of: shop))["error"].exists)
        let recordings = shop.folder.appending(path: "Recordings")
        try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: recordings.appending(path: "refreshed.json"))
        #expect(await shop.run(["record"] + Self.reports, apis: [shop.api()]).code == .unreadable)
        #expect(try report(".md", of: shop).contains("the log of days is damaged"))
    }

    @Test func `a scenario that sends no request fails`() async throws {
        let shop = try RecordingHarness { _, _ in HTTPResponse(200) }
        let api = API(name: "shop", scenarios: [Scenario("idle", "does nothing") { _ in }])
        let run = await shop.run(["record"], apis: [api])
        #expect(run.code == .unreadable)
        #expect(run.error.contains("shop/idle") && run.error.contains("it sent no request"), "\(run)")
    }

    @Test func `the results are the only text on standard output in a format for programs`() async throws {
        let shop = try changingShop()
        let run = await shop.run(["record", "--format", "json"], apis: [shop.api()])
        #expect(try JSON(parsing: run.out)["command"].string == "record")
        #expect(run.error.hasSuffix("shop  1 recording, 1 new (live)\n"), "\(run.error)")
    }

    @Test(arguments: [["--dry-run", "--report", "r.md"], ["--format", "json", "--", "true"]])
    func `a report without a subject is refused`(words: [String]) async throws {
        let shop = try changingShop()
        #expect(await shop.run(["record"] + words, apis: [shop.api()]).code == .usage)
    }

    @Test(.enabled(if: ExternalProgram.isSupported))
    func `the report of a command that fails is incomplete`() async throws {
        let shop = try changingShop()
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        let run = await shop.run(
            ["record", "--report", "r.md", "--", "sh", "-c", "exit 7"], apis: [], environment: environment)
        #expect(run.code.rawValue == 7)
        let markdown = try report(".md", of: shop)
        #expect(markdown.contains("### ❔ The recording could not run\n"), "\(markdown)")
        #expect(markdown.contains("the command ended with exit code 7"), "\(markdown)")
    }
}
