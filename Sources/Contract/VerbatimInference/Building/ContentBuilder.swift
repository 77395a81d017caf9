import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds a media type object of OpenAPI from bodies. Only JSON and forms contribute to the schema.
struct MediaTypeBuilder: TrafficFacts {
    /// A body with its media type.
    typealias Message = (type: MediaType, bytes: [UInt8])

    /// Whether the bodies are those of requests. A form in a response is text.
    private let isRequest: Bool
    private let type: MediaType
    private var recorder = RecordedShape()
    /// Errors in place of events, each a JSON text.
    private var documents = RecordedShape()
    /// What else may show that objects are dictionaries.
    private var evidence = DictionaryEvidence()
    /// The interactions with the bodies, until all are added.
    private var references: [StreamedTraffic.Reference] = []
    /// The shape of the JSON bodies; nil if a body is not JSON and its media type does not promise JSON.
    private(set) var shape: ObservedShape?
    /// The format of the bodies, if each is a sequence of items.
    private var itemFormat: ItemFormat?
    /// The properties of which each body has at least one, if none of them is in all bodies.
    private var outcomes: [String] = []
    /// The kinds of calls of which a body has neither outcome.
    private var lacking: Set<RequestCall.Kind> = []
    private var hasJSON = false
    private var hasOther = false
    fileprivate var forms = FormBuilder()

    init(_ type: MediaType, isRequest: Bool) {
        self.type = type
        self.isRequest = isRequest
    }

    mutating func add(_ message: Message, _ reference: StreamedTraffic.Reference) {
        if isRequest, message.type.isForm {
            // Without an equals sign it is no list of fields, but a placeholder for one.
            guard message.bytes.contains(UInt8(ascii: "=")) else { return forms.add([]) }
            let items = RequestTarget.fields(String(decoding: message.bytes, as: UTF8.self)[...])
            return forms.add(items.map { ($0.name, $0.value) })
        }
        if isRequest, message.type.essence == "multipart/form-data" {
            return forms.add(MultipartForm.fields(in: message.bytes))
        }
        references.append(reference)
        add(message)
    }

    mutating func append(_ next: MediaTypeBuilder) {
        recorder.append(next.recorder)
        documents.append(next.documents)
        references += next.references
        lacking.formUnion(next.lacking)
        hasJSON = hasJSON || next.hasJSON
        hasOther = hasOther || next.hasOther
        forms.append(next.forms)
    }

    /// Concludes from the bodies that were added, but for the choices among their kinds.
    ///
    /// - Parameters:
    ///   - selections: How the requests choose which properties there are.
    ///   - call: The kind of the calls to which the bodies are responses, if they are.
    ///   - isKind: Whether the bodies are of one kind, whatever is in them.
    /// - Returns: nil unless there may be choices, for which the bodies are read again.
    mutating func settle(
        selections: RequestSelections, of call: RequestCall.Kind?, isKind: Bool
    ) -> ChoiceReading? {
        let own = references
        references = []
        evidence = selections.dictionaries.settled
        evidence.isOfRequests = isRequest
        let whole = hasJSON ? ObservedShape() : selections.applied(to: documents.shape)
        if whole.count > 0 { shape = whole.foldingDictionaries(by: evidence) }
        guard hasJSON, type.isJSON || type.itemFormat != nil || !hasOther else { return nil }
        let found = selections.applied(to: recorder.shape)
        shape = found
        itemFormat = type.itemFormat
        if itemFormat == nil, let call, !lacking.contains(call),
            call.outcomes.allSatisfy(found.isOptional(_:))
        {
            outcomes = call.outcomes
        }
        // Read again only where there may be a choice.
        let finder = ChoiceFinder(
            found, ofItems: itemFormat != nil, isRequest: isRequest, isKind: isKind || !outcomes.isEmpty)
        if finder == nil { finish() }
        return finder.map { ChoiceReading(finder: $0, shape: found, references: own) }
    }

    mutating func choose(_ choice: ChoiceFinder) {
        shape = shape.map(choice.applied)
        finish()
    }

    /// Adds the properties that only other bodies have, unless their names are among some.
    fileprivate mutating func addMissing(of other: MediaTypeBuilder, except names: Set<String>) {
        forms.addMissing(of: other.forms, except: names)
        if let others = other.shape, shape?.objects ?? 0 > 0 { shape?.addMissing(of: others, except: names) }
    }

    private mutating func finish() {
        shape = shape?.foldingDictionaries(by: evidence)
        if itemFormat == .events { shape = shape?.readingData() }
    }

    /// The values in a body: one of JSON, or the items of a sequence; empty if it is neither.
    static func values(of message: Message) -> [JSON] {
        guard let format = message.type.itemFormat else {
            return (try? JSON(parsing: message.bytes)).map { [$0] } ?? []
        }
        return format.items(in: Data(message.bytes)).json.map { Array($0.elements) } ?? []
    }

    private mutating func add(_ message: Message) {
        let kind = BodyKind(message.bytes)
        guard kind != .empty else { return }
        let type = message.type
        if type.itemFormat == .events, kind == .json, let json = try? JSON(parsing: message.bytes) {
            documents.beginResponse()
            return documents.add(json)
        }
        let isJSON =
            type.isJSON || type.itemFormat != nil
            || kind == .json && !type.isXML && !type.isImage
        let values = isJSON ? Self.values(of: message) : []
        guard !values.isEmpty else { return hasOther = true }
        hasJSON = true
        for value in values {
            // Each item of a sequence shows as much as a response.
            recorder.beginResponse()
            recorder.add(value)
            for call in RequestCall.Kind.allCases where !call.outcomes.contains(where: { value[$0].exists }) {
                lacking.insert(call)
            }
        }
    }

    /// The shapes that other bodies may share.
    fileprivate var sharedShapes: [ObservedShape] {
        guard let shape else { return [] }
        guard itemFormat == .events, shape.choice == nil else { return [shape] }
        return shape.properties.filter { $0.shape.isContent }.map { $0.shape.content.json }
    }

    /// Whether all bodies are empty objects or arrays.
    fileprivate var areEmpty: Bool {
        guard let shape else { return false }
        return shape.objects + shape.arrays == shape.count && shape.properties.isEmpty && shape.items == nil
    }

    /// Whether all bodies are null or an empty text, which some clients send for none.
    fileprivate var areNothing: Bool { shape.map { $0.nulls + $0.strings.empty == $0.count } ?? false }

    /// Whether the bodies are texts of no other format.
    private var isText: Bool {
        type.essence.hasPrefix("text/") && !type.isXML && !type.isHTML && !type.isJSON
            && type.itemFormat == nil
    }

    /// The media type object; without a schema if the bodies have no shape.
    fileprivate func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        if !forms.isEmpty {
            return forms.object(minimumCount: schemaBuilder.minimumResponses, schemaBuilder.facts)
        }
        guard let shape else { return isText ? ["schema": ["type": "string"]] : [:] }
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
struct ContentBuilder: TrafficFacts {
    private let isRequest: Bool
    private var byType: [String: MediaTypeBuilder] = [:]

    /// - Parameter isRequest: Whether the bodies are those of requests.
    init(isRequest: Bool = false) {
        self.isRequest = isRequest
    }

    mutating func add(_ message: MediaTypeBuilder.Message, _ reference: StreamedTraffic.Reference) {
        byType[message.type.essence, default: MediaTypeBuilder(message.type, isRequest: isRequest)]
            .add(message, reference)
    }

    mutating func append(_ next: ContentBuilder) { byType.append(next.byType) }

    /// Concludes from the bodies that were added, but for the choices among their kinds.
    ///
    /// - Returns: What is to be found by reading bodies again, by their media types.
    mutating func settle(
        selections: RequestSelections = RequestSelections(), of call: RequestCall.Kind? = nil,
        isKind: Bool = false
    ) -> [String: ChoiceReading] {
        var readings: [String: ChoiceReading] = [:]
        for essence in byType.keys {
            readings[essence] = byType[essence]?.settle(
                selections: selections, of: call, isKind: isKind)
        }
        return readings
    }

    /// Adds the properties that only other bodies have.
    ///
    /// - Parameters:
    ///   - names: The properties that are not added.
    ///   - isOpen: Whether the bodies of a media type get properties.
    mutating func addMissing(
        of other: ContentBuilder, except names: Set<String>, where isOpen: (String) -> Bool
    ) {
        for (essence, builder) in other.byType where isOpen(essence) {
            byType[essence]?.addMissing(of: builder, except: names)
        }
    }

    mutating func choose(_ choice: ChoiceFinder, of essence: String) { byType[essence]?.choose(choice) }

    /// The builders by media type, sorted by it.
    private var builders: [(essence: String, builder: MediaTypeBuilder)] {
        byType.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The messages of WebSockets of an interaction by their direction, read as JSON Lines.
    static func messages(
        of interaction: Interaction
    ) -> [(direction: String, message: MediaTypeBuilder.Message)] {
        guard !interaction.webSocketMessages.isEmpty, let type = MediaType("application/jsonl") else {
            return []
        }
        var messages: [(direction: String, message: MediaTypeBuilder.Message)] = []
        for direction in WebSocketMessage.Direction.allCases {
            let sent = interaction.webSocketMessages.filter { $0.direction == direction }
            let lines = sent.compactMap(\.json)
            if !lines.isEmpty {
                messages.append((direction.rawValue, (type, Array(lines.joined(separator: "\n").utf8))))
            }
        }
        return messages
    }

    /// The value of `x-messages` for one direction.
    func messageSchema(_ schemaBuilder: SchemaBuilder) -> JSONValue {
        let schema = builders.lazy.compactMap { $0.builder.object(schemaBuilder)["x-item-schema"] }.first
        return .object(["schema": schema ?? [:]])
    }

    /// Whether all bodies are empty objects or arrays.
    var areEmpty: Bool { builders.allSatisfy(\.builder.areEmpty) }

    /// Whether all bodies are null or an empty text.
    var areNothing: Bool { builders.allSatisfy(\.builder.areNothing) }

    /// The shapes of the JSON bodies, and of the JSON in events.
    var shapes: [ObservedShape] { builders.flatMap(\.builder.sharedShapes) }

    var forms: [FormBuilder] { byType.values.map(\.forms) }

    /// The media type objects, sorted by media type.
    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject {
        JSONObject(builders.map { ($0.essence, .object($0.builder.object(schemaBuilder))) })
    }
}

/// Bodies that are read again, as there may be objects of several kinds.
struct ChoiceReading {
    var finder: ChoiceFinder
    let shape: ObservedShape
    let references: [StreamedTraffic.Reference]
}

extension ObservedShape {
    /// Whether some of the objects have a property, and some have not.
    fileprivate func isOptional(_ name: String) -> Bool {
        properties.contains { $0.name == name && $0.count < objects }
    }
}
