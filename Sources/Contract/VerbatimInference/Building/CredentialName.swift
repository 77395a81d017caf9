import VerbatimContract
import VerbatimJSON

/// The name of a header or of a query parameter, as far as it says that the value is a credential.
struct CredentialName {
    enum Location: String { case header, query }

    let text: String
    private let location: Location
    private let words: [String]
    /// Whether the value is a credential: a key, a token, a secret or a signature.
    private(set) var isSecret = false

    private static let headers = NameMemo<Self>()
    private static let parameters = NameMemo<Self>()

    init(_ text: String, in location: Location) {
        let known = location == .header ? Self.headers : Self.parameters
        self = known.value(of: text) { Self(unknown: $0, in: location) }
    }

    private init(unknown text: String, in location: Location) {
        (self.text, self.location) = (text, location)
        words = ResourceName.words(of: text).map { $0.lowercased() }
        isSecret = namesSecret
    }

    private var namesSecret: Bool {
        let letters = ResourceName.plain(text)
        if Self.endings.contains(where: letters.hasSuffix) { return mayBeSecret }
        guard location == .header else { return false }
        let isNamed =
            Self.headerEndings.contains(where: letters.hasSuffix) || letters.contains("signature")
            || Self.headerWords.contains(where: letters.hasSuffix)
                && words.last.map(Self.headerWords.contains) ?? false
        return isNamed && mayBeSecret
    }

    /// Whether the value may be a credential, if something else than the name says so.
    private var mayBeSecret: Bool {
        guard Self.foreignWords.isDisjoint(with: words) else { return false }
        return location == .query
            || text.lowercased() != "authorization" && Self.headersOfHTTP.isDisjoint(with: words)
    }

    /// The words for whose credential it is, which an id has as well: `shop` of `X-Shop-API-Key` and
    /// `Shop-App-Id`. In a query, `app_id` with `api_key` may be what is asked for.
    var owner: [String]? {
        let owner = words.filter { $0 != "x" }.dropLast().prefix { $0 != "signature" }
        guard !owner.isEmpty else { return nil }
        return owner.filter { location == .query || !Self.commonWords.contains($0) }
    }

    /// Whether the value says who sends a request.
    var isIdentity: Bool { ["id", "user", "username", "email"].contains(words.last) }

    /// Whether the value only proves that a request is from who has the credential beside it, and when it was
    /// sent: `FTX-TS` and `FTX-SIGN` beside `FTX-KEY`. `Date` and `Expires` are fields of HTTP.
    var isProof: Bool {
        location == .header && Self.proofs.contains(words.last ?? "") && !words.contains("amz")
            && !["date", "expires"].contains(words.joined())
    }

    /// Whether the value is a signature.
    var isSignature: Bool { words.contains("signature") || words.last == "sign" }

    /// Whether a value is a credential: it was replaced, as its text says (`[redacted]`, `<API_KEY>`,
    /// `user_api_token`), or it is long and the name of the query parameter has other uses only for short
    /// ones.
    func isSecret(_ value: String) -> Bool {
        let name = text.lowercased()
        let isKey =
            location == .query
            && (["key", "appid"].contains(name) && Self.isKey(value)
                || ["key", "token"].contains(name) && Self.namesKey(value))
        return (isKey || Self.isRedacted(value) || isReplaced(by: value)) && mayBeSecret
    }

    /// Whether an export replaced a value by its name, which says who sends the request: `<APP_CODE>`.
    private func isReplaced(by value: String) -> Bool {
        guard value.hasPrefix("<"), value.hasSuffix(">"), let first = words.first else { return false }
        return ["app", "api", "client", "consumer", "developer", "partner"].contains(first)
            && ResourceName.words(of: String(value.dropFirst().dropLast())).map { $0.lowercased() } == words
    }

    /// Whether a value only names a credential, as tests have it in the place of one: `user_api_token`.
    private static func namesKey(_ value: String) -> Bool {
        let words = ResourceName.words(of: value.lowercased())
        return words.count > 1 && words.last.map { ["key", "token"].contains($0) } ?? false
    }

    private static func isKey(_ value: String) -> Bool {
        let text = value.utf8
        return text.count >= 20 && text.contains(where: \.isDigit) && text.contains(where: \.isLetter)
            && text.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    }

    private static func isRedacted(_ value: String) -> Bool {
        let start = value.utf8.first { !"[<{*".utf8.contains($0) }
        guard start.map({ $0 | 0x20 == UInt8(ascii: "r") }) ?? false || value.utf8.first == UInt8(ascii: "<")
        else { return false }
        if value.drop(while: { "[<{*".contains($0) }).prefix(8).lowercased() == "redacted" { return true }
        guard value.hasPrefix("<"), value.hasSuffix(">") else { return false }
        let name = value.drop { $0 == "<" }.prefix { $0 != ">" }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_- ".contains($0) }) else { return false }
        let last = ResourceName.words(of: name.lowercased()).last ?? ""
        return ["key", "apikey", "token", "secret", "password", "signature", "authorization"].contains(last)
    }

    private static let endings = [
        "apikey", "apikeys", "appkey", "applicationkey", "clientkey", "subscriptionkey", "accesstoken",
        "authtoken", "privatetoken", "apitoken", "usertoken", "sessiontoken", "apisecret", "clientsecret",
        "authhash",
    ]

    /// The words in the names of headers that do not say whose credentials they are.
    private static let commonWords: Set = ["api", "app", "application", "key", "rest", "secret"]

    private static let proofs: Set = [
        "date", "expires", "hmac", "nonce", "passphrase", "sign", "signature", "timestamp", "ts",
    ]
    private static let headerEndings = ["token", "secret", "password"]
    private static let headerWords: Set = [
        "key", "auth", "authentication", "authorization", "jwt", "session",
    ]

    /// The words in the names of what only protects a request, says where a list goes on, or is for a device.
    private static let foreignWords: Set = [
        "cache", "captcha", "csrf", "csrftoken", "continuation", "cookie", "cursor", "device", "idempotency",
        "next", "page", "postman", "push", "recaptcha", "request", "requestverificationtoken", "surrogate",
        "sync", "verification", "xsrf", "xsrftoken",
    ]

    /// The words in the names of headers of HTTP, of the signatures of clouds, and about signatures.
    private static let headersOfHTTP: Set = [
        "accept", "algorithm", "amz", "date", "input", "method", "nonce", "proxy", "sec", "timestamp", "type",
        "version",
    ]
}
