import Foundation
import VerbatimContract
import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// Builds a response object of OpenAPI from the responses of an operation with one status.
struct ResponseBuilder {
    let status: Int
    private var headers = HeaderBuilder()
    private var content = ContentBuilder()
    private var selections = RequestSelections()
    /// The kind of the calls to which these are responses, if they are.
    private var call: RequestCall.Kind?
    /// Whether a response that may have a body had none.
    private var hasEmptyBody = false

    init(status: Int) {
        self.status = status
    }

    init(status: Int, _ traffic: StreamedTraffic) {
        self.init(status: status)
        for (reference, interaction) in traffic.referenced { add(interaction, reference) }
        self = finished(in: traffic)
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

    /// The builder after its last response.
    ///
    /// - Parameter traffic: The interactions, of which some may be read again.
    func finished(in traffic: StreamedTraffic) -> ResponseBuilder {
        var builder = self
        builder.content.finish(
            in: traffic, selections: selections.count, of: call, Self.message)
        return builder
    }

    /// The shapes of the JSON bodies.
    var shapes: [ObservedShape] { content.shapes }

    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        let phrase = Self.reasonPhrases[status] ?? "Status \(status)"
        var object: JSONObject = ["description": .string(phrase)]
        let headers = headers.objects
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

/// Builds a media type object of OpenAPI from bodies. Only JSON and forms contribute to the schema.
struct MediaTypeBuilder {
    /// A body with its media type.
    typealias Message = (type: MediaType, bytes: [UInt8])

    /// Whether the bodies are those of requests. A form in a response is text.
    private let isRequest: Bool
    private let type: MediaType
    private let recorder = ShapeRecorder()
    /// The interactions with the bodies, until all are added.
    private var references: [StreamedTraffic.Reference] = []
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

    init(_ type: MediaType, isRequest: Bool) {
        self.type = type
        self.isRequest = isRequest
    }

    mutating func add(_ message: Message, _ reference: StreamedTraffic.Reference) {
        if isRequest, message.type.isForm { return addForm(message.bytes) }
        if !isRequest { references.append(reference) }
        add(message)
    }

    /// Finds the shape of the bodies that were added, which may be read again.
    ///
    /// - Parameters:
    ///   - selections: The number of ways in which the requests choose which properties there are.
    ///   - call: The kind of the calls to which the bodies are responses, if they are.
    ///   - message: Returns the body of an interaction again.
    mutating func finish(
        in traffic: StreamedTraffic, selections: Int, of call: RequestCall.Kind?,
        _ message: @escaping (Interaction) -> Message?
    ) {
        let own = traffic.only(references)
        references = []
        guard hasJSON, type.isJSON || type.itemFormat != nil || !hasOther else { return }
        shape = recorder.shape.chosenByRequest(in: selections)
        let values = { own.lazy.flatMap { message($0).map(Self.values) ?? [] } }
        if !isRequest, let found = shape {
            // Read again only where there may be a choice.
            shape =
                type.itemFormat != nil
                ? ChoiceFinder.shape(found, ofItems: values) : ChoiceFinder.shape(found, of: values)
        }
        itemFormat = type.itemFormat
        if itemFormat == .events { shape = shape?.readingData() }
        if itemFormat == nil, let call, let shape, call.outcomes.allSatisfy(shape.isOptional(_:)),
            values().allSatisfy({ value in call.outcomes.contains { value[$0].exists } })
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
    private let isRequest: Bool
    private var byType: [String: MediaTypeBuilder] = [:]

    /// - Parameter isRequest: Whether the bodies are those of requests.
    init(isRequest: Bool = false) {
        self.isRequest = isRequest
    }

    /// A builder of the bodies of some interactions.
    ///
    /// - Parameter message: Returns the body of an interaction.
    init(_ traffic: StreamedTraffic, _ message: @escaping (Interaction) -> MediaTypeBuilder.Message?) {
        self.init()
        for (reference, interaction) in traffic.referenced {
            if let message = message(interaction) { add(message, reference) }
        }
        finish(in: traffic, message)
    }

    mutating func add(_ message: MediaTypeBuilder.Message, _ reference: StreamedTraffic.Reference) {
        byType[message.type.essence, default: MediaTypeBuilder(message.type, isRequest: isRequest)]
            .add(message, reference)
    }

    /// Finds the shapes of the bodies that were added, which may be read again.
    ///
    /// - Parameters:
    ///   - selections: The number of ways in which the requests choose which properties there are.
    ///   - call: The kind of the calls to which the messages are responses, if they are.
    ///   - message: Returns the body of an interaction again.
    mutating func finish(
        in traffic: StreamedTraffic, selections: Int = 0, of call: RequestCall.Kind? = nil,
        _ message: @escaping (Interaction) -> MediaTypeBuilder.Message?
    ) {
        for essence in byType.keys {
            byType[essence]?.finish(in: traffic, selections: selections, of: call) { interaction in
                message(interaction).flatMap { $0.type.essence == essence ? $0 : nil }
            }
        }
    }

    /// The builders by media type, sorted by it.
    private var builders: [(essence: String, builder: MediaTypeBuilder)] {
        byType.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The builders of the messages of WebSockets, which are read as JSON Lines, with their direction.
    static func messages(of traffic: StreamedTraffic) -> [(direction: String, content: ContentBuilder)] {
        guard let type = MediaType("application/jsonl") else { return [] }
        return WebSocketMessage.Direction.allCases.compactMap { direction in
            let content = ContentBuilder(traffic) { interaction in
                let lines = interaction.webSocketMessages.filter { $0.direction == direction }
                    .compactMap(\.json)
                return lines.isEmpty ? nil : (type, Array(lines.joined(separator: "\n").utf8))
            }
            return content.byType.isEmpty ? nil : (direction.rawValue, content)
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
struct HeaderBuilder {
    private static let names = [
        "Content-Disposition", "Deprecation", "ETag", "Last-Modified", "Link", "Location", "Retry-After",
        "Sunset", "WWW-Authenticate", "X-Total-Count",
    ]
    private static let prefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"]
    private static let date = try? DatePattern(DateFormat.httpDate)

    /// What is known of the values of a header.
    private struct Values {
        var count = 0
        var areDates = true
        var texts = TextStatistics()
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

    /// The objects of the headers that all responses have, sorted by name. Those that caches and other hosts
    /// between provider and app add and remove are not required.
    var objects: JSONObject {
        JSONObject(
            values.filter { $0.value.count == count }.sorted { $0.key < $1.key }.map {
                let schema = JSONValue.object(Self.schema(of: $0.key, $0.value))
                return (
                    $0.key,
                    Self.isOfProvider($0.key) ? ["required": true, "schema": schema] : ["schema": schema]
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
    private static func schema(of name: String, _ values: Values) -> JSONObject {
        if values.areDates {
            return ["type": "string", "x-date-formats": [.string(DateFormat.httpDate)]]
        }
        let isInteger = isCount(name) && values.texts.schema["type"] == "integer"
        return ["type": isInteger ? "integer" : "string"]
    }

    private static func isCount(_ name: String) -> Bool {
        name == "X-Total-Count" || prefixes.contains(where: name.hasPrefix)
    }
}

/// The ways in which requests choose which properties there are.
struct RequestSelections {
    private var texts: Set<String> = []

    mutating func add(_ interaction: Interaction) {
        // Several are as good as two.
        if texts.count < 2, let selection = interaction.selection { texts.insert(selection) }
    }

    /// The number of ways, 2 for any larger one.
    var count: Int { texts.count }
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
