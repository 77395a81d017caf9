import Foundation

/// Writes queries and forms so that every character arrives as it was given.
///
/// `URLComponents` leaves `+` in a query alone, and servers read it as a blank; here only unreserved characters
/// stay as they are.
enum FormEncoding {
    /// RFC 3986, section 2.3: https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The characters a form leaves alone, and the blank, which becomes `+`.
    ///
    /// https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set
    private static let plainInForms = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._* ")

    /// Writes query items in their order.
    static func query(_ items: [URLQueryItem]) -> String {
        items.map { item in
            let name = encode(item.name, leaving: unreserved)
            return item.value.map { "\(name)=\(encode($0, leaving: unreserved))" } ?? name
        }.joined(separator: "&")
    }

    /// Writes form fields in the order of their names.
    static func form(_ fields: [String: RESTValue]) -> String {
        fields.sorted { $0.key < $1.key }.map { name, value in
            "\(formComponent(name))=\(formComponent(value.description))"
        }.joined(separator: "&")
    }

    private static func formComponent(_ text: String) -> String {
        encode(text, leaving: plainInForms).replacingOccurrences(of: " ", with: "+")
    }

    private static func encode(_ text: String, leaving plain: CharacterSet) -> String {
        // Swift strings are valid Unicode, which always has an encoding.
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
