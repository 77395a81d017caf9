import Foundation
import VerbatimHAR
import VerbatimJSON

/// The work of a ``Redactor``, under its lock.
struct RedactionPass: Sendable {
    private let rules: [(secret: Secret, values: NamedValues)]
    private(set) var pseudonyms: PlaceholderTable
    /// What each rule has learned last: requests repeat their keys.
    private var learned: [String?]

    init(_ redaction: Redaction) {
        rules = redaction.secrets.map { ($0, NamedValues($0)) }
        pseudonyms = PlaceholderTable(redaction.secrets)
        learned = Array(repeating: nil, count: redaction.secrets.count)
    }

    // MARK: Messages

    mutating func mask(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.url = maskURL(request.url)
        request.headers = mask(request.headers)
        if let body = request.body, !body.isEmpty {
            request.body = mask(body, isForm: request.headers.isForm)
        }
        return request
    }

    mutating func mask(_ headers: HeaderFields) -> HeaderFields {
        var headers = headers
        for index in headers.fields.indices {
            headers.fields[index].value = mask(headers.fields[index])
        }
        return headers
    }

    /// Masks what stands under the names of secrets, then every value that is known.
    mutating func mask(_ bytes: Data, isForm: Bool) -> Data {
        replaceKnown(replaceNamed(bytes, isForm: isForm))
    }

    /// Remembers the value of a secret, percent-encoded, by the index of its rule.
    mutating func learn(_ rule: Int, _ value: String) {
        guard learned[rule] != value else { return }
        learned[rule] = value
        let plain = PercentEncoding.decode(value, plusIsSpace: true)
        _ = pseudonyms.token(rules[rule].secret.name, plain, learn: true)
    }

    // MARK: Parts

    private mutating func maskURL(_ url: String) -> String {
        var parts = URLParts(url)
        if let userInfo = parts.userInfo {
            parts.userInfo = Substring(pseudonyms.token("userinfo", String(userInfo), learn: true))
        }
        if parts.query != nil {
            parts.query = Substring(parts.queryItems.map { maskItem($0) }.joined(separator: "&"))
        }
        return replaceKnown(parts.text)
    }

    private mutating func maskItem(_ item: (name: Substring, value: Substring?)) -> String {
        guard let value = item.value else { return String(item.name) }
        guard !value.isEmpty, let secret = secret(PercentEncoding.decode(item.name), in: .query) else {
            return "\(item.name)=\(value)"
        }
        let plain = PercentEncoding.decode(value, plusIsSpace: true)
        return "\(item.name)=\(pseudonyms.token(secret.name, plain, learn: true))"
    }

    private mutating func mask(_ field: HeaderFields.Field) -> String {
        let name = field.name.lowercased()
        if Redaction.credentialFields.contains(name) {
            return maskCredentials(field.value, name: name)
        }
        if let secret = secret(field.name, in: .header), !field.value.isEmpty {
            return pseudonyms.token(secret.name, field.value, learn: true)
        }
        switch name {
        case "cookie": return replaceKnown(maskCookies(field.value.split(separator: ";"), joinedBy: ";"))
        case "set-cookie": return replaceKnown(maskCookies(field.value.splitSetCookie(), joinedBy: ","))
        default: return String(decoding: mask(Data(field.value.utf8), isForm: false), as: UTF8.self)
        }
    }

    /// `Bearer abc` keeps its scheme.
    private mutating func maskCredentials(_ value: String, name: String) -> String {
        guard !value.isEmpty else { return value }
        guard let space = value.firstIndex(of: " ") else { return pseudonyms.token(name, value, learn: true) }
        let credentials = value[value.index(after: space)...]
        return value[...space] + pseudonyms.token(name, String(credentials), learn: true)
    }

    private mutating func maskCookies(_ cookies: [Substring], joinedBy separator: String) -> String {
        cookies.map { maskCookie($0) }.joined(separator: separator)
    }

    /// A cookie's value is replaced where it stands only: elsewhere `en` or `1` is no secret.
    private mutating func maskCookie(_ cookie: Substring) -> String {
        let pair = cookie.prefix { $0 != ";" }
        guard let equals = pair.firstIndex(of: "=") else { return String(cookie) }
        let name = pair[..<equals].drop { $0 == " " }
        let value = pair[pair.index(after: equals)...]
        guard !value.isEmpty else { return String(cookie) }
        let token = pseudonyms.token(String(name), String(value), learn: false)
        return pair[...equals] + token + cookie[pair.endIndex...]
    }

    private func secret(_ name: String, in location: Secret.Location) -> Secret? {
        rules.first {
            $0.secret.locations.contains(location) && $0.secret.name.equalsIgnoringASCIICase(name)
        }?
        .secret
    }

    // MARK: Text

    private mutating func replaceNamed(_ bytes: Data, isForm: Bool) -> Data {
        let matches = bytes.withUnsafeBytes { buffer in
            rules.flatMap { rule in
                rule.values.matches(in: buffer, isForm: isForm).map { (secret: rule.secret, match: $0) }
            }
        }.sorted { $0.match.range.lowerBound < $1.match.range.lowerBound }
        guard !matches.isEmpty else { return bytes }
        let whole = [UInt8](bytes)
        var output = Data(capacity: whole.count)
        var start = 0
        for (secret, match) in matches where match.range.lowerBound >= start {
            output.append(contentsOf: whole[start..<match.range.lowerBound])
            output.append(contentsOf: replacement(of: Array(whole[match.range]), match.spelling, secret).utf8)
            start = match.range.upperBound
        }
        output.append(contentsOf: whole[start...])
        return output
    }

    private mutating func replacement(
        of bytes: [UInt8], _ spelling: NamedValues.Spelling, _ secret: Secret
    ) -> String {
        let plain = spelling.plain(bytes)
        let token = pseudonyms.token(secret.name, plain, learn: true)
        // A number stays one, so that the type a contract promises is still there.
        guard spelling == .jsonNumber else { return token }
        return String(token.reversed().prefix { $0.isNumber }.reversed())
    }

    private mutating func replaceKnown(_ text: String) -> String {
        guard !pseudonyms.known.isEmpty else { return text }
        return String(decoding: replaceKnown(Data(text.utf8)), as: UTF8.self)
    }

    private mutating func replaceKnown(_ bytes: Data) -> Data {
        var bytes = bytes
        for secret in pseudonyms.known {
            bytes = ByteSearch.replace(in: bytes) { _ in
                Array(pseudonyms.token(secret).utf8)
            } where: {
                secret.spelling.first(in: $0, from: $1)
            }
            bytes = ByteSearch.replace(in: bytes) { found in
                let token = Data(pseudonyms.token(secret).utf8).base64EncodedString()
                return Array((found.last == UInt8(ascii: "=") ? token[...] : token.prefix { $0 != "=" }).utf8)
            } where: {
                secret.base64.first(in: $0, from: $1)
            }
        }
        return bytes
    }
}

extension NamedValues.Spelling {
    /// The value itself.
    fileprivate func plain(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .percentEncoded: return PercentEncoding.decode(text, plusIsSpace: true)
        case .jsonString: return (try? JSON(parsing: "\"\(text)\""))?.string ?? text
        case .xml: return text.decodingXMLEntities
        case .jsonNumber, .raw: return text
        }
    }
}

extension String {
    fileprivate var decodingXMLEntities: String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}

extension String {
}

extension HeaderFields {
    /// Whether the body these describe is a form.
    var isForm: Bool {
        self["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    }
}
