import Foundation
import HTTPArchive

/// Makes fingerprints: of what is compared, with every secret left out.
struct Fingerprinter: Sendable {
    let masker: Masker
    private let matching: Matching
    private let rules: RequestRules

    init(_ masker: Masker, _ matching: Matching) {
        self.masker = masker
        self.matching = matching
        rules = RequestRules(masker.scrubber, matching)
    }

    /// Whether header fields may count of which a body knows nothing.
    var comparesHeaders: Bool { !matching.matchedHeaders.isEmpty || matching.normalize != nil }

    /// The fingerprint of a request, whether it is masked or not.
    func fingerprint(_ request: HTTPRequest) -> Fingerprint {
        // A query is masked by its line; anything else that can hold a secret is masked first.
        let isQueryOnly = request.body?.isEmpty != false && matching.matchedHeaders.isEmpty
        let masked = isQueryOnly ? request : masker.mask(request)
        var line = line(masked)
        if isQueryOnly, masker.knowsSecret(in: line) { line = self.line(masker.mask(request)) }
        for name in matching.matchedHeaders {
            line += "\n\(name.lowercased()): \(masked.headers[name] ?? "")".utf8
        }
        return Fingerprint(
            line: Pseudonyms.withoutNumbers(line), body: BodyFingerprint(masked, matching))
    }

    /// The line of a request; the values of its secrets are known from now on.
    private func line(_ request: HTTPRequest) -> [UInt8] {
        let line = RequestLine(matching.normalized(request), rules)
        for (rule, value) in line.secrets { masker.learn(rule, value) }
        return line.bytes
    }
}
