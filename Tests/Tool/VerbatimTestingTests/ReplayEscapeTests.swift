import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimTesting

@Suite(.timeLimit(.minutes(2))) struct ReplayEscapeTests {
    @Test(arguments: EscapeRoute.all)
    func `no request of a replayed test reaches the network`(route: EscapeRoute) async throws {
        let canary = try Canary()
        let message = Mutex("no error")
        try await withTemporaryFolder { folder in
            try write(route, to: folder.appending(path: "api/escape.har"), canary.host)
            _ = try await issues {
                try await withRecording("api/escape", mode: .replay, in: folder.path) { session in
                    do {
                        try await route.run(canary.host, session)
                    } catch {
                        message.withLock { $0 = error.localizedDescription }
                    }
                }
            }
        }
        #expect(canary.connections() == 0)
        let text = message.withLock { $0 }
        #expect(route.errors.contains { text.hasPrefix($0) }, "\(text)")
    }

    /// Writes a recording in which one request is redirected as the route wants.
    private func write(_ route: EscapeRoute, to file: URL, _ host: String) throws {
        let location = route.redirect?.replacing("HOST", with: host)
        let response = HTTPResponse(
            location == nil ? 200 : 302, headers: location.map { ["Location": $0] } ?? [:])
        let archive = Archive([Interaction(HTTPRequest("GET", EscapeRoute.start), .response(response))])
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try archive.selfContainedHAR().write(to: file)
    }

    @Test func `data and local files are loaded as without a recording`() async throws {
        let text = "data:text/plain,hello"
        try await withRecording("api/12", in: Fixtures.folder) { session in
            let (data, response) = try await session.data(from: try #require(URL(string: text)))
            #expect(data == Data("hello".utf8))
            #expect(response.url?.absoluteString == text)
            _ = try await session.text()
        }
    }
}

/// A way to the network that Foundation does not let a recording close, with the reason.
struct OpenRoute: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Sends a request to a URL.
    let run: @Sendable (URL) async throws -> Void

    static let all = [
        OpenRoute(testDescription: "Data(contentsOf:) creates a session with the default configuration") {
            try await blocking($0) { _ = try Data(contentsOf: $0) }
        },
        OpenRoute(testDescription: "String(contentsOf:) does the same") {
            try await blocking($0) { _ = try String(contentsOf: $0, encoding: .utf8) }
        },
        OpenRoute(testDescription: "the default configuration lists the native protocols first") {
            _ = try await URLSession(configuration: .default).data(from: $0)
        },
        OpenRoute(testDescription: "so does the ephemeral configuration") {
            _ = try await URLSession(configuration: .ephemeral).data(from: $0)
        },
    ]

    /// Runs blocking work on a thread that no task needs.
    private static func blocking(
        _ url: URL, _ work: @escaping @Sendable (URL) throws -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            Thread { done.resume(with: Result { try work(url) }) }.start()
        }
    }
}

extension ReplayEscapeTests {
    @Test(arguments: OpenRoute.all)
    func `an open route is as documented`(route: OpenRoute) async throws {
        let requests = Mutex(0)
        let server = try HTTPServer.start { _ in
            requests.withLock { $0 += 1 }
            return ServerResponse(HTTPResponse(200, body: .text("network")))
        }
        defer { server.stop() }
        let url = try #require(URL(string: server.origin))
        try await withRecording("api/13", in: Fixtures.folder) { session in
            try await route.run(url)
            _ = try await session.text()
        }
        #expect(requests.withLock { $0 } == 1)
    }
}
