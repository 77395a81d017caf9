import Foundation
import Synchronization
import Testing

@testable import VerbatimAppClients

@Suite struct RESTClientTests {
    private let url = "https://example.com/things?key=secret"

    @Test(arguments: [
        (200, RESTOutcome.success), (201, .success), (204, .success), (304, .other), (400, .clientError),
        (404, .clientError), (500, .serverError), (503, .serverError),
    ])
    func `classifies status codes`(status: Int, outcome: RESTOutcome) async throws {
        let stub = StubResponder(status: status, headers: ["X-Trace": "7"], "body")
        let response = try await RESTClient(session: stub.session).response(to: RESTRequest(.get, url))
        #expect(response.status == status)
        #expect(response.outcome == outcome)
        #expect(response.header("x-trace") == "7")
        #expect(response.header("x-none") == nil)
        #expect(response.body == Data("body".utf8))
    }

    @Test(arguments: [
        (404, "'example.com/things' answered 404 with 'gone' (client error)"),
        (503, "'example.com/things' answered 503 with 'gone' (server error)"),
        (304, "'example.com/things' answered 304 with 'gone' (unexpected status)"),
    ])
    func `loads data only with a success`(status: Int, message: String) async throws {
        let address = try #require(URL(string: url))
        let fetched = try await RESTClient(session: StubResponder("plain").session).data(from: address)
        #expect(fetched == Data("plain".utf8))
        let error = await #expect(throws: RESTError.self) {
            try await RESTClient(session: StubResponder(status: status, "gone").session).data(from: address)
        }
        #expect(error?.description == message)
    }

    @Test func `sends the method, the headers and the body`() async throws {
        let stub = StubResponder("")
        _ = try await RESTClient(session: stub.session).response(
            to: RESTRequest(.post, url, headers: ["X-One": "1"], body: .parameters(["a": "b"])))
        let sent = try #require(stub.requests.first)
        #expect(sent.httpMethod == "POST")
        #expect(sent.value(forHTTPHeaderField: "X-One") == "1")
        #expect(stub.urls == [url])
    }

    @Test func `reports the error of the URL loading system`() async throws {
        let stub = StubResponder { _ in .error(URLError(.timedOut)) }
        let error = await #expect(throws: RESTError.self) {
            try await RESTClient(session: stub.session).response(to: RESTRequest(.get, url))
        }
        #expect(error?.description == "no response: \(URLError(.timedOut).localizedDescription)")
    }

    @Test func `downloads an image`() async throws {
        let stub = StubResponder { _ in .response(200, ["Content-Type": "text/plain"], pngBytes) }
        let image = try await RESTClient(session: stub.session).image(from: #require(URL(string: url)))
        #expect(image.format == .png)
        #expect(image.data == pngBytes)
    }

    @Test func `rejects a download that is not an image, regardless of its content type`() async throws {
        let stub = StubResponder(headers: ["Content-Type": "image/jpeg"], "<html>Sorry</html>")
        let error = await #expect(throws: RESTError.self) {
            try await RESTClient(session: stub.session).image(from: #require(URL(string: url)))
        }
        #expect(
            error?.description
                == "'example.com/things' answered 200 with '<html>Sorry</html>', which is not an image")
    }

    @Test func `rejects an image that is cut off`() async throws {
        let stub = StubResponder { _ in .response(200, [:], pngBytes.dropLast()) }
        let error = await #expect(throws: RESTError.self) {
            try await RESTClient(session: stub.session).image(from: #require(URL(string: url)))
        }
        #expect(
            error?.description
                == "'example.com/things' answered 200 with 78 bytes: a png image that is cut off after 78 bytes"
        )
        #expect(error?.underlyingError as? ImageError == .truncated(.png, size: 78))
    }

    @Test func `rejects a download with an error status`() async throws {
        let stub = StubResponder { _ in .response(404, [:], pngBytes) }
        await #expect(throws: RESTError.self) {
            try await RESTClient(session: stub.session).image(from: #require(URL(string: url)))
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [false, true])
    func `ends a request whose task is cancelled`(isDownload: Bool) async throws {
        let stub = StubResponder { _ in .never }
        let client = RESTClient(session: stub.session)
        let address = try #require(URL(string: url))
        let task = Task {
            if isDownload {
                _ = try await client.image(from: address)
            } else {
                _ = try await client.data(from: address)
            }
        }
        await stub.waitForRequests(1)
        task.cancel()
        let error = await #expect(throws: RESTError.self) { try await task.value }
        #expect(error?.description == "the request was cancelled")
    }

    @Test(.timeLimit(.minutes(5)))
    func `can be cancelled on the loading queue while the response arrives`() async throws {
        let cancel = Mutex<@Sendable () -> Void>({})
        let stub = StubResponder { _ in
            cancel.withLock(\.self)()
            return .response(200, [:], Data())
        }
        let client = RESTClient(session: stub.session)
        let address = try #require(URL(string: url))
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate { return try await client.data(from: address) }
            return Data()
        }
        cancel.withLock { $0 = { task.cancel() } }
        opening.yield()
        let error = await #expect(throws: RESTError.self) { try await task.value }
        #expect(error?.description == "the request was cancelled")
    }

    @Test func `reports an invalid request, and sends nothing`() async throws {
        let stub = StubResponder("")
        let error = await #expect(throws: RESTError.self) {
            try await RESTClient(session: stub.session).response(to: RESTRequest(.get, "users/2"))
        }
        #expect(error?.description == "invalid request: 'users/2' is not an http or https URL")
        #expect(stub.requests.isEmpty)
    }

    @Test func `sends nothing if the task is already cancelled`() async throws {
        let stub = StubResponder("")
        let client = RESTClient(session: stub.session)
        let result = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.response(to: RESTRequest(.get, url))
        }.result
        #expect(throws: RESTError.self) { try result.get() }
        #expect(stub.requests.isEmpty)
    }
}
