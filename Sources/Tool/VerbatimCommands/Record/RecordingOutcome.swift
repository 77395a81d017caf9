import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The outcome of recording a scenario.
enum RecordingOutcome: Sendable {
    /// Every request has a response, and the app could use them.
    case answered
    /// Every request has a response, but one breaks the contract and the app could not use it.
    case unusable(String)
    /// The recording was published, with the error of the app, if any.
    case published(interactions: Int, objection: String?)
    /// The recording was published, but a file beside it could not be written or removed.
    case unfinished(String)
    /// The recording is the same as the old one, which was kept.
    case unchanged(interactions: Int)
    /// The provider could not be reached.
    case unreachable(String)
    /// Only fake providers show the behavior; the old recording, if there was one, is as it was.
    case needsFakes
    /// Recording failed; the old recording, if there was one, is as it was.
    case failed(String, next: String? = nil)

    /// Creates the outcome of a run.
    ///
    /// - Parameters:
    ///   - interactions: The recorded interactions.
    ///   - misses: The requests that were refused.
    ///   - problem: The error that the scenario threw, on one line and without secrets.
    ///   - unsetKeys: The keys of the API that were not sent.
    ///   - breaksContract: Returns whether a response breaks the contract or cannot be decoded.
    init(
        of interactions: [Interaction], misses: [Miss], problem: String?, unsetKeys: [AccessKey],
        breaksContract: ([Interaction]) -> Bool
    ) {
        if let miss = misses.first {
            self = .failed("\(miss)")
        } else if let (url, failure) = interactions.lazy.compactMap(\.lost).first {
            let reason = "\(url): \(failure)".onOneLine
            self = failure.isUnreachable ? .unreachable(reason) : .failed(reason)
        } else if let problem {
            self = Self.classify(problem, after: interactions, unsetKeys, breaksContract)
        } else {
            self = .answered
        }
    }

    /// A response that breaks the contract is published. A documented error, such as a refused key, is not:
    /// it would only replace a good recording.
    private static func classify(
        _ problem: String, after interactions: [Interaction], _ unsetKeys: [AccessKey],
        _ breaksContract: ([Interaction]) -> Bool
    ) -> RecordingOutcome {
        guard let last = interactions.last, let response = last.outcome.response else {
            return .failed(problem)
        }
        let answer = "\(last.request.url.onOneLine) returned \(response.status)"
        switch response.status {
        case 429: return throttled(answer, retryAfter: response.headers["Retry-After"], unsetKeys)
        case 500...: return .failed("\(answer): the provider is busy, try again later")
        default: return breaksContract(interactions) ? .unusable(problem) : .failed(problem)
        }
    }

    /// Returns the outcome of a request beyond the quota, which is larger with a key.
    private static func throttled(
        _ answer: String, retryAfter: String?, _ unsetKeys: [AccessKey]
    ) -> RecordingOutcome {
        let wait = retryAfter.map { ", says the provider: Retry-After: \($0.onOneLine)" } ?? ""
        let reason = "\(answer): too many requests\(wait)"
        guard let key = unsetKeys.first else {
            return .failed(reason, next: "wait, and record again")
        }
        return .failed(
            "\(reason); without a key, the quota is shared",
            next: "get a key at \(key.source) and set \(key.variable), or record again later")
    }

    /// Whether the new recording replaces the old one.
    var publishes: Bool {
        switch self {
        case .answered, .unusable: true
        case .published, .unfinished, .unchanged, .unreachable, .needsFakes, .failed: false
        }
    }

    /// Returns the outcome after the player has finished.
    func settled(by summary: ReplaySummary) -> RecordingOutcome {
        let objection: String?
        switch self {
        case .answered: objection = nil
        case .unusable(let text): objection = text
        case .published, .unfinished, .unchanged, .unreachable, .needsFakes, .failed: return self
        }
        let count = summary.used.count + summary.recorded.count
        return summary.publication == .published
            ? .published(interactions: count, objection: objection) : .unchanged(interactions: count)
    }
}

extension RecordingOutcome {
    /// Returns the outcome as text, without line breaks.
    ///
    /// - Parameters:
    ///   - figures: The measurements.
    ///   - origin: The source of the responses.
    ///   - conflict: The first value that the app cannot decode, if there is one.
    ///   - api: The name of the API, for the next step.
    func text(
        _ figures: RecordingFigures, _ origin: RecordingOrigin, conflict: ModelConflict?, api: String
    ) -> String {
        let next = "run \(ToolCommand("check", api))"
        let measured = "\(figures.text) (\(origin.rawValue))\(figures.repeatsText)"
        return switch self {
        case .answered, .unusable: "recorded"
        case .published(let count, let objection):
            if let conflict {
                "published, \(interactions(count)), \(measured), but the app cannot decode it: "
                    + "\(conflict.message); \(next)"
            } else if let objection {
                "published, \(interactions(count)), \(measured), but the app cannot use it: \(objection); \(next)"
            } else {
                "published, \(interactions(count)), \(measured)"
            }
        case .unchanged(let count): "unchanged, \(interactions(count)), \(measured)"
        case .unreachable(let reason): "unreachable\(figures.repeatsText): \(reason)"
        case .unfinished(let reason): reason
        case .needsFakes: "not recorded: only a fake provider shows it, with `--origin fake`"
        case .failed(let reason, let next):
            MessageText("failed\(figures.repeatsText), no recording replaced: \(reason)", next: next).text
        }
    }

    private func interactions(_ count: Int) -> String { .count(count, "interaction") }
}

extension ModelConflict {
    /// The conflict with the declaration of the property: `Volume.id expects String, gets null
    /// (Sources/Volume.swift:12:9)`.
    fileprivate var message: String {
        property.reason + (property.location.map { " (\($0))" } ?? "")
    }
}

extension Interaction {
    /// The URL and the failure of an interaction without a complete response.
    fileprivate var lost: (url: String, failure: TransportFailure)? {
        guard case .failure(let failure, _) = outcome else { return nil }
        return (request.url, failure)
    }
}

extension TransportFailure {
    /// Whether the provider could not be reached, rather than failed halfway.
    fileprivate var isUnreachable: Bool {
        domain == NSURLErrorDomain && Self.unreachableCodes.contains(code)
    }

    private static let unreachableCodes = [
        NSURLErrorTimedOut, NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost,
        NSURLErrorNotConnectedToInternet, NSURLErrorDNSLookupFailed, NSURLErrorSecureConnectionFailed,
    ]
}
