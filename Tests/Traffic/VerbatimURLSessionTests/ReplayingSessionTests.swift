import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimURLSession

@Suite struct ReplayingSessionTests {
    private let url = URL(literal: "http://127.0.0.1:9/a")

    @Test func `a session repeats the responses of a recording`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.har")
            let response = HTTPResponse(200, body: .text("recorded"))
            let archive = Archive([
                Interaction(HTTPRequest("GET", url.absoluteString), .response(response))
            ])
            try archive.selfContainedHAR().write(to: file)
            let session = URLSession.replaying(file)
            for _ in 0..<2 {
                #expect(String(decoding: try await session.data(from: url).0, as: UTF8.self) == "recorded")
            }
            let other = URL(literal: "http://127.0.0.1:9/b")
            let error = await #expect(throws: URLError.self) { try await session.data(from: other) }
            #expect(error?.localizedDescription.hasPrefix("request-not-recorded: ") == true)
        }
    }

    @Test func `a recording that does not exist fails every request`() async {
        let session = URLSession.replaying(URL(fileURLWithPath: "/none/a.har"))
        let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
        #expect(error?.localizedDescription.hasPrefix("recording-missing: ") == true)
    }
}
