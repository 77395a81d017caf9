import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct RequestBodyTests {
    let responder = StubResponder(HTTPResponse(200))

    private var post: URLRequest {
        var request = URLRequest(url: URL(literal: "http://127.0.0.1:9/a"))
        request.httpMethod = "POST"
        return request
    }

    private func body(_ send: (URLSession) async throws -> Void) async throws -> String? {
        try await responder.intercept { try await send($0.session()) }
        return responder.requests.first?.body.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a data task sends its body`() async throws {
        var request = post
        request.httpBody = Data("data".utf8)
        let sent = request
        #expect(try await body { _ = try await $0.data(for: sent) } == "data")
    }

    @Test func `a data task sends a stream`() async throws {
        var request = post
        request.httpBodyStream = InputStream(data: Data("stream".utf8))
        let sent = request
        #expect(try await body { _ = try await $0.data(for: sent) } == "stream")
    }

    @Test func `a stream that was read before fails the request`() async throws {
        let stream = InputStream(data: Data("stream".utf8))
        #expect(try stream.readToEnd() == Data("stream".utf8))
        #expect(throws: URLError(.requestBodyStreamExhausted)) { try stream.readToEnd() }
    }

    @Test func `an upload task sends data`() async throws {
        #expect(try await body { _ = try await $0.upload(for: post, from: Data("upload".utf8)) } == "upload")
    }

    @Test func `an upload task sends a file`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await body { _ = try await $0.upload(for: post, fromFile: file) } == "file")
    }

    @Test func `a file that cannot be read fails the task`() async throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).txt")
        let error = await #expect(throws: URLError.self) {
            try await body { _ = try await $0.upload(for: post, fromFile: missing) }
        }
        #expect(error?.code == .cannotOpenFile)
        #expect(responder.requests.isEmpty)
    }

    @Test func `an upload task sends a stream of the delegate`() async throws {
        let recorder = DelegateRecorder(stream: Data("stream".utf8))
        let events = try await responder.intercept { interceptor in
            interceptor.session(delegate: recorder).uploadTask(withStreamedRequest: post).resume()
            return await recorder.events()
        }
        #expect(events == ["response 200", "end"])
        #expect(responder.requests.first?.body == Data("stream".utf8))
    }

    @Test func `a request without a body has none`() async throws {
        #expect(try await body { _ = try await $0.data(for: post) } == nil)
    }
}
