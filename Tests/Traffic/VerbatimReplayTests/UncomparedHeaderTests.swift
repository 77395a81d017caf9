import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimTestSupport

/// Headers that decide the answer and are not compared.
@Suite struct UncomparedHeaderTests {
    private static let url = "https://a.test/items"

    /// Records requests to one URL, and returns the messages about their headers.
    private func messages(
        _ requests: [(headers: HeaderFields, answer: String)], _ rules: MatchingRules = MatchingRules()
    ) throws -> [String] {
        try withTemporaryFolder { folder in
            let network = FakeNetwork { request in
                let answer = requests.first { $0.headers == request.headers }?.answer ?? ""
                return .response(HTTPResponse(200, body: .text(answer)))
            }
            let player = try Player(
                recording: folder.appending(path: "api/x.har"), mode: .record,
                options: Player.Options(matching: rules), transport: network)
            for request in requests {
                _ = player.outcome(HTTPRequest("GET", Self.url, headers: request.headers))
            }
            let recorded = try player.finish(.succeeded).recorded
            return player.uncomparedHeaders(in: recorded).map(\.message.text)
        }
    }

    @Test func `a cursor in a header is named, with the argument that compares it`() throws {
        let pages: [(HeaderFields, String)] = [(["X-Cursor": "a"], "first"), (["X-Cursor": "b"], "second")]
        #expect(
            try messages(pages) == [
                """
                header-not-compared: 2 requests 'GET https://a.test/items' have different answers, and differ in \
                the header 'X-Cursor', which no recording compares by itself
                  next: if it decides the answer, add `matching: MatchingRules(matchedHeaders: ["X-Cursor"])` and \
                record again
                """
            ])
        #expect(try messages(pages, MatchingRules(matchedHeaders: ["x-cursor"])).isEmpty)
    }

    @Test func `a header that only one request has is named as well`() throws {
        let pages: [(HeaderFields, String)] = [
            (["Accept": "a"], "1"), (["Accept": "a", "Range": "2-"], "2"),
        ]
        #expect(try messages(pages).count == 1)
    }

    @Test(arguments: [
        ([("X-Cursor", "a", "same"), ("X-Cursor", "b", "same")]),
        ([("X-Request-Id", "a", "1"), ("X-Request-Id", "b", "2")]),
        ([("User-Agent", "a", "1"), ("User-Agent", "b", "2")]),
        ([("X-Cursor", "a", "1")]),
    ])
    func `a header that does not decide is not`(requests: [(name: String, value: String, answer: String)])
        throws
    {
        #expect(try messages(requests.map { ([$0.name: $0.value], $0.answer) }).isEmpty)
    }
}
