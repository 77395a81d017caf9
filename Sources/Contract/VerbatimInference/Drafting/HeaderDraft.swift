import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// The headers a consumer may rely on; all others are noise of servers and caches.
enum HeaderDraft {
    private static let names = [
        "Cache-Control", "Date", "Deprecation", "ETag", "Expires", "Last-Modified", "Link", "Location",
        "Retry-After", "Sunset",
    ]
    private static let prefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"]
    private static let date = TextForm(datePattern: DateForm.httpDate)

    /// The header objects of some responses, by name; none is required, as caches add and remove them.
    static func headers(of responses: [HTTPResponse]) -> JSONObject {
        var values: [String: [String]] = [:]
        for field in responses.flatMap(\.headers) {
            guard let name = name(of: field.name) else { continue }
            values[name, default: []].append(field.value)
        }
        return JSONObject(
            values.sorted { $0.key < $1.key }.map { ($0.key, ["schema": .object(schema(of: $0.value))]) })
    }

    /// The name as it is usually written, if the header is one of those.
    private static func name(of field: String) -> String? {
        if let name = names.first(where: { $0.equalsIgnoringASCIICase(field) }) { return name }
        let lowercased = field.lowercased()
        return prefixes.contains(where: lowercased.hasPrefix) ? lowercased : nil
    }

    private static func schema(of values: [String]) -> JSONObject {
        let areDates = values.allSatisfy { date?.accepts(Array($0.utf8).span) == true }
        return areDates
            ? ["type": "string", "x-date-formats": [.string(DateForm.httpDate)]] : ["type": "string"]
    }
}
