import VerbatimJSON

/// A request that got no response, and why.
///
/// Everything in it is redacted, so it may be printed and kept.
public struct Miss: Sendable, Hashable {
    /// The reason why a request got no response.
    public enum Reason: Sendable, Hashable {
        /// No recorded request matches.
        case notRecorded
        /// All recorded responses to matching requests have been used.
        case usedUp(times: Int)
        /// The origin of the request has no fake provider.
        case noFakeProvider(origin: String)
        /// The scheme of the URL is not `http` or `https`, so that the request can neither be recorded nor
        /// replayed.
        case unsupportedScheme
        /// There is no recording, and no stub matches.
        case notStubbed
        /// On Apple platforms, the configuration of the session was made before the first recording of the
        /// process was opened, so that nothing intercepts its requests.
        case notIntercepted
    }

    /// A recorded request that resembles the one that was sent.
    public struct Neighbor: Sendable, Hashable {
        /// The index of its entry, from 0.
        public var entry: Int
        /// The line of its entry in the recording, from 1, or nil if the recording is not in a file.
        public var line: Int?
        /// The method and the URL.
        public var request: String
        /// The differences, at least one.
        public var differences: [RequestDifference]
    }

    /// The number of misses that a player keeps; it counts all.
    package static let limit = 1_000

    /// The reason why the request got no response.
    public var reason: Reason
    /// The method and the URL of the request.
    public var request: String
    /// The path of the recording, or its name if it is not in a file.
    public var recording: String
    /// The number of interactions in the recording.
    public var count: Int
    /// The mode of the player.
    public var mode: RecordingMode
    /// The recorded requests that resemble the request most, at most three, the most similar first.
    public var nearest: [Neighbor]
    /// The rules of matching with which the most similar request would have matched, as an argument in Swift:
    /// `matching: MatchingRules(ignoredQueryItems: ["t"])`; nil if no rule ignores what differs.
    public var option: String?
    /// The command that records the scenario again.
    public var command: String
}

extension Miss: CustomStringConvertible {
    /// The problem, the recording, similar recorded requests, and the next step, a line each.
    public var description: String {
        guard reason != .notStubbed else { return MessageText("\(rule): \(problem)", next: next).text }
        let location = "\(recording) (\(String.count(count, "interaction")), mode \(mode.rawValue))"
        return MessageText(
            "\(rule): \(problem)", at: location,
            details: nearest.map(\.message) + [optionMessage].compactMap(\.self), next: next
        ).text
    }

    private var optionMessage: String? {
        guard let option, let entry = nearest.first?.entry else { return nil }
        return "option: `\(option)` ignores the difference from entry \(entry + 1), if it is one in every run"
    }

    /// The permanent identifier of this kind of miss.
    public var rule: String {
        switch reason {
        case .notRecorded: "request-not-recorded"
        case .usedUp: "request-used-up"
        case .noFakeProvider: "request-without-fake-provider"
        case .unsupportedScheme: "request-scheme-unsupported"
        case .notStubbed: "request-not-stubbed"
        case .notIntercepted: "request-not-intercepted"
        }
    }

    private var problem: String {
        let request = request.excerpt(200)
        return switch reason {
        case .notRecorded: "'\(request)' is not in the recording"
        case .usedUp(1): "'\(request)' was recorded once, and its response has been used"
        case .usedUp(let times): "'\(request)' was recorded \(times) times, and all responses have been used"
        case .noFakeProvider(let origin): "'\(request)' has the origin \(origin), which has no fake provider"
        case .unsupportedScheme: "'\(request)' was not sent: only HTTP requests can be recorded and replayed"
        case .notStubbed: "'\(request)' has no stub, and there is no recording"
        case .notIntercepted:
            "'\(request)' was not sent: its session was made before the first recording was opened"
        }
    }

    private var next: String {
        switch reason {
        case .notRecorded: "if the app should send this request, run `\(command)`"
        case .usedUp: "if the app should send this request more often, run `\(command)`"
        case .noFakeProvider:
            "add a fake provider for the origin, or record from the provider with `\(command)`"
        case .unsupportedScheme: "send it to an 'http' or 'https' URL, or not in a test with a recording"
        case .notStubbed: "if the app should send this request, add a stub for it, or name a recording"
        case .notIntercepted:
            "pass 'URLSession.recorded' to the code, or make its session while the test runs"
        }
    }
}

extension Miss.Neighbor {
    fileprivate var message: String {
        let shown = differences.prefix(5).map(\.description).joined(separator: "; ")
        let more = differences.count > 5 ? "; and \(differences.count - 5) more" : ""
        let location = line.map { ", line \($0)" } ?? ""
        return "near: entry \(entry + 1)\(location), '\(request.excerpt(200))': \(shown)\(more)"
    }
}
