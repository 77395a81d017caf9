import Foundation
import Testing
import VerbatimContract
import VerbatimDrift
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimReports

/// Reports as HTML documents. `make html-report` opens them in a browser.
@Suite struct HTMLReportTests {
    private static func item(
        _ number: Int, expected: String = "integer", pointer: JSONPointer? = nil
    ) -> Finding {
        var finding = Finding(
            .responsePropertyType,
            about: .init(
                api: "shop", operation: "list", exchange: "GET /items -> 200", status: 200,
                pointer: pointer ?? JSONPointer(["items", "\(number)"]), contractPointer: "/x"),
            .expected(expected, found: "the string \"\(number)\""), next: "run `verbatim infer shop`")
        finding.value = .scalar(.string("\(number)"))
        return finding
    }

    private static func page(_ report: Report, files: SourceFiles = ReportFixture.files) -> String {
        HTMLReport(day: "2026-11-22").text(of: report, files: files)
    }

    private static var history: RecordingHistory {
        RecordingHistory(
            days: [
                .init(day: "2026-11-20", commit: "1a2b3c4", changes: []),
                .init(day: "2026-11-21", commit: "5d6e7f8", changes: [], unreadable: 2),
            ], omittedDays: 1)
    }

    // MARK: Contents

    @Test func `a check has the causes, every operation and status, the drift and the proof`() throws {
        let page = HTMLReport(day: "2026-11-22", history: Self.history)
            .text(of: try ReportFixture.check(), files: ReportFixture.files)
        let ids = ["causes", "operations", "drift", "proof"]
        #expect(page.matches(of: /<section id="(\w+)"/).map { String($0.1) } == ids)
        #expect(page.contains("<time datetime=\"2026-11-22\">"))
        #expect(page.contains("2 recordings not compared."))
        #expect(page.contains("1 older day not compared."))
        #expect(
            page.contains("<span>operations</span>") && page.contains("<span class=\"number\">1 of 1</span>"))
    }

    @Test func `the title is a sentence, and each API has a tile`() throws {
        let page = Self.page(try ReportFixture.check())
        let sentence = "shop changed in 1 way that breaks the contract."
        #expect(page.contains("<title>verbatim check: \(sentence)</title>"))
        #expect(page.contains("<h1 class=\"breaking\"><span aria-hidden=\"true\">✗</span> \(sentence)</h1>"))
        #expect(
            page.contains(
                "<b>shop</b> <span class=\"verdict\"><span aria-hidden=\"true\">✗</span> 1 breaking"))
        #expect(page.contains("1 response · 1 of 1 operation"))
    }

    @Test func `a cause has panels with the marked bytes, what to do, and all of its findings`() throws {
        let report = try ReportFixture.check()
        guard case .completed(let contents) = report.result else { throw CancellationError() }
        let page = Self.page(report)
        let cause = try #require(contents.causes.first)
        #expect(page.contains("<details id=\"c-\(cause.id)\" class=\"cause breaking\""))
        #expect(page.contains("href=\"#c-\(cause.id)\""))
        #expect(page.contains("<h3>recorded <code>Recordings/shop/list/1.json:3:3</code></h3>"))
        #expect(page.contains("<span>  <mark>&quot;é🙂&quot;</mark>, &quot;x&quot;</span>"))
        #expect(page.contains("<h3>contract <code>Contracts/shop.json"))
        #expect(page.contains("<mark>&quot;integer&quot;</mark>"))
        #expect(page.contains("<li id=\"f-\(cause.findings[0].fingerprint)\">"))
        #expect(page.contains("<summary>1 similar result</summary>"))
        // Every finding is counted in a cause.
        let counts = page.matches(of: /<summary>(\d+) findings? in/).compactMap { Int($0.1) }
        #expect(counts.reduce(0, +) == contents.items.reduce(0) { $0 + $1.count })
    }

    @Test func `the address of a file is a link, and of a file elsewhere there is none`() throws {
        let files = SourceFiles(
            path: { $0.hasPrefix("Contracts/") ? $0 : nil },
            address: { "vscode://file/project/\($0)" }, read: { _ in Array(ReportFixture.contract.utf8) })
        let page = Self.page(try ReportFixture.check(), files: files)
        #expect(page.contains("<a href=\"vscode://file/project/Contracts/shop.json:6:"))
        #expect(!page.contains("vscode://file/project/Recordings"))
    }

    @Test func `a field of the heat map has the number of responses and the worst severity`() throws {
        let report = try ReportFixture.check()
        guard case .completed(let contents) = report.result else { throw CancellationError() }
        let cause = try #require(contents.causes.first)
        #expect(
            Self.page(report).contains(
                """
                <tr><th scope="row" title="GET /items">list</th><td class="breaking"><a href="#c-\(cause.id)" \
                aria-label="list 200: 1 response, breaking"><span aria-hidden="true">✗</span>1</a></td></tr>
                """))
    }

    @Test func `a field that changed has a lane with a dot for each day`() throws {
        func change(_ old: String, _ new: String) -> [Finding] {
            [
                Finding(
                    .responsePropertyType, about: .init(api: "shop", pointer: "/items/*/price"),
                    .change(.both, old: old, new: new), next: "")
            ]
        }
        let days = [
            RecordingHistory.Day(day: "2026-11-20", commit: "c0ffee1", changes: change("integer", "string")),
            RecordingHistory.Day(day: "2026-11-21", commit: "c0ffee2", changes: change("string", "integer")),
            RecordingHistory.Day(day: "2026-11-22", commit: nil, changes: change("integer", "null")),
        ]
        let history = RecordingHistory(since: "2026-11-12", days: days, omittedDays: 0)
        let page = HTMLReport(day: "2026-11-22", history: history).text(of: try ReportFixture.check())
        #expect(page.contains("<h2 id=\"drift-title\">Drift since 2026-11-12</h2>"))
        #expect(page.matches(of: /<svg class="lane"/).count == 1)
        let dots = page.matches(of: /<circle class="(\w+)" cx="(\d+)%"/).map { "\($0.1) \($0.2)" }
        #expect(dots == ["breaking 78", "ok 88", "breaking 98"])
        // Days with and without a commit may be the same one.
        #expect(page.contains("<h3 id=\"day-2026-11-21\">2026-11-21, commit <code>c0ffee2</code></h3>"))
        #expect(page.contains("<h3 id=\"day-not-committed\">not committed</h3>"))
    }

    @Test func `a change has both sides, and the properties that it breaks`() {
        let page = Self.page(ReportFixture.hostile("plain"))
        #expect(page.contains("<b>plain</b>"))
        #expect(page.contains("recorded: <code>plain:1</code> is <code>plain</code>"))
        #expect(page.contains("<summary>1 other place</summary>"))
    }

    @Test func `the message to the provider has the request, what was expected and what came`() {
        let archive = """
            {"log": {"entries": [
              {"startedDateTime": "2026-11-20T10:00:00Z",
               "request": {"method": "POST", "url": "https://shop.test/items?key=secret", "headers": [
                 {"name": "Accept", "value": "it's"}], "postData": {"text": "{}"}},
               "response": {"content": {"_file": "list/1.json"}}}
            ]}}
            """
        let files = SourceFiles(
            path: { $0 }, read: { $0.hasSuffix("shop/list.har") ? Array(archive.utf8) : nil },
            redact: { $0.replacing("secret", with: "REDACTED") })
        var finding = Self.item(3)
        finding.location = SourceLocation(file: "Recordings/shop/list/1.json", line: 1, column: 2)
        let page = Self.page(Report(changes: [], findings: [finding]), files: files)
        #expect(
            page.contains(
                """
                request:   curl -X &#39;POST&#39; &#39;https://shop.test/items?key=REDACTED&#39; \
                -H &#39;Accept: it&#39;\\&#39;&#39;s&#39; --data-raw &#39;{}&#39;
                answered:  GET /items -&gt; 200
                on:        2026-11-20
                """), "\(page.firstMatch(of: /request:[^<]*/).map { String($0.output) } ?? "")")
        #expect(
            page.contains("expected:  integer\n") && page.contains("received:  the string &quot;3&quot;\n"))
    }

    @Test func `a command that could not run is neither broken nor clean`() {
        let page = Self.page(ReportFixture.failure)
        #expect(page.contains("<title>verbatim check: The check could not run.</title>"))
        #expect(page.contains("This is no clean result."))
        #expect(page.contains("Contracts/shop.json:2:3"))
        #expect(!page.contains("id=\"causes\""))
        #expect(!page.contains("<h1 class=\"ok\""))
    }

    @Test func `a value in the body of an entry of an archive is marked as well`() {
        let archive = """
            {"log": {"entries": [
              {"response": {"content": {"text": "{\\"a\\":\\n [1, \\"<two>\\"]}"}}},
              {"response": {"content": {"text": "WzEsICJ0aHJlZSJd", "encoding": "base64"}}}
            ]}}
            """
        let files = SourceFiles(path: { $0 }, read: { _ in Array(archive.utf8) })
        let reader = ExcerptReader(files)
        func value(_ line: Int, _ pointer: JSONPointer) -> String? {
            reader.excerpt(at: SourceLocation(file: "a.har", line: line), pointer: pointer)?
                .lines.first { !$0.value.isEmpty }?.value
        }
        #expect(value(2, "/a/1") == "\"<two>\"")
        #expect(value(3, "/1") == "\"three\"")
        #expect(value(2, "/a/0") == "1")
        #expect(value(1, "/a") == nil)
        #expect(reader.excerpt(at: SourceLocation(file: "a.har", line: 2), pointer: nil) == nil)
    }

    @Test(arguments: [
        ("status", "404"), ("header 'DATE'", "\"today\""), ("media type", "\"text/plain\""),
        (
            "header 'ETag'",
            "[{\"name\": \"Date\", \"value\": \"today\"}, {\"name\": \"Content-Type\", \"value\": \"text/plain\"}]"
        ),
        ("query parameter 'q'", "\"a\""), ("query parameter 'p'", "\"https://shop.test/?q=a\""),
        ("header parameter 'Accept'", "[]"), ("security", "\"https://shop.test/?q=a\""),
    ])
    func `a status, a field or an item of the query is marked in the archive`(subject: String, value: String)
    {
        let archive = """
            {"log": {"entries": [
              {"request": {"url": "https://shop.test/?q=a", "headers": [],
                           "queryString": [{"name": "q", "value": "a"}]},
               "response": {"status": 404, "headers": [{"name": "Date", "value": "today"}, \
            {"name": "Content-Type", "value": "text/plain"}]}}
            ]}}
            """
        let reader = ExcerptReader(SourceFiles(path: { $0 }, read: { _ in Array(archive.utf8) }))
        let location = SourceLocation(file: "a.har", line: 2)
        let excerpt = reader.excerpt(at: location, pointer: nil, part: subject)
        #expect(excerpt?.lines.map(\.value).filter { !$0.isEmpty } == [value])
    }

    // MARK: Safety

    @Test(arguments: ReportFixture.hostileTexts.indices)
    func `no text becomes markup`(index: Int) {
        let text = ReportFixture.hostileTexts[index]
        func structure(_ text: String) -> [Substring] {
            let page = Self.page(ReportFixture.hostile(text))
            return page.matches(of: /<[!\/a-zA-Z][^\s>]*/).map(\.output)
        }
        // Backticks are code in the next step, and nowhere else.
        let plain = text.contains("`") ? text.filter { $0 == "`" || $0 == " " } + "x" : "plain"
        #expect(structure(text) == structure(plain))
    }

    @Test func `the policy of the document is the hash of its style and its script`() throws {
        let page = Self.page(ReportFixture.failure)
        func hash(_ element: Regex<(Substring, Substring)>) throws -> String {
            let content = try #require(page.firstMatch(of: element)).1
            return "'sha256-" + Data(SHA256.hash(content.utf8)).base64EncodedString() + "'"
        }
        #expect(
            page.contains("style-src &#39;" + (try hash(/<style>([^<]*)<\/style>/)).dropFirst().dropLast()))
        #expect(page.contains("content=\"default-src &#39;none&#39;;"))
        let script = try #require(page.split(separator: "<script>").last?.split(separator: "</script>").first)
        let digest = Data(SHA256.hash(script.utf8)).base64EncodedString()
        #expect(page.contains("script-src &#39;sha256-\(digest)&#39;"))
        #expect(!page.contains("http://") && !page.contains("https://"))
    }

    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func `the hash is that of the standard`(text: String, expected: String) {
        let hash = SHA256.hash(text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(hash.joined() == expected)
    }

    // MARK: Size

    @Test func `thousands of findings of one kind are one entry that counts them`() {
        let report = Report(changes: [], findings: (0..<5000).map { Self.item($0) })
        let page = Self.page(report)
        #expect(page.matches(of: /<li id="f-/).count == 1)
        #expect(page.contains("<span class=\"note\">5000 alike</span>"))
        #expect(page.contains("and 4979 more"))
        #expect(page.utf8.count < 60_000)
    }

    @Test func `entries beyond the limit are counted by rule, and equal fingerprints have several names`() {
        let findings = (0..<ReportPage.entryLimit + 200).map { Self.item($0, expected: "kind \($0)") }
        let page = Self.page(Report(changes: [], findings: findings))
        #expect(page.matches(of: /<li id="f-/).count == ReportPage.entryLimit)
        let ids = page.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        #expect(page.contains("<td class=\"number\">200</td>"))
        #expect(page.utf8.count < 3_000_000)
    }

    @Test func `long texts do not grow the page without bound`() {
        let text = String(repeating: "<&> ", count: 50_000)
        let files = SourceFiles(path: { $0 }, read: { _ in Array("\"\(text)\"".utf8) })
        let finding = Finding(
            .responsePropertyType, about: .init(pointer: "/a"), .expected("integer", found: "a string"),
            at: SourceLocation(file: "a.json", line: 1, column: 1), next: "")
        let report = Report(changes: [], findings: [finding])
        #expect(Self.page(report, files: files).utf8.count < 40_000)
    }

    @Test(.enabled(if: TestEffort.isExhaustive))
    func `the cost grows with the number of findings`() {
        let growth = CostGrowth(from: 256) { count in
            Report(
                changes: [],
                findings: (0..<count).map { Self.item($0, expected: "kind \($0 % 300)") })
        } work: { report in
            _ = Self.page(report)
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
