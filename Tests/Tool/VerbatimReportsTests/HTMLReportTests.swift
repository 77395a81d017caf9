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
        Finding(
            .responsePropertyType,
            about: .init(
                api: "shop", operation: "list", exchange: "GET /items -> 200", status: 200,
                pointer: pointer ?? JSONPointer(["items", "\(number)"]), contractPointer: "/x"),
            .expected(expected, found: "the string \"\(number)\""), next: "run `verbatim infer shop`")
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

    @Test func `a check has every section, in the order of the navigation`() throws {
        let page = HTMLReport(day: "2026-11-22", history: Self.history)
            .text(of: try ReportFixture.check(), files: ReportFixture.files)
        let ids = ["findings", "matrix", "coverage", "history"]
        #expect(page.matches(of: /<section id="(\w+)"/).map { String($0.1) } == ids)
        #expect(page.matches(of: /<li><a href="#(\w+)">/).map { String($0.1) } == ids)
        #expect(page.contains("<title>verbatim check: 2 breaking</title>"))
        #expect(page.contains("<time datetime=\"2026-11-22\">"))
        #expect(page.contains("2 recordings not compared."))
        #expect(page.contains("1 older day not compared."))
    }

    @Test func `a finding has both sides with the marked bytes, and a link with its fingerprint`() throws {
        let report = try ReportFixture.check()
        let page = Self.page(report)
        let fingerprint = try #require(report.items.first?.fingerprint)
        #expect(page.contains("<article id=\"f-\(fingerprint)\" class=\"item breaking\""))
        #expect(page.contains("href=\"#f-\(fingerprint)\""))
        #expect(page.contains("<span>  <mark>&quot;é🙂&quot;</mark>, &quot;x&quot;</span>"))
        #expect(page.contains("<mark>&quot;integer&quot;</mark>"))
        #expect(page.contains("run <code>verbatim infer shop</code> and review"))
        #expect(page.contains("<summary>1 similar result</summary>"))
    }

    @Test func `the matrix has a field for each operation, status and kind of check`() throws {
        let report = try ReportFixture.check()
        let fingerprint = try #require(report.items.first?.fingerprint)
        #expect(
            Self.page(report).contains(
                """
                <tr><th scope="rowgroup" rowspan="1">list <span class="path">GET /items</span></th>\
                <th scope="row">200</th><td class="number">1</td>\
                <td class="cell ok">ok</td><td class="cell ok">ok</td><td class="cell ok">ok</td>\
                <td class="cell breaking"><a href="#f-\(fingerprint)">2 breaking</a></td>\
                <td class="cell none">–</td></tr>
                """))
    }

    @Test func `the history has a row for each field and a column for each day`() {
        let change = ReportFixture.hostile("plain").items.filter(\.isChange)
        let days = [("2026-11-20", "c0ffee1"), ("2026-11-21", "c0ffee2"), ("2026-11-21", nil)].map {
            RecordingHistory.Day(day: $0, commit: $1, changes: change)
        }
        let page = HTMLReport(history: RecordingHistory(days: days, omittedDays: 0))
            .text(of: (try? ReportFixture.check()) ?? ReportFixture.failure)
        #expect(page.contains("<a href=\"#day-2026-11-20\">2026-11-20</a>"))
        #expect(page.matches(of: /<td class="cell breaking"><span/).count == 3)
        #expect(page.contains("<summary>2026-11-21, commit <code>c0ffee2</code>: 1 change</summary>"))
        // Days with and without a commit may be the same one.
        #expect(page.contains("<a href=\"#day-not-committed\">not committed</a>"))
        #expect(page.contains("<details id=\"day-not-committed\"><summary>not committed: 1 change</summary>"))
    }

    @Test func `a change has the old and the new side and the properties that it breaks`() {
        let page = Self.page(ReportFixture.hostile("plain"))
        #expect(page.contains("<b>old</b> <code>plain:1:2</code>"))
        #expect(page.contains("<b>new</b> <code>plain:1:2</code>"))
        #expect(page.contains("Breaks in the app"))
        #expect(page.contains("<b>Evidence</b> <code>plain:1</code> is <code>plain</code>"))
        #expect(page.contains("The new side allows more values."))
    }

    @Test func `a command that could not run is neither broken nor clean`() {
        let page = Self.page(ReportFixture.failure)
        #expect(page.contains("<title>verbatim check: could not run</title>"))
        #expect(page.contains("This is no clean result."))
        #expect(page.contains("Contracts/shop.json:2:3"))
        #expect(!page.contains("id=\"findings\""))
        #expect(!page.contains("Holds"))
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
        #expect(page.matches(of: /<article\b/).count == 1)
        #expect(page.contains("<span class=\"count\">5000 results</span>"))
        #expect(page.contains("and 4979 more"))
        #expect(page.utf8.count < 60_000)
    }

    @Test func `entries beyond the limit are counted by rule, and equal fingerprints have several names`() {
        let findings = (0..<HTMLReport.entryLimit + 200).map { Self.item($0, expected: "kind \($0)") }
        let page = Self.page(Report(changes: [], findings: findings))
        #expect(page.matches(of: /<article\b/).count == HTMLReport.entryLimit)
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
