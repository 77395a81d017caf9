import Foundation
import VerbatimHAR
import VerbatimReplay

extension ProtocolLoad {
    /// Asks a player; nil means that the news will arrive later, and the task be woken for it.
    ///
    /// - Parameter wayBack: Makes what wakes the task; called only for news that arrives later.
    func ask(
        _ player: any Responder, _ request: URLRequest, _ context: TaskContext,
        wayBack: () -> @Sendable () -> Void
    ) -> LoadingEvent? {
        let itinerary = RedirectFollower(player: player, context: context, exchange: self)
        if let news = begin(itinerary, request), !play(news, context) { return news }
        onArrival(wayBack())
        if let deadline = context.deadline { expire(after: deadline, request) }
        return nil
    }

    /// Parks what an itinerary ended with, at once or as its pieces arrived.
    func tell(_ news: LoadingEvent, _ context: TaskContext) {
        if !play(news, context) { arrive(news) }
    }

    private func begin(_ itinerary: RedirectFollower, _ request: URLRequest) -> LoadingEvent? {
        let headers = itinerary.context.sessionHeaders
        switch itinerary.context.body {
        case .data(let body):
            return itinerary.follow(Hop(request, sessionHeaders: headers, body: body))
        case .reader(let read):
            DispatchQueue.global().async {
                read { body in
                    if let news = Self.news(to: request, headers, body, itinerary) {
                        self.tell(news, itinerary.context)
                    }
                }
            }
            return nil
        }
    }

    private static func news(
        to request: URLRequest, _ headers: [String: String], _ body: Result<Data?, any Error>,
        _ itinerary: RedirectFollower
    ) -> LoadingEvent? {
        switch body {
        case .success(let body): itinerary.follow(Hop(request, sessionHeaders: headers, body: body))
        case .failure(let error):
            .failure(.cannotOpenFile, request, "the body cannot be read: \(error.localizedDescription)")
        }
    }

    private func expire(after seconds: Double, _ request: URLRequest) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            self?.giveUp(
                .failure(.timedOut, request, "no answer within \(seconds) s, the time of the whole task"))
        }
    }
}
