import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The bodies of one media type, as a media type object of OpenAPI.
struct ContentDraft {
    private let recorder = ShapeRecorder()
    private var hasJSON = false
    private var hasOther = false

    /// Reads a body; what is not JSON is held to its media type alone.
    mutating func add(_ bytes: [UInt8], of type: MediaType) {
        let kind = BodyKind(bytes)
        guard kind != .empty else { return }
        let isJSON = type.isJSON || kind == .json && !type.isXML && !type.isHTML && !type.isImage
        guard isJSON, let json = try? JSON(parsing: bytes) else { return hasOther = true }
        hasJSON = true
        recorder.beginAnswer()
        recorder.add(json)
    }

    /// The media type object; without a schema when the bodies are not all JSON, whatever their media type says.
    func object(_ type: MediaType, _ writer: SchemaWriter) -> JSONObject {
        guard hasJSON, type.isJSON || !hasOther else { return [:] }
        return ["schema": .object(writer.schema(of: recorder.shape))]
    }

    /// The content of some messages by media type, in the order of their names.
    static func content(_ messages: [(type: MediaType, bytes: [UInt8])], _ writer: SchemaWriter) -> JSONObject
    {
        var drafts: [String: (type: MediaType, draft: ContentDraft)] = [:]
        for message in messages {
            drafts[message.type.essence, default: (message.type, ContentDraft())].draft
                .add(message.bytes, of: message.type)
        }
        return JSONObject(
            drafts.sorted { $0.key < $1.key }.map {
                ($0.key, .object($0.value.draft.object($0.value.type, writer)))
            })
    }
}
