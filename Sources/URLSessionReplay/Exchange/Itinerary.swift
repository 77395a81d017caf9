import Foundation
import HTTPArchive
import RecordReplay

/// The way of one request to its last response: every hop of a redirect is asked for on its own.
///
/// As long as the player knows the answers at once it stays on the caller's thread; the first that takes time moves the
/// rest of the way off it, and the news then arrives at the exchange.
struct Itinerary: Sendable {
    let player: any Answering
    let context: TaskContext
    let exchange: Exchange

    private enum Turn {
        case news(News)
        case hop(HTTPRequest)
        case choice(HTTPResponse, HTTPURLResponse, next: HTTPRequest)
    }

    /// Asks hop by hop; nil means that the news will arrive at the exchange.
    func follow(_ request: HTTPRequest, hops: Int = 0) -> News? {
        var request = request
        var hops = hops
        while true {
            guard case .now(let outcome) = ask(request, hops) else { return nil }
            switch turn(after: outcome, of: request, hops) {
            case .news(let news): return news
            case .hop(let next):
                request = next
                hops += 1
            case .choice(let response, let seen, let next):
                choose(response, seen, request, next, hops)
                return nil
            }
        }
    }

    /// Asks the player for one hop, and sees to it that an answer that comes later goes on from here.
    private func ask(_ request: HTTPRequest, _ hops: Int) -> Answer {
        let answer = player.answer(request, timeout: context.timeout)
        if case .later(let begin) = answer {
            DispatchQueue.global().async {
                guard exchange.isWaiting else { return }
                exchange.hold(begin { go(on: $0, request, hops) })
            }
        }
        return answer
    }

    private func go(on outcome: Outcome, _ request: HTTPRequest, _ hops: Int) {
        guard exchange.isWaiting else { return }
        switch turn(after: outcome, of: request, hops) {
        case .news(let news): exchange.tell(news, context)
        case .hop(let next): resume(next, hops + 1)
        case .choice(let response, let seen, let next): choose(response, seen, request, next, hops)
        }
    }

    private func resume(_ request: HTTPRequest, _ hops: Int) {
        if let news = follow(request, hops: hops) { exchange.tell(news, context) }
    }

    /// Decides what an outcome leads to.
    private func turn(after outcome: Outcome, of request: HTTPRequest, _ hops: Int) -> Turn {
        guard let url = URL(string: request.url) else {
            return .news(.outcome(outcome, .nowhere))
        }
        guard let next = next(after: outcome, of: request, from: url), let response = outcome.response else {
            return .news(.outcome(outcome, url))
        }
        guard hops < Redirects.limit else { return .news(.outcome(.failure(Redirects.tooMany), url)) }
        if !TaskContext.followsRedirects, let loading = next.urlRequest {
            return .news(.redirect(response, url, next: loading))
        }
        guard context.redirectChoice != nil, let seen = HTTPURLResponse(response, url: url) else {
            return .hop(next)
        }
        return .choice(response, seen, next: next)
    }

    /// Keeps the cookies of an outcome, and finds the request it redirects to, with the cookies that one gets.
    private func next(after outcome: Outcome, of request: HTTPRequest, from url: URL) -> HTTPRequest? {
        guard let response = outcome.response else { return nil }
        var next = outcome.isWhole ? Redirects.next(after: response, to: request) : nil
        // a field the app set by hand stays
        let isStored = next != nil && request.headers["Cookie"] == context.cookies?.field(for: url)
        context.cookies?.keep(cookiesOf: response, from: url)
        if isStored, let url = next.flatMap({ URL(string: $0.url) }) {
            next?.headers["Cookie"] = context.cookies?.field(for: url)
        }
        return next
    }

    /// Lets the delegate say where a redirect goes; without a request it is the response.
    private func choose(
        _ response: HTTPResponse, _ seen: HTTPURLResponse, _ request: HTTPRequest, _ next: HTTPRequest,
        _ hops: Int
    ) {
        guard let proposal = next.urlRequest, let url = seen.url else { return resume(next, hops + 1) }
        context.redirectChoice?(seen, proposal) { chosen in
            guard let chosen else { return exchange.tell(.outcome(.response(response), url), context) }
            let body = chosen.httpBody ?? (chosen.httpMethod == next.method ? next.body : nil)
            resume(HTTPRequest(chosen, body: body), hops + 1)
        }
    }
}
