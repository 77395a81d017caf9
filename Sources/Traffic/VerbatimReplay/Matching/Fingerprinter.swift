import Foundation
import VerbatimHAR

/// Makes fingerprints: of what is compared, with every secret left out.
struct Fingerprinter: Sendable {
    let redactor: Redactor
    private let matching: MatchingRules
    private let rules: RequestRules

    init(_ redactor: Redactor, _ matching: MatchingRules) {
        self.redactor = redactor
        self.matching = matching
        rules = RequestRules(redactor.redaction, matching)
    }

    /// Whether header fields may count of which a body knows nothing.
    var comparesHeaders: Bool { !matching.matchedHeaders.isEmpty || matching.normalize != nil }

    /// The fingerprint of a request, whether it is masked or not.
    func fingerprint(_ request: HTTPRequest) -> Fingerprint {
        // A query is masked by its line; anything else that can hold a secret is masked first.
        let isQueryOnly = request.body?.isEmpty != false && matching.matchedHeaders.isEmpty
        let masked = isQueryOnly ? request : redactor.mask(request)
        var line = line(masked)
        if isQueryOnly, redactor.knowsSecret(in: line) { line = self.line(redactor.mask(request)) }
        for name in matching.matchedHeaders {
            line += "\n\(name.lowercased()): \(masked.headers[name] ?? "")".utf8
        }
        return Fingerprint(
            line: PlaceholderTable.withoutNumbers(line), body: BodyFingerprint(masked, matching))
    }

    /// The line of a request; the values of its secrets are known from now on.
    private func line(_ request: HTTPRequest) -> [UInt8] {
        let line = CanonicalRequest(matching.normalized(request), rules)
        for (rule, value) in line.secrets { redactor.learn(rule, value) }
        return line.bytes
    }
}
