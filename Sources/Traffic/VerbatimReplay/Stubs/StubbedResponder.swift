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

    /// The stubs that have answered no request, but should have.
    package var unused: [Stub] {
        let counts = counts.withLock { $0 }
        return zip(stubs, counts).filter { $1 == 0 && !$0.isOffline }.map(\.0)
    }

    package func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        guard let stub = nextStub(for: request) else { return base.respond(to: request, timeout: timeout) }
        guard stub.delay > .zero else { return .immediate(stub.outcome) }
        return .deferred { receive in
            Task {
                // The clock overflows after some centuries.
                let isOver = (try? await Task.sleep(for: min(stub.delay, .seconds(1e9)))) != nil
                receive(.end(isOver ? stub.outcome : .failure(.cancelled)))
            }
        }
    }

    package var isLive: Bool { base.isLive }

    package func refuse(_ request: HTTPRequest) { base.refuse(request) }

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
