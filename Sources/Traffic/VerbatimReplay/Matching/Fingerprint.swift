import Foundation
import VerbatimHAR
import VerbatimJSON

/// The normalized form by which requests match. Equality is exact, not by hash.
struct Fingerprint: Hashable, Sendable {
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
            self = .json(
                ignored.isEmpty ? json : json.removingMembers { ignored.contains($0.description) })
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

    /// Returns the normalized fields of a form, sorted.
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
