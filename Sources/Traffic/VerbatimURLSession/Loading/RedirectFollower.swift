import Foundation
import VerbatimHAR
import VerbatimReplay

/// Follows the redirects of a load: every request on the way is sent to the responder separately.
///
/// Follows on the caller's thread as long as outcomes are immediate. The first deferred outcome moves the
/// rest off it, and the event is queued.
struct RedirectFollower: Sendable {
    let responder: any Responder
    let context: TaskContext
    let events: LoadingEventQueue

    struct Hop: Sendable {
        let request: HTTPRequest
        /// The URL; nil if it cannot be parsed.
        let url: URL?
        let number: Int

        /// Creates the first hop, or that of a request that the delegate has chosen.
        init(_ request: URLRequest, sessionHeaders: [String: String] = [:], body: Data?, number: Int = 0) {
            url = request.url?.withoutFragment
            self.request = HTTPRequest(
                request.httpMethod ?? "GET", url?.absoluteString ?? "",
                headers: HeaderFields(request, sessionHeaders: sessionHeaders), body: body)
            self.number = number
        }

        init(_ request: HTTPRequest, number: Int) {
            self.request = request
            url = URL(string: request.url)
            self.number = number
        }
    }

    private enum NextStep {
        case finish(LoadingEvent)
        case follow(Hop)
        case ask(TaskContext.RedirectHandler, HTTPResponse, HTTPURLResponse, next: Hop)
    }

    /// Follows redirects from a request to the last response; returns nil if the event will be queued.
    func follow(_ first: Hop) -> LoadingEvent? {
        var hop = first
        while true {
            guard case .immediate(let outcome) = respond(to: hop) else { return nil }
            switch nextStep(after: outcome, of: hop) {
            case .finish(let event): return event
            case .follow(let next): hop = next
            case .ask(let delegate, let response, let urlResponse, let next):
                ask(delegate, response, urlResponse, next)
                return nil
            }
        }
    }

    /// Sends a hop to the responder; the load resumes from here if the outcome is deferred.
    private func respond(to hop: Hop) -> ResponderResult {
        let result = responder.respond(to: hop.request, timeout: context.timeout)
        if case .deferred(let begin) = result {
            DispatchQueue.global().async {
                guard events.isLoading else { return }
                events.setRunning(begin { receive($0, of: hop) })
            }
        }
        return result
    }

    /// Delivers the parts of the last response, or resumes the load after the outcome.
    private func receive(_ part: ResponsePart, of hop: Hop) {
        switch part {
        case .head(let head):
            let redirects = Redirects.next(after: head, to: hop.request) != nil
            guard let url = hop.url, context.deliversPieces, !redirects else { return }
            context.cookies?.store(cookiesOf: head, from: url)
            events.append(.head(head, url))
        case .piece(let piece): if events.hasHead { events.append(.piece(piece)) }
        case .end(let outcome):
            guard events.hasHead else { return resume(after: outcome, of: hop) }
            events.append(.end(outcome.failure, hop.url ?? .unknown))
        }
    }

    private func resume(after outcome: Outcome, of hop: Hop) {
        guard events.isLoading else { return }
        switch nextStep(after: outcome, of: hop) {
        case .finish(let event): events.append(event, timing: context)
        case .follow(let next): resume(next)
        case .ask(let delegate, let response, let urlResponse, let next):
            ask(delegate, response, urlResponse, next)
        }
    }

    private func resume(_ hop: Hop) {
        if let event = follow(hop) { events.append(event, timing: context) }
    }
}

// MARK: - Redirects

extension RedirectFollower {
    private func nextStep(after outcome: Outcome, of hop: Hop) -> NextStep {
        guard let url = hop.url else { return .finish(.outcome(outcome, .unknown)) }
        guard let request = redirect(after: outcome, of: hop.request, from: url),
            let response = outcome.response
        else { return .finish(.outcome(outcome, url)) }
        guard hop.number < Redirects.limit else { return .finish(.outcome(.failure(Redirects.tooMany), url)) }
        return nextStep(after: response, url, Hop(request, number: hop.number + 1))
    }

    private func nextStep(after response: HTTPResponse, _ url: URL, _ next: Hop) -> NextStep {
        switch context.redirects {
        case .follow: return .follow(next)
        case .ask(let delegate):
            guard let urlResponse = HTTPURLResponse(response, url: url) else { return .follow(next) }
            return .ask(delegate, response, urlResponse, next: next)
        case .report(let request, _):
            // The loading system would load other schemes itself.
            guard let urlRequest = request.replaced(by: next.request), urlRequest.isHTTP else {
                return .follow(next)
            }
            return .finish(.redirect(response, url, next: urlRequest))
        }
    }

    /// Stores the cookies of an outcome, and returns the request to which it redirects, with its cookies.
    private func redirect(after outcome: Outcome, of request: HTTPRequest, from url: URL) -> HTTPRequest? {
        guard let response = outcome.response else { return nil }
        var next = outcome.failure == nil ? Redirects.next(after: response, to: request) : nil
        // A Cookie field that the app has set stays.
        let isStored = next != nil && request.headers["Cookie"] == context.cookies?.field(for: url)
        context.cookies?.store(cookiesOf: response, from: url)
        if isStored, let url = next.flatMap({ URL(string: $0.url) }) {
            next?.headers["Cookie"] = context.cookies?.field(for: url)
        }
        return next
    }

    /// Asks the delegate for the request to follow; without one, the redirect is the response.
    private func ask(
        _ delegate: TaskContext.RedirectHandler, _ response: HTTPResponse, _ urlResponse: HTTPURLResponse,
        _ next: Hop
    ) {
        guard let proposal = next.request.urlRequest, let url = urlResponse.url else { return resume(next) }
        delegate(urlResponse, proposal) { chosen in
            guard let chosen else {
                return events.append(.outcome(.response(response), url), timing: context)
            }
            let isSameMethod = chosen.httpMethod == next.request.method
            let body = chosen.httpBody ?? (isSameMethod ? next.request.body : nil)
            resume(Hop(chosen, body: body, number: next.number))
        }
    }
}
