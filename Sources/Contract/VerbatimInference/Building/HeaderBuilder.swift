import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// Builds the header objects of a response, for the headers that clients rely on.
enum HeaderBuilder {
    private static let names = [
        "Content-Disposition", "Deprecation", "ETag", "Last-Modified", "Link", "Location", "Retry-After",
        "Sunset", "WWW-Authenticate", "X-Total-Count",
    ]
    private static let prefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"]
    private static let date = try? DatePattern(DateFormat.httpDate)

    /// The objects of the headers that all responses have, sorted by name; none is required, as caches add
    /// and remove headers.
    static func headers(of responses: [HTTPResponse]) -> JSONObject {
        var values: [String: [String]] = [:]
        for response in responses {
            for (name, fields) in Dictionary(grouping: response.headers, by: { self.name(of: $0.name) }) {
                guard let name, let first = fields.first else { continue }
                values[name, default: []].append(first.value)
            }
        }
        return JSONObject(
            values.filter { $0.value.count == responses.count }.sorted { $0.key < $1.key }.map {
                ($0.key, ["schema": .object(schema(of: $0.key, $0.value))])
            })
    }

    /// The usual spelling of a field name, if it names one of these headers.
    private static func name(of field: String) -> String? {
        if let name = names.first(where: { $0.equalsIgnoringASCIICase(field) }) { return name }
        let lowercased = field.lowercased()
        return prefixes.contains(where: lowercased.hasPrefix) ? lowercased : nil
    }

    /// The schema of values: dates of HTTP, integers for limits and counts, other text.
    private static func schema(of name: String, _ values: [String]) -> JSONObject {
        if values.allSatisfy({ date?.matches($0) == true }) {
            return ["type": "string", "x-date-formats": [.string(DateFormat.httpDate)]]
        }
        guard name == "X-Total-Count" || prefixes.contains(where: name.hasPrefix) else {
            return ["type": "string"]
        }
        var statistics = TextStatistics()
        for value in values { statistics.add([value]) }
        return statistics.schema["type"] == "integer" ? ["type": "integer"] : ["type": "string"]
    }
}
