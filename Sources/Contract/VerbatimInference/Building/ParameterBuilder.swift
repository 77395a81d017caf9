import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds the parameters of an operation from requests.
struct ParameterBuilder: TrafficFacts {
    /// The parameter that identifies the operation, which comes first and is required, unless a query of
    /// GraphQL has the name in its place.
    private let constant: OperationKey.Constant?
    /// Whether the parameter that identifies the operation is always sent.
    private var hasConstant = true
    private(set) var values: [String: TextStatistics] = [:]
    /// The number of requests, and of those with a header that is the API's own, by its name.
    private var count = 0
    private var headers: [String: Int] = [:]
    /// The names in queries that are not of the API.
    private(set) var ignored: Set<String> = []

    /// The part of all requests that have a header that more than one operation knows.
    private static let leastPart = 5

    init(_ constant: OperationKey.Constant? = nil) {
        self.constant = constant
    }

    /// Adds the query of a request.
    ///
    /// - Parameter isShowing: Whether its values show what the server allows.
    mutating func add(_ request: HTTPRequest, isShowing: Bool) {
        let target = RequestTarget(request.url)
        count += 1
        for name in Set(request.headers.map(\.name)) where Self.own.value(of: name, Self.isOwn) {
            headers[name, default: 0] += 1
        }
        let segments = PathNode.segments(of: target.path)
        let query = target.query.filter { !Self.isIgnored($0, in: segments) }
        if query.count < target.query.count {
            ignored.formUnion(target.query.filter { Self.isIgnored($0, in: segments) }.map(\.name))
        }
        for (name, fields) in Dictionary(grouping: query, by: \.name) where !name.isEmpty {
            // An empty list of values makes the name known.
            if isShowing || values[name] == nil {
                values[name, default: TextStatistics()].add(isShowing ? fields.map(\.value) : [])
            }
        }
        if isShowing, let constant, target.values(of: constant.name).isEmpty { hasConstant = false }
    }

    mutating func append(_ next: ParameterBuilder) {
        hasConstant = hasConstant && next.hasConstant
        values.append(next.values)
        count += next.count
        headers.merge(next.headers, uniquingKeysWith: +)
        ignored.formUnion(next.ignored)
    }

    /// The parameters in queries and headers, sorted by name. No request shows that one is required, as all
    /// of them show the habits of one client.
    ///
    /// - Parameter facts: What the parameters and properties of the API have in common.
    func objects(by facts: PropertyFacts) -> [JSONValue] {
        let lists = lists
        let single = values.filter { name, _ in
            name != constant?.name && lists[RequestTarget.path(ofField: name)[0]] == nil
        }
        let query = single.merging(lists) { own, _ in own }.sorted { $0.key < $1.key }.map { name, values in
            let schema = values.schema(of: name, by: facts)
            return lists[name] == nil
                ? Self.parameter(named: name, in: "query", isRequired: false, schema)
                : Self.list(named: name, schema)
        }
        let usual = facts.parameters.headers.filter { $0.value * Self.leastPart >= facts.parameters.count }
        let own = headers.filter { $0.value == count || usual[$0.key] != nil }.map(\.key).sorted()
        let others =
            query
            + own.map {
                Self.parameter(named: $0, in: "header", isRequired: false, ["type": "string"])
            }
        guard let constant, constant.location == .query else { return others }
        let schema: JSONObject = ["const": .string(constant.value)]
        return [Self.parameter(named: constant.name, in: "query", isRequired: hasConstant, schema)] + others
    }

    /// The lists whose elements are parameters of their own, by the name before their positions: `filter` for
    /// `filter[0]` and `filter[1]`.
    private var lists: [String: TextStatistics] {
        let byList = Dictionary(grouping: values.keys) { RequestTarget.path(ofField: $0)[0] }
        return byList.compactMapValues { names in
            let arePositions = names.allSatisfy { name in
                let path = RequestTarget.path(ofField: name)
                return path.count == 2 && !path[1].isEmpty && path[1].utf8.allSatisfy(\.isDigit)
            }
            guard arePositions else { return nil }
            var all = TextStatistics()
            for name in names.sorted() { if let values = values[name] { all.append(values) } }
            return all
        }
    }

    /// A list as an object of its positions, as no style of parameters has elements with them.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#style-values
    private static func list(named name: String, _ element: JSONObject) -> JSONValue {
        [
            "name": .string(name), "in": "query", "style": "deepObject", "explode": true,
            "description": .string("The elements of a list by their positions: `\(name)[0]`."),
            "schema": ["type": "object", "additionalProperties": .object(element)],
        ]
    }

    /// The parameters of a path, in their order.
    ///
    /// - Parameter texts: The numbers that bodies have as text, after the segments before them.
    static func path(
        _ path: String, of requests: [(path: String, isAccepted: Bool)], texts: Set<String>
    ) -> [JSONValue] {
        let accepted = requests.filter(\.isAccepted)
        let segments = (accepted.isEmpty ? requests : accepted).map { request in
            PathNode.plain(PathNode.segments(of: request.path))
        }
        let parameters = PathTemplates.parameters(of: path)
        // The month and the day of a date both have zeros before them, or neither has.
        let days = parameters.filter { ["month", "day"].contains($0.name) }
        let isPadded = segments.contains { segments in
            days.contains { $0.position < segments.count && segments[$0.position].hasPrefix("0") }
        }
        return parameters.map { name, position in
            var values = TextStatistics()
            var isText = isPadded && days.contains { $0.name == name }
            for segments in segments where position < segments.count {
                let value = PercentEncoding.decode(segments[position])
                let before = position > 0 ? PercentEncoding.decode(segments[position - 1]) : ""
                isText = isText || texts.contains("\(before)/\(value)")
                values.add([value])
            }
            // Two numbers with a point between are a version or a part of a DOI.
            let schema = values.schema(of: name)
            let isDecimal = schema["type"] == "number"
            return parameter(
                named: name, in: "path", isRequired: true,
                isText || isDecimal ? ["type": "string"] : schema)
        }
    }

    /// The parameters of paths, of which numbers are texts where others after the same segments are, or
    /// properties with their names, and texts have no format where others after the same segments have none.
    static func alike(
        _ parameters: [String: [JSONValue]], by facts: PropertyFacts
    ) -> [String: [JSONValue]] {
        // The name of a parameter with the segment before it, as versions of a path have it, too.
        func start(_ path: String, _ name: String) -> Substring {
            let start = path[..<(path.firstRange(of: "{\(name)}")?.upperBound ?? path.endIndex)]
            let before = start.split(separator: "/").dropLast().last
            return before.map { start[$0.startIndex...] } ?? start
        }
        // The formats of texts after the same segments.
        var texts: [Substring: Set<String?>] = [:]
        for (path, parameters) in parameters {
            for parameter in parameters where parameter["schema"]?["type"] == "string" {
                texts[start(path, parameter["name"]?.string ?? ""), default: []]
                    .insert(parameter["schema"]?["format"]?.string)
            }
        }
        var alike = parameters
        for (path, parameters) in parameters {
            alike[path] = parameters.map { parameter in
                let name = parameter["name"]?.string ?? ""
                let formats = texts[start(path, name), default: []]
                let schema = parameter["schema"]
                let isPlainText =
                    schema?["type"] == "string"
                    ? schema?["format"] != nil && formats.contains(nil)
                    : !formats.isEmpty || facts.areTexts(name)
                guard isPlainText else { return parameter }
                return Self.parameter(named: name, in: "path", isRequired: true, ["type": "string"])
            }
        }
        return alike
    }

    /// The names of the parameters that the queries of all requests have.
    var alwaysSent: Set<String> { Set(values.filter { $0.value.messages == count }.keys) }

    /// Whether queries say which page of a list a response is.
    var selectPages: Bool {
        values.keys.contains { name in
            Self.pages.contains(ResourceName.words(of: name).joined().lowercased())
        }
    }

    private static let pages: Set = [
        "cursor", "limit", "nexttoken", "offset", "page", "pagenumber", "pagesize", "pagetoken", "perpage",
    ]

    /// Whether an item of a query is no parameter of the API: it has a name as examples have it, or repeats
    /// the value that the path has after its name.
    ///
    /// - Parameter segments: Those of the path.
    static func isIgnored(_ item: RequestTarget.Field, in segments: [String]) -> Bool {
        if ["foo", "bar", "baz"].contains(item.name) { return true }
        return zip(segments, segments.dropFirst()).contains { word, value in
            guard PercentEncoding.decode(value) == item.value else { return false }
            let noun = PathNames.singular(word).lowercased()
            return [noun, noun + "id"].contains(ResourceName.plain(item.name))
        }
    }

    private static let own = NameMemo<Bool>()

    /// Whether a header of requests is one of the API's own, rather than one of HTTP, of a credential, or of
    /// what libraries and hosts between app and provider add. One word of HTTP is often a whole name.
    private static func isOwn(_ name: String) -> Bool {
        let words = ResourceName.words(of: name).map { $0.lowercased() }
        // https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
        if words.suffix(2) == ["idempotency", "key"] || words == ["if", "match"] || words.last == "nonce" {
            return true
        }
        let credential = CredentialName(name, in: .header)
        let isName = name.utf8.allSatisfy { $0.isLetterOrDigit || "-_".utf8.contains($0) }
        guard isName, foreignWords.isDisjoint(with: words), !credential.isSecret, !credential.isProof
        else { return false }
        // `User-Id` says who sends the request, `For-User-Id` what it is about.
        let own = words.drop { $0 == "x" }
        guard let first = own.first, first != "user" else { return false }
        return own.count < words.count || own == ["version"]
            || words.count > 1 && !foreignBeginnings.contains(first)
    }

    /// The words in the headers of clients, of tracing, of signatures and of proxies.
    private static let foreignWords: Set = [
        "adrum", "agent", "amz", "amzn", "app", "arch", "async", "auth", "b3", "build", "cache", "client",
        "cloud", "correlation", "csrf", "csrftoken", "datadog", "date", "device", "envoy", "fern",
        "forwarded", "hmac", "host", "http", "ip", "key", "library", "method", "moz", "newrelic",
        "original", "os", "package", "platform", "postman", "preflight", "proxy", "purpose", "real",
        "request", "requestdate", "requested", "runtime", "sdk", "sec", "secret", "sentry", "session",
        "signature", "span", "stainless", "timestamp", "token", "trace", "traceid", "traceparent",
        "unity", "vercel", "visitor", "xsrf",
    ]

    /// The first words in the names of HTTP and of networks that deliver content.
    ///
    /// https://www.iana.org/assignments/http-fields/http-fields.xhtml
    private static let foreignBeginnings: Set = [
        "accept", "access", "akamai", "alt", "cdn", "cf", "cloudfront", "content", "e", "early", "elastic",
        "front", "grpc", "http2", "if", "keep", "last", "max", "mime", "origin", "remote", "repr", "retry",
        "save", "service", "set", "soap", "strict", "surrogate", "transfer", "true", "ua", "upgrade",
        "viewport", "want", "www",
    ]

    private static func parameter(
        named name: String, in location: String, isRequired: Bool, _ schema: JSONObject
    ) -> JSONValue {
        var parameter: JSONObject = ["name": .string(name), "in": .string(location)]
        if isRequired { parameter["required"] = true }
        parameter["schema"] = .object(schema)
        return .object(parameter)
    }
}

/// The values of a parameter or of a form field, which are text, and the schema that all of them satisfy.
struct TextStatistics: TrafficFacts {
    /// The number of messages that have the name.
    private(set) var messages = 0
    private var isList = false
    private var count = 0
    /// The number of bytes of the longest value.
    private var longest = 0
    private var integers = 0
    private var decimals = 0
    private var booleans = 0
    private var recorder = RecordedShape()

    /// More digits do not fit every number type.
    private static let digitLimit = 18
    /// What has more digits is the number of a card or an account.
    private static let longestNumber = 12
    /// The greatest integer that no number type rounds.
    ///
    /// https://www.rfc-editor.org/rfc/rfc8259#section-6
    private static let greatestInteger = 1 << 53

    /// Adds the decoded values that one message has.
    ///
    /// - Parameter areLists: Whether several values are one list, and not those of several objects.
    mutating func add(_ values: [String], areLists: Bool = true) {
        messages += 1
        if areLists, values.count > 1 { isList = true }
        for value in values {
            count += 1
            longest = max(longest, value.utf8.count)
            if value == "true" || value == "false" { booleans += 1 }
            if Self.isInteger(value) { integers += 1 }
            if Self.isDecimal(value) { decimals += 1 }
            recorder.beginResponse()
            if let json = try? JSON(parsing: JSONValue.string(value).text(.compact)) { recorder.add(json) }
        }
    }

    mutating func append(_ next: TextStatistics) {
        messages += next.messages
        isList = isList || next.isList
        count += next.count
        longest = max(longest, next.longest)
        integers += next.integers
        decimals += next.decimals
        booleans += next.booleans
        recorder.append(next.recorder)
    }

    /// The schema of the value of a query parameter or a field, which is text or a list if the name says so:
    /// `pageToken`, `ids[]`.
    ///
    /// - Parameter facts: What is known of properties and of other parameters with the name, whose type is
    ///   that of each.
    func schema(of name: String, by facts: PropertyFacts = PropertyFacts()) -> JSONObject {
        let own = element(named: name, by: facts)
        let known = facts.values(of: name)?.element(named: name, by: facts)
        let value = known?["type"] == own["type"] ? own : known ?? own
        if isList || name.hasSuffix("[]") { return ["type": "array", "items": .object(value)] }
        // One text may have several identifiers: `userIds=7,12`.
        let words = PropertyName(name)
        return words.isID && words.isPlural ? ["type": "string"] : value
    }

    private func element(named name: String, by facts: PropertyFacts) -> JSONObject {
        guard count > 0 else { return ["type": "string"] }
        if integers + decimals == count {
            let words = PropertyName(name)
            let isText =
                words.isText || words.isDate || words.isVersion && decimals > 0
                || words.isNoun("number") && longest >= Self.longestNumber
            if isText || facts.areTexts(name) { return ["type": "string"] }
            let isDecimal = decimals > 0 || facts.haveFractions(name)
            return ["type": isDecimal ? "number" : "integer"]
        }
        if booleans == count { return ["type": "boolean"] }
        var schema: JSONObject = ["type": "string"]
        let strings = recorder.shape.strings
        // One address does not show that nothing else may be searched for or examined.
        if let format = strings.format, format != "email" || strings.samples.count > 1,
            strings.samples.count >= StringFacts.sampleLimit || PropertyName(name).allows(format)
        {
            schema["format"] = .string(format)
        }
        return schema
    }

    private static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        return text.utf8.count - digits.count < 2 && !digits.isEmpty && digits.count <= digitLimit
            && digits.allSatisfy(\.isDigit)
            && (digits.first != UInt8(ascii: "0") || digits.count == 1)
            && Int(text).map { $0.magnitude <= greatestInteger } ?? false
    }

    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && isInteger(String(parts[0])) && !parts[1].isEmpty
            && parts[1].utf8.count <= digitLimit && parts[1].utf8.allSatisfy(\.isDigit)
    }
}
