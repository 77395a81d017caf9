import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

/// Sends requests again, and no faster than allowed, by a clock on which waiting takes no time.
@Suite struct RequestPacerTests {
    /// A clock that only waits advance.
    private final class FakeClock: Sendable {
        private let state = Mutex((passed: Duration.zero, waits: [Duration]()))
        private let start = ContinuousClock.now
        private let chance: Double

        init(chance: Double = 0) {
            self.chance = chance
        }

        var waits: [Duration] { state.withLock { $0.waits } }

        var clock: PacingClock {
            PacingClock(
                now: { self.start + self.state.withLock { $0.passed } },
                date: {
                    Date(timeIntervalSince1970: 784_111_777 + self.state.withLock { $0.passed } / .seconds(1))
                },
                wait: { duration in
                    try Task.checkCancellation()
                    self.state.withLock { state in
                        state.passed += duration
                        state.waits.append(duration)
                    }
                }, chance: { self.chance })
        }
    }

    /// Returns a network that gives answers in turn, and the last one from then on.
    private func network(_ outcomes: Outcome...) -> FakeNetwork {
        let rest = Mutex(outcomes[...])
        return FakeNetwork { _ in rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[$0.startIndex] } }
    }

    private func busy(_ status: Int = 429, _ retryAfter: String? = nil) -> Outcome {
        .response(HTTPResponse(status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:], body: .empty))
    }

    private func failure(_ code: Int) -> Outcome { .failure(TransportFailure(code: code, reason: "lost")) }

    private let ready = Outcome.response(HTTPResponse(200, body: .text("ready")))

    private func send(
        _ method: String = "GET", to network: FakeNetwork, _ fake: FakeClock, limit: Int = 4,
        rate: RequestRate? = nil
    ) async -> Outcome {
        let pacer = RequestPacer(rate: rate, retries: RetryPolicy(limit: limit), clock: fake.clock)
        return await send(method, to: network, pacer)
    }

    private func send(_ method: String = "GET", to network: FakeNetwork, _ pacer: RequestPacer) async
        -> Outcome
    {
        await withCheckedContinuation { continuation in
            let request = HTTPRequest(method, "https://a.test/")
            _ = pacer.send(request, { network.send(request, timeout: 1, receive: $0) }) { part in
                _ = part.outcome.map { continuation.resume(returning: $0) }
            }
        }
    }

    @Test(arguments: [
        ("7", 7.0), ("0", 0), (" 12 ", 12), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
        ("Sun, 06 Nov 1994 08:40:00 GMT", 0),
    ])
    func `the provider says when it can be asked again`(retryAfter: String, seconds: Double) async {
        let (network, fake) = (network(busy(429, retryAfter), ready), FakeClock())
        #expect(await send(to: network, fake).response?.status == 200)
        #expect(fake.waits.reduce(.zero, +) == .seconds(seconds))
        #expect(network.requests.count == 2)
    }

    @Test(arguments: [nil, "soon", "-5", "1e9"])
    func `the time between repeats doubles if the provider does not say it`(retryAfter: String?) async {
        let (network, fake) = (network(busy(503, retryAfter)), FakeClock(chance: 0.5))
        #expect(await send(to: network, fake).response?.status == 503)
        #expect(fake.waits == [0.75, 1.5, 3, 6].map { .seconds($0) })
        #expect(network.requests.count == 5)
    }

    @Test func `chance keeps clients from coming back together`() async {
        let (first, second) = (FakeClock(chance: 0), FakeClock(chance: 0.9))
        _ = await send(to: network(busy(429, "10"), ready), first)
        _ = await send(to: network(busy(429, "10"), ready), second)
        #expect(first.waits == [.seconds(10)])
        #expect(second.waits == [.seconds(10.9)])
    }

    @Test func `a provider that asks for more time than a recording has is not asked again`() async {
        let (network, fake) = (network(busy(429, "3600"), ready), FakeClock())
        #expect(await send(to: network, fake).response?.status == 429)
        #expect(fake.waits == [])
        #expect(network.requests.count == 1)
    }

    @Test func `all repeats together take a bounded time`() async {
        let (network, fake) = (network(busy(429, "50")), FakeClock())
        _ = await send(to: network, fake, limit: 100)
        #expect(fake.waits == [.seconds(50), .seconds(50)])
    }

    @Test(arguments: [
        ("GET", NSURLErrorNetworkConnectionLost, 3), ("POST", NSURLErrorNetworkConnectionLost, 1),
        ("POST", NSURLErrorCannotConnectToHost, 3), ("PUT", NSURLErrorTimedOut, 3),
        ("GET", NSURLErrorServerCertificateUntrusted, 1), ("GET", NSURLErrorNotConnectedToInternet, 1),
        ("GET", Player.missCode, 1),
    ])
    func `a failed request is sent again only if nothing happens twice`(method: String, code: Int, count: Int)
        async
    {
        let network = network(failure(code))
        _ = await send(method, to: network, FakeClock())
        #expect(network.requests.count == count)
    }

    @Test(arguments: [400, 401, 403, 404, 500, 502])
    func `other responses are answers`(status: Int) async {
        let network = network(busy(status), ready)
        #expect(await send(to: network, FakeClock()).response?.status == status)
        #expect(network.requests.count == 1)
    }

    @Test func `requests begin no faster than the rate`() async {
        let (network, fake) = (network(ready), FakeClock())
        let pacer = RequestPacer(rate: .perSecond(4), retries: .none, clock: fake.clock)
        for _ in 1...4 { _ = await send(to: network, pacer) }
        #expect(fake.waits == [0.25, 0.25, 0.25].map { .seconds($0) })
    }

    @Test(arguments: [RequestRate.perSecond(0), .perSecond(-1), .perSecond(.infinity), .every(.seconds(-3))])
    func `a rate without sense limits nothing`(rate: RequestRate) {
        #expect(rate.interval == .zero)
    }

    @Test func `other requests wait as well while the provider asks to wait`() async {
        let (network, fake) = (network(busy(429, "9")), FakeClock())
        let pacer = RequestPacer(rate: nil, retries: RetryPolicy(limit: 1), clock: fake.clock)
        _ = await send(to: network, pacer)
        #expect(fake.waits == [.seconds(9)])
    }

    @Test func `a cancelled request is not sent again`() async {
        let network = network(busy(429, "9"), ready)
        let pauses = AsyncStream<Void>.makeStream()
        // A wait that only cancellation ends.
        let clock = PacingClock(
            now: { .now }, date: { Date() },
            wait: { _ in
                for await _ in AsyncStream<Void>.makeStream().stream {}
                try Task.checkCancellation()
            }, chance: { 0 })
        let pacer = RequestPacer(rate: nil, retries: RetryPolicy(limit: 4), clock: clock) { _ in
            pauses.continuation.finish()
        }
        let outcome = AsyncStream<Outcome>.makeStream()
        let request = HTTPRequest("GET", "https://a.test/")
        let task = pacer.send(request, { network.send(request, timeout: 1, receive: $0) }) { part in
            _ = part.outcome.map { outcome.continuation.yield($0) }
            outcome.continuation.finish()
        }
        for await _ in pauses.stream {}
        task.cancel()
        for await outcome in outcome.stream {
            guard case .failure(let failure, _) = outcome else {
                Issue.record("a response")
                return
            }
            #expect(failure.code == NSURLErrorCancelled)
        }
        #expect(network.requests.count == 1)
    }

    @Test(
        arguments: [
            // A stream is passed on in parts, and is not sent again when it is lost in the middle.
            ("text/event-stream", 200, ["head 200", "piece a", "end"], 1),
            ("text/event-stream", 429, ["head 200", "piece a", "end"], 2),
            ("application/json", 200, ["end"], 2),
        ] as [(String, Int, [String], Int)])
    func `only streams are received in parts`(
        type: String, first: Int, expected: [String], attempts: Int
    ) async {
        let lost = TransportFailure(code: NSURLErrorNetworkConnectionLost, reason: "lost")
        let sent = Mutex(0)
        let pacer = RequestPacer(rate: nil, retries: RetryPolicy(limit: 1), clock: FakeClock().clock)
        let received = AsyncStream<String>.makeStream()
        _ = pacer.send(
            HTTPRequest("GET", "https://a.test/"),
            { receive in
                let number = sent.withLock { count in
                    count += 1
                    return count
                }
                let head = HTTPResponse(number == 1 ? first : 200, headers: ["Content-Type": type])
                receive(.head(head))
                receive(.piece(Data("a".utf8)))
                let isLost = head.status == 200 && number == 1
                receive(.end(isLost ? .failure(lost, partial: head) : .response(head)))
                return CompletedTask()
            }
        ) { part in
            switch part {
            case .head(let head): received.continuation.yield("head \(head.status)")
            case .piece(let piece):
                received.continuation.yield("piece \(String(decoding: piece, as: UTF8.self))")
            case .end:
                received.continuation.yield("end")
                received.continuation.finish()
            }
        }
        var parts: [String] = []
        for await part in received.stream { parts.append(part) }
        #expect(parts == expected)
        #expect(sent.withLock { $0 } == attempts)
    }

    @Test func `a recording has the last response and the time of its own`() async throws {
        let fake = FakeClock()
        let network = network(busy(429, "30"), ready)
        try await withTemporaryFolder { folder in
            var options = Player.Options()
            options.pacer = RequestPacer(rate: nil, retries: RetryPolicy(limit: 4), clock: fake.clock)
            let player = try Player(
                recording: folder.appending(path: "a/b.har"), mode: .record, options: options,
                transport: network)
            guard
                case .deferred(let work) = player.respond(
                    to: HTTPRequest("GET", "https://a.test/"), timeout: 1)
            else {
                Issue.record("an immediate response")
                return
            }
            let outcome = await withCheckedContinuation {
                (continuation: CheckedContinuation<Outcome, Never>) in
                _ = work { $0.outcome.map { continuation.resume(returning: $0) } }
            }
            #expect(outcome.response?.status == 200)
            #expect(player.recorded.map { $0.outcome.response?.status } == [200])
            #expect(try player.finish(.succeeded).publication == .published)
        }
        #expect(fake.waits == [.seconds(30)])
    }
}
