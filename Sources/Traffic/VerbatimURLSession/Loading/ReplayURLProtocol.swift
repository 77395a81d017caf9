import Foundation
import VerbatimHAR

/// The `URLProtocol` that loads intercepted requests; every interceptor leases a subclass.
///
/// The client is called only within `startLoading()`, on the thread on which Foundation calls it. Events that
/// occur later are queued, and `startLoading()` is called there again to deliver them.
///
/// This class obeys the contract of Apple's Foundation, which follows redirects with a new protocol object
/// for each, and adds the fields of the session. `LinuxURLProtocol` overrides what differs on Linux.
class ReplayURLProtocol: URLProtocol {
    let events = LoadingEventQueue()

    var answerer: RequestAnswerer {
        ProtocolClassPool.sessions.binding(of: Self.self).map { .interceptor($0) }
            ?? .refusal(.interceptorClosed)
    }

    /// The state that the load has from the requests that were redirected to this one.
    var state: RedirectState { RedirectState(request) }

    /// Whether events may be delivered to the client; Apple's Foundation ignores late ones.
    var canDeliver: Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    override func startLoading() {
        guard canDeliver else { return }
        switch events.start() {
        case .load: if let event = load(), events.finish() { deliver(event) }
        case .deliver(let queued): for event in queued { deliver(event) }
        }
    }

    /// Begins the load; returns its event if it is available immediately.
    private func load() -> LoadingEvent? {
        switch answerer {
        case .interceptor(let binding):
            let load = ProtocolLoad(
                responder: binding.responder, context: context(for: binding), events: events)
            return load.begin(request, makeWakeUp: makeWakeUp)
        case .refusal(let reason):
            return .failure(.resourceUnavailable, request, reason.message(for: request))
        }
    }

    private func makeWakeUp() -> @Sendable () -> Void {
        let executor = makeClientExecutor()
        let urlProtocol = UncheckedSendable(value: self)
        return { executor { urlProtocol.value.startLoading() } }
    }

    override func stopLoading() { events.stop() }

    /// Returns the executor of calls to the client; must be called within `startLoading()`.
    func makeClientExecutor() -> ClientExecutor { .current(of: self) }

    /// Delivers an event to the client, unless the load is stopped, which each call of the client may do.
    func deliver(_ event: LoadingEvent) {
        guard !events.isStopped, let client else { return }
        do {
            switch event {
            case .outcome(let outcome, let url): for part in try outcome.parts(from: url) { deliver(part) }
            case .head(let response, let url):
                guard let head = HTTPURLResponseCache.urlResponse(for: response, from: url) else {
                    throw URLError(.badServerResponse)
                }
                client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            case .piece(let piece): client.urlProtocol(self, didLoad: piece)
            case .end(let failure?, let url):
                client.urlProtocol(self, didFailWithError: failure.error(for: url))
            case .end(nil, _): client.urlProtocolDidFinishLoading(self)
            case .redirect(let response, let url, let next):
                guard let head = HTTPURLResponse(response, url: url) else {
                    throw URLError(.badServerResponse)
                }
                client.urlProtocol(self, wasRedirectedTo: pass(state, to: next), redirectResponse: head)
            }
        } catch {
            events.stop()
            client.urlProtocol(self, didFailWithError: error)
        }
    }

    /// Returns the request of a redirect with the state of the load, which another protocol object continues.
    func pass(_ state: RedirectState, to next: URLRequest) -> URLRequest {
        state.afterRedirect.added(to: next)
    }

    /// Returns the properties of the task and its session.
    ///
    /// The configuration of the session is unknown. Its cookies are those of the interceptor, unless the app
    /// has changed that; the request has the field if Foundation has added them already.
    func context(for binding: ProtocolClassPool.Binding) -> TaskContext {
        let cookies = request.httpShouldHandleCookies ? binding.cookies : nil
        let field = request.url.flatMap { cookies?.field(for: $0) }
        return TaskContext(
            body: TaskContext.Body(request),
            sessionHeaders: field.map { ["Cookie": $0] } ?? [:],
            cookies: cookies,
            timeout: TaskContext.timeout(of: request, binding, nil),
            timeLimit: nil,
            timing: binding.timing,
            deliversPieces: true,
            redirects: .report(of: request, count: state.count))
    }
}

/// Who answers a request that is intercepted.
enum RequestAnswerer {
    /// The responder of an interceptor.
    case interceptor(ProtocolClassPool.Binding)
    /// No one: the request fails.
    case refusal(RequestRefusal)
}
