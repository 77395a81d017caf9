import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Builds an operation object of OpenAPI from interactions.
struct OperationBuilder {
    /// The query parameter that identifies the operation among others with its path.
    let constant: OperationKey.Constant?
    /// The origins of the requests.
    private(set) var origins: Set<String> = []
    /// The requests with their paths below the server.
    private(set) var requests: [(interaction: Interaction, path: String)] = []

    init(constant: OperationKey.Constant?) {
        self.constant = constant
    }

    mutating func add(_ interactions: [Interaction], at key: OperationKey, _ addresses: DocumentAddresses) {
        origins.insert(key.origin)
        let path = addresses.split(key).path
        requests += interactions.map { ($0, path) }
    }

    var interactions: [Interaction] { requests.map(\.interaction) }

    /// Reads the responses; nil if no request has one.
    func described() -> DescribedOperation? {
        let responses = ResponseBuilder.builders(of: interactions)
        return responses.isEmpty ? nil : DescribedOperation(self, responses)
    }
}

/// An operation whose responses are read.
struct DescribedOperation {
    let builder: OperationBuilder
    let responses: [ResponseBuilder]
    /// The credentials of its requests, unless they are those of the whole document.
    var security: [SecurityBuilder.Scheme]

    init(_ builder: OperationBuilder, _ responses: [ResponseBuilder]) {
        self.builder = builder
        self.responses = responses
        security = SecurityBuilder.schemes(of: builder.interactions)
    }

    /// The security requirement object: all credentials together.
    var requirement: JSONValue { .object(JSONObject(security.map { ($0.name, []) })) }

    /// The operation object.
    func object(named name: String, _ schemaBuilder: SchemaBuilder) -> JSONObject {
        var object: JSONObject = ["operationId": .string(name)]
        let parameters = ParameterBuilder(builder.interactions)
            .query(builder.constant, minimumRequests: schemaBuilder.minimumResponses)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        if let body = requestBody(schemaBuilder) { object["requestBody"] = .object(body) }
        if !security.isEmpty { object["security"] = [requirement] }
        object["responses"] = .object(
            JSONObject(responses.map { (String($0.status), .object($0.object(schemaBuilder))) }))
        return object
    }

    private func requestBody(_ schemaBuilder: SchemaBuilder) -> JSONObject? {
        let accepted = builder.interactions.filter(\.isAccepted)
        let messages = (accepted.isEmpty ? builder.interactions : accepted).compactMap(Self.message)
        guard !messages.isEmpty else { return nil }
        var object = JSONObject()
        let isRequired = messages.count == accepted.count && accepted.count >= schemaBuilder.minimumResponses
        if isRequired { object["required"] = true }
        let inline = SchemaBuilder(minimumResponses: schemaBuilder.minimumResponses)
        object["content"] = .object(ContentBuilder(messages, isRequest: true).object(inline))
        return object
    }

    private static func message(_ interaction: Interaction) -> MediaTypeBuilder.Message? {
        guard let body = interaction.request.body, !body.isEmpty,
            let type = interaction.request.headers["Content-Type"].flatMap(MediaType.init)
        else { return nil }
        return (type, [UInt8](body.withoutByteOrderMark))
    }
}
