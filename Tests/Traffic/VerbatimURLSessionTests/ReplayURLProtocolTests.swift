import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@testable import VerbatimURLSession

/// The contract of Apple's Foundation: the calls of a client, their thread and order, redirects and stops.
@Suite(.timeLimit(.minutes(5))) struct ReplayURLProtocolTests {
    private let url = URL(literal: "http://a.example/a")
    private let inPieces = HTTPResponse(
        200, body: .text("abc"), chunks: (0..<3).map { .init(length: 1, time: Double($0)) })

    /// A responder whose outcomes are immediate, or come later from another thread.
    private func responder(
        isDeferred: Bool, _ response: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) -> StubResponder {
        StubResponder(result: { request in
            guard isDeferred else { return .immediate(.response(response(request))) }
            return .deferred { completion in
                completion(.end(.response(response(request))))
                return UnfinishedTask()
            }
        })
    }

    private static let moved = HTTPResponse(302, headers: ["Location": "/b"], body: .text("moved"))

    // MARK: Thread and order

    @Test(arguments: [false, true])
    func `a whole body is delivered on the thread of the client`(isDeferred: Bool) async {
        let driver = ProtocolDriver(responder(isDeferred: isDeferred) { _ in inPieces })
        #expect(await driver.load(URLRequest(url: url)) == ["response 200", "data abc", "end"])
    }

    @Test(arguments: [false, true])
    func `a body in pieces is delivered on the thread of the client, in order`(isDeferred: Bool) async {
        let numbers = (0..<200).map { String(format: "%03d", $0) }
        let response = HTTPResponse(
            200, body: .text(numbers.joined()), chunks: numbers.map { _ in .init(length: 3, time: 0) })
        let driver = ProtocolDriver(
            responder(isDeferred: isDeferred) { _ in response }, timing: .scaled(by: 0))
        let calls = await driver.load(URLRequest(url: url))
        #expect(calls == ["response 200"] + numbers.map { "data \($0)" } + ["end"])
    }

    @Test(arguments: [false, true])
    func `loads at the same time are each delivered on their threads`(shareOne: Bool) async {
        let shared = shareOne ? RunLoopThread() : nil
        defer { shared?.stop() }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for number in 0..<32 {
                group.addTask {
                    let response = HTTPResponse(
                        200, body: .text("\(number)"), chunks: [.init(length: 9, time: 0)])
                    let driver = ProtocolDriver(
                        responder(isDeferred: true) { _ in response }, timing: .scaled(by: 0), on: shared)
                    let calls = await driver.load(URLRequest(url: url))
                    return calls == ["response 200", "data \(number)", "end"] ? 0 : 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func `a failure follows the head and the body that have arrived`() async {
        let responder = StubResponder { _ in
            .failure(
                TransportFailure(code: -1005, reason: "lost"), partial: HTTPResponse(200, body: .text("a")))
        }
        let driver = ProtocolDriver(responder)
        #expect(await driver.load(URLRequest(url: url)) == ["response 200", "data a", "end -1005"])
    }

    @Test func `a body that cannot be read is a failure, and nothing follows it`() async {
        let file = URL(literal: "file:///nonexistent/body")
        let driver = ProtocolDriver(StubResponder(HTTPResponse(200, body: .file(file))))
        let calls = await driver.load(URLRequest(url: url))
        #expect(calls.count == 1)
        #expect(calls.first?.hasPrefix("end ") == true)
    }

    @Test func `parts of a response are delivered as they arrive, unless it redirects`() async {
        let moved = Self.moved
        let responder = StubResponder(result: { request in
            .deferred { receive in
                let isFirst = request.url.hasSuffix("/a")
                let head = HTTPResponse(isFirst ? 302 : 200, headers: moved.headers)
                receive(.head(head))
                for piece in ["a", "b"] { receive(.piece(Data(piece.utf8))) }
                var whole = head
                whole.body = .text("ab")
                let lost = TransportFailure(code: -1005, reason: "lost")
                receive(.end(isFirst ? .response(whole) : .failure(lost, partial: whole)))
                receive(.piece(Data("late".utf8)))
                return UnfinishedTask()
            }
        })
        let calls = await ProtocolDriver(responder).load(URLRequest(url: url))
        #expect(calls.suffix(4) == ["response 200", "data a", "data b", "end -1005"])
        #expect(calls.dropLast(4).allSatisfy { $0.hasPrefix("redirect") })
    }

    // MARK: Stops

    @Test(arguments: 1...5, [ReplayTiming.immediate, .scaled(by: 0)])
    func `nothing follows a stop within a call of the client`(count: Int, timing: ReplayTiming) async {
        let whole = ["response 200", "data abc", "end"]
        let pieces = ["response 200", "data a", "data b", "data c", "end"]
        let expected = timing == .immediate ? whole : pieces
        let driver = ProtocolDriver(
            responder(isDeferred: false) { _ in inPieces }, timing: timing,
            stopsAfter: min(count, expected.count))
        #expect(await driver.load(URLRequest(url: url)) == Array(expected.prefix(count)))
    }

    @Test func `a stop cancels the work of the responder, and nothing follows`() async {
        let unfinished = UnfinishedTask()
        let (received, continuation) = AsyncStream.makeStream(of: (@Sendable (ResponsePart) -> Void).self)
        let driver = ProtocolDriver(
            StubResponder(result: { _ in
                .deferred { completion in
                    continuation.yield(completion)
                    return unfinished
                }
            }))
        await driver.begin(URLRequest(url: url))
        for await completion in received {
            await driver.stop()
            completion(.end(.response(HTTPResponse(200))))
            break
        }
        await unfinished.isCancelled()
        #expect(await driver.calls() == [])
    }

    @Test func `a stop at any moment ends the calls`() async {
        let inPieces = inPieces
        for _ in 0..<50 {
            let driver = ProtocolDriver(
                responder(isDeferred: true) { _ in inPieces }, timing: .scaled(by: 0))
            await driver.begin(URLRequest(url: url))
            await driver.stop()
            let calls = await driver.calls()
            #expect(["response 200", "data a", "data b", "data c", "end"].starts(with: calls))
            #expect(await driver.calls() == calls)
        }
    }

    // MARK: Redirects

    @Test(arguments: [false, true])
    func `only the load of the next request follows a redirect`(isDeferred: Bool) async {
        let responder = responder(isDeferred: isDeferred) {
            $0.url.hasSuffix("/a") ? Self.moved : HTTPResponse(200, body: .text("b"))
        }
        let calls = await ProtocolDriver(responder).load(URLRequest(url: url))
        #expect(calls == ["redirect http://a.example/b", "response 200", "data b", "end"])
        #expect(responder.requests.map(\.url) == ["http://a.example/a", "http://a.example/b"])
    }

    @Test(arguments: [false, true])
    func `a redirect that the delegate declines becomes the response`(isDeferred: Bool) async {
        let responder = responder(isDeferred: isDeferred) { _ in Self.moved }
        let driver = ProtocolDriver(responder, redirects: .decline)
        let calls = await driver.load(URLRequest(url: url))
        #expect(calls == ["redirect http://a.example/b", "response 302", "data moved", "end"])
        #expect(responder.requests.count == 1)
    }

    @Test(arguments: [false, true], 2...4)
    func `what is left of a redirect is not delivered if the delegate follows it late`(
        isDeferred: Bool, call: Int
    ) async {
        let responder = responder(isDeferred: isDeferred) {
            $0.url.hasSuffix("/a") ? Self.moved : HTTPResponse(200, body: .text("b"))
        }
        let driver = ProtocolDriver(responder, redirects: .followLate(call: call))
        let calls = await driver.load(URLRequest(url: url))
        let late = ["redirect http://a.example/b", "response 302", "data moved", "end"]
        #expect(calls == late.prefix(call) + ["response 200", "data b", "end"])
    }

    @Test func `a redirect after which the load is stopped does not become the response`() async {
        let driver = ProtocolDriver(
            StubResponder(Self.moved), redirects: .decline, stopsAfter: 1)
        #expect(await driver.load(URLRequest(url: url)) == ["redirect http://a.example/b"])
    }

    @Test func `the response of a stopped redirect is not queued`() {
        let events = LoadingEventQueue()
        guard case .load = events.start() else {
            Issue.record("the load does not begin")
            return
        }
        events.append(.redirect(Self.moved, url, next: URLRequest(url: url)))
        #expect(events.isLoading)
        events.stop()
        #expect(!events.isLoading)
        events.append(.outcome(.response(Self.moved), url))
        guard case .deliver(let queued) = events.start() else {
            Issue.record("the load begins again")
            return
        }
        #expect(queued.isEmpty)
        #expect(events.isStopped)
    }

    @Test func `redirects are counted from protocol object to protocol object`() async {
        let responder = StubResponder(HTTPResponse(307, headers: ["Location": "/a"]))
        let calls = await ProtocolDriver(responder).load(URLRequest(url: url))
        let redirects = Array(repeating: "redirect http://a.example/a", count: Redirects.limit)
        #expect(calls == redirects + ["end \(Redirects.tooMany.code)"])
        #expect(responder.requests.count == Redirects.limit + 1)
    }

    @Test func `the request of a redirect keeps the rest of the first one`() async throws {
        let responder = StubResponder {
            .response(
                $0.url.hasSuffix("/a") ? HTTPResponse(307, headers: ["Location": "/b"]) : HTTPResponse(200))
        }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("body".utf8))
        request.setValue("1", forHTTPHeaderField: "X-Field")
        request.timeoutInterval = 7
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.networkServiceType = .background
        request.allowsCellularAccess = false
        let driver = ProtocolDriver(responder)
        _ = await driver.load(request)
        let next = try #require(driver.redirected.first)
        #expect(next.url?.absoluteString == "http://a.example/b")
        #expect(next.httpMethod == "POST")
        #expect(next.httpBody == Data("body".utf8))
        #expect(next.allHTTPHeaderFields?["X-Field"] == "1")
        #expect(next.timeoutInterval == 7)
        #expect(next.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(next.networkServiceType == .background)
        #expect(!next.allowsCellularAccess)
        #expect(responder.requests.map(\.body) == [Data("body".utf8), Data("body".utf8)])
    }

    @Test(arguments: ["ftp://a.example/b", "file:///b", "data:,b"])
    func `a redirect to another scheme is never left to the loading system`(location: String) async {
        let responder = StubResponder {
            .response(
                $0.url.hasSuffix("/a")
                    ? HTTPResponse(302, headers: ["Location": location]) : HTTPResponse(200))
        }
        let driver = ProtocolDriver(responder)
        #expect(await driver.load(URLRequest(url: url)) == ["response 200", "end"])
        #expect(responder.requests.map(\.url) == [url.absoluteString, location])
    }

    // MARK: Cookies

    @Test func `cookies of the interceptor are added where Foundation has not`() async {
        let responder = StubResponder {
            .response(
                HTTPResponse(
                    $0.url.hasSuffix("/a") ? 302 : 200,
                    headers: ["Location": "/b", "Set-Cookie": "a=1; Path=/"]))
        }
        let driver = ProtocolDriver(responder)
        _ = await driver.load(URLRequest(url: url))
        _ = await driver.load(URLRequest(url: url))
        var own = URLRequest(url: url)
        own.setValue("b=2", forHTTPHeaderField: "Cookie")
        _ = await driver.load(own)
        var without = URLRequest(url: url)
        without.httpShouldHandleCookies = false
        _ = await driver.load(without)
        let sent = responder.requests.map { $0.headers["Cookie"] }
        #expect(sent == [nil, "a=1", "a=1", "a=1", "b=2", "b=2", nil, nil])
    }
}
