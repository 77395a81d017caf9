import Foundation
import Synchronization
import VerbatimAPI
import VerbatimHAR
import VerbatimModels
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimCommands

/// A model of the app.
struct StockItem: Decodable, Sendable {
    let id: Int
    let kind: String
}

/// A provider on 127.0.0.1, and the tool of an app that uses it, on a clock on which waiting takes no time.
final class RecordingHarness: Sendable {
    let folder: URL
    /// The times that were waited.
    let waits = Mutex<[Duration]>([])
    private let server: HTTPServer
    /// The origin of the provider.
    var origin: String { server.origin }
    private let today: Date

    /// Starts the provider and writes the contract of the API `shop`.
    ///
    /// - Parameters:
    ///   - today: The date of the tool.
    ///   - answer: Returns the response to a request, by its URL and the number of requests before it.
    init(
        today: Date = Date(), answer: @escaping @Sendable (_ url: String, _ count: Int) -> HTTPResponse
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbatim-\(UUID().uuidString)")
        self.today = today
        let count = Atomic(0)
        server = try HTTPServer.start { request, respond in
            let number = count.add(1, ordering: .relaxed).oldValue
            respond(ServerResponse(answer(request.url, number)))
        }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Contracts"), withIntermediateDirectories: true)
        try Data(Self.contract(at: server.origin).utf8).write(
            to: folder.appending(path: "Contracts/shop.json"))
        let model = "struct StockItem: Decodable {\n    let id: Int\n    let kind: String\n}\n"
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Sources"), withIntermediateDirectories: true)
        try Data(model.utf8).write(to: folder.appending(path: "Sources/StockItem.swift"))
    }

    deinit {
        server.stop()
        _ = try? FileManager.default.removeItem(at: folder)
    }

    /// Returns an answer of the provider.
    static func json(_ text: String) -> HTTPResponse {
        HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(text))
    }

    /// An API whose scenarios request a path each.
    func api(
        _ name: String = "shop", paths: [String: String] = ["item": "/item"], rate: RequestRate? = nil,
        matching: MatchingRules = MatchingRules()
    ) -> API {
        let origin = server.origin
        return API(
            name: name, matching: matching, rate: rate,
            scenarios: paths.sorted { $0.key < $1.key }.map { scenario, path in
                Scenario(scenario, "requests \(path)") { context in
                    guard let url = URL(string: origin + path.replacing("RANDOM", with: UUID().uuidString))
                    else {
                        throw ScenarioFailure("no URL")
                    }
                    let (_, response) = try await context.session.data(from: url)
                    let status = (response as? HTTPURLResponse)?.statusCode
                    try Scenario.require(status == 200, "status 200")
                }
            },
            models: [ModelBinding("item", StockItem.self)])
    }

    /// Runs a command line.
    ///
    /// - Parameter terminal: Whether progress goes to a terminal.
    func run(
        _ words: [String], apis: [API], environment: [String: String] = [:], terminal: Bool = false
    ) async -> CommandLineHarness.Run {
        let out = Mutex("")
        let error = Mutex("")
        var context = CommandContext(
            apis: apis, environment: environment, directory: folder.path(percentEncoded: false),
            console: Console(
                out: { text in out.withLock { $0 += text } },
                error: { text in error.withLock { $0 += text } }, isProgressTerminal: terminal))
        let start = ContinuousClock.now
        context.clock = PacingClock(
            now: { start + self.waits.withLock { $0.reduce(.zero, +) } }, date: { self.today },
            wait: { duration in self.waits.withLock { $0.append(duration) } }, chance: { 0 })
        let code = await CommandLineTool(context).run(words)
        return .init(code: code, out: out.withLock { $0 }, error: error.withLock { $0 })
    }

    private static func contract(at origin: String) -> String {
        """
        {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "\(origin)"}],
         "paths": {"/item": {"get": {"operationId": "item", "responses": {"200": {"description": "An item",
           "content": {"application/json": {"schema": {"type": "object"}}}}}}}}}
        """
    }
}
