import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Streams reach the app while they are recorded, and may be endless.
@Suite(.timeLimit(.minutes(5))) struct StreamRecordingTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: first\n\n"
    private static let event = "data: next\n\n"

    /// The ways in which a stream ends that its server does not end.
    enum Ending: CaseIterable { case cancelled, scenarioEnded }

    @Test(arguments: Ending.allCases, [false, true])
    func `an endless stream arrives while it is recorded, and is replayed as far as it came`(
        ending: Ending, isPaced: Bool
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("api/scenario.har")
        let server = try RawServer(Self.head, repeating: Self.event, pause: 1000)
        let url = try #require(URL(string: server.origin))

        var options = Player.Options()
        if isPaced { options.pacer = RequestPacer(rate: nil, retries: RetryPolicy(limit: 2)) }
        let player = try Player(
            recording: file, mode: .record, options: options, transport: URLSessionTransport())
        let recorded = try await events(of: url, from: player) { task in
            switch ending {
            case .cancelled: task.cancel()
            case .scenarioEnded: try player.finish(.succeeded)
            }
        }
        #expect(recorded.first == "response 200")
        #expect(recorded.last == "end -999")
        #expect(player.recorded.map(\.outcome.response?.status) == [200])
        try player.finish(.succeeded)

        let replayed = try await events(of: url, from: try Player(recording: file)) { _ in }
        #expect(replayed.count == 3)
        #expect(replayed.first == "response 200")
        #expect(replayed[1].hasPrefix("data data: first\n\ndata: next\n\n"))
        #expect(replayed.last == "end -999")
    }

    /// Returns the events of a task, and calls a closure when two events of its stream have arrived.
    private func events(
        of url: URL, from player: Player, then next: (URLSessionTask) throws -> Void
    ) async throws -> [String] {
        let recorder = DelegateRecorder()
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let task = interceptor.session(delegate: recorder).dataTask(with: url)
        task.resume()
        await recorder.data(containing: "data: first\n\ndata: next\n\n")
        try next(task)
        return await recorder.events()
    }

    @Test func `a client that connects again gets the next recorded stream`() async throws {
        let types: HeaderFields = ["Content-Type": "text/event-stream"]
        let archive = Archive(
            (1...2).map { number in
                Interaction(
                    HTTPRequest(
                        "GET", "http://a.test/", headers: number == 1 ? [:] : ["Last-Event-ID": "1"]),
                    .response(HTTPResponse(200, headers: types, body: .text("id: \(number)\ndata\n\n"))))
            })
        let interceptor = URLSessionInterceptor(Player(archive: archive, name: "api/scenario"))
        defer { interceptor.close() }
        let session = interceptor.session()
        var request = URLRequest(url: try #require(URL(string: "http://a.test/")))
        let (first, _) = try await session.data(for: request)
        request.setValue("1", forHTTPHeaderField: "Last-Event-ID")
        let (second, _) = try await session.data(for: request)
        #expect([first, second].map { String(decoding: $0.prefix(5), as: UTF8.self) } == ["id: 1", "id: 2"])
    }
}
