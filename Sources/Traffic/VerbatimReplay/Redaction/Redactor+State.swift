import Foundation
import VerbatimHAR
import VerbatimJSON

extension Redactor {
    /// The state of a redactor, guarded by its lock.
    struct State: Sendable {
        private let rules: [(secret: Secret, search: NamedValueSearch)]
        private(set) var placeholders: PlaceholderTable
        /// The value that each rule registered last. Requests repeat their keys.
        private var lastRegistered: [String?]

        init(_ redaction: Redaction) {
            rules = redaction.secrets.map { ($0, NamedValueSearch($0)) }
            placeholders = PlaceholderTable(redaction.secrets)
            lastRegistered = Array(repeating: nil, count: redaction.secrets.count)
        }

        /// Registers the percent-encoded value of a secret by the index of its rule.
        mutating func register(_ value: String, rule: Int) {
            guard lastRegistered[rule] != value else { return }
            lastRegistered[rule] = value
            let plain = PercentEncoding.decode(value, plusIsSpace: true)
            _ = placeholder(for: plain, named: rules[rule].secret.name)
        }

        /// Returns the placeholder of a value that is secret everywhere from now on.
        private mutating func placeholder(for value: String, named name: String) -> String {
            placeholders.placeholder(for: value, named: name, everywhere: true)
        }

        private func secret(named name: String, in location: Secret.Location) -> Secret? {
            rules.first {
                $0.secret.locations.contains(location) && $0.secret.name.equalsIgnoringASCIICase(name)
            }?.secret
        }
    }
}

// MARK: - Messages

extension Redactor.State {
    mutating func redact(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.url = redactURL(request.url)
        request.headers = redact(request.headers)
        if let body = request.body, !body.isEmpty {
            request.body = redact(body, isForm: request.headers.isForm)
        }
        return request
    }

    mutating func redact(_ headers: HeaderFields) -> HeaderFields {
        var headers = headers
        for index in headers.fields.indices {
            headers.fields[index].value = redact(headers.fields[index])
        }
        return headers
    }

    private mutating func redactURL(_ url: String) -> String {
        var parts = URLParts(url)
        if let userInfo = parts.userInfo {
            parts.userInfo = Substring(placeholder(for: String(userInfo), named: "userinfo"))
        }
        if parts.query != nil {
            parts.query = Substring(parts.queryItems.map { redact($0) }.joined(separator: "&"))
        }
        return replaceKnown(parts.text)
    }

    private mutating func redact(_ item: (name: Substring, value: Substring?)) -> String {
        guard let value = item.value else { return String(item.name) }
        guard !value.isEmpty, let secret = secret(named: PercentEncoding.decode(item.name), in: .query) else {
            return "\(item.name)=\(value)"
        }
        let plain = PercentEncoding.decode(value, plusIsSpace: true)
        return "\(item.name)=\(placeholder(for: plain, named: secret.name))"
    }

    private mutating func redact(_ field: HeaderFields.Field) -> String {
        let name = field.name.lowercased()
        if Redaction.credentialFields.contains(name) {
            return redactCredentials(field.value, name: name)
        }
        if let secret = secret(named: field.name, in: .header), !field.value.isEmpty {
            return placeholder(for: field.value, named: secret.name)
        }
        switch name {
        case "cookie": return replaceKnown(redactCookies(field.value.split(separator: ";"), joinedBy: ";"))
        case "set-cookie": return replaceKnown(redactCookies(field.value.splitSetCookie(), joinedBy: ","))
        default: return String(decoding: redact(Data(field.value.utf8), isForm: false), as: UTF8.self)
        }
    }

    /// Redacts credentials but not their scheme: `Bearer abc` -> `Bearer REDACTED-authorization-1`.
    private mutating func redactCredentials(_ value: String, name: String) -> String {
        guard !value.isEmpty else { return value }
        guard let space = value.firstIndex(of: " ") else { return placeholder(for: value, named: name) }
        let credentials = value[value.index(after: space)...]
        return value[...space] + placeholder(for: String(credentials), named: name)
    }

    private mutating func redactCookies(_ cookies: [Substring], joinedBy separator: String) -> String {
        cookies.map { redactCookie($0) }.joined(separator: separator)
    }

    /// Redacts the value of a cookie in this location only: elsewhere, `en` or `1` is no secret.
    private mutating func redactCookie(_ cookie: Substring) -> String {
        let pair = cookie.prefix { $0 != ";" }
        guard let equals = pair.firstIndex(of: "=") else { return String(cookie) }
        let name = pair[..<equals].drop { $0 == " " }
        let value = pair[pair.index(after: equals)...]
        guard !value.isEmpty else { return String(cookie) }
        let placeholder = placeholders.placeholder(
            for: String(value), named: String(name), everywhere: false)
        return pair[...equals] + placeholder + cookie[pair.endIndex...]
    }
}

// MARK: - Text

extension Redactor.State {
    /// Replaces the values under the names of secrets, then every known value.
    mutating func redact(_ bytes: Data, isForm: Bool) -> Data {
        replaceKnown(replaceNamed(bytes, isForm: isForm))
    }

    private mutating func replaceNamed(_ bytes: Data, isForm: Bool) -> Data {
        let matches = bytes.withUnsafeBytes { buffer in
            rules.flatMap { rule in
                rule.search.matches(in: buffer, isForm: isForm).map { (secret: rule.secret, match: $0) }
            }
        }.sorted { $0.match.range.lowerBound < $1.match.range.lowerBound }
        guard !matches.isEmpty else { return bytes }
        let whole = [UInt8](bytes)
        var output = Data(capacity: whole.count)
        var start = 0
        for (secret, match) in matches where match.range.lowerBound >= start {
            output.append(contentsOf: whole[start..<match.range.lowerBound])
            output.append(contentsOf: replacement(of: Array(whole[match.range]), match.encoding, secret).utf8)
            start = match.range.upperBound
        }
        output.append(contentsOf: whole[start...])
        return output
    }

    private mutating func replacement(
        of bytes: [UInt8], _ encoding: NamedValueSearch.Encoding, _ secret: Secret
    ) -> String {
        let placeholder = placeholder(for: encoding.decode(bytes), named: secret.name)
        // A number stays a number, as the contract requires.
        guard encoding == .jsonNumber else { return placeholder }
        return String(placeholder.reversed().prefix { $0.isNumber }.reversed())
    }

    /// Replaces every known value in a text.
    mutating func replaceKnown(_ text: String) -> String {
        guard !placeholders.search.isEmpty else { return text }
        return String(decoding: replaceKnown(Data(text.utf8)), as: UTF8.self)
    }

    private mutating func replaceKnown(_ bytes: Data) -> Data { placeholders.redactKnown(in: bytes) }
}

extension NamedValueSearch.Encoding {
    /// Returns the value that was encoded.
    fileprivate func decode(_ bytes: [UInt8]) -> String {
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
