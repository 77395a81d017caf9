import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

extension Interaction {
    /// A request with the response 200 and a text.
    static func get(_ url: String, _ text: String, body: String? = nil, type: String = "") -> Interaction {
        let headers: HeaderFields = type.isEmpty ? [:] : ["Content-Type": type]
        let request = HTTPRequest(
            body == nil ? "GET" : "POST", url, headers: headers, body: body.map { Data($0.utf8) })
        return Interaction(request, .response(HTTPResponse(200, body: .text(text))))
    }
}

extension Player {
    /// Returns the outcome of a request, waiting for it if it is deferred.
    func outcome(_ request: HTTPRequest) -> Outcome {
        switch respond(to: request, timeout: 5) {
        case .immediate(let outcome): return outcome
        case .deferred(let work):
            let done = DispatchSemaphore(value: 0)
            let result = Mutex<Outcome?>(nil)
            _ = work { part in
                guard let outcome = part.outcome else { return }
                result.withLock { $0 = outcome }
                done.signal()
            }
            done.wait()
            return result.withLock { $0 } ?? .failure(TransportFailure(code: 0, reason: "no outcome"))
        }
    }

    /// Returns the text of the response to a request, or the reason of the failure.
    func text(
        _ method: String = "GET", _ url: String, headers: HeaderFields = [:], body: String? = nil
    ) throws -> String {
        switch outcome(HTTPRequest(method, url, headers: headers, body: body.map { Data($0.utf8) })) {
        case .response(let response): String(decoding: try response.body.bytes(), as: UTF8.self)
        case .failure(let failure, _): failure.reason
        }
    }
}

/// A network that responds with a closure and remembers the requests.
final class FakeNetwork: LiveTransport {
    private let outcome: @Sendable (HTTPRequest) -> Outcome
    private let sent = Mutex<[HTTPRequest]>([])

    init(_ outcome: @escaping @Sendable (HTTPRequest) -> Outcome) {
        self.outcome = outcome
    }

    var requests: [HTTPRequest] { sent.withLock { $0 } }

    func send(
        _ request: HTTPRequest, timeout: Double, receive: @escaping @Sendable (ResponsePart) -> Void
    ) -> any CancellableTask {
        sent.withLock { $0.append(request) }
        receive(.end(outcome(request)))
        return FakeTask()
    }
}

/// A network that passes its completions on to the test.
struct PendingNetwork: LiveTransport {
    let onSend: @Sendable (@escaping @Sendable (ResponsePart) -> Void) -> Void

    func send(
        _ request: HTTPRequest, timeout: Double, receive: @escaping @Sendable (ResponsePart) -> Void
    ) -> any CancellableTask {
        onSend(receive)
        return FakeTask()
    }
}

private struct FakeTask: CancellableTask {
    func cancel() {}
}

/// A network that fails the test when a request reaches it.
let noNetwork = FakeNetwork { request in
    Issue.record("a request reached the network: \(request.url)")
    return .failure(TransportFailure(code: -1009, reason: "no network in tests"))
}
