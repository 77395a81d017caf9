import Foundation
import Synchronization
import Testing
import VerbatimHAR

@testable import VerbatimServer

/// Clients that keep a server waiting are disconnected, and do not keep others out.
@Suite struct WaitingClientTests {
    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    /// A clock that a test moves forward.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private func start(
        _ clock: Clock, limits: HTTPServer.Limits = .init(), handler: @escaping HTTPServer.Handler = echo
    ) throws -> HTTPServer {
        try HTTPServer.start(limits: limits, now: { clock.now }, handler: handler)
    }

    /// Waits until the server has handled everything that was sent before.
    private func exchangeOther(_ server: HTTPServer) throws {
        let client = try RawClient(server)
        try client.send(Self.request)
        _ = try client.read(until: "no body\n")
    }

    private func advance(_ clock: Clock, by seconds: Int, _ server: HTTPServer) throws {
        try exchangeOther(server)
        clock.advance(by: .seconds(seconds))
        try exchangeOther(server)
    }

    @Test func `an idle connection is closed`() throws {
        let clock = Clock()
        let server = try start(clock)
        let (new, old) = (try RawClient(server), try RawClient(server))
        try old.send(Self.request)
        _ = try old.read(until: "no body\n")
        try advance(clock, by: 119, server)
        try old.send(Self.request)
        #expect(try old.read(until: "no body\n").hasPrefix("HTTP/1.1 200"))
        try advance(clock, by: 2, server)
        #expect(try new.readToEnd() == "")
        try advance(clock, by: 119, server)
        #expect(try old.readToEnd() == "")
    }

    @Test(arguments: [
        "G", "GET / HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n",
    ])
    func `a request that arrives byte by byte gets a 408`(start text: String) throws {
        let clock = Clock()
        let server = try start(clock)
        let client = try RawClient(server)
        try client.send(text)
        for _ in 0..<4 {
            try advance(clock, by: 14, server)
            try client.send("a")
        }
        try advance(clock, by: 5, server)
        let response = try client.readToEnd()
        #expect(response.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        #expect(response.contains("\r\nConnection: close\r\n"))
    }

    @Test func `empty lines do not keep a connection open`() throws {
        let clock = Clock()
        let server = try start(clock)
        let client = try RawClient(server)
        for _ in 0..<2 {
            try client.send("\r\n")
            try advance(clock, by: 59, server)
        }
        try advance(clock, by: 3, server)
        #expect(try client.readToEnd() == "")
    }

    @Test func `a response that its client does not take is given up`() throws {
        let clock = Clock()
        let body = HTTPBody.data(Data(count: 20_000_000))
        let server = try start(clock) { request, respond in
            request.url.hasSuffix("/")
                ? echo(request, respond) : respond(ServerResponse(HTTPResponse(200, body: body)))
        }
        let client = try RawClient(server)
        try client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        try advance(clock, by: 121, server)
        #expect(throws: RawClient.Failure.self) { try client.readToEnd() }
    }

    @Test func `clients with incomplete requests make room for others, the oldest first`() throws {
        let clock = Clock()
        let server = try start(clock, limits: .init(connections: 4))
        let stalled = try (0..<4).map { number in
            let client = try RawClient(server)
            try client.send("GET / HTTP/1.1\r\n")
            if number < 3 { try exchangeOther(server) }
            clock.advance(by: .milliseconds(1))
            return client
        }
        clock.advance(by: .seconds(2))
        let others = try (0..<2).map { _ in try RawClient(server) }
        for client in others {
            try client.send(Self.request)
            #expect(try client.read(until: "no body\n").hasPrefix("HTTP/1.1 200"))
        }
        for client in stalled[..<2] { #expect(try client.readToEnd() == "") }
        for client in stalled[2...] {
            try client.send("Host: x\r\n\r\n")
            #expect(try client.read(until: "no body\n").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `a connection between two requests makes room immediately`() throws {
        let clock = Clock()
        let server = try start(clock, limits: .init(connections: 2))
        let clients = try (0..<5).map { _ in
            let client = try RawClient(server)
            try client.send(Self.request)
            #expect(try client.read(until: "no body\n").hasPrefix("HTTP/1.1 200"))
            clock.advance(by: .milliseconds(1))
            return client
        }
        for client in clients[..<3] { #expect(try client.readToEnd() == "") }
    }

    @Test func `a client gets a 503 while all requests wait for their responses`() throws {
        let clock = Clock()
        let pending = Mutex<[@Sendable (ServerResponse) -> Void]>([])
        // Time passes as often as the server looks at the clock.
        let server = try HTTPServer.start(
            limits: .init(connections: 2, requestTimeout: .seconds(1 << 40)),
            now: {
                clock.advance(by: .milliseconds(100))
                return clock.now
            }
        ) { _, respond in pending.withLock { $0.append(respond) } }
        let waiting = try (0..<2).map { _ in try RawClient(server) }
        for client in waiting { try client.send(Self.request) }
        let refused = try (0..<40).map { _ in try RawClient(server) }
        for client in refused {
            let response = try client.readToEnd()
            #expect(response.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(response.contains("\r\nConnection: close\r\n"))
        }
        for respond in pending.withLock({ $0 }) { respond(plain("done\n")) }
        for client in waiting { #expect(try client.read(until: "done\n").hasPrefix("HTTP/1.1 200")) }
    }

    @Test(arguments: ["Content-Length: 90000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n15f90\r\n"])
    func `of bodies that are too long together the longest gets a 503`(framing: String) throws {
        let server = try HTTPServer.start(limits: .init(bodies: 100_000), handler: echo)
        let (long, short) = (try RawClient(server), try RawClient(server))
        try long.send("POST / HTTP/1.1\r\nHost: x\r\n" + framing)
        try long.send([UInt8](repeating: 0x61, count: 80_000))
        try short.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 30000\r\n\r\n")
        try short.send([UInt8](repeating: 0x62, count: 29_999))
        let refusal = try long.readToEnd()
        #expect(refusal.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(refusal.contains("the bodies of all requests are longer than 100000 bytes together"))
        try short.send("\n")
        #expect(try short.read(until: "b\n\n").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `a body counts until its response, and requests without one are served`() throws {
        let pending = Mutex<(@Sendable (ServerResponse) -> Void)?>(nil)
        let server = try HTTPServer.start(limits: .init(bodies: 100)) { request, respond in
            guard request.url.hasSuffix("/wait") else { return echo(request, respond) }
            pending.withLock { $0 = respond }
        }
        let waiting = try RawClient(server)
        try waiting.send("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n")
        try waiting.send([UInt8](repeating: 0x61, count: 60))
        try exchangeOther(server)
        let body = String(repeating: "b", count: 60) + "\n"
        let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 61\r\n\r\n"
        let refused = try RawClient(server)
        try refused.send(post + body.dropLast())
        #expect(try refused.readToEnd().hasPrefix("HTTP/1.1 503"))
        pending.withLock { $0 }?(plain("done\n"))
        #expect(try waiting.read(until: "done\n").hasPrefix("HTTP/1.1 200"))
        let served = try RawClient(server)
        try served.send(post + body)
        #expect(try served.read(until: "b\n\n").hasPrefix("HTTP/1.1 200"))
    }

    @Test func `more clients than connections are all served`() async throws {
        let server = try HTTPServer.start(limits: .init(connections: 8), handler: echo)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let response = try self.send(Self.request, to: server)
                    #expect(response.hasPrefix("HTTP/1.1 200"))
                }
            }
            try await group.waitForAll()
        }
    }

    private func send(_ text: String, to server: HTTPServer) throws -> String {
        let client = try RawClient(server)
        try client.send(text)
        return try client.read(until: "no body\n")
    }

    @Test func `an idle connection does not keep the memory of a large body`() {
        var queue = ByteQueue()
        [UInt8](repeating: 7, count: 1_000_000).withUnsafeBytes { queue.append($0) }
        #expect(queue.removePrefix(1_000_000).count == 1_000_000)
        #expect(queue.capacity == 0)
    }

    static let extremeChunks: [[HTTPResponse.Chunk]] = [
        [.init(length: .max, time: 0), .init(length: .max, time: 0)],
        [.init(length: .min, time: -1e308), .init(length: 2, time: -.infinity)],
        [.init(length: 1, time: .nan), .init(length: -1, time: .nan), .init(length: 3, time: 5)],
        [.init(length: 2, time: .infinity), .init(length: .max, time: 1e308), .init(length: 1, time: 0)],
    ]

    @Test(arguments: extremeChunks)
    func `chunks of extreme lengths and times divide the body`(chunks: [HTTPResponse.Chunk]) throws {
        let head = try RequestHead(requestLine: Array("GET / HTTP/1.1".utf8)[...])
        let response = HTTPResponse(200, body: .text("abcdef"), chunks: chunks)
        let schedule = ResponseSchedule.of(ServerResponse(response), to: head, date: "now")
        var bytes: [UInt8] = []
        for step in schedule.steps {
            if case .bytes(let more) = step { bytes += more }
            if case .body(let body, let range) = step { #expect(body.append(range, to: &bytes)) }
        }
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nabcdef"))
        for case .pause(let pause) in schedule.steps {
            #expect(pause > .zero && pause <= .milliseconds(1e12))
        }
    }
}
