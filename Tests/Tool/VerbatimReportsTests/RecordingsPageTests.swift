import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimReports

/// The page of `verbatim open`.
@Suite struct RecordingsPageTests {
    private static func page(
        _ bodies: HTTPBody..., url: String = "https://shop.test/items?n=1", limit: Int = 1000,
        redact: @escaping (String) -> String = { $0 }
    ) -> String {
        let interactions = bodies.map { body in
            Interaction(
                HTTPRequest("GET", url, headers: ["Accept": "*/*"]),
                .response(HTTPResponse(200, headers: ["Content-Type": "application/json"], body: body)),
                started: "2026-11-22T10:00:00.000Z", duration: 12.4)
        }
        let recording = ShownRecording(
            api: "shop", scenario: "list", summary: "lists items", archive: Archive(interactions))
        let files = SourceFiles(path: { _ in nil }, read: { _ in nil }, redact: redact)
        return RecordingsPage([recording], limit: limit, files: files).text
    }

    private static func body(_ page: String) -> Substring {
        page.firstMatch(of: /(?s)<div class="json"[^>]*>(.*?)<\/div>\n(?=<p|<\/section)/)?.1 ?? ""
    }

    @Test func `a request has an entry in the list, and a part with its response`() {
        let page = Self.page(.text("{}"), .text("[]"))
        #expect(page.contains("<h1>2 requests in 1 recording</h1>"))
        #expect(
            page.contains(
                """
                <li data-is="200" data-api="shop"><a href="#shop/list/2"><span class="status ok">200</span> \
                <span class="target">GET /items?n=1</span></a></li>
                """))
        #expect(
            page.contains(
                """
                <article id="shop/list/2" aria-labelledby="shop/list/2-title">
                <p class="brand"><b>shop / list</b> · 2 of 2 · 2026-11-22T10:00:00.000Z, took 13 ms</p>
                """))
        #expect(page == Self.page(.text("{}"), .text("[]")))
    }

    @Test func `values of JSON can be folded, and long ones are at first`() {
        let items = (1...3).map { "{\"id\":\($0),\"tags\":[1,2,3,4,5,6,7,8]}" }.joined(separator: ",")
        let body = Self.body(Self.page(.text("{\"a\":1.50,\"items\":[\(items)],\"e\":[]}")))
        #expect(
            body.contains(
                "<div>  <span class=\"name\">&quot;a&quot;</span>: <span class=\"number\">1.50</span>,</div>")
        )
        #expect(
            body.contains(
                "<summary>  <span class=\"name\">&quot;items&quot;</span>: [<span class=\"fold\">3 elements ]</span>"
            ))
        // All but the second and the third element are open.
        #expect(body.matches(of: /<details open>/).count == 6)
        #expect(body.matches(of: /<details>/).count == 2)
        #expect(body.matches(of: /<\/details>/).count == 8)
    }

    @Test func `a stream is a list of its events, with their times`() throws {
        let events = [
            "event: delta\ndata: {\"type\": \"delta\", \"text\": \"<b>\"}\n\n",
            ": a comment\nid: 7\ndata: hello\n\n",
            "data: [DONE]\n\n", "data: {\"cut",
        ]
        let response = HTTPResponse(
            200, headers: ["Content-Type": "text/event-stream"], body: .text(events.joined()),
            chunks: events.enumerated().map { .init(length: $1.utf8.count, time: Double($0) * 20 + 1.5) })
        let interaction = Interaction(HTTPRequest("GET", "https://shop.test/talk"), .response(response))
        let page = RecordingsPage([ShownRecording(scenario: "talk", archive: Archive([interaction]))]).text
        let list = try #require(page.firstMatch(of: /(?s)<ol class="items".*?<\/ol>/)).output
        #expect(
            list.contains(
                """
                <li><details open><summary><code>/0</code> <b>delta</b> <span class="note">at 2 ms</span> \
                <span class="excerpt">{&quot;text&quot;:&quot;&lt;b&gt;&quot;}</span></summary>
                """))
        #expect(
            list.contains(
                """
                <code>/1</code> <span class="note">at 22 ms · id 7</span> <span class="excerpt">hello</span></summary>
                <pre class="body" tabindex="0" aria-label="/1">hello
                </pre>
                """))
        #expect(list.matches(of: /<li>/).count == 2)
        #expect(page.contains("aria-label=\"The rest of the body\">data: {&quot;cut\n</pre>"))
    }

    @Test func `a text of a provider is text, whatever it contains`() {
        let hostile = "</script><img src=x onerror=alert(1)>\u{202e}"
        let page = Self.page(
            .text("{\"\(hostile)\": \"\(hostile)\"}"), .text("<html><script>alert(1)</script>"),
            url: "https://shop.test/\"><b>")
        #expect(!page.contains("<img") && !page.contains("alert(1)</script>") && !page.contains("<b>\""))
        #expect(!page.contains("\u{202e}"))
        #expect(page.contains("&lt;html&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(page.matches(of: /<script>/).count == 1)
    }

    @Test func `a command to be copied is one command with words, whatever the request contains`() {
        let request = HTTPRequest(
            "GET'; rm -rf ~ #", "https://a.test/'$(rm)", headers: ["X": "b'"], body: Data("@/etc/passwd".utf8)
        )
        #expect(
            RecordedRequest(request) { $0 }.command
                == #"curl -X 'GET'\''; rm -rf ~ #' 'https://a.test/'\''$(rm)' -H 'X: b'\''' --data-raw '@/etc/passwd'"#
        )
    }

    @Test func `an image is shown, and other data has a size`() {
        let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        let page = Self.page(.data(png), .data(Data([0xff, 0xfe, 0x00])), .empty)
        #expect(
            page.contains("<img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"Body of the response\">"))
        #expect(page.contains("3 bytes, not text") && page.contains("no body"))
    }

    @Test func `a long body is cut, and a page of many requests, and both say so`() {
        let numbers = (1...5000).map(String.init).joined(separator: ",")
        let long = Self.page(.text("{\"n\":[\(numbers)]}"), limit: 1)
        #expect(long.contains("bytes is not shown</p>") && !long.contains(">4500</span>"))
        #expect(long.matches(of: /<details/).count == long.matches(of: /<\/details>/).count)
        let lines = Self.page(.text(String(repeating: "line\n", count: 5000)))
        #expect(lines.contains("the rest of 25000 bytes is not shown"))
        let page = Self.page(.empty, .empty, .empty, limit: 2)
        #expect(page.contains("<h1>3 requests in 1 recording</h1>"))
        #expect(page.contains("1 request left out: name the APIs, or raise <code>--limit</code>."))
        #expect(page.matches(of: /<article/).count == 2)
    }

    @Test func `a body of many levels can be folded to a limit`() {
        let levels = 10_000
        let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        #expect(Self.page(.text(text)).matches(of: /<details/).count <= 64 + 2)
    }

    @Test func `a file that is gone is said to be`() {
        let page = Self.page(.file(URL(filePath: "/none/at/all.json")))
        #expect(page.contains("<p class=\"note\">") && page.contains("all.json"))
    }

    @Test func `secrets are redacted before the layout changes`() {
        let page = Self.page(
            .text("{\"token\":\"s3cret value\"}"), .text("the s3cret value"), url: "https://a.test/?k=s3cret"
        ) { $0.replacing("s3cret value", with: "REDACTED").replacing("s3cret", with: "REDACTED") }
        #expect(!page.contains("s3cret"))
        #expect(page.contains("&quot;REDACTED&quot;") && page.contains("?k=REDACTED"))
    }
}
