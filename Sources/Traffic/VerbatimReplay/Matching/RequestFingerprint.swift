import Foundation
import VerbatimHAR
import VerbatimJSON

/// The normalized form by which requests match. Equality is exact, not by hash.
struct RequestFingerprint: Hashable, Sendable {
    /// The bytes of the ``CanonicalRequest``, then a line for each matched header field.
    let line: [UInt8]
    let body: BodyFingerprint

    func hash(into hasher: inout Hasher) {
        line.withUnsafeBytes { hasher.combine(bytes: $0) }
        if body != .none { hasher.combine(body) }
    }
}

/// The normalized form by which bodies match.
enum BodyFingerprint: Hashable, Sendable {
    case none
    case json(JSONValue)
    case form([String])
    case bytes(Data)

    /// - Parameter request: The redacted request. The numbers of its placeholders are not compared.
    init(_ request: HTTPRequest, _ rules: MatchingRules) {
        let request = rules.normalized(request)
        guard let body = request.body, !body.isEmpty else {
            self = .none
            return
        }
        let bytes = PlaceholderTable.removingNumbers(body)
        let type = request.headers["Content-Type"] ?? ""
        if request.headers.isForm, let text = String(validating: bytes, as: UTF8.self) {
            let ignored = Set(rules.ignoredBodyMembers.map { String($0.dropFirst()) })
            self = .form(BodyFingerprint.fields(of: text, ignoring: ignored))
        } else if let json = BodyFingerprint.json(bytes) {
            let ignored = rules.ignoredBodyMembers
            self = .json(ignored.isEmpty ? json : json.removingMembers { ignored.contains($0.description) })
        } else if let boundary = BodyFingerprint.boundary(type) {
            self = .bytes(ByteSearch.replace(Array(boundary.utf8), with: Array("boundary".utf8), in: bytes))
        } else {
            self = .bytes(bytes)
        }
    }

    /// Parses an object or an array, whatever media type the body has.
    private static func json(_ bytes: Data) -> JSONValue? {
        guard let first = bytes.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return (try? JSON(parsing: bytes))?.value
    }

    private static func fields(of form: String, ignoring ignored: Set<String>) -> [String] {
        URLParts.items(of: form[...]).compactMap { field in
            guard !ignored.contains(PercentEncoding.decode(field.name)) else { return nil }
            let name = PercentEncoding.normalize(field.name)
            return field.value.map { "\(name)=\(PercentEncoding.normalize($0))" } ?? name
        }.sorted()
    }

    /// Returns the boundary of a multipart body.
    ///
    /// RFC 2046, section 5.1.1: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
    private static func boundary(_ contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/"),
            let parameter = contentType.split(separator: ";").map({ $0.drop { $0 == " " } })
                .first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        let boundary = parameter.dropFirst("boundary=".count).filter { $0 != "\"" }
        return boundary.isEmpty ? nil : boundary
    }
}

extension HeaderFields {
    /// Whether the fields describe a body that is an HTML form.
    var isForm: Bool {
        self["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    }
}

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

    /// Returns the fingerprint of a request, which may be redacted already. The secrets of one that is sent
    /// now may occur in later requests.
    func fingerprint(of request: HTTPRequest, isSent: Bool = false) -> RequestFingerprint {
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
    func unsearchedFingerprint(of request: HTTPRequest) -> RequestFingerprint {
        fingerprint(canonicalBytes(of: request, isSent: true), request)
    }

    /// Returns the fingerprint of a request that nothing recorded has matched.
    ///
    /// Everything in it is redacted that would have been while recording, as are the values of usual names
    /// that do not look like credentials: without a key, an app sends anything in its place.
    func thoroughFingerprint(of request: HTTPRequest) -> RequestFingerprint {
        let redacted = redactor.redact(request, for: .comparing)
        let canonical = CanonicalRequest(rules.normalized(redacted), thoroughQueryRules)
        return fingerprint(canonical.bytes, redacted)
    }

    private func fingerprint(_ canonicalBytes: [UInt8], _ redacted: HTTPRequest) -> RequestFingerprint {
        var line = canonicalBytes
        for name in rules.matchedHeaders {
            line += "\n\(name.lowercased()): \(redacted.headers[name] ?? "")".utf8
        }
        return RequestFingerprint(
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
