import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim open`: the page of the recordings.
@Suite struct OpenCommandTests {
    @Test func `a file is written and not opened`() async throws {
        let shop = try CommandLineHarness.shop()
        let run = await shop.run("open", "--output", "page.html", environment: ["BROWSER": "/none"])
        #expect(run.code == .holds && run.error.isEmpty && run.out.isEmpty, "\(run.out)\(run.error)")
        let page = try shop.text("page.html")
        #expect(page.contains("<h1>2 requests in 1 recording</h1>"))
        #expect(page.contains("data-is=\"404 error\" data-api=\"shop\""))
        #expect(page.contains("vscode://file") && page.contains("Recordings/shop/items/2.json</code>"))
        #expect(page.contains("curl &#39;https://api.shop.test/items&#39;"))
    }

    @Test(.enabled(if: ExternalProgram.isSupported))
    func `without a browser, the path is printed`() async throws {
        let run = try await CommandLineHarness.shop().run("open", "shop", environment: ["BROWSER": "/none"])
        #expect(run.code == .holds)
        #expect(
            run.error.contains("recordings.html is written, but no browser is known here\n  next: "),
            "\(run.error)")
    }

    @Test(.enabled(if: Git.isSupported))
    func `a response that changed since the last commit says what`() async throws {
        let shop = try CommandLineHarness.shop()
        let folder = shop.folder.path(percentEncoded: false)
        let user = ["-c", "user.name=v", "-c", "user.email=v"]
        for words in [["init", "-q"], ["add", "."], user + ["commit", "-q", "-m", "Start"]] {
            _ = try Git.output(of: ["-C", folder] + words)
        }
        _ = await shop.run("open", "--output", "old.html")
        #expect(try !shop.text("old.html").contains("Since the last commit"))
        let file = "Recordings/shop/items/2.json"
        try shop.write(try shop.text(file).replacing("\"gone\"", with: "404"), to: file)
        let run = await shop.run("open", "--output", "new.html")
        #expect(run.code == .holds, "\(run.error)")
        let page = try shop.text("new.html")
        #expect(page.contains("1 recording changed since the last commit"))
        #expect(page.contains("data-is=\"404 error changed\"") && !page.contains("data-is=\"200 changed\""))
        #expect(page.contains("<del>- &quot;error&quot;: &quot;gone&quot;</del>"))
        #expect(page.contains("<ins>+ &quot;error&quot;: 404</ins>"))
    }

    @Test func `a recording that cannot be read is named on the page`() async throws {
        let shop = try CommandLineHarness.shop()
        try shop.write("{", to: "Recordings/shop/other.har")
        let run = await shop.run("open", "--output", "page.html")
        #expect(run.code == .unreadable && run.error.contains("other.har"), "\(run.error)")
        #expect(try shop.text("page.html").contains("Not readable: Recordings/shop/other.har"))
    }

    @Test func `a HAR of another tool is shown without its secrets`() async throws {
        let shop = try CommandLineHarness.shop()
        let entry = #"""
            {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
              {"startedDateTime": "2026-11-20T10:00:00.000Z", "time": 40,
               "request": {"method": "GET", "url": "https://a.test/b", "headers": [
                 {"name": "Authorization", "value": "Bearer 5ec4e7c0ffee5ec4"}]},
               "response": {"status": 200, "headers": [], "content": {
                 "mimeType": "application/json", "text": "{\"mine\": \"5ec4e7c0ffee5ec4\"}"}}}]}}
            """#
        try shop.write(entry, to: "export.har")
        let run = await shop.run("open", "export.har", "--output", "page.html")
        #expect(run.code == .holds, "\(run.error)")
        let page = try shop.text("page.html")
        #expect(page.contains("<h1>1 request in 1 recording</h1>") && page.contains("<h3>export</h3>"))
        #expect(page.contains("mine") && !page.contains("5ec4e7c0ffee5ec4"))
        let both = await shop.run("open", "shop", "export.har", "--output", "page.html")
        #expect(both.code == .holds)
        #expect(try shop.text("page.html").contains("<h1>3 requests in 2 recordings</h1>"))
    }

    @Test(arguments: [
        (["open", "shpo"], "unknown API 'shpo', did you mean 'shop'?"),
        (["open", "--limit", "0"], "'--limit 0' is not a number of requests, 1 or more"),
        (["open", "--recordings", "Contracts"], "'Contracts' is not a folder with recordings"),
    ])
    func `what cannot be opened is refused`(words: [String], message: String) async throws {
        let run = try await CommandLineHarness.shop().run(words: words)
        #expect(run.code == .usage && run.error.contains(message), "\(run.error)")
    }
}
