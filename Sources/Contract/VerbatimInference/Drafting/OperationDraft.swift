import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The requests to one address and what they were answered, as an operation object of OpenAPI.
struct OperationDraft {
    /// The query item that tells it from other operations at its path.
    let constant: OperationKey.Constant?
    /// The servers that were asked.
    private(set) var origins: Set<String> = []
    private(set) var interactions: [Interaction] = []

    init(constant: OperationKey.Constant?) {
        self.constant = constant
    }

    mutating func add(_ interactions: [Interaction], at key: OperationKey) {
        origins.insert(key.origin)
        self.interactions += interactions
    }

    /// The operation; nil when none of its requests was answered.
    func object(_ writer: SchemaWriter) -> JSONObject? {
        let responses = ResponseDraft.responses(of: interactions, writer)
        guard !responses.isEmpty else { return nil }
        var object = JSONObject()
        let parameters = parameters
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        let content = ContentDraft.content(interactions.compactMap(Self.message), writer)
        if !content.isEmpty { object["requestBody"] = ["content": .object(content)] }
        object["responses"] = .object(responses)
        return object
    }

    /// The items of the queries; only the one that tells the operation is required, as only the API could say it.
    private var parameters: [JSONValue] {
        let names = Set(interactions.flatMap { RequestTarget($0.request.url).query.map(\.name) })
        let others = names.filter { $0 != constant?.name }.sorted().map(Self.parameter)
        guard let constant else { return others }
        return [
            [
                "name": .string(constant.name), "in": "query", "required": true,
                "schema": ["const": .string(constant.value)],
            ]
        ] + others
    }

    /// A query parameter that may be anything.
    static func parameter(named name: String) -> JSONValue {
        ["name": .string(name), "in": "query", "schema": ["type": "string"]]
    }

    private static func message(_ interaction: Interaction) -> (type: MediaType, bytes: [UInt8])? {
        guard let body = interaction.request.body, !body.isEmpty,
            let type = interaction.request.headers["Content-Type"].flatMap(MediaType.init)
        else { return nil }
        return (type, [UInt8](body))
    }
}
