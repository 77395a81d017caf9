public import Foundation
import VerbatimHAR
public import VerbatimReplay

extension URLSession {
    /// Returns a session that answers from a recording: for previews and demonstrations, without a test.
    ///
    /// ```swift
    /// #Preview {
    ///     ForecastView(client: WeatherClient(session: .replaying(recording)))
    /// }
    /// ```
    ///
    /// Responses are repeated as often as they are requested. Other requests fail, and none reaches the
    /// network. A recording that cannot be read fails every request with the reason.
    ///
    /// - Parameters:
    ///   - recording: The file, e.g. in the bundle of the app.
    ///   - options: The redaction and the rules of matching of the requests.
    ///   - timing: The times at which the pieces of a recorded body arrive.
    public static func replaying(
        _ recording: URL, options: Player.Options = Player.Options(exhausted: .repeatLast),
        timing: ReplayTiming = .immediate
    ) -> URLSession {
        do {
            let player = try Player(recording: recording, options: options)
            return URLSessionInterceptor(player, timing: timing).session()
        } catch {
            return URLSessionInterceptor(UnreadableRecording(reason: error.description)).session()
        }
    }
}

/// A responder that fails every request because its recording cannot be read.
private struct UnreadableRecording: Responder {
    let reason: String

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        .immediate(.failure(TransportFailure(.resourceUnavailable, reason)))
    }
}
