import Foundation
import VerbatimHAR
import VerbatimReplay

/// The way of one request to its last response: every hop of a redirect is asked for on its own.
///
/// As long as the player knows the answers at once it stays on the caller's thread; the first that takes time moves the
/// rest of the way off it, and the news then arrives at the exchange.
struct RedirectFollower: Sendable {
    let player: any Responder
    let context: TaskContext
    let exchange: ProtocolLoad

    private enum Turn {
        case news(LoadingEvent)
        case hop(Hop)
        case choice(HTTPResponse, HTTPURLResponse, next: Hop)
    }

    /// Asks hop by hop; nil means that the news will arrive at the exchange.
    func follow(_ first: Hop) -> LoadingEvent? {
        var hop = first
        while true {
            guard case .immediate(let outcome) = ask(hop) else { return nil }
            switch turn(after: outcome, of: hop) {
            case .news(let news): return news
            case .hop(let next): hop = next
            case .choice(let response, let seen, let next):
                choose(response, seen, next)
                return nil
            }
        }
    }

    /// Asks the player for one hop, and sees to it that an answer that comes later goes on from here.
    private func ask(_ hop: Hop) -> ResponderResult {
        let answer = player.respond(to: hop.request, timeout: context.timeout)
        if case .deferred(let begin) = answer {
            DispatchQueue.global().async {
                guard exchange.isWaiting else { return }
                exchange.hold(begin { go(on: $0, hop) })
            }
        }
        return answer
    }

    private func go(on outcome: Outcome, _ hop: Hop) {
        guard exchange.isWaiting else { return }
        switch turn(after: outcome, of: hop) {
        case .news(let news): exchange.tell(news, context)
        case .hop(let next): resume(next)
        case .choice(let response, let seen, let next): choose(response, seen, next)
        }
    }

    private func resume(_ hop: Hop) {
        if let news = follow(hop) { exchange.tell(news, context) }
    }

    /// Decides what an outcome leads to.
    private func turn(after outcome: Outcome, of hop: Hop) -> Turn {
        guard let url = hop.url else { return .news(.outcome(outcome, .nowhere)) }
        guard let request = next(after: outcome, of: hop.request, from: url), let response = outcome.response
        else {
            return .news(.outcome(outcome, url))
        }
        guard hop.number < Redirects.limit else {
            return .news(.outcome(.failure(Redirects.tooMany), url))
        }
        let next = Hop(request, number: hop.number + 1)
        if !TaskContext.followsRedirects, let loading = request.urlRequest {
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
    private func choose(_ response: HTTPResponse, _ seen: HTTPURLResponse, _ next: Hop) {
        guard let proposal = next.request.urlRequest, let url = seen.url else { return resume(next) }
        context.redirectChoice?(seen, proposal) { chosen in
            guard let chosen else { return exchange.tell(.outcome(.response(response), url), context) }
            let isSameMethod = chosen.httpMethod == next.request.method
            let body = chosen.httpBody ?? (isSameMethod ? next.request.body : nil)
            resume(Hop(chosen, body: body, number: next.number))
        }
    }
}
