import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Finds the credentials that requests carry, redacted or not, and describes them as security schemes.
///
/// https://spec.openapis.org/oas/v3.1.1.html#security-scheme-object
struct SecurityBuilder: TrafficFacts {
    /// A kind of credential.
    struct Scheme: Hashable, Comparable, Codable {
        /// The name of the scheme in the components.
        let name: String
        /// The security scheme object.
        let object: JSONValue

        /// The name of the query parameter that is the credential, if one is.
        var queryParameter: String? { object["in"] == "query" ? object["name"]?.string : nil }

        static func < (left: Scheme, right: Scheme) -> Bool { left.name < right.name }
    }

    /// The credentials that all accepted requests so far carry; nil before the first one.
    private var common: Set<Scheme>?
    /// The credentials that some requests carry.
    private var sent: Set<Scheme> = []

    mutating func add(_ request: HTTPRequest, isAccepted: Bool) {
        let schemes = Self.schemes(of: request)
        sent.formUnion(schemes)
        if isAccepted { common = common.map { $0.intersection(schemes) } ?? Set(schemes) }
    }

    mutating func append(_ next: SecurityBuilder) {
        common = common.map { common in next.common.map(common.intersection) ?? common } ?? next.common
        sent.formUnion(next.sent)
    }

    /// The credentials that all accepted requests carry; empty if no request was accepted.
    var schemes: [Scheme] { (common ?? []).sorted() }

    /// The credentials among those of other operations that requests carry, of which all were rejected or not
    /// all need what others have in the query.
    func others(among known: Set<Scheme>) -> [Scheme] {
        sent.intersection(known).filter { common == nil || $0.queryParameter != nil }
            .subtracting(common ?? []).sorted()
    }

    /// Whether a request carries credentials or cookies.
    static func hasCredentials(_ request: HTTPRequest) -> Bool {
        request.headers["Cookie"] != nil || !schemes(of: request).isEmpty
    }

    private static func schemes(of request: HTTPRequest) -> [Scheme] {
        let query = RequestTarget(request.url).query.filter { isCredential($0.name, $0.value) }
        return request.headers.compactMap(scheme) + query.map { apiKey(named: $0.name, in: "query") }
    }

    private static func scheme(of header: HeaderFields.Field) -> Scheme? {
        guard header.name.equalsIgnoringASCIICase("Authorization") else {
            return isCredential(header.name, header.value)
                ? apiKey(named: header.name.lowercased(), in: "header") : nil
        }
        switch header.value.prefix(while: { $0 != " " }).lowercased() {
        case "bearer": return Scheme(name: "bearer", object: ["type": "http", "scheme": "bearer"])
        case "basic": return Scheme(name: "basic", object: ["type": "http", "scheme": "basic"])
        case "digest": return Scheme(name: "digest", object: ["type": "http", "scheme": "digest"])
        default: return header.value.isEmpty ? nil : apiKey(named: "Authorization", in: "header")
        }
    }

    private static func apiKey(named name: String, in location: String) -> Scheme {
        let words = ResourceName.joined(ResourceName.words(of: name), capitalized: false)
        return Scheme(
            name: words.isEmpty ? location + "Key" : words,
            object: ["type": "apiKey", "in": .string(location), "name": .string(name)])
    }

    /// Whether a header or query parameter is a credential, by its name or by its redacted value.
    static func isCredential(_ name: String, _ value: String) -> Bool {
        let lowercased = name.lowercased()
        guard !value.isEmpty, !["cookie", "set-cookie"].contains(lowercased) else { return false }
        let letters = lowercased.filter { $0 != "-" && $0 != "_" }
        return names.contains(where: letters.hasSuffix)
            || value.drop { "[<{*".contains($0) }.lowercased().hasPrefix("redacted")
    }

    private static let names = [
        "apikey", "appkey", "applicationkey", "subscriptionkey", "accesstoken", "authtoken", "privatetoken",
    ]
}
