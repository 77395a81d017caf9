import Foundation
import Synchronization
import Testing
import VerbatimHAR

@testable import VerbatimServer

/// Responses that are sent again to requests which arrive in the same bytes.
@Suite struct PreparedResponseTests {
    private static let request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"

    /// A server that counts what its handler is asked, and permits every response to be sent again.
    private struct Service {
        let server: HTTPServer
        let client: RawClient
        let repetition = Repetition()
        private let asked = Counter()

        private final class Counter: Sendable {
            let count = Atomic(0)
        }

        init(change: @escaping @Sendable (inout ServerResponse) -> Void = { _ in }) throws {
            server = try HTTPServer.start { [asked, repetition] _, respond in
                let number = asked.count.add(1, ordering: .relaxed).newValue
                var response = plain("answer \(number)\n")
                response.repetition = repetition
                change(&response)
                respond(response)
            }
            client = try RawClient(server)
        }

        /// Returns the numbers of the answers to requests that are sent at once.
        func numbers(_ text: String, count: Int = 1) throws -> [String] {
            try client.send(text)
            var received = ""
            while received.matches(of: #/answer \d+\n/#).count < count {
                received += try client.read(until: "\n")
            }
            return received.matches(of: #/answer (\d+)\n/#).map { String($0.1) }
        }
    }

    @Test func `a response is sent again to the same bytes, without the handler`() throws {
        let service = try Service()
        for _ in 1...3 { #expect(try service.numbers(Self.request) == ["1"]) }
        #expect(service.repetition.responses == 2)
        let other = Self.request.replacing("Host", with: "host")
        #expect(try service.numbers(other) == ["2"])
        #expect(try service.numbers(Self.request) == ["1"])
        service.repetition.end()
        #expect(try service.numbers(Self.request) == ["3"])
        #expect(service.repetition.responses == 3)
    }

    @Test func `requests that arrive together are not mistaken for one, nor one in pieces for another`()
        throws
    {
        let service = try Service()
        #expect(try service.numbers(Self.request) == ["1"])
        #expect(try service.numbers(Self.request + Self.request, count: 2) == ["2", "3"])
        #expect(try service.numbers(Self.request + Self.request, count: 2) == ["4", "5"])
        let (head, body) = (Self.request.dropLast(2), Self.request.suffix(2))
        try service.client.send(String(head))
        #expect(try service.numbers(String(body)).count == 1)
        #expect(try service.numbers(Self.request) == ["1"])
    }

    @Test(
        arguments: [
            { @Sendable in $0.delay = .milliseconds(1) }, { @Sendable in $0.repetition = nil },
            { @Sendable in $0.response.chunks = [.init(length: 3, time: 0), .init(length: 1, time: 1)] },
        ] as [@Sendable (inout ServerResponse) -> Void])
    func `a response with a pause or without the permission is asked for each time`(
        change: @escaping @Sendable (inout ServerResponse) -> Void
    ) throws {
        let service = try Service(change: change)
        for number in 1...3 { #expect(try service.numbers(Self.request) == ["\(number)"]) }
    }

    @Test func `the time of sending is that of each response`() throws {
        let dates = ["Sat, 21 Nov 2026 10:00:00 GMT", "Sat, 21 Nov 2026 10:00:01 GMT"]
        let prepared = PreparedResponses()
        let request = Array(Self.request.utf8)
        var head = RequestHead()
        head.method = "GET"
        var schedule = ResponseSchedule.of(
            ServerResponse(HTTPResponse(200, body: .text("Date: \(dates[0])"))), to: head, date: dates[0])
        prepared.keep(&schedule, to: request, date: dates[0], Repetition())
        for date in dates + dates {
            let response = request.withUnsafeBytes { prepared.response(to: $0, date: date) }
            let text = String(decoding: try #require(response), as: UTF8.self)
            #expect(
                text == """
                    HTTP/1.1 200 OK\r\nContent-Length: 35\r\nDate: \(date)\r\n\r\nDate: \(dates[0])
                    """)
        }
    }
}
