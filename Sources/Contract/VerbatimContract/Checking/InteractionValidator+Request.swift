import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

extension InteractionValidator {
    mutating func validateRequest() {
        for parameter in operation.parameters { validate(parameter) }
        reportUndocumentedParameters()
        validateSecurity()
        if let body = operation.requestBody { validateRequestBody(body) }
    }

    private mutating func validate(_ parameter: Parameter) {
        guard parameter.location != .querystring else { return validateQuery(as: parameter) }
        let value = value(of: parameter)
        guard !value.values.isEmpty || !value.items.isEmpty else {
            if parameter.isRequired { report(.missing(parameter), at: parameter.node) }
            return
        }
        guard let schema = parameter.schema else { return }
        let serialization = ParameterSerialization(style: parameter.style, isExploded: parameter.isExploded)
        let mismatches = mismatches(of: value, schema, serialization, parameter.mediaType)
        if let sides = mismatches.first { report(.invalid(parameter, sides), at: parameter.node) }
    }

    /// Validates the query as a whole.
    ///
    /// https://spec.openapis.org/oas/v3.2.0.html#parameter-locations
    private mutating func validateQuery(as parameter: Parameter) {
        guard let text = URLParts(interaction.request.url).query, !text.isEmpty else {
            if parameter.isRequired { report(.missing(parameter), at: parameter.node) }
            return
        }
        guard let schema = parameter.schema, let type = parameter.mediaType, type.isForm || type.isJSON
        else { return }
        let source =
            type.isForm
            ? contract.shapes.json(ofForm: [UInt8](text.utf8), schema.shape) : PercentEncoding.decode(text)
        do {
            let json = try JSON(parsing: source)
            record(json, schema)
            let violation = contract.violations(of: schema, in: json, isRequest: true).first
            if let violation { report(.invalid(parameter, violation.sides), at: parameter.node) }
        } catch { report(.invalid(parameter, .malformed("JSON", "\(error)")), at: parameter.node) }
    }

    private mutating func value(of parameter: Parameter) -> SerializedValue {
        let (name, shapes) = (parameter.name, contract.shapes)
        switch parameter.location {
        case .query, .querystring: return parameter.value(among: query, in: shapes, encoding: .form)
        case .cookie: return parameter.value(among: cookies, in: shapes, encoding: .percent)
        case .path:
            let values = pathParameters[name].map { [$0] } ?? []
            return SerializedValue(name: name, values: values, encoding: .percent)
        case .header:
            let values = requestHeaders.values(of: name).map { $0[...] }
            return SerializedValue(name: name, values: values, encoding: .none)
        }
    }

    static func cookies(of request: HTTPRequest) -> [RequestTarget.Item] {
        request.headers.values(of: "Cookie").flatMap { line in
            line.split(separator: ";").map { pair in
                let name = pair.prefix { $0 != "=" }
                return (String(name.trimming(" \t")), pair.dropFirst(name.count + 1))
            }
        }
    }

    private mutating func reportUndocumentedParameters() {
        var reported: Set<String> = []
        for field in operation.undocumentedFields(of: target, in: contract.shapes)
        where reported.insert(field.name).inserted
            && lists(.requestParameterUndocumented, at: operation.node)
        {
            report(.undocumentedParameter(field), at: operation.node)
        }
    }

    // MARK: Security

    /// Reports that a request has the credentials of no alternative. Their values do not matter, as they may
    /// be redacted.
    private mutating func validateSecurity() {
        let alternatives = operation.security
        guard !alternatives.isEmpty, judges(.requestSecurityMissing) else { return }
        for schemes in alternatives where schemes.allSatisfy({ isSent($0.credential) }) { return }
        let own = operation.node["security"]
        report(.missingCredentials(alternatives), at: own.exists ? own : contract.document["security"])
    }

    private mutating func isSent(_ credential: SecurityScheme.Credential) -> Bool {
        switch credential {
        case .header(let name): !requestHeaders.values(of: name).isEmpty
        case .query(let name): !query.items(named: name).isEmpty
        case .cookie(let name): !cookies.items(named: name).isEmpty
        case .accessToken: isSent(.header("Authorization")) || isSent(.query("access_token"))
        case .invisible: true
        }
    }
}

extension SecurityScheme {
    /// The name of the query parameter that may have the credential.
    package var queryParameter: String? {
        switch credential {
        case .query(let name): name
        case .accessToken: "access_token"
        case .header, .cookie, .invisible: nil
        }
    }
}

// MARK: - The body

extension InteractionValidator {
    private mutating func validateRequestBody(_ declared: RequestBodyObject) {
        guard let body = interaction.request.body, !body.isEmpty else {
            if declared.isRequired, !interaction.isRequestBodyLost {
                report(.missingRequestBody, at: declared.node)
            }
            return
        }
        let header = interaction.request.headers["Content-Type"]
        let types = [interaction.requestMediaType, header.flatMap { MediaType($0) }].compactMap(\.self)
        let known = types.lazy.compactMap { type in declared.content.closest(to: type).map { (type, $0) } }
        guard let (type, content) = known.first else {
            return report(.undocumentedRequestMediaType(header, declared.content), at: declared.node)
        }
        if let format = type.itemFormat {
            validateRequestItems(body, format, content)
        } else if let schema = content.schema {
            validateRequestBody([UInt8](body), as: type, schema)
        }
    }

    private mutating func validateRequestBody(
        _ bytes: [UInt8], as type: MediaType, _ schema: SchemaReference
    ) {
        guard type.isJSON || type.isForm else { return }
        let form = type.isForm ? contract.shapes.json(ofForm: bytes, schema.shape) : nil
        do {
            let json =
                try form.map { try JSON(parsing: $0) } ?? JSON(parsing: Data(bytes).withoutByteOrderMark)
            validateRequestBody(json, schema)
        } catch { report(.malformedRequestBody("\(error)"), at: schema.node) }
    }

    /// Validates the value of a body.
    ///
    /// - Parameters:
    ///   - parent: The pointer of the value in the body, if that has others.
    ///   - locate: Returns the location of a value, by default that of the entry.
    mutating func validateRequestBody(
        _ json: JSON, _ schema: SchemaReference, in parent: JSONPointer = .root,
        at locate: (JSONPosition) -> SourceLocation? = { _ in nil }
    ) {
        record(json, schema)
        report(contract.violations(of: schema, in: json, isRequest: true)) { violation in
            (.requestBodyInvalid, violation.schema)
        } _: { validator, violation in
            validator.report(
                .invalidRequestBody(violation, in: parent), at: violation.schema,
                location: locate(violation.instancePosition))
        }
    }
}

extension APIOperation {
    /// The fields of a query that are neither parameters, nor properties of one, nor credentials.
    package func undocumentedFields(
        of target: RequestTarget, in shapes: SchemaShapes
    ) -> [RequestTarget.Field] {
        guard !parameters.contains(where: { $0.location == .querystring }) else { return [] }
        let declared = parameters.filter { $0.location == .query }
        let names = Set(declared.map(\.name) + security.joined().compactMap(\.queryParameter))
        let others = target.query.filter { !names.contains($0.name) }
        let objects = declared.filter { $0.mayHaveProperties(in: shapes) }
        guard !others.isEmpty, !objects.isEmpty else { return others }
        let items = RequestItems(target.items)
        let described = Set(objects.flatMap { $0.properties(among: items, in: shapes) }.map(\.name))
        return others.filter { !described.contains($0.name) }
    }
}

extension Parameter {
    /// Whether items of a query with other names may be properties of the value of this parameter.
    fileprivate func mayHaveProperties(in shapes: SchemaShapes) -> Bool {
        guard let shape = schema.map({ shapes[$0.shape] }), mediaType == nil, shape.allows("object") else {
            return false
        }
        return style == .deepObject || style == .form && isExploded && shape.isStructured
    }

    fileprivate func value(
        among items: RequestItems, in shapes: SchemaShapes, encoding: SerializedValue.Encoding
    ) -> SerializedValue {
        SerializedValue(
            name: name, values: items.items(named: name).map(\.value),
            items: properties(among: items, in: shapes), encoding: encoding)
    }

    /// Returns the items that are properties of the value of this parameter.
    fileprivate func properties(among items: RequestItems, in shapes: SchemaShapes) -> [RequestTarget.Item] {
        guard mayHaveProperties(in: shapes), let schema else { return [] }
        return style == .deepObject ? items.properties(of: name) : items.properties(in: shapes[schema.shape])
    }
}

/// The items of a query or of cookies, which are found by name.
struct RequestItems {
    let all: [RequestTarget.Item]
    /// The indices of the items by name; empty if there are few.
    private let byName: [String: [Int]]
    /// The indices of the items of deep objects, `color[R]`, by the name of the object.
    private let byObject: [String: [Int]]

    /// The number of items up to which a look-up is a linear search.
    private static let few = 16

    init(_ items: [RequestTarget.Item]) {
        all = items
        guard items.count > Self.few else {
            (byName, byObject) = ([:], [:])
            return
        }
        byName = Dictionary(grouping: items.indices) { items[$0].name }
        byObject = Dictionary(grouping: items.indices.filter { Self.isProperty(items[$0]) }) { index in
            String(items[index].name.prefix { $0 != "[" })
        }
    }

    /// Whether an item is a property of a deep object: `color[R]=100`.
    private static func isProperty(_ item: RequestTarget.Item) -> Bool {
        item.name.hasSuffix("]") && item.name.contains("[")
    }

    func items(named name: String) -> [RequestTarget.Item] {
        byName.isEmpty ? all.filter { $0.name == name } : byName[name, default: []].map { all[$0] }
    }

    /// Returns the items of the properties of a deep object, in order.
    func properties(of object: String) -> [RequestTarget.Item] {
        guard !byName.isEmpty, !object.contains("[") else {
            return all.filter { Self.isProperty($0) && $0.name.hasPrefix(object + "[") }
        }
        return byObject[object, default: []].map { all[$0] }
    }

    /// Returns the items whose names are properties of an object, in order.
    func properties(in shape: SchemaShapes.Shape) -> [RequestTarget.Item] {
        guard !byName.isEmpty, shape.additionalProperties == nil, !shape.properties.isEmpty else {
            return all.filter { shape.mayHaveProperty($0.name) }
        }
        return shape.properties.keys.flatMap { byName[$0, default: []] }.sorted().map { all[$0] }
    }
}

/// The values of header fields, which are found by name.
struct HeaderValues {
    private let fields: HeaderFields
    /// The values by name in lower case; empty if there are few.
    private let byName: [String: [String]]

    /// The number of fields up to which a look-up is a linear search.
    private static let few = 32

    init(_ fields: HeaderFields) {
        self.fields = fields
        byName =
            fields.count <= Self.few
            ? [:] : Dictionary(grouping: fields) { $0.name.lowercased() }.mapValues { $0.map(\.value) }
    }

    /// Returns the values of a name, one for each line, in order.
    func values(of name: String) -> [String] {
        byName.isEmpty ? fields.values(of: name) : byName[name.lowercased(), default: []]
    }
}
