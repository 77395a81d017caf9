import Foundation
import VerbatimHAR
import VerbatimReplay

/// What a run of a scenario is worth as a recording.
enum RecordingVerdict: Sendable {
    /// Every request was answered, and the app could use the answers.
    case answered
    /// Every request was answered, but not as promised, and the app could not use it.
    case unusable(String)
    /// The recording was published; what the app said against it.
    case published(interactions: Int, objection: String?)
    /// The recording says what the old one says, which was kept.
    case unchanged(interactions: Int)
    /// The provider could not be reached at all.
    case unreachable(String)
    /// Something went wrong; the old recording stays.
    case failed(String)

    /// Judges what was recorded.
    ///
    /// - Parameters:
    ///   - interactions: What the network answered.
    ///   - misses: Requests that were refused.
    ///   - problem: What the scenario threw.
    ///   - breaksPromise: Whether any of the answers breaks the contract, or cannot be decoded.
    init(
        of interactions: [Interaction], misses: [Miss], problem: (any Error)?,
        breaksPromise: ([Interaction]) -> Bool
    ) {
        if let miss = misses.first {
            self = .failed("\(miss)")
        } else if let (url, failure) = interactions.lazy.compactMap(\.lost).first {
            self =
                failure.isUnreachable
                ? .unreachable("\(url): \(failure)") : .failed("\(url): \(failure)")
        } else if let problem {
            self = Self.judge(problem, after: interactions, breaksPromise)
        } else {
            self = .answered
        }
    }

    /// An answer that breaks a promise is news, and published; an error the contract knows, such as a refused key or
    /// a busy provider, is none, and would only take the place of a good recording.
    private static func judge(
        _ problem: any Error, after interactions: [Interaction], _ breaksPromise: ([Interaction]) -> Bool
    ) -> RecordingVerdict {
        guard let last = interactions.last, let status = last.outcome.response?.status else {
            return .failed("\(problem)")
        }
        guard status != 429, status < 500 else {
            return .failed("\(last.request.url) answered \(status): the provider is busy, try again later")
        }
        return breaksPromise(interactions) ? .unusable("\(problem)") : .failed("\(problem)")
    }

    /// Whether what was recorded replaces the recording.
    var publishes: Bool {
        switch self {
        case .answered, .unusable: true
        case .published, .unchanged, .unreachable, .failed: false
        }
    }

    /// What became of it when the player had finished.
    func settled(by summary: ReplaySummary) -> RecordingVerdict {
        let objection: String?
        switch self {
        case .answered: objection = nil
        case .unusable(let text): objection = text
        case .published, .unchanged, .unreachable, .failed: return self
        }
        let count = summary.used.count + summary.recorded.count
        return summary.publication == .published
            ? .published(interactions: count, objection: objection) : .unchanged(interactions: count)
    }
}

extension RecordingVerdict: CustomStringConvertible {
    var description: String {
        switch self {
        case .answered, .unusable: "recorded"
        case .published(let count, nil): "published, \(interactions(count))"
        case .published(let count, let objection?):
            "published, \(interactions(count)), but the app cannot use them: \(objection)\n  next: run `make check`"
        case .unchanged(let count): "unchanged, \(interactions(count))"
        case .unreachable(let reason): "out of reach: \(reason)"
        case .failed(let reason): "failed, the old recording stays: \(reason)"
        }
    }

    private func interactions(_ count: Int) -> String {
        count == 1 ? "1 interaction" : "\(count) interactions"
    }
}

extension Interaction {
    /// What was asked and how it was lost, when there was no whole response.
    fileprivate var lost: (url: String, failure: TransportFailure)? {
        guard case .failure(let failure, _) = outcome else { return nil }
        return (request.url, failure)
    }
}

extension TransportFailure {
    /// Whether the provider was not there, as against one that stopped halfway.
    fileprivate var isUnreachable: Bool {
        domain == NSURLErrorDomain && Self.unreachableCodes.contains(code)
    }

    private static let unreachableCodes = [
        NSURLErrorTimedOut, NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost,
        NSURLErrorNotConnectedToInternet, NSURLErrorDNSLookupFailed, NSURLErrorSecureConnectionFailed,
    ]
}
