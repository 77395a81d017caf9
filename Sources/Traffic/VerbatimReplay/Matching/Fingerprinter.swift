import Foundation
import VerbatimHAR

/// Makes the fingerprints of requests, in which no secret takes part.
struct Fingerprinter: Sendable {
    let redactor: Redactor
    let rules: MatchingRules
    private let queryRules: QueryRules

    init(_ redactor: Redactor, _ rules: MatchingRules) {
        self.redactor = redactor
        self.rules = rules
        queryRules = QueryRules(redactor.redaction, rules)
    }

    /// Whether header fields are needed even for requests without a body.
    var comparesHeaders: Bool { !rules.matchedHeaders.isEmpty || rules.normalize != nil }

    /// Returns the fingerprint of a request, which may be redacted already.
    func fingerprint(of request: HTTPRequest) -> Fingerprint {
        // A canonical request leaves out the secrets of its query. Any other part that can hold one is
        // redacted first.
        let isQueryOnly = request.body?.isEmpty != false && rules.matchedHeaders.isEmpty
        let redacted = isQueryOnly ? request : redactor.redact(request)
        var line = canonicalBytes(of: redacted)
        if isQueryOnly, redactor.hasKnownSecret(in: line) {
            line = canonicalBytes(of: redactor.redact(request))
        }
        for name in rules.matchedHeaders {
            line += "\n\(name.lowercased()): \(redacted.headers[name] ?? "")".utf8
        }
        return Fingerprint(
            line: PlaceholderTable.removingNumbers(line), body: BodyFingerprint(redacted, rules))
    }

    /// Returns the canonical form of a request, and registers the secrets in its query.
    private func canonicalBytes(of request: HTTPRequest) -> [UInt8] {
        let canonical = CanonicalRequest(rules.normalized(request), queryRules)
        for (rule, value) in canonical.secrets { redactor.register(value, rule: rule) }
        return canonical.bytes
    }
}
