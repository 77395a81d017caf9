import Foundation
import VerbatimHAR

/// The times at which the pieces of a recorded body arrive.
///
/// A recording has the time of each piece where that matters, e.g. for server-sent events. Delegates receive
/// the body piece by piece; completion handlers and asynchronous functions receive all of it at the time of
/// the last piece.
public struct ReplayTiming: Sendable, Hashable {
    /// The factor of the recorded times; nil delivers the whole body immediately.
    let factor: Double?

    /// Delivers the whole body immediately.
    public static let immediate = ReplayTiming(factor: nil)
    /// Delivers each piece at its recorded time.
    public static let recorded = ReplayTiming(factor: 1)

    /// Delivers each piece at a multiple of its recorded time, e.g. 0.1 for a tenth.
    public static func scaled(by factor: Double) -> ReplayTiming {
        ReplayTiming(factor: factor > 0 ? min(factor, 1e9) : 0)
    }
}

/// An event, and the number of seconds between the head of the response and its delivery.
struct ScheduledEvent: Sendable {
    var event: LoadingEvent
    var time: Double
}

extension TaskContext {
    /// Returns the schedule of an outcome with recorded times, or of a redirect that may become the response;
    /// nil for an event to be delivered immediately.
    func schedule(of event: LoadingEvent) -> [ScheduledEvent]? {
        if case .redirect(let response, let url, _) = event {
            let late = LoadingEvent.outcome(.response(response), url)
            return [
                ScheduledEvent(event: event, time: 0), ScheduledEvent(event: late, time: redirectPatience),
            ]
        }
        guard case .outcome(let outcome, let url) = event, let response = outcome.response,
            let factor = response.isPaced ? 1 : timing.factor, let last = response.chunks.last
        else { return nil }
        let scale = factor / 1000
        guard deliversPieces, let pieces = try? pieces(of: response, scale) else {
            return [ScheduledEvent(event: event, time: seconds(last, scale))]
        }
        return [ScheduledEvent(event: .head(response, url), time: 0)] + pieces
            + [ScheduledEvent(event: .end(outcome.failure, url), time: seconds(last, scale))]
    }

    /// Returns the time of a piece in seconds, at most thirty years.
    private func seconds(_ chunk: HTTPResponse.Chunk, _ scale: Double) -> Double {
        min(chunk.arrival * scale, 1e9)
    }

    private func pieces(of response: HTTPResponse, _ scale: Double) throws -> [ScheduledEvent] {
        let body = try response.body.bytes()
        var rest = body[...]
        var pieces = response.chunks.map { chunk in
            let piece = rest.prefix(max(0, chunk.length))
            rest = rest.dropFirst(piece.count)
            return ScheduledEvent(event: .piece(Data(piece)), time: seconds(chunk, scale))
        }
        if !rest.isEmpty {
            let time = response.chunks.last.map { seconds($0, scale) } ?? 0
            pieces.append(ScheduledEvent(event: .piece(Data(rest)), time: time))
        }
        return pieces
    }
}
