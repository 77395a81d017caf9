import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimReplay

@Suite struct FaultTests {
    private struct Echo: Responder {
        func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
            .immediate(.response(HTTPResponse(200, body: .text("0123456789"))))
        }
    }

    /// Returns the status, the body and the failure of each request, without waiting.
    private static func outcomes(
        _ rules: [String], seed: UInt64 = 0, _ requests: [String]
    ) throws -> [String] {
        let faults = Faults(try rules.map { try FaultRule(parsing: $0) }, seed: seed)
        let responder = FaultingResponder(faults, else: Echo())
        return try requests.map { request in
            let parts = request.split(separator: " ").map(String.init)
            let url = "https://a.example" + (parts.last ?? "")
            let method = parts.count > 1 ? parts[0] : "GET"
            guard case .immediate(let outcome) = responder.respond(to: HTTPRequest(method, url), timeout: 1)
            else { return "later" }
            let response = outcome.response
            let text = String(decoding: try response?.body.bytes() ?? Data(), as: UTF8.self)
            let isBroken = if case .failure = outcome { true } else { false }
            return (response.map { "\($0.status) \(text.prefix(10))" } ?? "") + (isBroken ? "!" : "")
        }
    }

    @Test(arguments: [
        ("status=503", ["503 503: a fau", "503 503: a fau"]),
        ("status=503 every=2", ["200 0123456789", "503 503: a fau"]),
        ("status=503 first=1", ["503 503: a fau", "200 0123456789"]),
        (
            "status=503 every=2 burst=2",
            ["200 0123456789", "503 503: a fau", "503 503: a fau", "503 503: a fau"]
        ),
        ("reset", ["!"]),
        ("truncate", ["200 01234!"]),
        ("truncate=3", ["200 012!"]),
        ("malformed", ["200 01234"]),
        ("latency=1", ["later"]),
        ("latency=0", ["200 0123456789"]),
        ("throttle=1k", ["200 0123456789"]),
        ("reset chance=0", ["200 0123456789"]),
        ("reset chance=100%", ["!"]),
    ])
    func `requests meet the fault of a rule`(_ rule: String, _ expected: [String]) throws {
        #expect(try Self.outcomes([rule], expected.map { _ in "/x" }) == expected)
    }

    @Test(arguments: [
        ("path=/books/*", [true, true, false, false]),
        ("path=/books/1", [true, false, false, false]),
        ("path=*1*", [true, false, true, false]),
        ("path=* method=post", [false, false, false, true]),
        ("path=/books", [false, false, false, false]),
    ])
    func `only requests of its path and method meet it`(_ conditions: String, _ expected: [Bool]) throws {
        let requests = ["/books/1?q=2", "/books/2/a", "/songs/1", "POST /songs"]
        #expect(try Self.outcomes(["reset " + conditions], requests).map { $0 == "!" } == expected)
    }

    @Test(arguments: [
        (["throttle=100"], "5@50 5@100"),
        (["throttle=60"], "3@50 3@100 3@150 1@167"),
        (["throttle=1M"], "10@0"),
        (["throttle=100", "truncate=7"], "5@50 2@70"),
        (["throttle=100", "malformed"], "5@50"),
        (["throttle=100", "truncate=0"], ""),
    ])
    func `a throttled body arrives piece by piece`(_ rules: [String], _ pieces: String) throws {
        let faults = Faults(try rules.map { try FaultRule(parsing: $0) })
        let result = FaultingResponder(faults, else: Echo()).respond(
            to: HTTPRequest("GET", "https://a.example/"), timeout: 1)
        guard case .immediate(let outcome) = result else {
            Issue.record("the response is late")
            return
        }
        let response = try #require(outcome.response)
        #expect(response.isPaced)
        #expect(
            response.chunks.map { "\($0.length)@\(Int($0.time.rounded()))" }.joined(separator: " ") == pieces)
    }

    @Test func `chance depends on the seed alone`() throws {
        let requests = (0..<400).map { _ in "/x" }
        let first = try Self.outcomes(["reset chance=25%"], seed: 1, requests)
        #expect(try Self.outcomes(["reset chance=0.25"], seed: 1, requests) == first)
        #expect(try Self.outcomes(["reset chance=25%"], seed: 2, requests) != first)
        #expect(60...140 ~= first.count { $0 == "!" })
    }

    @Test(arguments: [
        ("", "the rule '' has no effect, expected latency, throttle, status, reset, truncate or malformed"),
        (
            "every=2",
            "the rule 'every=2' has no effect, expected latency, throttle, status, reset, truncate or malformed"
        ),
        ("reset status=500", "a second effect 'status=500' in the rule 'reset status=500'"),
        ("latency=x", "invalid effect 'latency=x'"),
        ("latency=1±x", "invalid effect 'latency=1±x'"),
        ("latency", "invalid effect 'latency'"),
        ("reset=1", "invalid effect 'reset=1'"),
        ("status=99", "invalid effect 'status=99'"),
        ("throttle=0", "invalid effect 'throttle=0'"),
        ("reset every=0", "invalid condition 'every=0'"),
        ("reset chance=101%", "invalid condition 'chance=101%'"),
        (
            "reset evry=2",
            "unknown word 'evry', expected latency, throttle, status, reset, truncate, malformed, path, method, every, chance, first or burst"
        ),
    ])
    func `a rule that is not understood is an error`(_ text: String, _ message: String) {
        #expect(throws: FaultRuleError(description: message)) { try FaultRule(parsing: text) }
    }

    @Test(arguments: ["latency=200±100", "latency=200+-100"])
    func `latency has a jitter`(_ text: String) throws {
        #expect(try FaultRule(parsing: text).effect == .latency(200, jitter: 100))
    }

    @Test func `a late response arrives, also in its broken form`() async throws {
        let faults = Faults([FaultRule(.latency(1)), FaultRule(.malformed)])
        let result = FaultingResponder(faults, else: Echo()).respond(
            to: HTTPRequest("GET", "https://a.example/"), timeout: 1)
        guard case .deferred(let begin) = result else {
            Issue.record("the response is not late")
            return
        }
        let outcome = await withCheckedContinuation { end in
            _ = begin { part in part.outcome.map { end.resume(returning: $0) } }
        }
        #expect(try outcome.response?.body.bytes() == Data("01234".utf8))
    }
}
