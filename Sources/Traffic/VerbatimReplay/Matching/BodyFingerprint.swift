import Foundation
import VerbatimHAR
import VerbatimJSON

/// What two bodies that match have in common.
enum BodyFingerprint: Hashable, Sendable {
    case none
    case json(JSONValue)
    case form([String])
    case bytes(Data)

    /// - Parameter request: The request, masked; the numbers of pseudonyms do not count.
    init(_ request: HTTPRequest, _ matching: MatchingRules) {
        let request = matching.normalized(request)
        guard let body = request.body, !body.isEmpty else {
            self = .none
            return
        }
        let bytes = PlaceholderTable.withoutNumbers(body)
        let type = request.headers["Content-Type"] ?? ""
        if request.headers.isForm, let text = String(validating: bytes, as: UTF8.self) {
            let ignored = Set(matching.ignoredBodyMembers.map { String($0.dropFirst()) })
            self = .form(BodyFingerprint.fields(text, ignoring: ignored))
        } else if let json = BodyFingerprint.json(bytes) {
            self = .json(json.removing(matching.ignoredBodyMembers))
        } else if let boundary = BodyFingerprint.boundary(type) {
            self = .bytes(ByteSearch.replace(Array(boundary.utf8), with: Array("boundary".utf8), in: bytes))
        } else {
            self = .bytes(bytes)
        }
    }

    /// The value of a JSON body, whatever its media type says.
    static func json(_ bytes: Data) -> JSONValue? {
        guard let first = bytes.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return (try? JSON(parsing: bytes))?.value
    }

    /// Fields in normal form, in an order of their own.
    private static func fields(_ form: String, ignoring ignored: Set<String>) -> [String] {
        URLParts.items(of: form[...]).compactMap { field in
            guard !ignored.contains(PercentEncoding.decode(field.name)) else { return nil }
            let name = PercentEncoding.normalize(field.name)
            return field.value.map { "\(name)=\(PercentEncoding.normalize($0))" } ?? name
        }.sorted()
    }

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

extension JSONValue {
    /// The value without the members at some pointers.
    fileprivate func removing(_ pointers: Set<String>) -> JSONValue {
        guard !pointers.isEmpty else { return self }
        return removing(pointers, at: JSONPointer([]))
    }

    private func removing(_ pointers: Set<String>, at location: JSONPointer) -> JSONValue {
        switch self {
        case .object(let object):
            let kept = object.members.filter { !pointers.contains(location.appending($0.name).description) }
            return .object(
                JSONObject(
                    kept.map { ($0.name, $0.value.removing(pointers, at: location.appending($0.name))) }))
        case .array(let elements):
            return .array(
                elements.enumerated().map { $1.removing(pointers, at: location.appending($0)) })
        default: return self
        }
    }
}
