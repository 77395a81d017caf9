public import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimServer
import VerbatimTesting
import VerbatimURLSession

/// A local server that answers clients in other processes from the recording of the current test.
///
/// It is for what no interceptor reaches: the app of a UI test, a web view, a program in another language.
/// Requests have the recording, the stubs, the faults and the contract of the test; those without an answer
/// are its issues, as if the test had sent them. The server ends with the recording.
///
/// ```swift
/// func testCities() throws {
///     try startRecording("weather/cities", keeping: .contract)
///     let server = try RecordingServer.start()
///     let app = XCUIApplication()
///     app.launchEnvironment["WEATHER_URL"] = server.url(for: "https://api.weather.example").absoluteString
///     app.launch()
/// }
/// ```
public final class RecordingServer: Sendable {
    /// The URL of the server, `http://localhost:49152`.
    ///
    /// App Transport Security allows `localhost` with the key `NSAllowsLocalNetworking`; since iOS 17, it
    /// refuses the address 127.0.0.1.
    public let url: URL
    private let server: HTTPServer

    private init(url: URL, server: HTTPServer) {
        self.url = url
        self.server = server
    }

    /// Starts a server on a free port of 127.0.0.1 for the recording of the current test, which ends it.
    ///
    /// - Throws: An error with the reason if the test has no recording, or no port is free.
    public static func start() throws -> RecordingServer {
        guard let recording = OpenRecording.current else { throw Failure.noRecording }
        let name = RecordingName(recording.player.name)
        let api = ProviderRoutes.API(name.api, servers: recording.player.recordedOrigins.keys)
        let routes = ProviderRoutes([api].compactMap(\.self), includingOtherHosts: true)
        var options = ReplaySession.Options { _ in
            ReplaySession.Source(recording.player, responder: recording.responder)
        }
        options.delay = recording.timing == .immediate ? .zero : nil
        let session = ReplaySession(routes, options)
        let server = try HTTPServer.start(handler: session.handle)
        recording.atEnd {
            server.stop()
            return session.unanswered.unrouted.map { "provider-missing: '\($0)' names no provider" }
        }
        guard let url = URL(string: "http://localhost:\(server.port)") else { throw Failure.noRecording }
        return RecordingServer(url: url, server: server)
    }

    /// Returns the URL that a client uses in place of that of a provider.
    ///
    /// - Parameter provider: The URL, or the beginning of URLs: `https://api.weather.example/v1`.
    public func url(for provider: String) -> URL {
        let parts = URLParts(provider)
        let isNamedByHost = parts.scheme.lowercased() == "https" && parts.host.contains(".")
        let path = isNamedByHost ? String(provider.dropFirst("https://".count)) : provider
        return URL(string: "\(url.absoluteString)/\(path)") ?? url
    }

    /// Stops the server before the test ends. A second call has no effect.
    public func stop() { server.stop() }

    private enum Failure: Error, CustomStringConvertible {
        case noRecording

        var description: String {
            MessageText(
                "no-recording: a server was started outside a test that has a recording",
                next: """
                    start it in a test with the trait `.recording("<api>/<scenario>")`, in `withRecording`, or after \
                    `startRecording`
                    """
            ).text
        }
    }
}
