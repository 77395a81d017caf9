import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// The reasons why a recording that was made is not published, as it would only replace a good one.
extension ScenarioRun.Ending {
    /// Creates the ending of a run whose recording is not published, or returns nil if it is.
    ///
    /// It is published if every request has a response that is what the scenario is about: no refusal, unless
    /// the scenario declares it, and no page in place of data; and if the app could use it, or it breaks the
    /// contract, which `verbatim check` reports.
    ///
    /// - Parameters:
    ///   - problem: The error that the scenario threw, without secrets.
    ///   - checker: The contracts and models; nil if the contracts cannot be read.
    init?(
        refusing interactions: [Interaction], misses: [Miss], problem: String?, of scenario: Scenario,
        in api: API, _ environment: [String: String], _ checker: Checker?
    ) {
        if let miss = misses.first {
            self = .failed("\(miss)")
        } else if let (url, failure) = interactions.lazy.compactMap(\.lost).first {
            let reason = "\(url): \(failure)".onOneLine
            self =
                failure.isUnreachable
                ? .unreachable(reason, next: failure.nextStep) : .failed(reason, next: failure.nextStep)
        } else if let refused = interactions.first(where: { $0.isRefused(in: scenario, of: api) }),
            let response = refused.outcome.response
        {
            let refusal = Refusal(
                interaction: refused, response: response, problem: problem,
                keys: api.keys.map { ($0, isSet: $0.value(in: environment) != nil) })
            self =
                response.status == 429 || api.isBusy(as: response)
                ? refusal.ofBusyProvider : .failed(refusal.reason, next: refusal.next)
        } else if let page = interactions.first(where: { $0.isPageForData(of: api, checker) }) {
            self = .failed(
                "\(page.answer) with \(page.kind), where the contract expects data",
                next: Refusal.pageStep)
        } else if let problem, checker.map({ !$0.check(interactions, api: api.name).isBroken }) ?? false {
            let key = api.keys.first { $0.value(in: environment) != nil }
            self = .failed(problem, next: Refusal.scenarioStep(key))
        } else {
            return nil
        }
    }
}

/// A response by which a provider refused a request of a scenario that is not about that.
private struct Refusal {
    let interaction: Interaction
    let response: HTTPResponse
    /// The error that the scenario threw, which says more than the status.
    let problem: String?
    let keys: [(key: AccessKey, isSet: Bool)]

    private var answer: String { interaction.answer }

    /// What was returned, with what the provider says.
    var reason: String {
        if response.status == 503 { return "\(answer): the provider is busy" }
        if let problem, response.status < 500 {
            return problem.contains("\(response.status)") ? problem : "\(answer): \(problem)"
        }
        let bytes = (try? response.body.storedBytes()) ?? Data()
        let kind = BodyKind(bytes)
        let words =
            kind == .json || kind == .text ? String(decoding: bytes, as: UTF8.self).quotedExcerpt() : nil
        return "\(answer) with \(words ?? kind.description(of: bytes))"
    }

    var next: String {
        switch response.status {
        case 401, 403:
            BodyKind(interaction.bytes) == .html ? Self.pageStep : Self.keyStep(of: keys) ?? Self.pageStep
        case 400 where keys.contains(where: \.isSet): Self.keyStep(of: keys) ?? Self.pageStep
        case 407: "sign in to the proxy of the network, and record again"
        case 500...: "record again later"
        default: "if the scenario is about that, declare `refusals: [\(response.status)]`"
        }
    }

    static let pageStep =
        "open it in a browser: a network may ask to sign in, or a provider whether you are human"

    /// What to do about an error of the app, which a wrong key may cause.
    static func scenarioStep(_ key: AccessKey?) -> String {
        key.map { "if the key in \($0.variable) is right, record again later, or change the scenario" }
            ?? "record again later, or change the scenario"
    }

    /// What to do about the first key, which the provider may have asked for.
    static func keyStep(of keys: [(key: AccessKey, isSet: Bool)]) -> String? {
        if let key = keys.first(where: { !$0.isSet })?.key {
            return "get a key at \(key.source) and set \(key.variable)"
        }
        return keys.first.map {
            "look at \($0.key.source) whether the key in \($0.key.variable) is right and may use the API"
        }
    }

    /// The ending of a request beyond the quota, which is larger with a key.
    var ofBusyProvider: ScenarioRun.Ending {
        let wait = response.headers["Retry-After"].map { ", says the provider: Retry-After: \($0.onOneLine)" }
        let words = response.status == 429 ? "too many requests" : "the provider is too busy"
        let reason = "\(answer): \(words)\(wait ?? "")"
        guard let key = keys.first(where: { !$0.isSet })?.key else {
            return .throttled(reason, next: "wait, and record again")
        }
        return .throttled(
            "\(reason); without a key, the quota is shared",
            next: "get a key at \(key.source) and set \(key.variable), or record again later")
    }
}

extension Interaction {
    /// The URL and the failure of an interaction without a response that can be judged.
    fileprivate var lost: (url: String, failure: TransportFailure)? {
        guard case .failure(let failure, _) = outcome, outcome.judgedResponse == nil else { return nil }
        return (request.url, failure)
    }

    /// Whether it is a page of HTML where the contract has other media types.
    fileprivate func isPageForData(of api: API, _ checker: Checker?) -> Bool {
        guard let checker, BodyKind(bytes) == .html else { return false }
        return checker.check([self], api: api.name).findings.contains {
            $0.rule == .responseMediaTypeUndocumented
        }
    }

    /// The URL and the status: `https://shop.test/item returned 200`.
    fileprivate var answer: String {
        "\(request.url.onOneLine) returned \(status.map(String.init) ?? "nothing")"
    }

    /// The kind of the body in words: `HTML titled "Sign in"`.
    fileprivate var kind: String { BodyKind(bytes).description(of: bytes) }

    fileprivate var bytes: Data { (try? outcome.response?.body.storedBytes()) ?? Data() }

    /// Whether the provider refused the request, which the scenario is not about.
    fileprivate func isRefused(in scenario: Scenario, of api: API) -> Bool {
        guard let response = outcome.response, !scenario.refusals.contains(response.status) else {
            return false
        }
        return response.status >= 400 || api.isBusy(as: response)
    }
}

extension API {
    fileprivate func isBusy(as response: HTTPResponse) -> Bool {
        (try? response.body.storedBytes()).map { isBusy(response.status, $0) } ?? false
    }
}

extension TransportFailure {
    /// Whether the provider could not be reached, rather than failed halfway.
    fileprivate var isUnreachable: Bool { domain == NSURLErrorDomain && Self.unreachableCodes.contains(code) }

    /// What to do about a connection that failed.
    fileprivate var nextStep: String {
        domain == NSURLErrorDomain && Self.endedCodes.contains(code)
            ? "record again later"
            : "open it in a browser on this computer: the network, a proxy or its certificate may be in the way"
    }

    private static let endedCodes = [NSURLErrorTimedOut, NSURLErrorNetworkConnectionLost]
    private static let unreachableCodes = [
        NSURLErrorTimedOut, NSURLErrorCannotFindHost, NSURLErrorCannotConnectToHost,
        NSURLErrorNotConnectedToInternet, NSURLErrorDNSLookupFailed, NSURLErrorSecureConnectionFailed,
    ]
}
