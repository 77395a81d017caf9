import Foundation
import VerbatimHAR

/// Makes the fingerprints of requests, in which no secret takes part.
struct Fingerprinter: Sendable {
    let redactor: Redactor
    let rules: MatchingRules
    private let queryRules: QueryRules
    private let thoroughQueryRules: QueryRules

    init(_ redactor: Redactor, _ rules: MatchingRules) {
        self.redactor = redactor
        self.rules = rules
        queryRules = QueryRules(redactor, rules)
        thoroughQueryRules = QueryRules(redactor, rules, leavesOutUsual: true)
    }

    /// Whether header fields are needed even for requests without a body.
    var comparesHeaders: Bool { !rules.matchedHeaders.isEmpty || rules.normalize != nil }

    /// Returns the fingerprint of a request, which may be redacted already.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isSent: Whether it is sent now, so that its secrets may occur in later requests.
    func fingerprint(of request: HTTPRequest, isSent: Bool = false) -> Fingerprint {
        // A canonical request leaves out the secrets of its query. Any other part that can hold one is
        // redacted first.
        let isQueryOnly = request.body?.isEmpty != false && rules.matchedHeaders.isEmpty
        let redacted = isQueryOnly ? request : redactor.redact(request, for: .matching)
        var line = canonicalBytes(of: redacted, isSent: isSent)
        if isQueryOnly, redactor.hasKnownSecret(in: line) {
            line = canonicalBytes(of: redactor.redact(request, for: .matching), isSent: isSent)
        }
        return fingerprint(line, redacted)
    }

    /// Returns the fingerprint of a request that is sent now, in which only the secrets of its query are left
    /// out.
    ///
    /// A request with it is recorded only if nothing else in it was secret then, and so need not be searched
    /// for secrets.
    func unsearchedFingerprint(of request: HTTPRequest) -> Fingerprint {
        fingerprint(canonicalBytes(of: request, isSent: true), request)
    }

    /// Returns the fingerprint of a request that nothing recorded has matched.
    ///
    /// Everything in it is redacted that would have been while recording, as are the values of usual names
    /// that do not look like credentials: without a key, an app sends anything in its place.
    func thoroughFingerprint(of request: HTTPRequest) -> Fingerprint {
        let redacted = redactor.redact(request, for: .comparing)
        let canonical = CanonicalRequest(rules.normalized(redacted), thoroughQueryRules)
        return fingerprint(canonical.bytes, redacted)
    }

    private func fingerprint(_ canonicalBytes: [UInt8], _ redacted: HTTPRequest) -> Fingerprint {
        var line = canonicalBytes
        for name in rules.matchedHeaders {
            line += "\n\(name.lowercased()): \(redacted.headers[name] ?? "")".utf8
        }
        return Fingerprint(
            line: PlaceholderTable.removingNumbers(line), body: BodyFingerprint(redacted, rules))
    }

    /// Returns the canonical form of a request, and registers the secrets in its query.
    private func canonicalBytes(of request: HTTPRequest, isSent: Bool) -> [UInt8] {
        let canonical = CanonicalRequest(rules.normalized(request), queryRules)
        for secret in canonical.secrets where isSent || secret.rule.isGiven {
            redactor.register(secret.value, named: secret.name, secret.rule)
        }
        return canonical.bytes
    }
}
