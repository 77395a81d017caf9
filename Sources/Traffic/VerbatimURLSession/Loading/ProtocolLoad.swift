import Foundation
import VerbatimHAR
import VerbatimReplay

/// The load of one request, with its body, redirects, recorded timing and time limit.
struct ProtocolLoad: Sendable {
    private let context: TaskContext
    private let events: LoadingEventQueue
    private let follower: RedirectFollower

    init(responder: any Responder, context: TaskContext, events: LoadingEventQueue) {
        self.context = context
        self.events = events
        follower = RedirectFollower(responder: responder, context: context, events: events)
    }

    /// - Parameter makeWakeUp: Returns a closure that delivers queued events; called only if there are any.
    /// - Returns: The event to deliver immediately; nil if events will be queued.
    func begin(_ request: URLRequest, makeWakeUp: () -> @Sendable () -> Void) -> LoadingEvent? {
        if let event = loadImmediately(request) {
            guard let schedule = context.schedule(of: event) else { return event }
            events.append(schedule)
        }
        events.setWakeUp(makeWakeUp())
        if let limit = context.timeLimit { fail(after: limit, request) }
        return nil
    }

    /// Loads the request as far as possible without waiting; returns nil if its event will be queued.
    private func loadImmediately(_ request: URLRequest) -> LoadingEvent? {
        switch context.body {
        case .data(let body): return follow(request, body)
        case .reader(let read):
            DispatchQueue.global().async {
                read { body in
                    if let event = self.load(request, body) { events.append(event, timing: context) }
                }
            }
            return nil
        }
    }

    private func load(_ request: URLRequest, _ body: Result<Data?, any Error>) -> LoadingEvent? {
        switch body {
        case .success(let body): follow(request, body)
        case .failure(let error):
            .failure(.cannotOpenFile, request, "the body cannot be read: \(error.fileMessage)")
        }
    }

    private func follow(_ request: URLRequest, _ body: Data?) -> LoadingEvent? {
        let first = RedirectFollower.Hop(
            request, sessionHeaders: context.sessionHeaders, body: body, number: context.redirectCount)
        return follower.follow(first)
    }

    private func fail(after seconds: Double, _ request: URLRequest) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak events] in
            events?.cancel(
                with: .failure(.timedOut, request, "no response within \(seconds) s, the limit of the task"))
        }
    }
}
