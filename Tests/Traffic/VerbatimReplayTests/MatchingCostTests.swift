import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

/// The costs of finding recorded requests, by every size that recordings and requests control.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct MatchingCostTests {
    @Test(arguments: cases)
    func `the cost of matching grows with the recording`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    /// A recording, and the requests that are sent.
    private struct Replay: Sendable {
        let recorded: [Interaction]
        let sent: [HTTPRequest]
    }

    private static let fingerprinter = Fingerprinter(Redactor(Redaction()), MatchingRules())

    private static func match(_ name: String, _ replay: @escaping @Sendable (Int) -> Replay) -> CostCase {
        CostCase(name, input: replay) { replay in
            let matcher = RequestMatcher(Archive(replay.recorded), fingerprinter)
            for request in replay.sent { _ = matcher.match(request) }
        }
    }

    private static func explain(_ name: String, _ replay: @escaping @Sendable (Int) -> Replay) -> CostCase {
        CostCase(name, input: replay) { replay in
            let matcher = RequestMatcher(Archive(replay.recorded), fingerprinter)
            for request in replay.sent { _ = matcher.nearest(to: request) }
        }
    }

    private static func merge(_ name: String, _ replay: @escaping @Sendable (Int) -> Replay) -> CostCase {
        CostCase(name, input: replay) { replay in
            let new = replay.sent.map { Interaction($0, .response(HTTPResponse(200, body: .text("b")))) }
            _ = try InteractionMerge(into: replay.recorded, fingerprinter).merge(new)
        }
    }

    private static func get(_ path: String) -> HTTPRequest { HTTPRequest("GET", "https://a.test/" + path) }

    private static func recorded(_ requests: [HTTPRequest]) -> [Interaction] {
        requests.map { Interaction($0, .response(HTTPResponse(200, body: .text("a")))) }
    }

    private static func post(_ body: String, _ type: String = "application/json") -> HTTPRequest {
        HTTPRequest("POST", "https://a.test/a", headers: ["Content-Type": type], body: Data(body.utf8))
    }

    static let cases = [
        match("different requests") { n in
            let requests = (0..<n).map { get("p\($0)") }
            return Replay(recorded: recorded(requests), sent: requests)
        },
        match("equal requests") { n in
            let requests = (0..<n).map { _ in get("p") }
            return Replay(recorded: recorded(requests), sent: requests)
        },
        match("equal requests with a body") { n in
            let requests = (0..<n).map { _ in post("{\"a\": 1}") }
            return Replay(recorded: recorded(requests), sent: requests)
        },
        match("items of a query") { n in
            let request = get("p?" + (0..<n).map { "n\(n - $0)=1" }.joined(separator: "&"))
            return Replay(recorded: recorded([request]), sent: [request])
        },
        explain("recorded requests that resemble one") { n in
            Replay(recorded: recorded((0..<n).map { get("p?q=\($0)") }), sent: [get("p?q=a")])
        },
        explain("items of a query that differ") { n in
            let query = { (prefix: String) in
                get("p?" + (0..<n).map { "\(prefix)\($0)=1" }.joined(separator: "&"))
            }
            return Replay(recorded: recorded([query("n")]), sent: [query("m")])
        },
        explain("members of a body that differ") { n in
            let body = { (value: Int) in post("{" + n.texts { "\"n\($0)\": \(value)" } + "}") }
            return Replay(recorded: recorded([body(1)]), sent: [body(2)])
        },
        explain("elements of a body that differ") { n in
            let body = { (value: Int) in post("[" + n.texts { "[\($0), \(value)]" } + "]") }
            return Replay(recorded: recorded([body(1)]), sent: [body(2)])
        },
        explain("fields of a form that differ") { n in
            let form = { (prefix: String) in
                post(
                    (0..<n).map { "\(prefix)\($0)=1" }.joined(separator: "&"),
                    "application/x-www-form-urlencoded")
            }
            return Replay(recorded: recorded([form("n")]), sent: [form("m")])
        },
        merge("recordings of different requests") { n in
            let requests = (0..<n).map { get("p\($0)") }
            return Replay(recorded: recorded(requests), sent: requests.reversed())
        },
        merge("recordings of equal requests") { n in
            let requests = (0..<n).map { _ in get("p") }
            return Replay(recorded: recorded(requests), sent: requests)
        },
        merge("recordings of new requests") { n in
            Replay(
                recorded: recorded((0..<n).map { get("p\($0)") }), sent: (0..<n).map { get("q\($0)") })
        },
    ]
}
