import Foundation
import Testing
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimCommands

/// Reports in HTML, with the history of the recordings and the files of revisions.
@Suite struct HTMLReportCommandTests {
    private static let contract = """
        {
          "openapi": "3.1.0", "info": {"title": "shop", "version": "1"},
          "servers": [{"url": "https://shop.test"}],
          "paths": {"/items": {"get": {"operationId": "list", "responses": {"200": {
            "description": "items",
            "content": {"application/json": {"schema": {
              "type": "object", "required": ["count"], "properties": {"count": {"type": "integer"}}
            }}}
          }}}}}
        }
        """

    private static func archive(_ count: String) -> String {
        #"""
        {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
          {"startedDateTime": "2026-11-20T10:00:00.000Z", "time": 40,
           "request": {"method": "GET", "url": "https://shop.test/items", "httpVersion": "HTTP/1.1",
             "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0},
           "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
             "headers": [{"name": "Content-Type", "value": "application/json"}], "redirectURL": "",
             "content": {"size": 12, "mimeType": "application/json", "text": "{\"count\": \#(count)}"},
             "headersSize": -1, "bodySize": 12},
           "cache": {}, "timings": {"send": 0, "wait": 40, "receive": 0}}
        ]}}
        """#
    }

    /// A tool with one API and one recording, which was committed on two days and changed since.
    ///
    /// - Parameter other: The name of another file that was committed.
    private static func tool(with other: [UInt8]? = nil) throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        try tool.write(contract, to: "Contracts/shop.json")
        try tool.git("init", "--quiet")
        if let other { try tool.commit(fileNamed: other, on: "2026-11-19") }
        for (day, count) in [("2026-11-20", "1"), ("2026-11-21", "null")] {
            try tool.write(archive(count), to: "Recordings/shop/list.har")
            try tool.git("add", "Contracts", "Recordings")
            try tool.git(
                "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", day,
                environment: ["GIT_COMMITTER_DATE=\(day)T12:00:00Z"])
        }
        try tool.write(archive(#"\"<b>3\""#), to: "Recordings/shop/list.har")
        return tool
    }

    static let names =
        ["\u{e9}.har", "a\nb.har", "\"\\.har", "shop/a b/1.json"].map { Array($0.utf8) }
        + [[0xff] + Array(".har".utf8), Array("shop/".utf8) + [0xc3, 0x28] + Array(".har".utf8)]

    @Test(.enabled(if: Git.isSupported), arguments: names)
    func `a name that is odd or no text hides nothing of the history`(name: [UInt8]) async throws {
        let tool = try Self.tool(with: name)
        _ = await tool.run("check", "--report", "out/report.html")
        #expect(try tool.text("out/report.html").contains("<h3 id=\"day-2026-11-21\">"))
    }

    @Test(.enabled(if: Git.isSupported))
    func `a check marks values in archives, and shows the days on which fields changed`() async throws {
        let tool = try Self.tool()
        let run = await tool.run("check", "--report", "out/report.html")
        #expect(run.code == .broken, "\(run.error)")
        let page = try String(contentsOf: tool.folder.appending(path: "out/report.html"), encoding: .utf8)
        #expect(page.contains("<ins>+ &quot;count&quot;: &quot;&lt;b&gt;3&quot;</ins>"))
        #expect(page.contains("<h3 id=\"day-2026-11-21\">"))
        #expect(page.contains("<h3 id=\"day-not-committed\">not committed</h3>"))
        #expect(page.contains("href=\"vscode://file/"))
        let again = await tool.run("check", "--format", "html")
        #expect(again.out == page)
    }

    @Test(.enabled(if: Git.isSupported))
    func `a comparison with a revision shows the lines of the revision`() async throws {
        let tool = try Self.tool()
        let changed = Self.contract.replacing("\"integer\"", with: "\"string\"")
        try tool.write(changed, to: "Contracts/shop.json")
        let run = await tool.run("diff", "HEAD", "Contracts", "--format", "html")
        #expect(run.out.contains("<code>HEAD:Contracts/shop.json:"), "\(run.error)")
        #expect(run.out.contains("<del>- &quot;type&quot;: &quot;integer&quot;</del>"))
        #expect(run.out.contains("<ins>+ &quot;type&quot;: &quot;string&quot;</ins>"))
    }

    @Test func `the name of a missing property is marked in the contract`() async throws {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        let contract = Self.contract.replacing(#"["count"]"#, with: #"["kind", "count"]"#)
        try tool.write(contract, to: "Contracts/shop.json")
        let archive = Self.archive("1").replacing(#"\"count\""#, with: #"\"kind\""#)
        try tool.write(archive, to: "Recordings/shop/list.har")
        let run = await tool.run("check", "--format", "html")
        #expect(run.out.contains("response-property-missing"), "\(run.error)")
        #expect(run.out.contains("[&quot;kind&quot;, <mark>&quot;count&quot;</mark>]"))
    }

    @Test func `without a repository there is no history, and a check that cannot run says so`() async throws
    {
        let tool = try CommandLineHarness(contractsOf: [], apis: [])
        try tool.write(Self.contract, to: "Contracts/shop.json")
        try tool.write(Self.archive("1"), to: "Recordings/shop/list.har")
        var run = await tool.run("check", "--format", "html")
        #expect(run.code == .holds, "\(run.error)")
        #expect(!run.out.contains("id=\"drift\""))
        try tool.write("{", to: "Contracts/shop.json")
        run = await tool.run("check", "--format", "html")
        #expect(run.code == .unreadable)
        #expect(
            run.out.contains(
                "<h1 class=\"unknown\"><span aria-hidden=\"true\">!</span> The check could not run.</h1>"))
    }
}

extension CommandLineHarness {
    /// Commits a file among the recordings that has never been in the folder: its name may be any bytes.
    fileprivate func commit(fileNamed name: [UInt8], on day: String) throws {
        let git = ["-C", folder.path(percentEncoded: false)]
        let hash = try Git.output(of: git + ["hash-object", "-w", "--stdin"], input: Data("x".utf8)).prefix(
            40)
        let line = Data("100644 ".utf8) + hash + Data("\tRecordings/".utf8) + name + [0]
        try Git.output(of: git + ["update-index", "--add", "-z", "--index-info"], input: line)
        try self.git(
            "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", day,
            environment: ["GIT_COMMITTER_DATE=\(day)T12:00:00Z"])
    }
}
