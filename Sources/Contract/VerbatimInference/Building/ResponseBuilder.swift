import Foundation
import VerbatimContract
import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// Builds a response object of OpenAPI from the responses of an operation with one status.
struct ResponseBuilder: TrafficFacts {
    let status: Int
    private(set) var headers = HeaderBuilder()
    private(set) var content = ContentBuilder()
    private var selections = RequestSelections()
    /// The kind of the calls to which these are responses, if they are.
    private var call: RequestCall.Kind?
    /// Whether a response that may have a body had none.
    private var hasEmptyBody = false

    init(status: Int) {
        self.status = status
    }

    mutating func add(_ interaction: Interaction, _ reference: StreamedTraffic.Reference) {
        selections.add(interaction)
        if call == nil { call = interaction.request.call?.kind }
        guard let response = interaction.outcome.response else { return }
        headers.add(response.headers)
        switch status == 304 ? .unknown : Self.content(of: interaction) {
        case .message(let message): content.add(message, reference)
        case .empty: hasEmptyBody = true
        case .unknown: return
        }
    }

    mutating func append(_ next: ResponseBuilder) {
        headers.append(next.headers)
        content.append(next.content)
        selections.append(next.selections)
        call = call ?? next.call
        hasEmptyBody = hasEmptyBody || next.hasEmptyBody
    }

    /// Concludes from the bodies that were added, but for the choices among their kinds.
    ///
    /// - Returns: What is to be found by reading bodies again, by their media types.
    mutating func settle() -> [String: ChoiceReading] {
        content.settle(selections: selections, of: call)
    }

    mutating func choose(_ choice: ChoiceFinder, of essence: String) { content.choose(choice, of: essence) }

    /// The shapes of the JSON bodies.
    var shapes: [ObservedShape] { content.shapes }

    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        let phrase = Self.reasonPhrases[status] ?? "Status \(status)"
        var object: JSONObject = ["description": .string(phrase)]
        let headers = headers.objects(among: schemaBuilder.facts.headers)
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let content = content.object(status < 400 ? schemaBuilder.forSuccess : schemaBuilder)
        if !content.isEmpty {
            object["content"] = .object(content)
            if hasEmptyBody || (300..<400).contains(status) { object["x-optional-body"] = true }
        }
        return object
    }

    /// The content of a response, as far as it says anything about others.
    enum Content {
        case message(MediaTypeBuilder.Message)
        case empty
        /// There can be no body, or the archive does not contain it, or its media type is not known.
        case unknown
    }

    static func content(of interaction: Interaction) -> Content {
        guard let response = interaction.outcome.judgedResponse, mayHaveBody(interaction, response),
            let bytes = try? response.body.storedBytes()
        else { return .unknown }
        guard !bytes.isEmpty else { return .empty }
        // Without a media type, the body may be JSON nevertheless.
        let type =
            response.headers["Content-Type"].flatMap(MediaType.init)
            ?? (BodyKind(bytes) == .json ? MediaType.any : nil)
        return type.map { .message(($0, [UInt8](bytes.withoutByteOrderMark))) } ?? .unknown
    }

    /// The body of a response with its media type, if it has both.
    static func message(of interaction: Interaction) -> MediaTypeBuilder.Message? {
        if case .message(let message) = content(of: interaction) { message } else { nil }
    }

    /// https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1
    private static func mayHaveBody(_ interaction: Interaction, _ response: HTTPResponse) -> Bool {
        interaction.request.method.uppercased() != "HEAD" && response.status >= 200
            && ![204, 205, 304].contains(response.status)
    }

    /// The statuses under which a contract describes a response.
    static func statuses(of interaction: Interaction) -> Set<Int> {
        guard let judged = interaction.outcome.judgedResponse else { return [] }
        return [judged.status, interaction.outcome.response?.status ?? judged.status]
    }

    /// The reason phrases of statuses, which serve as descriptions until a person writes better ones.
    ///
    /// https://www.rfc-editor.org/rfc/rfc9110#section-15
    private static let reasonPhrases = [
        101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted",
        203: "Non-Authoritative Information", 204: "No Content",
        206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 413: "Content Too Large",
        415: "Unsupported Media Type", 422: "Unprocessable Content", 429: "Too Many Requests",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout",
    ]
}

/// Builds the header objects of a response, for the headers that clients rely on.
struct HeaderBuilder: TrafficFacts {
    private static let names = [
        "Content-Disposition", "Deprecation", "ETag", "Last-Modified", "Link", "Location", "Retry-After",
        "Sunset", "WWW-Authenticate", "X-Total-Count",
    ]
    private static let prefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"]
    private static let date = try? DatePattern(DateFormat.httpDate)

    /// What is known of the values of a header.
    private struct Values: TrafficFacts {
        var count = 0
        var areDates = true
        var texts = TextStatistics()

        mutating func append(_ next: Values) {
            count += next.count
            areDates = areDates && next.areDates
            texts.append(next.texts)
        }
    }

    private var count = 0
    private var values: [String: Values] = [:]

    /// Adds the headers of a response.
    mutating func add(_ headers: HeaderFields) {
        count += 1
        for (name, fields) in Dictionary(grouping: headers, by: { Self.name(of: $0.name) }) {
            guard let name, let text = fields.first?.value else { continue }
            values[name, default: Values()].count += 1
            if Self.date?.matches(text) != true { values[name]?.areDates = false }
            if Self.isCount(name) { values[name]?.texts.add([text]) }
        }
    }

    mutating func append(_ next: HeaderBuilder) {
        count += next.count
        values.append(next.values)
    }

    /// The objects of the headers that all responses have, sorted by name. Those that caches and other hosts
    /// between provider and app add and remove are not required, nor are links, which a single page lacks.
    ///
    /// - Parameter all: The headers of the successful responses of the API, in which limits are alike.
    func objects(among all: HeaderBuilder) -> JSONObject {
        JSONObject(
            values.filter { $0.value.count == count }.sorted { $0.key < $1.key }.map { name, values in
                var values = values
                let isLimit = Self.isLimit(name)
                let known = isLimit ? all.values[name] : nil
                if let known { values.append(known) }
                let isRequired =
                    ["Location", "X-Total-Count"].contains(name)
                    || isLimit && known.map { $0.count == all.count } ?? (all.count == 0)
                let schema = JSONValue.object(Self.schema(of: name, values))
                return (name, isRequired ? ["required": true, "schema": schema] : ["schema": schema])
            })
    }

    /// Whether a header says how many requests an app may send.
    static func isLimit(_ name: String) -> Bool { prefixes.contains(where: name.hasPrefix) }

    /// The usual spelling of a field name, if it names one of these headers.
    private static func name(of field: String) -> String? {
        if let name = names.first(where: { $0.equalsIgnoringASCIICase(field) }) { return name }
        let lowercased = field.lowercased()
        return isLimit(lowercased) ? lowercased : nil
    }

    /// The schema of values: dates of HTTP, integers for limits and counts, other text.
    private static func schema(of name: String, _ values: Values) -> JSONObject {
        if values.areDates {
            return ["type": "string", "x-date-formats": [.string(DateFormat.httpDate)]]
        }
        let isInteger = isCount(name) && values.texts.schema(of: "")["type"] == "integer"
        return ["type": isInteger ? "integer" : "string"]
    }

    private static func isCount(_ name: String) -> Bool {
        name == "X-Total-Count" || isLimit(name)
    }
}

/// The ways in which requests choose which properties there are.
struct RequestSelections: TrafficFacts {
    private var texts: Set<String> = []
    /// The plain names of properties that requests ask for.
    private var names: Set<String> = []
    /// Those that they ask for by a flag, by which they also ask for things that are something.
    private var flags: Set<String> = []
    /// Those of properties of which requests ask for some properties only.
    private var outer: Set<String> = []
    /// The names of the parameters that list them.
    private var holders: Set<String> = []
    /// What requests say about dictionaries.
    private(set) var dictionaries = DictionaryEvidence()
    /// The queries of requests without a body that were read; to read one again would add nothing.
    private var queries: Set<String> = []

    private enum CodingKeys: CodingKey { case texts, names, flags, outer, holders, dictionaries }

    /// The number of queries that are kept, and the length of the longest.
    private static let queryLimit = (count: 256, length: 1024)

    mutating func add(_ interaction: Interaction) {
        let parts = URLParts(interaction.request.url)
        dictionaries.addPath(parts.path)
        guard !isKnown(parts.query, of: interaction) else { return }
        dictionaries.add(interaction)
        // An error has what it has.
        guard interaction.outcome.response.map({ $0.status < 400 }) ?? true else { return }
        // Several are as good as two.
        if texts.count < 2, let selection = interaction.selection { texts.insert(selection) }
        for item in RequestTarget(interaction.request.url).query {
            if Self.addingItems.contains(item.name) {
                add(item.value, isAddition: true)
                names.insert("included")
            } else if let name = Self.added(by: item) {
                flags.insert(ResourceName.plain(name))
            } else if Self.chooses(item.name) {
                add(item.value, isAddition: false)
                holders.insert(item.name.lowercased())
            }
        }
        guard let body = interaction.request.structuredBody else { return }
        for member in body.members.prefix(Self.nameLimit) where Self.chooses(member.name) {
            let names = member.value.elements.prefix(Self.nameLimit).compactMap(\.string)
            add(member.value.string ?? names.joined(separator: ","), isAddition: false)
        }
    }

    /// Whether a request, to which the response was also an error or none, had the same query and no body.
    private mutating func isKnown(_ query: Substring?, of interaction: Interaction) -> Bool {
        guard interaction.request.body == nil, query?.utf8.count ?? 0 <= Self.queryLimit.length else {
            return false
        }
        let isError = interaction.outcome.response.map { $0.status >= 400 } ?? false
        let key = (isError ? "!" : "?") + (query ?? "")
        if queries.contains(key) { return true }
        if queries.count < Self.queryLimit.count { queries.insert(key) }
        return false
    }

    /// Adds the names in a list: `id,title`, `data.customer`, `items(id,owner/name)`.
    ///
    /// - Parameter isAddition: Whether the last name of each path is added to what there is anyway.
    private mutating func add(_ list: String, isAddition: Bool) {
        var (name, count) = ("", 0)
        for character in list.lowercased() + "," where count < Self.nameLimit {
            guard Self.separators.contains(character) else {
                name.append(character)
                continue
            }
            let isOuter = "./({:".contains(character)
            if !name.isEmpty {
                if isOuter { outer.insert(name) }
                if !isAddition || !isOuter && name != "id" { names.insert(ResourceName.plain(name)) }
                count += 1
            }
            name = ""
        }
    }

    mutating func append(_ next: RequestSelections) {
        texts.formUnion(next.texts)
        names.formUnion(next.names)
        flags.formUnion(next.flags)
        outer.formUnion(next.outer)
        holders.formUnion(next.holders)
        dictionaries.append(next.dictionaries)
    }

    /// A shape of responses in which requests choose which properties there are, in several ways or in one.
    func applied(to shape: ObservedShape) -> ObservedShape {
        let shape = dictionaries.settled.applied(to: shape.chosenByRequest(in: min(texts.count, 2)))
        let named =
            names.isEmpty
            ? shape
            : shape.requested(within: outer, in: holders) { property, _ in
                names.contains(ResourceName.plain(property.name))
            }
        guard !flags.isEmpty else { return named }
        return named.requested { property, _ in
            flags.contains(ResourceName.plain(property.name)) && property.shape.booleans == 0
        }
    }

    /// Whether a query parameter lists the properties of a response: `fields[articles]`, `personFields`.
    private static func chooses(_ name: String) -> Bool {
        let words = ResourceName.words(of: String(name.prefix { $0 != "[" })).map { $0.lowercased() }
        return words.last.map(choosingWords.contains) ?? false && otherWords.isDisjoint(with: words)
    }

    /// The name in small letters of the property that a query adds: `includeItems=true`, `add_items=1`.
    private static func added(by item: RequestTarget.Field) -> String? {
        guard ["true", "1", "yes"].contains(item.value.lowercased()) else { return nil }
        let words = ResourceName.words(of: item.name).map { $0.lowercased() }
        if words.count > 1, ["add", "include", "with"].contains(words[0]) {
            return words.dropFirst().joined(separator: "_")
        }
        let name = item.name.lowercased()
        if name.hasPrefix("include"), words.count == 1 { return String(name.dropFirst(7)) }
        return item.value.lowercased() == "true" ? name : nil
    }

    private static let nameLimit = 64
    private static let separators: Set<Character> = [
        ",", ";", "|", ".", "/", ":", " ", "(", ")", "[", "]", "{", "}", "\"", "'",
    ]
    private static let choosingWords: Set = [
        "field", "fields", "select", "columns", "attributes", "properties", "mask", "fl", "props",
    ]
    private static let otherWords: Set = ["exclude", "omit", "search", "sort", "query", "update", "filter"]
    private static let addingItems: Set = [
        "append_to_response", "expand", "expand[]", "$expand", "include", "includes", "embed", "_embed",
        "extras", "part", "with",
    ]
}

extension Interaction {
    /// The query of GraphQL by which the request says which properties its response is to have; nil without
    /// one.
    ///
    /// https://spec.graphql.org/October2021/#sec-Selection-Sets
    fileprivate var selection: String? {
        guard choosesByQuery else { return nil }
        let body = request.structuredBody.map { $0.elements.first ?? $0 }
        return body?["query"].string ?? RequestTarget(request.url).query.first { $0.name == "query" }?.value
            ?? ""
    }

    /// Whether the request is a query of GraphQL without a name. Queries with one are an operation each, and
    /// the text of one does not change from request to request.
    var choosesByQuery: Bool {
        let call = request.call ?? request.structuredBody?.elements.first.flatMap(RequestCall.init)
        return call?.kind == .graphQL && call?.name == nil
    }
}
