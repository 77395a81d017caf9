import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds a media type object of OpenAPI from bodies.
struct MediaTypeBuilder {
    /// A body with its media type.
    typealias Message = (type: MediaType, bytes: [UInt8])

    /// Whether the bodies are those of requests. A form in a response is text.
    let isRequest: Bool
    private let recorder = ShapeRecorder()
    private var hasJSON = false
    private var hasOther = false
    private var fields: [String: TextStatistics] = [:]
    private var forms = 0

    init(isRequest: Bool) {
        self.isRequest = isRequest
    }

    /// Adds a body. Only JSON and forms contribute to the schema.
    mutating func add(_ bytes: [UInt8], of type: MediaType) {
        if isRequest, type.isForm { return addForm(bytes) }
        let kind = BodyKind(bytes)
        guard kind != .empty else { return }
        let isJSON = type.isJSON || kind == .json && !type.isXML && !type.isHTML && !type.isImage
        guard isJSON, let json = try? JSON(parsing: bytes) else { return hasOther = true }
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

    /// The shape of the JSON bodies, if they are described.
    func shape(_ type: MediaType) -> ObservedShape? {
        hasJSON && (type.isJSON || !hasOther) ? recorder.shape : nil
    }

    /// The media type object; without a schema if a body is not JSON and its media type does not promise
    /// JSON.
    fileprivate func object(_ type: MediaType, _ schemaBuilder: SchemaBuilder) -> JSONObject {
        if !fields.isEmpty {
            return ["schema": .object(formSchema(minimumCount: schemaBuilder.minimumResponses))]
        }
        return shape(type).map { ["schema": .object(schemaBuilder.schema(of: $0))] } ?? [:]
    }
}

/// Builds the content of a message: its media types, with their bodies.
struct ContentBuilder {
    private var builders: [String: (type: MediaType, builder: MediaTypeBuilder)] = [:]

    /// - Parameter isRequest: Whether the bodies are those of requests.
    init(_ messages: [MediaTypeBuilder.Message], isRequest: Bool = false) {
        for message in messages {
            let new = (message.type, MediaTypeBuilder(isRequest: isRequest))
            builders[message.type.essence, default: new].builder.add(message.bytes, of: message.type)
        }
    }

    /// The shapes of the JSON bodies.
    var shapes: [ObservedShape] {
        builders.sorted { $0.key < $1.key }.compactMap { $0.value.builder.shape($0.value.type) }
    }

    /// The media type objects, sorted by media type.
    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        JSONObject(
            builders.sorted { $0.key < $1.key }.map {
                ($0.key, .object($0.value.builder.object($0.value.type, schemaBuilder)))
            })
    }
}
