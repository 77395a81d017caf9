import Foundation

/// Encodes queries and forms.
///
/// `URLComponents` does not encode `+` in a query, which servers decode as a space. Here everything but
/// unreserved characters is encoded.
enum FormEncoding {
    /// RFC 3986, section 2.3: https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The characters that are not encoded in a form, and the space, which becomes `+`.
    ///
    /// https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set
    private static let unencodedInForms = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._* ")

    /// Encodes query items, in order.
    static func query(_ items: [URLQueryItem]) -> String {
        items.map { item in
            let name = encode(item.name, leaving: unreserved)
            return item.value.map { "\(name)=\(encode($0, leaving: unreserved))" } ?? name
        }.joined(separator: "&")
    }

    /// Encodes form fields, sorted by name.
    static func form(_ fields: [String: RESTValue]) -> String {
        fields.sorted { $0.key < $1.key }.map { name, value in
            "\(formComponent(name))=\(formComponent(value.description))"
        }.joined(separator: "&")
    }

    /// Encodes a part of a path, so that it cannot become several or a query.
    static func pathComponent(_ text: String) -> String {
        encode(text, leaving: unreserved)
    }

    private static func formComponent(_ text: String) -> String {
        encode(text, leaving: unencodedInForms).replacingOccurrences(of: " ", with: "+")
    }

    private static func encode(_ text: String, leaving allowed: CharacterSet) -> String {
        // Never nil, because Swift strings are valid Unicode.
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
