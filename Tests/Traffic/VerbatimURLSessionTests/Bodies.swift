import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

@Suite struct `The body of a request` {
    let player = StubResponder(HTTPResponse(200))

    private var post: URLRequest {
        var request = URLRequest(url: URL(literal: "http://127.0.0.1:9/a"))
        request.httpMethod = "POST"
        return request
    }

    private func body(_ send: (URLSession) async throws -> Void) async throws -> String? {
        try await player.serve { try await send($0.session()) }
        return player.requests.first?.body.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `reaches the player from a data task`() async throws {
        var request = post
        request.httpBody = Data("data".utf8)
        let sent = request
        #expect(try await body { _ = try await $0.data(for: sent) } == "data")
    }

    @Test func `reaches the player from a stream`() async throws {
        var request = post
        request.httpBodyStream = InputStream(data: Data("stream".utf8))
        let sent = request
        #expect(try await body { _ = try await $0.data(for: sent) } == "stream")
    }

    @Test func `reaches the player from an upload of data`() async throws {
        #expect(try await body { _ = try await $0.upload(for: post, from: Data("upload".utf8)) } == "upload")
    }

    @Test func `reaches the player from an upload of a file`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        try Data("file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await body { _ = try await $0.upload(for: post, fromFile: file) } == "file")
    }

    @Test func `that cannot be read fails the task`() async throws {
        let missing = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).txt")
        let error = await #expect(throws: URLError.self) {
            try await body { _ = try await $0.upload(for: post, fromFile: missing) }
        }
        #expect(error?.code == .cannotOpenFile)
        #expect(player.requests.isEmpty)
    }

    @Test func `reaches the player from a stream the delegate gives`() async throws {
        let witness = DelegateRecorder(stream: Data("given".utf8))
        let events = try await player.serve { door in
            door.session(delegate: witness).uploadTask(withStreamedRequest: post).resume()
            return await witness.events()
        }
        #expect(events == ["response 200", "end"])
        #expect(player.requests.first?.body == Data("given".utf8))
    }

    @Test func `is absent when the app sends none`() async throws {
        #expect(try await body { _ = try await $0.data(for: post) } == nil)
    }
}
