import Foundation
import Synchronization
package import VerbatimHAR
import VerbatimJSON

/// Faults by rules, which are the same in every run with the same seed and the same order of requests.
public struct Faults: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The rules; a request may meet several.
    public var rules: [FaultRule]
    /// The seed of what is left to chance.
    public var seed: UInt64

    /// Creates faults.
    public init(_ rules: [FaultRule] = [], seed: UInt64 = 0) {
        self.rules = rules
        self.seed = seed
    }

    /// Creates faults with the seed 0.
    public init(arrayLiteral rules: FaultRule...) { self.init(rules) }
}

/// A responder whose requests meet faults before or after another one answers them.
package final class FaultingResponder: Responder {
    private let faults: Faults
    private let base: any Responder
    private let states: Mutex<[RuleState]>

    private struct RuleState {
        /// The number of matching requests so far.
        var count = 0
        /// The number of requests that still belong to a burst.
        var burst = 0
    }

    /// Creates a responder that passes requests on to another one.
    package init(_ faults: Faults, else base: any Responder) {
        self.faults = faults
        self.base = base
        states = Mutex(faults.rules.map { _ in RuleState() })
    }

    /// Whether responses come from the network, or piece by piece as from one that is slow.
    package var isLive: Bool {
        base.isLive || faults.rules.contains { if case .throttle = $0.effect { true } else { false } }
    }

    package func refuse(_ request: HTTPRequest) { base.refuse(request) }

    package func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        let work = FaultyResponse(faults: met(by: request))
        guard !work.faults.isEmpty else { return base.respond(to: request, timeout: timeout) }
        let result = work.replacement.map { .immediate($0) } ?? base.respond(to: request, timeout: timeout)
        if case .immediate(let outcome) = result {
            let faulty = work.applied(to: outcome)
            if faulty.latency == .zero { return .immediate(faulty.outcome) }
        }
        return .deferred { receive in
            // What arrives in parts is delivered at the end: only then is it known how long it takes.
            Task {
                let outcome = await result.outcome
                let faulty = work.applied(to: outcome)
                let isCancelled = (try? await Task.sleep(for: faulty.latency)) == nil
                receive(.end(isCancelled ? .failure(.cancelled) : faulty.outcome))
            }
        }
    }

    /// Returns the effects that a request meets, each with a random number.
    private func met(by request: HTTPRequest) -> [(FaultRule.Effect, random: UInt64)] {
        states.withLock { states in
            faults.rules.enumerated().compactMap { index, rule in
                guard rule.matches(request) else { return nil }
                states[index].count += 1
                let count = states[index].count
                let random = Self.random(faults.seed, UInt64(index), UInt64(count))
                let isBegin =
                    count % rule.every == 0 && count <= rule.first ?? .max
                    && Double(random >> 11) / Double(1 << 53) < rule.chance
                guard isBegin || states[index].burst > 0 else { return nil }
                states[index].burst = isBegin ? rule.burst - 1 : states[index].burst - 1
                return (rule.effect, Self.random(random, 1, 1))
            }
        }
    }

    /// Returns a number that depends on three others.
    private static func random(_ seed: UInt64, _ rule: UInt64, _ count: UInt64) -> UInt64 {
        [rule, count].reduce(seed) { state, value in
            var generator = SeededGenerator(seed: state ^ value)
            return generator.next()
        }
    }
}

/// The effects of faults on one response.
private struct FaultyResponse: Sendable {
    let faults: [(FaultRule.Effect, random: UInt64)]

    /// The outcome in place of that of the request, if there is one.
    var replacement: Outcome? {
        faults.lazy.compactMap { effect, _ -> Outcome? in
            switch effect {
            case .status(let status):
                let text = "\(status): a fault of this test\n"
                let headers: HeaderFields = [
                    "Content-Type": "text/plain", HTTPResponse.substituteField: "fault",
                ]
                return .response(HTTPResponse(status, headers: headers, body: .text(text)))
            case .reset: return .failure(.connectionLost)
            case .latency, .throttle, .truncate, .malformed: return nil
            }
        }.first
    }

    /// Returns an outcome with the faults, and the time before it.
    func applied(to original: Outcome) -> (outcome: Outcome, latency: Duration) {
        var (outcome, latency) = (original, Duration.zero)
        for (effect, random) in faults {
            if case .latency(let time, let jitter) = effect { latency += Self.wait(time, jitter, random) }
            guard var response = outcome.response else { continue }
            /// Keeps the first bytes of the body, or its half.
            func cut(to length: Int? = nil) {
                let body = (try? response.body.bytes()) ?? Data()
                response.body = .data(body.prefix(length ?? body.count / 2))
            }
            switch effect {
            case .truncate(let length):
                cut(to: length)
                outcome = .failure(.connectionLost, partial: response)
            case .malformed:
                cut()
                response.chunks = []
                response.headers[HTTPResponse.substituteField] = "fault"
                if case .response = outcome { outcome = .response(response) }
            case .latency, .throttle, .status, .reset: break
            }
        }
        // Of what is left of the body.
        for case (.throttle(let rate), _) in faults { outcome.pace(at: rate) }
        return (outcome, latency)
    }

    private static func wait(_ time: Int, _ jitter: Int, _ random: UInt64) -> Duration {
        let offset = jitter > 0 ? Int(random % UInt64(2 * jitter + 1)) - jitter : 0
        return .milliseconds(max(0, time + offset))
    }
}

extension Outcome {
    /// Divides the body into pieces of 50 ms at a number of bytes per second; of a body that takes minutes,
    /// into 10,000.
    fileprivate mutating func pace(at rate: Int) {
        guard var response else { return }
        let count = (try? response.body.bytes().count) ?? 0
        let length = max(1, rate / 20, count / 10_000)
        response.chunks = stride(from: length, to: count + length, by: length).map { end in
            let end = min(end, count)
            return .init(length: end - (end - 1) / length * length, time: Double(end) * 1_000 / Double(rate))
        }
        response.isPaced = true
        self = failure.map { .failure($0, partial: response) } ?? .response(response)
    }
}

extension TransportFailure {
    /// `NSURLErrorNetworkConnectionLost`.
    fileprivate static let connectionLost = TransportFailure(
        code: -1005, reason: "the network connection was lost: a fault of this test")
}
