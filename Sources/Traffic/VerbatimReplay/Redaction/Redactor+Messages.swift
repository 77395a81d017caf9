import Foundation
import VerbatimHAR

extension Redactor.State {
    mutating func redact(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        location = .query
        request.url = redactURL(request.url)
        request.headers = redact(request.headers, requestSource)
        if let body = request.body, !body.isEmpty {
            location = .body
            request.body = redact(body, requestSource, isForm: request.headers.isForm)
        }
        return request
    }

    private var requestSource: SecretNames.Source { purpose == .comparing ? .unmatched : .sent }

    mutating func redact(_ headers: HeaderFields, _ source: SecretNames.Source) -> HeaderFields {
        var headers = headers
        for index in headers.fields.indices where !isLearned(headers.fields[index], source) {
            headers.fields[index].value = redact(headers.fields[index], source)
            headers.fields[index].name = replaceKnown(headers.fields[index].name)
        }
        return headers
    }

    /// Whether a field was learned before, as most of all messages to a server are the same.
    private mutating func isLearned(_ field: HeaderFields.Field, _ source: SecretNames.Source) -> Bool {
        purpose == .learning && !learned[source, default: []].insert(field).inserted
    }

    // MARK: URLs and forms

    private mutating func redactURL(_ url: String) -> String {
        var parts = URLParts(url)
        if let userInfo = parts.userInfo, !userInfo.isEmpty, !names.isExcepted("userinfo".utf8) {
            parts.userInfo = Substring(redactUserInfo(userInfo))
        }
        if let query = parts.query {
            parts.query = Substring(String(decoding: redactItems(Data(query.utf8)), as: UTF8.self))
        }
        // Fragments, items in other notations, and URLs in values.
        return redact(parts.text, .sent)
    }

    private mutating func redactUserInfo(_ userInfo: Substring) -> String {
        if let colon = userInfo.firstIndex(of: ":") {
            register(
                part: PercentEncoding.decode(userInfo[userInfo.index(after: colon)...]), named: "password")
        }
        let plain = PercentEncoding.decode(userInfo)
        return placeholder(for: plain, named: "userinfo", isFound: CredentialShape(plain).isSearchable)
    }

    /// Redacts the items of a query or the fields of a form, whatever characters their names have.
    mutating func redactItems(_ form: Data) -> Data {
        guard let text = String(validating: form, as: UTF8.self) else { return form }
        return Data(URLParts.items(of: text[...]).map { redact($0) }.joined(separator: "&").utf8)
    }

    private mutating func redact(_ item: (name: Substring, value: Substring?)) -> String {
        guard let value = item.value else { return String(item.name) }
        let name = PercentEncoding.decode(item.name)
        let plain = PercentEncoding.decode(value, plusIsSpace: true)
        guard let rule = names.rule(of: Array(name.utf8), in: .query),
            SecretNames.isSecret(plain, rule, requestSource)
        else { return "\(item.name)=\(value)" }
        return "\(item.name)=\(placeholder(for: plain, named: name, rule))"
    }

    // MARK: Header fields

    private mutating func redact(_ field: HeaderFields.Field, _ source: SecretNames.Source) -> String {
        let name = field.name.lowercased()
        location = .header
        guard !field.value.isEmpty else { return field.value }
        if let rule = names.rule(of: Array(field.name.utf8), in: .header), rule.isGiven {
            return placeholder(for: field.value, named: name, rule)
        }
        guard !names.isExcepted(name.utf8) else { return redact(field.value, source) }
        switch name {
        case "authorization", "proxy-authorization": return redactCredentials(field.value, name: name)
        case "cookie", "cookie2":
            location = .cookie
            return replaceKnown(redactCookies(CookieText.cookies(in: field.value), joinedBy: ";"))
        case "set-cookie", "set-cookie2":
            location = .setCookie
            return replaceKnown(redactCookies(field.value.splitSetCookie(), joinedBy: ","))
        default: break
        }
        guard let rule = names.rule(of: Array(field.name.utf8), in: .header),
            SecretNames.isSecret(field.value, rule, source)
        else { return redact(field.value, source) }
        return placeholder(for: field.value, named: name, rule)
    }

    /// Redacts credentials but not their scheme: `Bearer abc` -> `Bearer REDACTED-authorization-1`.
    private mutating func redactCredentials(_ value: String, name: String) -> String {
        let parsed = Credentials(value)
        for part in parsed.parts { register(part: part.value, named: part.name) }
        let credentials = String(parsed.credentials)
        let isFound = credentials.utf8.count >= Redaction.minimumFoundLength
        return (parsed.scheme ?? "") + placeholder(for: credentials, named: name, isFound: isFound)
    }

    private mutating func redactCookies(_ cookies: [Substring], joinedBy separator: String) -> String {
        cookies.map { redactCookie(CookieText($0)) }.joined(separator: separator)
    }

    /// Redacts the value of a cookie.
    ///
    /// The value is a known secret from now on if it looks like a credential, as that of a session does:
    /// elsewhere, `en` or `1` is no secret.
    private mutating func redactCookie(_ cookie: CookieText) -> String {
        guard !cookie.value.isEmpty, !names.isExcepted(cookie.name.utf8) else { return cookie.text }
        let plain = PercentEncoding.decode(cookie.value)
        let rule = names.rule(of: Array(cookie.name.utf8), in: .cookie)
        if let rule, rule.isGiven {
            return "\(cookie.before)\(placeholder(for: plain, named: "", rule))\(cookie.after)"
        }
        let isFound = cookie.isSearchable(CredentialShape(plain))
        guard !cookie.name.isEmpty || isFound else { return cookie.text }
        let name = cookie.name.isEmpty ? "cookie" : String(cookie.name)
        let placeholder = placeholder(for: plain, named: name, isFound: isFound)
        return cookie.before + placeholder + cookie.after
    }
}

/// One cookie of `Cookie` or `Set-Cookie`, with its attributes.
///
/// RFC 6265, section 4: https://www.rfc-editor.org/rfc/rfc6265#section-4
private struct CookieText {
    let name: Substring
    /// The value without quotes.
    let value: Substring
    private let whole: Substring

    /// Splits a cookie. One without a name has a value only.
    init(_ text: Substring) {
        whole = text
        let pair = CookieText.endOfPair(text)
        let equals = pair.firstIndex(of: "=")
        name = (equals.map { pair[..<$0] } ?? "").trimmingSpaces
        let value = (equals.map { pair[pair.index(after: $0)...] } ?? pair).trimmingSpaces
        let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
        self.value = isQuoted ? value.dropFirst().dropLast() : value
    }

    /// Returns the part of a cookie before its attributes. A `;` in quotes is part of the value.
    private static func endOfPair(_ text: Substring) -> Substring {
        let pair = text.prefix { $0 != ";" }
        guard let equals = pair.firstIndex(of: "=") else { return pair }
        let value = text[text.index(after: equals)...].drop { $0 == " " }
        guard value.first == "\"", let close = value.dropFirst().firstIndex(of: "\"") else { return pair }
        return text[..<text[close...].prefix { $0 != ";" }.endIndex]
    }

    /// Splits the value of `Cookie` into cookies.
    static func cookies(in field: String) -> [Substring] {
        var cookies: [Substring] = []
        var rest = field[...]
        while true {
            let cookie = endOfPair(rest)
            cookies.append(cookie)
            guard cookie.endIndex < rest.endIndex else { return cookies }
            rest = rest[rest.index(after: cookie.endIndex)...]
        }
    }

    var text: String { String(whole) }
    var before: Substring { whole[..<value.startIndex] }
    var after: Substring { whole[value.endIndex...] }

    /// Whether the value may be replaced everywhere.
    func isSearchable(_ shape: CredentialShape) -> Bool {
        guard shape.count >= Redaction.minimumFoundLength else { return false }
        // A server hides from scripts what is a credential.
        let isHidden = after.lowercased().contains("httponly")
        let words = ["sess", "sid", "auth", "token", "csrf", "xsrf", "login", "jwt", "secret", "remember"]
        let isNamed = words.contains { name.lowercased().contains($0) }
        return isHidden || isNamed ? shape.isSearchable : shape.isSearchableInCookie
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.dropLast(start.reversed().prefix { $0 == " " }.count)
    }
}

/// The value of `Authorization` or `Proxy-Authorization`: a scheme, and credentials.
///
/// RFC 9110, section 11.4: https://www.rfc-editor.org/rfc/rfc9110#section-11.4
struct Credentials {
    /// The scheme with the white space after it, or nil if the whole value is credentials.
    let scheme: Substring?
    /// The value after the scheme.
    let credentials: Substring

    init(_ value: String) {
        let word = value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        let rest = value[word.endIndex...]
        let credentials = rest.drop { $0 == " " || $0 == "\t" }
        let isScheme =
            !word.isEmpty && rest.startIndex < credentials.startIndex && !credentials.isEmpty
            && word.utf8.count <= 20 && !CredentialShape(String(word)).looksIssued
        scheme = isScheme ? value[..<credentials.startIndex] : nil
        self.credentials = isScheme ? credentials : value[...]
    }

    /// Whether it is a scheme and one word, `Bearer abc`, and no text.
    var isSchemeAndWord: Bool { scheme != nil && !credentials.contains(" ") }

    /// The parts of the credentials that may occur alone: the password of `Basic`, and the parameters of
    /// `Digest`, `OAuth` and `AWS4-HMAC-SHA256` that are no public information.
    var parts: [(name: String, value: String)] {
        if scheme?.lowercased().hasPrefix("basic") == true { return basic }
        return parameters.filter { !Credentials.publicParameters.contains($0.name.lowercased()) }
    }

    private var basic: [(name: String, value: String)] {
        guard let data = Data(base64Encoded: String(credentials)),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return [] }
        return [("password", String(text[text.index(after: colon)...]))]
    }

    /// The parameters: `name=value` and `name="value"`, separated by commas.
    private var parameters: [(name: String, value: String)] {
        var parameters: [(String, String)] = []
        var rest = credentials
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].drop { $0 == " " || $0 == "," || $0 == "\t" }
            rest = rest[rest.index(after: equals)...]
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
                return parameters
            }
            let isQuoted = rest.first == "\""
            let value = (isQuoted ? rest.dropFirst() : rest).prefix { isQuoted ? $0 != "\"" : $0 != "," }
            rest = rest[value.endIndex...].dropFirst(isQuoted ? 1 : 0)
            // The credential of AWS is a key and its scope: AKIA.../20261121/us-east-1/s3/aws4_request.
            let key = name.lowercased() == "credential" ? value.prefix { $0 != "/" } : value
            parameters.append((String(name), PercentEncoding.decode(key.trimmingSpaces)))
        }
        return parameters
    }

    private static let publicParameters: Set = [
        "realm", "uri", "qop", "nc", "algorithm", "username", "username*", "userhash", "charset",
        "oauth_signature_method", "oauth_version", "oauth_timestamp", "oauth_callback", "signedheaders",
        "headers", "scope", "error", "keyid", "created", "expires",
    ]
}
