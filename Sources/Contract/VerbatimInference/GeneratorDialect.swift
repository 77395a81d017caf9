import VerbatimContract
public import VerbatimJSON

/// Rewrites a contract so that swift-openapi-generator 1 makes types of it that decode what the contract
/// describes.
///
/// What is rewritten allows the same values, except for dates that the client could not read, and for calls:
/// - several types become alternatives, as the generator has no type for `type: [array, object]`
/// - a reference that may be null becomes `oneOf`, which the generator makes optional, unlike `anyOf`
/// - null beside a discriminator moves around it, as the generator ignores all but references there
/// - a `date-time` that the date transcoder of the client does not read loses its format;
///   `x-date-formats` still describes it
/// - a choice of required properties, `result` or `error`, is left out, as the generator ignores the
///   properties beside it
///
/// https://swiftpackageindex.com/apple/swift-openapi-generator/documentation/swift-openapi-generator/supported-openapi-features
public struct GeneratorDialect: Sendable {
    /// The date transcoders of swift-openapi-runtime, of which a client has one for all dates.
    ///
    /// https://swiftpackageindex.com/apple/swift-openapi-runtime/documentation/openapiruntime/datetranscoder
    public enum DateTranscoder: String, Sendable, CaseIterable {
        /// Reads seconds without a fraction; that of a client that names none.
        case iso8601
        /// Reads seconds with a fraction.
        case iso8601WithFractionalSeconds
    }

    /// A contract that was rewritten.
    public struct Rewritten: Sendable {
        /// The document.
        public fileprivate(set) var document: JSONValue
        /// The number of schemas with several types that became alternatives.
        public fileprivate(set) var mixedTypes = 0
        /// The number of schemas in which null moved.
        public fileprivate(set) var nulls = 0
        /// The number of dates that became strings, as the transcoder does not read them.
        public fileprivate(set) var dates = 0
        /// The number of dates that stay.
        public fileprivate(set) var keptDates = 0
    }

    private let transcoder: DateTranscoder

    /// Creates the dialect of a client with a date transcoder.
    public init(transcoder: DateTranscoder = .iso8601) {
        self.transcoder = transcoder
    }

    /// Returns a document in the dialect; rewritten again, it stays the same.
    public func rewritten(_ document: JSONValue) -> Rewritten {
        var result = Rewritten(document: document)
        result.document = rewrite(document, &result)
        return result
    }

    /// The members that have values, not schemas.
    private static let values: Set = ["example", "examples", "default", "enum", "const", "x-known-values"]

    private func rewrite(_ value: JSONValue, _ result: inout Rewritten) -> JSONValue {
        if LargeStackThread.isNeeded { return LargeStackThread.run { rewrite(value, &result) } }
        switch value {
        case .array(let elements): return .array(elements.map { rewrite($0, &result) })
        case .object(let object):
            let members = object.members.map { name, value in
                (name, Self.values.contains(name) ? value : rewrite(value, &result))
            }
            return .object(rewrite(schema: JSONObject(members), &result))
        default: return value
        }
    }

    /// Rewrites an object if it is a schema that needs it; the names of properties do not look like one.
    private func rewrite(schema: JSONObject, _ result: inout Rewritten) -> JSONObject {
        var schema = schema
        if schema["format"] == "date-time", schema["type"] != nil {
            if Self.fractions(of: schema).map(reads) ?? true {
                result.keptDates += 1
            } else {
                schema["format"] = nil
                result.dates += 1
            }
        }
        if let choices = schema["anyOf"]?.array, choices.allSatisfy({ $0.object?.names == ["required"] }) {
            schema["anyOf"] = nil
        }
        if let alternatives = Self.alternatives(of: schema) {
            result.mixedTypes += 1
            return alternatives
        }
        guard let moved = Self.movingNull(in: schema) else { return schema }
        result.nulls += 1
        return moved
    }

    // MARK: Dates

    private enum Fractions {
        case never, always, mixed
    }

    /// Returns whether the dates of a schema have fractions of a second; nil if it does not say so.
    private static func fractions(of schema: JSONObject) -> Fractions? {
        if let patterns = schema["x-date-formats"]?.array?.compactMap(\.string), !patterns.isEmpty {
            let count = patterns.count { $0.contains("S") }
            return count == 0 ? .never : count == patterns.count ? .always : .mixed
        }
        switch schema["x-date-profile"]?["fraction"]?.string {
        case "never": return .never
        case "always": return .always
        case "mixed": return .mixed
        default: return nil
        }
    }

    private func reads(_ fractions: Fractions) -> Bool {
        switch fractions {
        case .never: transcoder == .iso8601
        case .always: transcoder == .iso8601WithFractionalSeconds
        case .mixed: false
        }
    }

    // MARK: Types

    /// The keywords that are about values of one type.
    private static let keywords: [String: Set<String>] = [
        "object": [
            "properties", "required", "additionalProperties", "patternProperties", "propertyNames",
            "minProperties", "maxProperties", Contract.responsesKeyword, "x-map",
        ],
        "array": ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"],
        "string": [
            "format", "pattern", "minLength", "maxLength", "x-date-formats", "x-date-profile",
            "x-known-values", "x-numeric-string",
        ],
        "integer": numbers, "number": numbers,
    ]
    private static let numbers: Set = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format",
    ]

    /// Returns a schema with an alternative for each of its types; nil if it has only one besides null.
    private static func alternatives(of schema: JSONObject) -> JSONObject? {
        guard let all = schema["type"]?.array?.compactMap(\.string), schema["enum"] == nil,
            schema["oneOf"] == nil, schema["anyOf"] == nil
        else { return nil }
        let types = all.filter { $0 != "null" && !($0 == "integer" && all.contains("number")) }
        guard types.count > 1 else { return nil }
        let claimed = types.reduce(into: Set(["type"])) { $0.formUnion(keywords[$1] ?? []) }
        var rewritten = JSONObject(
            schema.members.filter { !claimed.contains($0.name) }.map { ($0.name, $0.value) })
        let isText = types.contains("string")
        let branches = types.map { type -> JSONValue in
            let own = schema.members.filter { name, _ in
                keywords[type]?.contains(name) ?? false && !(name == "format" && isText && type != "string")
            }
            return .object(JSONObject([("type", .string(type))] + own.map { ($0.name, $0.value) }))
        }
        rewritten["oneOf"] = .array(branches + (all.contains("null") ? [null] : []))
        return rewritten
    }

    // MARK: Null

    private static let null: JSONValue = ["type": "null"]

    /// Returns a schema that allows null as the generator understands it; nil if it does so already, or does
    /// not allow null.
    private static func movingNull(in schema: JSONObject) -> JSONObject? {
        var moved = schema
        if let branches = schema["anyOf"]?.array, branches.count == 2, branches.contains(null) {
            moved["anyOf"] = nil
            moved["oneOf"] = .array(branches.filter { $0 != null } + [null])
            return moved
        }
        guard let discriminator = schema["discriminator"], let branches = schema["oneOf"]?.array,
            branches.contains(null)
        else { return nil }
        moved["discriminator"] = nil
        moved["oneOf"] = [
            ["oneOf": .array(branches.filter { $0 != null }), "discriminator": discriminator], null,
        ]
        return moved
    }
}
