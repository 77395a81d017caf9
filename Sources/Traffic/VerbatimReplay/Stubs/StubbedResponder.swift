import Dispatch
import Synchronization
package import VerbatimHAR

/// A responder that answers some requests with stubs, and lets another one answer the rest.
package final class StubbedResponder: Responder {
    /// The stubs, in the order in which they are tried.
    package let stubs: [Stub]
    private let base: any Responder
    /// The number of requests that each stub has answered.
    private let counts: Mutex<[Int]>

    /// Creates a responder. The first stub that matches a request answers it.
    package init(_ stubs: [Stub], else base: any Responder) {
        self.stubs = stubs
        self.base = base
        counts = Mutex(Array(repeating: 0, count: stubs.count))
    }

    /// The stubs that have answered no request.
    package var unused: [Stub] {
        let counts = counts.withLock { $0 }
        return zip(stubs, counts).filter { $1 == 0 }.map(\.0)
    }

    package func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        guard let stub = nextStub(for: request) else { return base.respond(to: request, timeout: timeout) }
        guard stub.delay > .zero else { return .immediate(stub.outcome) }
        return .deferred { completion in DelayedOutcome(stub.outcome, after: stub.delay, completion) }
    }

    private func nextStub(for request: HTTPRequest) -> Stub? {
        let matching = stubs.indices.filter { stubs[$0].matches(request) }
        return counts.withLock { counts in
            let index = matching.first { counts[$0] < stubs[$0].limit ?? .max }
            guard let index else { return nil }
            counts[index] += 1
            return stubs[index]
        }
    }
}

/// An outcome that is reported later, once, unless it is cancelled.
private final class DelayedOutcome: CancellableTask {
    private let completion: Mutex<(@Sendable (Outcome) -> Void)?>

    init(_ outcome: Outcome, after delay: Duration, _ completion: @escaping @Sendable (Outcome) -> Void) {
        self.completion = Mutex(completion)
        let seconds = min(delay / .seconds(1), 1e9)
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { self.complete(with: outcome) }
    }

    func cancel() {
        complete(with: .failure(TransportFailure(code: -999, reason: "cancelled")))
    }

    private func complete(with outcome: Outcome) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(outcome)
    }
}
