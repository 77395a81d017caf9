import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds the parameters of an operation from requests.
struct ParameterBuilder {
    /// The requests that the server accepted, or all if it accepted none: what it rejected shows little about
    /// what it allows.
    private let accepted: [Interaction]
    private let all: [Interaction]

    init(_ interactions: [Interaction]) {
        all = interactions
        let accepted = interactions.filter(\.isAccepted)
        self.accepted = accepted.isEmpty ? interactions : accepted
    }

    /// The query parameters, sorted by name. None is required, as requests show the habits of one client.
    ///
    /// - Parameter constant: The parameter that identifies the operation, which comes first and is required,
    ///   unless a query of GraphQL has the name in its place.
    func query(_ constant: OperationKey.Constant?) -> [JSONValue] {
        let known = statistics(of: accepted)
        let names = Set(known.keys).union(statistics(of: all).keys).subtracting([constant?.name ?? ""])
        let others = names.sorted().map { name in
            let values = known[name] ?? TextStatistics()
            return Self.parameter(named: name, in: "query", isRequired: false, values.schema)
        }
        guard let constant, constant.location == .query else { return others }
        let schema: JSONObject = ["const": .string(constant.value)]
        let isAlwaysSent = accepted.allSatisfy {
            !RequestTarget($0.request.url).values(of: constant.name).isEmpty
        }
        return [Self.parameter(named: constant.name, in: "query", isRequired: isAlwaysSent, schema)] + others
    }

    private func statistics(of interactions: [Interaction]) -> [String: TextStatistics] {
        var statistics: [String: TextStatistics] = [:]
        for interaction in interactions {
            let fields = RequestTarget(interaction.request.url).query
            for (name, values) in Dictionary(grouping: fields, by: \.name) where !name.isEmpty {
                statistics[name, default: TextStatistics()].add(values.map(\.value))
            }
        }
        return statistics
    }

    /// The parameters of a path, in their order.
    static func path(_ path: String, of requests: [(interaction: Interaction, path: String)]) -> [JSONValue] {
        let accepted = requests.filter(\.interaction.isAccepted)
        let segments = (accepted.isEmpty ? requests : accepted).map { PathNode.segments(of: $0.path) }
        return PathTemplates.parameters(of: path).map { name, position in
            var values = TextStatistics()
            for segments in segments where position < segments.count {
                values.add([PercentEncoding.decode(segments[position])])
            }
            return parameter(named: name, in: "path", isRequired: true, values.schema)
        }
    }

    private static func parameter(
        named name: String, in location: String, isRequired: Bool, _ schema: JSONObject
    ) -> JSONValue {
        var parameter: JSONObject = ["name": .string(name), "in": .string(location)]
        if isRequired { parameter["required"] = true }
        parameter["schema"] = .object(schema)
        return .object(parameter)
    }
}

extension Interaction {
    /// Whether the server did not reject the request.
    var isAccepted: Bool { outcome.response.map { !(400..<500).contains($0.status) } ?? false }
}

/// The values of a parameter or of a form field, which are text, and the schema that all of them satisfy.
struct TextStatistics {
    /// The number of messages that have the name.
    private(set) var messages = 0
    private var isList = false
    private var count = 0
    private var integers = 0
    private var decimals = 0
    private var booleans = 0
    private let recorder = ShapeRecorder()

    /// More digits do not fit every integer type.
    private static let digitLimit = 18

    /// Adds the decoded values that one message has.
    mutating func add(_ values: [String]) {
        messages += 1
        if values.count > 1 { isList = true }
        for value in values {
            count += 1
            if value == "true" || value == "false" { booleans += 1 }
            if Self.isInteger(value) { integers += 1 }
            if Self.isDecimal(value) { decimals += 1 }
            recorder.beginResponse()
            if let json = try? JSON(parsing: JSONValue.string(value).text(.compact)) { recorder.add(json) }
        }
    }

    /// The schema of the value.
    var schema: JSONObject { isList ? ["type": "array", "items": .object(element)] : element }

    private var element: JSONObject {
        guard count > 0 else { return ["type": "string"] }
        if integers == count { return ["type": "integer"] }
        if integers + decimals == count { return ["type": "number"] }
        if booleans == count { return ["type": "boolean"] }
        var schema: JSONObject = ["type": "string"]
        if let format = recorder.shape.strings.format { schema["format"] = .string(format) }
        return schema
    }

    private static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return text.utf8.count - digits.count < 2 && !digits.isEmpty && digits.count <= digitLimit
            && digits.allSatisfy(\.isDigit)
            && (digits.first != UInt8(ascii: "0") || digits.count == 1)
    }

    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && isInteger(String(parts[0])) && !parts[1].isEmpty
            && parts[1].utf8.count <= digitLimit && parts[1].utf8.allSatisfy(\.isDigit)
    }
}
