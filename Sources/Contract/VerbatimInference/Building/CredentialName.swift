/// The name of a header or of a query parameter, as far as it says that the value is a credential.
struct CredentialName {
    enum Location: String { case header, query }

    let text: String
    private let location: Location

    init(_ text: String, in location: Location) { (self.text, self.location) = (text, location) }

    /// Whether the value is a credential: a key, a token, a secret or a signature.
    var isSecret: Bool {
        let letters = text.lowercased().filter { $0 != "-" && $0 != "_" }
        if Self.endings.contains(where: letters.hasSuffix) { return mayBeSecret }
        guard location == .header else { return false }
        let isNamed =
            Self.headerEndings.contains(where: letters.hasSuffix) || letters.contains("signature")
            || Self.headerWords.contains(where: letters.hasSuffix)
                && words.last.map(Self.headerWords.contains) ?? false
        return isNamed && mayBeSecret
    }

    /// Whether the value may be a credential, if something else than the name says so.
    var mayBeSecret: Bool {
        let words = words
        guard Self.foreignWords.isDisjoint(with: words) else { return false }
        return location == .query
            || text.lowercased() != "authorization" && Self.headersOfHTTP.isDisjoint(with: words)
    }

    /// The words for whose credential it is, which an id has as well: `app` of `X-App-Key` and `App-Id`.
    var owner: [String]? {
        let owner = words.filter { $0 != "x" }.dropLast().prefix { $0 != "signature" }
        return owner.isEmpty ? nil : Array(owner)
    }

    /// Whether the value says who sends a request.
    var isIdentity: Bool { ["id", "user", "username", "email"].contains(words.last) }

    private var words: [String] { ResourceName.words(of: text).map { $0.lowercased() } }

    /// Whether a value was replaced, as its text says: `[redacted]`, `<API_KEY>`.
    static func isRedacted(_ value: String) -> Bool {
        if value.drop(while: { "[<{*".contains($0) }).prefix(8).lowercased() == "redacted" { return true }
        guard value.hasPrefix("<"), value.hasSuffix(">") else { return false }
        let name = value.drop { $0 == "<" }.prefix { $0 != ">" }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_- ".contains($0) }) else { return false }
        let last = ResourceName.words(of: name.lowercased()).last ?? ""
        return ["key", "apikey", "token", "secret", "password", "signature", "authorization"].contains(last)
    }

    private static let endings = [
        "apikey", "appkey", "applicationkey", "subscriptionkey", "accesstoken", "authtoken", "privatetoken",
        "apitoken", "apisecret", "clientsecret",
    ]

    private static let headerEndings = ["token", "secret", "password"]
    private static let headerWords: Set = ["key", "auth", "authorization", "jwt"]

    /// The words in the names of what only protects a request, says where a list goes on, or is for a device.
    private static let foreignWords: Set = [
        "cache", "captcha", "csrf", "csrftoken", "continuation", "cookie", "cursor", "device", "idempotency",
        "next", "page", "push", "recaptcha", "request", "requestverificationtoken", "surrogate", "sync",
        "verification", "xsrf", "xsrftoken",
    ]

    /// The words in the names of headers of HTTP, of the signatures of clouds, and about signatures.
    private static let headersOfHTTP: Set = [
        "accept", "algorithm", "amz", "date", "input", "method", "nonce", "proxy", "sec", "timestamp", "type",
        "version",
    ]
}
