import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds a media type object of OpenAPI from bodies.
struct MediaTypeBuilder {
    /// A body with its media type.
    typealias Message = (type: MediaType, bytes: [UInt8])

    private let recorder = ShapeRecorder()
    /// The shape of the JSON bodies; nil if a body is not JSON and its media type does not promise JSON.
    private(set) var shape: ObservedShape?
    private var hasJSON = false
    private var hasOther = false
    private var fields: [String: TextStatistics] = [:]
    private var forms = 0

    /// Reads bodies of one media type. Only JSON and forms contribute to the schema.
    ///
    /// - Parameter isRequest: Whether the bodies are those of requests. A form in a response is text.
    init(_ messages: [Message], isRequest: Bool) {
        for message in messages {
            if isRequest, message.type.isForm { addForm(message.bytes) } else { add(message) }
        }
        guard let type = messages.first?.type, hasJSON, type.isJSON || !hasOther else { return }
        shape = recorder.shape
        if !isRequest, let found = shape {
            shape = ChoiceFinder.shape(found) { messages.compactMap { try? JSON(parsing: $0.bytes) } }
        }
    }

    private mutating func add(_ message: Message) {
        let kind = BodyKind(message.bytes)
        guard kind != .empty else { return }
        let type = message.type
        let isJSON = type.isJSON || kind == .json && !type.isXML && !type.isHTML && !type.isImage
        guard isJSON, let json = try? JSON(parsing: message.bytes) else { return hasOther = true }
        hasJSON = true
        recorder.beginResponse()
        recorder.add(json)
    }

    private mutating func addForm(_ bytes: [UInt8]) {
        let items = RequestTarget.fields(String(decoding: bytes, as: UTF8.self)[...])
        forms += 1
        for (name, items) in Dictionary(grouping: items, by: \.name) where !name.isEmpty {
            fields[name, default: TextStatistics()].add(items.map(\.value))
        }
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
        return shape.map { ["schema": .object(schemaBuilder.schema(of: $0))] } ?? [:]
    }
}

/// Builds the content of a message: its media types, with their bodies.
struct ContentBuilder {
    /// The builders by media type, sorted by it.
    private let builders: [(essence: String, builder: MediaTypeBuilder)]

    /// - Parameter isRequest: Whether the bodies are those of requests.
    init(_ messages: [MediaTypeBuilder.Message], isRequest: Bool = false) {
        let byType = Dictionary(grouping: messages, by: \.type.essence)
        builders = byType.sorted { $0.key < $1.key }.map {
            ($0.key, MediaTypeBuilder($0.value, isRequest: isRequest))
        }
    }

    /// The shapes of the JSON bodies.
    var shapes: [ObservedShape] { builders.compactMap(\.builder.shape) }

    /// The media type objects, sorted by media type.
    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        JSONObject(builders.map { ($0.essence, .object($0.builder.object(schemaBuilder))) })
    }
}
