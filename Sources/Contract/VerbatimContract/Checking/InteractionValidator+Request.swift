import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

extension InteractionValidator {
    /// Validates the parameters and the body of the request.
    mutating func validateRequest() {
        for parameter in operation.parameters { validate(parameter) }
        reportUndocumentedParameters()
        if let body = operation.requestBody { validateRequestBody(body) }
    }

    private mutating func validate(_ parameter: Parameter) {
        let value = value(of: parameter)
        guard isSent(parameter, value) else {
            if parameter.isRequired { report(.missing(parameter), at: parameter.node) }
            return
        }
        guard let schema = parameter.schema else { return }
        let serialization = ParameterSerialization(style: parameter.style, isExploded: parameter.isExploded)
        let mismatches = mismatches(of: value, schema, serialization, parameter.mediaType)
        if let mismatch = mismatches.first { report(.invalid(parameter, mismatch), at: parameter.node) }
    }

    private func value(of parameter: Parameter) -> SerializedValue {
        let name = parameter.name
        switch parameter.location {
        case .query: return value(of: name, among: target.items, encoding: .form)
        case .cookie: return value(of: name, among: cookies, encoding: .percent)
        case .path:
            let values = pathParameters[name].map { [$0] } ?? []
            return SerializedValue(name: name, values: values, encoding: .percent)
        case .header:
            let values = interaction.request.headers.values(of: name).map { $0[...] }
            return SerializedValue(name: name, values: values, encoding: .none)
        }
    }

    private func value(
        of name: String, among items: [RequestTarget.Item], encoding: SerializedValue.Encoding
    ) -> SerializedValue {
        SerializedValue(
            name: name, values: items.filter { $0.name == name }.map(\.value), items: items,
            encoding: encoding)
    }

    /// Whether the request has the item of a parameter, or the item of one of its properties.
    private func isSent(_ parameter: Parameter, _ value: SerializedValue) -> Bool {
        !value.values.isEmpty
            || value.items.contains { parameter.hasProperty(at: $0.name, in: contract.shapes) }
    }

    private var cookies: [RequestTarget.Item] {
        interaction.request.headers.values(of: "Cookie").flatMap { line in
            line.split(separator: ";").map { pair in
                let name = pair.prefix { $0 != "=" }
                return (String(name.trimming(" \t")), pair.dropFirst(name.count + 1))
            }
        }
    }

    private mutating func reportUndocumentedParameters() {
        let declared = operation.parameters.filter { $0.location == .query }
        let names = Set(declared.map(\.name))
        var reported: Set<String> = []
        for field in target.query
        where !names.contains(field.name) && reported.insert(field.name).inserted {
            guard !declared.contains(where: { $0.hasProperty(at: field.name, in: contract.shapes) }) else {
                continue
            }
            report(.undocumentedParameter(field), at: operation.node)
        }
    }
}

// MARK: - The body

extension InteractionValidator {
    private mutating func validateRequestBody(_ declared: RequestBodyObject) {
        guard let body = interaction.request.body, !body.isEmpty else {
            if declared.isRequired { report(.missingRequestBody, at: declared.node) }
            return
        }
        let header = interaction.request.headers["Content-Type"]
        guard let type = header.flatMap(MediaType.init), let content = declared.content.closest(to: type)
        else {
            return report(.undocumentedRequestMediaType(header, declared.content), at: declared.node)
        }
        if let schema = content.schema { validateRequestBody([UInt8](body), as: type, schema) }
    }

    private mutating func validateRequestBody(
        _ bytes: [UInt8], as type: MediaType, _ schema: SchemaReference
    ) {
        guard type.isJSON || type.isForm else { return }
        let form = type.isForm ? contract.shapes.json(ofForm: bytes, schema.shape) : nil
        do {
            let json = try form.map { try JSON(parsing: $0) } ?? JSON(parsing: bytes)
            record(json, schema)
            for violation in contract.violations(of: schema, in: json) {
                report(.invalidRequestBody(violation), at: violation.schema)
            }
        } catch {
            report(.malformedRequestBody("\(error)"), at: schema.node)
        }
    }
}

extension Parameter {
    /// Whether an item of a query is a property of the value of this parameter.
    fileprivate func hasProperty(at name: String, in shapes: SchemaShapes) -> Bool {
        guard let shape = schema.map({ shapes[$0.shape] }), mediaType == nil, shape.allows("object") else {
            return false
        }
        switch style {
        case .deepObject: return name.hasPrefix(self.name + "[") && name.hasSuffix("]")
        case .form: return isExploded && shape.isStructured && shape.mayHaveProperty(name)
        default: return false
        }
    }
}
