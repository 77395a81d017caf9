import Foundation
import VerbatimContract
import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// Builds a response object of OpenAPI from the responses of an operation with one status.
struct ResponseBuilder {
    let status: Int
    private var responses: [HTTPResponse] = []
    private let content: ContentBuilder
    /// Whether a response that may have a body had none.
    private var hasEmptyBody = false

    init(status: Int, _ interactions: [Interaction]) {
        self.status = status
        var messages: [MediaTypeBuilder.Message] = []
        for interaction in interactions {
            guard let response = interaction.outcome.response else { continue }
            responses.append(response)
            switch status == 304 ? .unknown : Self.content(of: interaction) {
            case .message(let message): messages.append(message)
            case .empty: hasEmptyBody = true
            case .unknown: continue
            }
        }
        content = ContentBuilder(
            messages, selections: Set(interactions.lazy.compactMap(\.selection)).count,
            of: interactions.lazy.compactMap(\.request.call).first?.kind)
    }

    /// The shapes of the JSON bodies.
    var shapes: [ObservedShape] { content.shapes }

    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        let phrase = Self.reasonPhrases[status] ?? "Status \(status)"
        var object: JSONObject = ["description": .string(phrase)]
        let headers = HeaderBuilder.headers(of: responses)
        if !headers.isEmpty { object["headers"] = .object(headers) }
        let content = content.object(schemaBuilder)
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

    /// https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1
    private static func mayHaveBody(_ interaction: Interaction, _ response: HTTPResponse) -> Bool {
        interaction.request.method.uppercased() != "HEAD" && response.status >= 200
            && ![204, 205, 304].contains(response.status)
    }

    /// The builders for the statuses of some responses, in ascending order.
    static func builders(of interactions: [Interaction]) -> [ResponseBuilder] {
        var byStatus: [Int: [Interaction]] = [:]
        for interaction in interactions {
            guard let judged = interaction.outcome.judgedResponse else { continue }
            let sent = interaction.outcome.response?.status ?? judged.status
            for status in Set([judged.status, sent]) { byStatus[status, default: []].append(interaction) }
        }
        return byStatus.sorted { $0.key < $1.key }.map { ResponseBuilder(status: $0, $1) }
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

/// Builds a media type object of OpenAPI from bodies.
struct MediaTypeBuilder {
    /// A body with its media type.
    typealias Message = (type: MediaType, bytes: [UInt8])

    private let recorder = ShapeRecorder()
    /// The shape of the JSON bodies; nil if a body is not JSON and its media type does not promise JSON.
    private(set) var shape: ObservedShape?
    /// The format of the bodies, if each is a sequence of items.
    private var itemFormat: ItemFormat?
    /// The properties of which each body has at least one, if none of them is in all bodies.
    private var outcomes: [String] = []
    private var hasJSON = false
    private var hasOther = false
    private var fields: [String: TextStatistics] = [:]
    private var forms = 0

    /// Reads bodies of one media type. Only JSON and forms contribute to the schema.
    ///
    /// - Parameters:
    ///   - isRequest: Whether the bodies are those of requests. A form in a response is text.
    ///   - selections: The number of ways in which the requests choose which properties there are.
    ///   - call: The kind of the calls to which the bodies are responses, if they are.
    init(_ messages: [Message], isRequest: Bool, selections: Int, of call: RequestCall.Kind?) {
        for message in messages {
            if isRequest, message.type.isForm { addForm(message.bytes) } else { add(message) }
        }
        guard let type = messages.first?.type, hasJSON, type.isJSON || type.itemFormat != nil || !hasOther
        else { return }
        shape = recorder.shape.chosenByRequest(in: selections)
        if !isRequest, let found = shape {
            // Read again only where there may be a choice.
            let values = { messages.flatMap(Self.values(of:)) }
            let hasItems = type.itemFormat != nil
            shape =
                hasItems
                ? ChoiceFinder.shape(found, ofItems: values()) : ChoiceFinder.shape(found, of: values)
        }
        itemFormat = type.itemFormat
        if itemFormat == .events { shape = shape?.readingData() }
        if itemFormat == nil, let call, let shape, call.outcomes.allSatisfy(shape.isOptional(_:)),
            messages.lazy.flatMap(Self.values).allSatisfy({ value in
                call.outcomes.contains { value[$0].exists }
            })
        {
            outcomes = call.outcomes
        }
    }

    /// The values in a body: one of JSON, or the items of a sequence; empty if it is neither.
    private static func values(of message: Message) -> [JSON] {
        guard let format = message.type.itemFormat else {
            return (try? JSON(parsing: message.bytes)).map { [$0] } ?? []
        }
        return format.items(in: Data(message.bytes)).json.map { Array($0.elements) } ?? []
    }

    private mutating func add(_ message: Message) {
        let kind = BodyKind(message.bytes)
        guard kind != .empty else { return }
        let type = message.type
        let isJSON =
            type.isJSON || type.itemFormat != nil
            || kind == .json && !type.isXML && !type.isHTML && !type.isImage
        let values = isJSON ? Self.values(of: message) : []
        guard !values.isEmpty else { return hasOther = true }
        hasJSON = true
        for value in values {
            // Each item of a sequence shows as much as a response.
            recorder.beginResponse()
            recorder.add(value)
        }
    }

    private mutating func addForm(_ bytes: [UInt8]) {
        let items = RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...])
        forms += 1
        for (name, items) in Dictionary(grouping: items, by: \.name) where !name.isEmpty {
            fields[name, default: TextStatistics()].add(items.map(\.value))
        }
    }

    /// The shapes that other bodies may share.
    fileprivate var sharedShapes: [ObservedShape] {
        guard let shape else { return [] }
        guard itemFormat == .events, shape.choice == nil else { return [shape] }
        return shape.properties.filter { $0.shape.isContent }.map { $0.shape.content.json }
    }

    private func formSchema(minimumCount: Int) -> JSONObject {
        let sorted = fields.sorted { $0.key < $1.key }
        let required = forms < minimumCount ? [] : sorted.filter { $0.value.messages == forms }.map(\.key)
        var schema: JSONObject = ["type": "object"]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        schema["properties"] = .object(JSONObject(sorted.map { ($0.key, .object($0.value.schema)) }))
        return schema
    }

    /// The media type object; without a schema if the bodies have no shape.
    fileprivate func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        if !fields.isEmpty {
            return ["schema": .object(formSchema(minimumCount: schemaBuilder.minimumResponses))]
        }
        guard let shape else { return [:] }
        // An event is no resource that others could share.
        var schema =
            itemFormat == .events && shape.choice == nil
            ? schemaBuilder.inlineSchema(of: shape, "", depth: 0) : schemaBuilder.schema(of: shape)
        if !outcomes.isEmpty {
            schema["anyOf"] = .array(outcomes.map { ["required": [.string($0)]] })
        }
        return [itemFormat == nil ? "schema" : "x-item-schema": .object(schema)]
    }
}

/// Builds the content of a message: its media types, with their bodies.
struct ContentBuilder {
    /// The builders by media type, sorted by it.
    private let builders: [(essence: String, builder: MediaTypeBuilder)]

    /// - Parameters:
    ///   - isRequest: Whether the bodies are those of requests.
    ///   - selections: The number of ways in which the requests choose which properties there are.
    ///   - call: The kind of the calls to which the messages are responses, if they are.
    init(
        _ messages: [MediaTypeBuilder.Message], isRequest: Bool = false, selections: Int = 0,
        of call: RequestCall.Kind? = nil
    ) {
        let byType = Dictionary(grouping: messages, by: \.type.essence)
        builders = byType.sorted { $0.key < $1.key }.map {
            let builder = MediaTypeBuilder($0.value, isRequest: isRequest, selections: selections, of: call)
            return ($0.key, builder)
        }
    }

    /// The builders of the messages of WebSockets, which are read as JSON Lines, with their direction.
    static func messages(of interactions: [Interaction]) -> [(direction: String, content: ContentBuilder)] {
        guard let type = MediaType("application/jsonl") else { return [] }
        return WebSocketMessage.Direction.allCases.compactMap { direction in
            let messages = interactions.compactMap { interaction -> MediaTypeBuilder.Message? in
                let lines = interaction.webSocketMessages.filter { $0.direction == direction }
                    .compactMap(\.json)
                return lines.isEmpty ? nil : (type, Array(lines.joined(separator: "\n").utf8))
            }
            return messages.isEmpty ? nil : (direction.rawValue, ContentBuilder(messages))
        }
    }

    /// The value of `x-messages` for one direction.
    func messageSchema(_ schemaBuilder: SchemaBuilder) -> JSONValue {
        let schema = builders.lazy.compactMap { $0.builder.object(schemaBuilder)["x-item-schema"] }.first
        return .object(["schema": schema ?? [:]])
    }

    /// The shapes of the JSON bodies, and of the JSON in events.
    var shapes: [ObservedShape] { builders.flatMap(\.builder.sharedShapes) }

    /// The media type objects, sorted by media type.
    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        JSONObject(builders.map { ($0.essence, .object($0.builder.object(schemaBuilder))) })
    }
}

/// Builds the header objects of a response, for the headers that clients rely on.
enum HeaderBuilder {
    private static let names = [
        "Content-Disposition", "Deprecation", "ETag", "Last-Modified", "Link", "Location", "Retry-After",
        "Sunset", "WWW-Authenticate", "X-Total-Count",
    ]
    private static let prefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"]
    private static let date = try? DatePattern(DateFormat.httpDate)

    /// The objects of the headers that all responses have, sorted by name. Those that caches and other hosts
    /// between provider and app add and remove are not required.
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
                let schema = JSONValue.object(schema(of: $0.key, $0.value))
                return (
                    $0.key, isOfProvider($0.key) ? ["required": true, "schema": schema] : ["schema": schema]
                )
            })
    }

    /// Whether only the provider decides about a header.
    private static func isOfProvider(_ name: String) -> Bool {
        ["Link", "Location", "X-Total-Count"].contains(name) || prefixes.contains(where: name.hasPrefix)
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

extension Interaction {
    /// The text by which the request says which properties its response is to have: a query of GraphQL, or
    /// the same text for all lists of fields; nil if it does not.
    ///
    /// https://spec.graphql.org/October2021/#sec-Selection-Sets
    var selection: String? {
        let items = RequestTarget(request.url).query
        guard choosesByQuery else {
            return items.contains { Self.choosingItems.contains($0.name) } ? "" : nil
        }
        let body = request.structuredBody.map { $0.elements.first ?? $0 }
        return body?["query"].string ?? items.first { $0.name == "query" }?.value ?? ""
    }

    /// Whether the request is a query of GraphQL without a name. Queries with one are an operation each, and
    /// the text of one does not change from request to request.
    var choosesByQuery: Bool {
        let call = request.call ?? request.structuredBody?.elements.first.flatMap(RequestCall.init)
        return call?.kind == .graphQL && call?.name == nil
    }

    private static let choosingItems: Set = ["fields", "$select", "$expand", "include", "expand"]
}

extension ObservedShape {
    /// Whether some of the objects have a property, and some have not.
    fileprivate func isOptional(_ name: String) -> Bool {
        properties.contains { $0.name == name && $0.count < objects }
    }
}
