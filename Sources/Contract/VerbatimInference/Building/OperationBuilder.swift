import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds an operation object of OpenAPI from interactions.
struct OperationBuilder {
    /// The query parameter that identifies the operation among others with its path.
    let constant: OperationKey.Constant?
    /// The origins of the requests.
    private(set) var origins: Set<String> = []
    private(set) var interactions: [Interaction] = []

    init(constant: OperationKey.Constant?) {
        self.constant = constant
    }

    mutating func add(_ interactions: [Interaction], at key: OperationKey) {
        origins.insert(key.origin)
        self.interactions += interactions
    }

    /// The operation object; nil if no request has a response.
    func object(_ schemaBuilder: SchemaBuilder) -> JSONObject? {
        let responses = ResponseBuilder.responses(of: interactions, schemaBuilder)
        guard !responses.isEmpty else { return nil }
        var object = JSONObject()
        let parameters = parameters
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        let content = MediaTypeBuilder.content(of: interactions.compactMap(Self.message), schemaBuilder)
        if !content.isEmpty { object["requestBody"] = ["content": .object(content)] }
        object["responses"] = .object(responses)
        return object
    }

    /// The query parameters; required is only the one that identifies the operation.
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

    /// A query parameter with any value.
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
