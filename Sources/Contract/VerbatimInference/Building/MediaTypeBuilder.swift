import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds a media type object of OpenAPI from bodies.
struct MediaTypeBuilder {
    private let recorder = ShapeRecorder()
    private var hasJSON = false
    private var hasOther = false

    /// Adds a body. Only JSON contributes to the schema.
    mutating func add(_ bytes: [UInt8], of type: MediaType) {
        let kind = BodyKind(bytes)
        guard kind != .empty else { return }
        let isJSON = type.isJSON || kind == .json && !type.isXML && !type.isHTML && !type.isImage
        guard isJSON, let json = try? JSON(parsing: bytes) else { return hasOther = true }
        hasJSON = true
        recorder.beginResponse()
        recorder.add(json)
    }

    /// The media type object; without a schema if a body is not JSON and its media type does not promise
    /// JSON.
    func object(_ type: MediaType, _ schemaBuilder: SchemaBuilder) -> JSONObject {
        guard hasJSON, type.isJSON || !hasOther else { return [:] }
        return ["schema": .object(schemaBuilder.schema(of: recorder.shape))]
    }

    /// The media type objects of messages, sorted by media type.
    static func content(
        of messages: [(type: MediaType, bytes: [UInt8])], _ schemaBuilder: SchemaBuilder
    ) -> JSONObject {
        var builders: [String: (type: MediaType, builder: MediaTypeBuilder)] = [:]
        for message in messages {
            builders[message.type.essence, default: (message.type, MediaTypeBuilder())].builder
                .add(message.bytes, of: message.type)
        }
        return JSONObject(
            builders.sorted { $0.key < $1.key }.map {
                ($0.key, .object($0.value.builder.object($0.value.type, schemaBuilder)))
            })
    }
}
