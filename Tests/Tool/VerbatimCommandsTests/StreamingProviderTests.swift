import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

@testable import VerbatimCommands

/// A provider of a language model: its streams are recorded, replayed, inferred from, checked and compared.
@Suite(.timeLimit(.minutes(5))) struct StreamingProviderTests {
    /// A client that reads events as they arrive.
    private final class EventClient: NSObject, URLSessionDataDelegate {
        private let pieces = AsyncThrowingStream<Data, any Error>.makeStream()

        /// Reads events until one has a name, and cancels the rest of the stream.
        static func events(
            from url: URL, until last: String, with configuration: URLSessionConfiguration
        ) async throws -> [String] {
            let client = EventClient()
            let session = URLSession(configuration: configuration, delegate: client, delegateQueue: nil)
            // `invalidateAndCancel` may crash on Linux while a task that was cancelled ends.
            defer { session.finishTasksAndInvalidate() }
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"stream": true}"#.utf8)
            let task = session.dataTask(with: request)
            task.resume()
            var text = ""
            for try await piece in client.pieces.stream {
                text += String(decoding: piece, as: UTF8.self)
                if text.contains("event: \(last)\n"), text.hasSuffix("\n\n") { break }
            }
            task.cancel()
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("event: ") }
            return lines.map { String($0.dropFirst("event: ".count)) }
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            pieces.continuation.yield(data)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            pieces.continuation.finish(throwing: error)
        }
    }

    private static let start =
        "event: start\ndata: {\"type\": \"start\", \"message\": {\"id\": \"m1\", \"tokens\": 9}}\n\n"
    private static let call =
        "event: delta\ndata: {\"type\": \"delta\", \"index\": 0, \"json\": \"{\\\"city\\\": \\\"Ber\"}\n\n"
        + "event: delta\ndata: {\"type\": \"delta\", \"index\": 0, \"json\": \"lin\\\"}\"}\n\n"
    private static let streams = [
        "call": [start, call, "event: stop\ndata: {\"type\": \"stop\", \"reason\": \"tool\"}\n\n"],
        "overloaded": [start, "event: error\ndata: {\"type\": \"error\", \"message\": \"overloaded\"}\n\n"],
        "endless": [start, ": never\n\n"],
    ]
    /// The names of the events that the app reads of each stream.
    private static let expected = [
        "call": ["start", "delta", "delta", "stop"], "overloaded": ["start", "error"], "endless": ["start"],
    ]

    /// The answers of JSON-RPC and GraphQL.
    private static let calls = [
        "rpc": #"{"jsonrpc": "2.0", "id": 1, "result": {"models": 3}}"#,
        "graphql": #"{"data": {"model": {"name": "a"}}}"#,
    ]

    /// Returns the answer at a URL; the second piece of the endless stream comes after an hour.
    private static func answer(_ url: String) -> HTTPResponse {
        let name = URL(string: url)?.lastPathComponent ?? ""
        if let answer = calls[name] {
            return HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(answer))
        }
        let pieces = streams[name] ?? []
        let pause = name == "endless" ? 3_600_000.0 : 1
        return HTTPResponse(
            200, headers: ["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"],
            body: .text(pieces.joined()),
            chunks: pieces.enumerated().map { .init(length: $1.utf8.count, time: Double($0) * pause) })
    }

    /// A scenario with a call of each protocol while a stream arrives.
    private static func calling(_ origin: String) -> Scenario {
        Scenario("calls", "calls by JSON-RPC and GraphQL") { context in
            let urls = ["rpc", "graphql?query=query+Model%7Bmodel%7Bname%7D%7D", "call"].map {
                URL(string: "\(origin)/\($0)")
            }
            guard let rpc = urls[0], let graphQL = urls[1], let stream = urls[2] else {
                throw ScenarioFailure("no URL")
            }
            async let events = EventClient.events(
                from: stream, until: "stop", with: context.session.configuration)
            var request = URLRequest(url: rpc)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(#"{"jsonrpc": "2.0", "id": 1, "method": "count", "params": []}"#.utf8)
            let called = try await context.session.data(for: request).0
            let queried = try await context.session.data(from: graphQL).0
            try Scenario.require(called == Data((calls["rpc"] ?? "").utf8), "\(called)")
            try Scenario.require(queried == Data((calls["graphql"] ?? "").utf8), "\(queried)")
            try Scenario.require(try await events == expected["call"], "the events")
        }
    }

    private static func api(at origin: String) -> API {
        API(
            name: "model",
            scenarios: expected.sorted { $0.key < $1.key }.map { name, events in
                Scenario(name, "reads the stream \(name)") { context in
                    guard let url = URL(string: "\(origin)/\(name)"), let last = events.last else {
                        throw ScenarioFailure("no stream")
                    }
                    let read = try await EventClient.events(
                        from: url, until: last, with: context.session.configuration)
                    try Scenario.require(read == events, "\(read)")
                }
            } + [calling(origin)])
    }

    @Test func `streams are recorded, inferred from, checked and compared`() async throws {
        let provider = try RecordingHarness { url, _ in Self.answer(url) }
        let api = Self.api(at: provider.origin)
        func run(_ words: String...) async -> CommandLineHarness.Run {
            await provider.run(words, apis: [api])
        }
        let record = await run("record", "model")
        #expect(record.code == .holds, "\(record)")
        let endless = try Archive(contentsOf: provider.folder.appending(path: "Recordings/model/endless.har"))
        #expect(endless.interactions.map(\.outcome.response?.status) == [200])
        #expect(endless.interactions.first?.outcome.failure == .cancelled)
        #expect(try endless.interactions.first?.outcome.response?.body.bytes() == Data(Self.start.utf8))

        let infer = await run("infer", "model")
        #expect(infer.code == .holds, "\(infer)")
        let check = await run("check", "model")
        #expect(check.code == .holds, "\(check)")
        #expect(!check.out.contains("stream"), "\(check.out)")
        let contract = try String(
            contentsOf: provider.folder.appending(path: "Contracts/model.json"), encoding: .utf8)
        #expect(contract.contains("\"/rpc#count\""), "\(contract)")
        #expect(contract.contains("\"/graphql#Model\""), "\(contract)")
        let mutate = await run("mutate", "model")
        #expect(mutate.code != .unreadable, "\(mutate)")

        // Replay has the same events, whole or cut, without the provider.
        for name in ["call", "endless"] {
            let recording = provider.folder.appending(path: "Recordings/model/\(name).har")
            let player = try Player(recording: recording)
            let interceptor = URLSessionInterceptor(player)
            let url = try #require(URL(string: "\(provider.origin)/\(name)"))
            let read = try await EventClient.events(
                from: url, until: Self.expected[name]?.last ?? "", with: interceptor.configuration())
            #expect(read == Self.expected[name])
        }

        // The provider changes a type, in a stream only.
        let recordings = provider.folder.appending(path: "Recordings")
        let old = provider.folder.appending(path: "Old")
        try FileManager.default.copyItem(at: recordings, to: old)
        let recording = provider.folder.appending(path: "Recordings/model/call.har")
        let bodies = provider.folder.appending(path: "Recordings/model/call")
        for file in try FileManager.default.contentsOfDirectory(atPath: bodies.path) {
            let body = bodies.appending(path: file)
            let text = try String(contentsOf: body, encoding: .utf8)
            let changed = text.replacing("\"index\": 0", with: "\"index\": \"0\"")
            try Data(changed.utf8).write(to: body)
        }
        #expect(try !Data(contentsOf: recording).isEmpty)
        let broken = await run("check", "model")
        #expect(broken.code == .broken)
        #expect(broken.out.contains("'index' as a string, not as an integer"), "\(broken.out)")
        let diff = await run("diff", old.appending(path: "model/call.har").path, recording.path)
        #expect(diff.code == .broken)
        #expect(diff.out.contains("'index' as a string, not as an integer"), "\(diff.out)")
    }
}

extension Outcome {
    fileprivate var failure: TransportFailure? {
        if case .failure(let failure, _) = self { failure } else { nil }
    }
}
