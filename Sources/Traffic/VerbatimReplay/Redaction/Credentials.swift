import Foundation
import VerbatimHAR

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

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.dropLast(start.reversed().prefix { $0 == " " }.count)
    }
}
