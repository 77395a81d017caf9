import Foundation
import Testing
import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport
import VerbatimTestingSupport

@testable import VerbatimTesting

/// The recipes of the article "Adopting" that need no other package.
@Suite(.quietRecording) struct RecipeTests {
    /// An SDK whose session no one can replace.
    private enum Analytics {
        private static let session = URLSession(configuration: .default)

        static func send(_ event: String) async throws -> String {
            var request = URLRequest(url: try #require(URL(string: Fixtures.url)))
            request.setValue(event, forHTTPHeaderField: "X-Event")
            return String(decoding: try await session.data(for: request).0, as: UTF8.self)
        }
    }

    @Test(.enabled(if: Platform.knowsSharedTasks), .recording("api/30", in: Fixtures.folder))
    func `an SDK with its own session`() async throws {
        #expect(try await Analytics.send("opened") == "30")
    }

    @Test(.enabled(if: Platform.knowsSharedTasks), .recording("api/31", in: Fixtures.folder))
    func `the same SDK in another test`() async throws {
        #expect(try await Analytics.send("opened") == "31")
    }

    @Test(.recording("api/32", in: Fixtures.folder))
    func `a library that takes a configuration`() async throws {
        // Alamofire: Session(configuration: .recorded)
        let configuration = URLSessionConfiguration.recorded
        configuration.timeoutIntervalForRequest = 600
        configuration.httpAdditionalHeaders = ["User-Agent": "App/1"]
        #expect(try await URLSession(configuration: configuration).text() == "32")
    }

    /// swift-openapi-urlsession sends each body as a stream, of unknown length.
    @Test func `a client that streams its bodies`() async throws {
        let folder = Fixtures.temporaryFolder()
        defer { _ = try? FileManager.default.removeItem(atPath: folder) }
        let server = try HTTPServer.start { request in
            ServerResponse(HTTPResponse(200, body: .data(request.body ?? Data())))
        }
        let (origin, bodies) = (server.origin, [#"{"id": 1}"#, #"{"id": 2}"#])
        for mode in [RecordingMode.record, .replay] {
            try await withRecording("api/streamed", mode: mode, in: folder) { session in
                // JSON is compared by value, so the order of the requests does not matter.
                for body in mode == .record ? bodies : bodies.reversed() {
                    let text = try await upload(body, to: origin, through: session)
                    #expect(text == body)
                }
            }
            server.stop()
        }
    }

    private func upload(_ body: String, to origin: String, through session: URLSession) async throws -> String
    {
        var request = URLRequest(url: try #require(URL(string: origin)), timeoutInterval: 600)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBodyStream = InputStream(data: Data(body.utf8))
        return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }

    @Test(.recording("api/33", in: Fixtures.folder))
    func `a delegate`() async throws {
        let delegate = CompletionDelegate()
        let session = URLSession(configuration: .recorded, delegate: delegate, delegateQueue: nil)
        try await delegate.completion(of: session.dataTask(with: try #require(URL(string: Fixtures.url))))
        session.finishTasksAndInvalidate()
    }
}
