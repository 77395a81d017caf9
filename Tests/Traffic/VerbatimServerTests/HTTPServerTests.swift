import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimServer

@Suite struct HTTPServerTests {
    @Test func `responds to pipelined requests in order even if the first response takes longest`() throws {
        let first = Mutex<(@Sendable (ServerResponse) -> Void)?>(nil)
        let server = try HTTPServer.start { request, respond in
            if request.url.hasSuffix("/1") {
                first.withLock { $0 = respond }
            } else {
                respond(plain(request.url + "\n"))
            }
            if request.url.hasSuffix("/3") { return }
            Thread { first.withLock { $0?(plain("one\n")) } }.start()
        }
        let client = try RawClient(server)
        try client.send((1...3).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
        let bodies = try client.read(until: "http://x/3\n").components(separatedBy: "\r\n")
            .filter { $0.contains("\n") || $0.hasPrefix("http") }
        #expect(bodies.joined().replacing(#/HTTP/1.1 200 OK/#, with: "") == "one\nhttp://x/2\nhttp://x/3\n")
    }

    @Test func `serves 64 clients at once`() async throws {
        let server = try HTTPServer.start(handler: echo)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let client = try RawClient(server)
                    for round in 0..<20 {
                        try client.send("GET /\(number)/\(round) HTTP/1.1\r\nHost: x\r\n\r\n")
                        let text = try client.read(until: "no body\n")
                        #expect(text.contains("\r\n\r\nGET http://x/\(number)/\(round)\n"))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `transfers a body of several megabytes in both directions`() async throws {
        let server = try HTTPServer.start { request, respond in
            respond(ServerResponse(HTTPResponse(200, body: .data(request.body ?? Data()))))
        }
        let body = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) })
        var request = URLRequest(url: try #require(URL(string: server.origin + "/big")))
        request.httpMethod = "POST"
        let (echoed, _) = try await session.upload(for: request, from: body)
        #expect(echoed == body)
    }

    @Test func `streams a body from a file`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).bin")
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        try body.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try HTTPServer.start { request, respond in
            let headers: HeaderFields =
                request.url.hasSuffix("chunked") ? ["Transfer-Encoding": "chunked"] : [:]
            respond(ServerResponse(HTTPResponse(200, headers: headers, body: .file(file))))
        }
        for path in ["/length", "/chunked"] {
            let (data, _) = try await session.data(from: try #require(URL(string: server.origin + path)))
            #expect(data == body)
        }
    }

    @Test func `a body is not copied before it is sent`() {
        let body = String(repeating: "a", count: 1_000_000)
        for headers in [[:], ["Transfer-Encoding": "chunked"]] as [HeaderFields] {
            let schedule = ResponseSchedule.of(
                ServerResponse(HTTPResponse(200, headers: headers, body: .text(body))), to: nil, date: "")
            let copied = schedule.steps.reduce(0) { count, step in
                if case .bytes(let bytes) = step { count + bytes.count } else { count }
            }
            #expect(copied < 200)
        }
    }

    @Test func `names a body file that cannot be read`() throws {
        let file = URL(filePath: "/nowhere/at-all.json")
        let text = try exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n") { _, respond in
            respond(ServerResponse(HTTPResponse(200, body: .file(file))))
        }
        #expect(
            text.hasSuffix(
                "500: cannot read the body file '/nowhere/at-all.json': no such file\n"))
    }

    @Test func `says that the archive lacks a body`() throws {
        let text = try exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n") { _, respond in
            respond(ServerResponse(HTTPResponse(200, body: .lost(.responseBody(size: 9)))))
        }
        #expect(
            text.contains("500: recording-body-lost: the response body of 9 bytes is not in the archive\n"))
    }

    @Test func `responds to URLSession from an asynchronous handler`() async throws {
        let server = try HTTPServer.start(asyncHandler: { request in
            await Task.yield()
            return plain(request.headers["X-Echo"] ?? "")
        })
        var request = URLRequest(url: try #require(URL(string: server.origin)))
        request.setValue("hello", forHTTPHeaderField: "X-Echo")
        // The task of the handler competes with those of all other tests.
        request.timeoutInterval = 600
        let (data, _) = try await session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "hello")
    }

    @Test func `resets the connection if the handler releases the request`() throws {
        #expect(throws: RawClient.Failure(call: "recv: Connection reset by peer")) {
            try exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n") { _, _ in }
        }
    }

    @Test func `resets the connection after a part of the body`() throws {
        #expect(throws: RawClient.Failure(call: "recv: Connection reset by peer")) {
            try exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n") { _, respond in
                respond(ServerResponse(HTTPResponse(200, body: .text("hello")), ending: .reset(afterBody: 0)))
            }
        }
    }

    @Test func `delays the head`() throws {
        let clock = ContinuousClock()
        let start = clock.now
        let text = try exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n") { _, respond in
            respond(ServerResponse(HTTPResponse(200), delay: .milliseconds(30)))
        }
        #expect(text.hasPrefix("HTTP/1.1 200 OK"))
        #expect(clock.now - start >= .milliseconds(30))
    }
}

@Suite struct HTTPServerLifetimeTests {
    @Test func `reports a port that is in use`() throws {
        let server = try HTTPServer.start(handler: echo)
        let error = #expect(throws: ServerError.self) {
            try HTTPServer.start(port: server.port, handler: echo)
        }
        #expect(
            error.map(String.init(describing:)) == """
                cannot listen on 127.0.0.1:\(server.port): Address already in use (bind, errno \(EADDRINUSE))
                  next: choose another port, or 0 for any free port
                """)
    }

    @Test func `closes its port`() {
        // The server of another test may get the port immediately, but hardly every time.
        let isClosed = (0..<5).contains { _ in
            guard let server = try? HTTPServer.start(handler: echo) else { return false }
            server.stop()
            return (try? RawClient(server)) == nil
        }
        #expect(isClosed)
    }

    @Test func `cuts off requests without a response`() async throws {
        let received = AsyncStream.makeStream(of: (@Sendable (ServerResponse) -> Void).self)
        let server = try HTTPServer.start { _, respond in received.continuation.yield(respond) }
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let respond = try #require(await received.stream.first { _ in true })
        server.stop()
        server.stop()
        #expect(try client.readToEnd() == "")
        respond(plain("too late"))
    }

    @Test func `lets a response that is being sent finish`() async throws {
        let body = String(repeating: "a", count: 20_000_000) + "."
        let received = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPServer.start { _, respond in
            respond(plain(body))
            received.continuation.yield()
        }
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await received.stream.first { true }
        async let end: Void = onOwnThread { server.stop() }
        let text = try await onOwnThread { try client.readToEnd() }
        try await end
        #expect(text.utf8.count > 20_000_000)
        #expect(text.hasSuffix("a."))
    }

    #if os(macOS) || os(Linux)
        @Test func `leaves no descriptor open`() async {
            // In a separate process, where no other test opens files; the runtime opens one or two.
            await #expect(processExitsWith: .success) {
                let before = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
                for _ in 1...50 {
                    let server = try HTTPServer.start(handler: echo)
                    let client = try RawClient(server)
                    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    _ = try client.read(until: "no body\n")
                    server.stop()
                }
                let after = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
                precondition(after < before + 25, "\(before) before, \(after) after")
            }
        }
    #endif

    @Test func `can be stopped by its own handler`() throws {
        let running = Mutex<HTTPServer?>(nil)
        let server = try HTTPServer.start { _, _ in running.withLock { $0?.stop() } }
        running.withLock { $0 = server }
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(throws: RawClient.Failure(call: "recv: Connection reset by peer")) { try client.readToEnd() }
    }
}

/// A session without cache or cookies.
let session = URLSession.unrecorded()
