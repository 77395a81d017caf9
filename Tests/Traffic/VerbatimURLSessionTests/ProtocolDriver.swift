import Foundation
import Synchronization
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

/// A driver of protocol objects, which does what CFNetwork does: it creates one for each request, calls it on
/// a thread with a run loop, and is its client.
final class ProtocolDriver: NSObject, URLProtocolClient, Sendable {
    /// The decision of a delegate about redirects.
    enum RedirectDecision {
        /// Each redirect stops its protocol object and has a new one.
        case follow
        /// The redirect is the response.
        case decline
        /// The load is stopped within the call of the client with this number, after the redirect has become
        /// the response, and the redirect has a new one.
        case followLate(call: Int)
    }

    private struct State {
        var calls: [String] = []
        var requests: [URLRequest] = []
        var states: [URL: RedirectState] = [:]
        var current: UncheckedSendable<DrivenURLProtocol>?
        var completion: CheckedContinuation<Void, Never>?
    }

    /// The number of redirects after which a load that does not end is given up.
    private static let redirectLimit = 100

    let binding: ProtocolClassPool.Binding
    let thread: RunLoopThread
    private let ownsThread: Bool
    private let redirects: RedirectDecision
    private let stopsAfter: Int
    private let state = Mutex(State())

    /// Creates a driver.
    ///
    /// - Parameters:
    ///   - redirects: The decision about redirects.
    ///   - stopsAfter: The number of the call of the client within which the load is stopped.
    ///   - thread: A thread that drivers share, as the loads of a process do in CFNetwork; nil for its own.
    init(
        _ responder: StubResponder, timing: ReplayTiming = .immediate, redirects: RedirectDecision = .follow,
        stopsAfter: Int = .max, on thread: RunLoopThread? = nil
    ) {
        binding = ProtocolClassPool.Binding(
            responder: responder, timing: timing,
            cookies: URLSessionConfiguration.ephemeral.httpCookieStorage)
        self.redirects = redirects
        self.stopsAfter = stopsAfter
        self.thread = thread ?? RunLoopThread()
        ownsThread = thread == nil
    }

    deinit {
        if ownsThread { thread.stop() }
    }

    /// The number of seconds after a redirect at which it becomes the response.
    var redirectPatience: Double { if case .follow = redirects { 3600 } else { 0 } }

    /// The requests to which the loads were redirected.
    var redirected: [URLRequest] { state.withLock { $0.requests } }

    /// Loads a request to its end, or until it is stopped, and returns all calls of the client.
    func load(_ request: URLRequest) async -> [String] {
        await withCheckedContinuation { completion in
            state.withLock { $0.completion = completion }
            thread.perform { self.start(request) }
        }
        return await calls()
    }

    /// Starts a load.
    func begin(_ request: URLRequest) async {
        await call { self.start(request) }
    }

    /// Stops the load.
    func stop() async {
        await call { self.takeCurrent()?.value.stopLoading() }
    }

    /// Returns all calls of the client, after those that the thread has yet to make.
    func calls() async -> [String] {
        await call {}
        return state.withLock { $0.calls }
    }

    private func call(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { done in
            thread.perform {
                body()
                done.resume()
            }
        }
    }

    private func start(_ request: URLRequest) {
        let urlProtocol = DrivenURLProtocol(request: request, cachedResponse: nil, client: self)
        urlProtocol.driver = self
        let current = UncheckedSendable(value: urlProtocol)
        state.withLock { $0.current = current }
        urlProtocol.startLoading()
    }

    private func record(_ call: String, of urlProtocol: URLProtocol, isLast: Bool = false) {
        let place = thread.isCurrent ? "" : " on another thread"
        let count = state.withLock { state in
            state.calls.append(call + place)
            return state.calls.count
        }
        if case .followLate(count) = redirects, let request = redirected.last {
            urlProtocol.stopLoading()
            return thread.perform { self.start(request) }
        }
        if count == stopsAfter { urlProtocol.stopLoading() }
        guard isLast || count == stopsAfter else { return }
        _ = takeCurrent()
        state.withLock { state in
            defer { state.completion = nil }
            return state.completion
        }?.resume()
    }

    /// Releases the protocol object of the load, which retains its client.
    private func takeCurrent() -> UncheckedSendable<DrivenURLProtocol>? {
        state.withLock { state in
            defer { state.current = nil }
            return state.current
        }
    }

    // MARK: Properties of requests, which copies on Linux do not have

    fileprivate func redirectState(of request: URLRequest) -> RedirectState {
        state.withLock { state in request.url.flatMap { state.states[$0] } } ?? RedirectState()
    }

    fileprivate func setRedirectState(_ redirectState: RedirectState, of request: URLRequest) {
        guard let url = request.url else { return }
        state.withLock { $0.states[url] = redirectState }
    }

    // MARK: Client

    func urlProtocol(
        _ urlProtocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) {
        state.withLock { $0.requests.append(request) }
        let isLast = redirected.count == Self.redirectLimit
        record("redirect \(request.url?.absoluteString ?? "")", of: urlProtocol, isLast: isLast)
        guard case .follow = redirects, !isLast else { return }
        let old = UncheckedSendable(value: urlProtocol)
        thread.perform {
            old.value.stopLoading()
            self.start(request)
        }
    }

    func urlProtocol(
        _ urlProtocol: URLProtocol, didReceive response: URLResponse,
        cacheStoragePolicy: URLCache.StoragePolicy
    ) {
        record("response \((response as? HTTPURLResponse)?.statusCode ?? 0)", of: urlProtocol)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data) {
        record("data \(String(decoding: data, as: UTF8.self))", of: urlProtocol)
    }

    func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) {
        record("end", of: urlProtocol, isLast: true)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) {
        record("end \((error as NSError).code)", of: urlProtocol, isLast: true)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {}
    func urlProtocol(_ urlProtocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
    func urlProtocol(_ urlProtocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}

/// A protocol object of a driver.
final class DrivenURLProtocol: ReplayURLProtocol {
    fileprivate weak var driver: ProtocolDriver?

    override var answerer: RequestAnswerer {
        driver.map { .interceptor($0.binding) } ?? .refusal(.interceptorClosed)
    }

    override var state: RedirectState { driver?.redirectState(of: request) ?? RedirectState() }

    override func pass(_ state: RedirectState, to next: URLRequest) -> URLRequest {
        driver?.setRedirectState(state.afterRedirect, of: next)
        return super.pass(state, to: next)
    }

    override func makeClientExecutor() -> ClientExecutor {
        driver.map { Platform.clientExecutor(of: self, on: $0.thread) } ?? super.makeClientExecutor()
    }

    override func context(for binding: ProtocolClassPool.Binding) -> TaskContext {
        var context = super.context(for: binding)
        if let driver { context.redirectPatience = driver.redirectPatience }
        return context
    }
}

/// A thread with a run loop.
///
/// Unchecked: the properties are set before the initializer returns. Other threads use the run loop only to
/// add timers, which both Foundations allow.
final class RunLoopThread: @unchecked Sendable {
    private var thread: Thread?
    private var runLoop: RunLoop?
    /// The timer without which the run loop would end at once.
    private let keepAlive = Timer(timeInterval: 1e9, repeats: true) { _ in }

    init() {
        let isReady = DispatchSemaphore(value: 0)
        Thread {
            self.thread = .current
            self.runLoop = .current
            RunLoop.current.add(self.keepAlive, forMode: .default)
            isReady.signal()
            RunLoop.current.run()
        }.start()
        isReady.wait()
    }

    var isCurrent: Bool { Thread.current === thread }

    /// Calls a closure on the thread later.
    func perform(_ call: @escaping @Sendable () -> Void) {
        runLoop?.add(Timer(timeInterval: 0, repeats: false) { _ in call() }, forMode: .default)
    }

    /// Ends the thread.
    func stop() {
        perform { self.keepAlive.invalidate() }
    }
}
