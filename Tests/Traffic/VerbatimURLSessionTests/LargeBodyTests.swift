import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimURLSession

@Suite(.serialized, .timeLimit(.minutes(5))) struct LargeBodyTests {
    /// The size of the body in bytes.
    private static let size = TestEffort.count(16, of: 200) << 20

    private static func file() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bin")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        return file
    }

    @Test func `a body arrives from the network`() async throws {
        let file = try Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try HTTPServer.start { _ in ServerResponse(HTTPResponse(200, body: .file(file))) }
        defer { server.stop() }
        let outcome = await URLSessionTransport().outcome(of: HTTPRequest("GET", server.origin))
        #expect(try outcome.whole?.body.bytes().count == Self.size)
    }

    @Test func `a recorded file is downloaded`() async throws {
        let file = try Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let url = URL(literal: "http://127.0.0.1:9/a")
        let (copy, _) = try await StubResponder(HTTPResponse(200, body: .file(file))).intercept {
            try await $0.session().download(from: url)
        }
        defer { try? FileManager.default.removeItem(at: copy) }
        let size = try FileManager.default.attributesOfItem(atPath: copy.path)[.size] as? Int
        #expect(size == Self.size)
    }

    @Test func `a recorded file is mapped into memory`() async throws {
        let file = try Self.file()
        defer { try? FileManager.default.removeItem(at: file) }
        let url = URL(literal: "http://127.0.0.1:9/a")
        let (data, _) = try await StubResponder(HTTPResponse(200, body: .file(file))).intercept {
            try await $0.session().data(from: url)
        }
        #expect(data.count == Self.size)
    }
}
