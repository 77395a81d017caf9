import VerbatimContract
import VerbatimJSON

extension ContractComparison.Engine {
    mutating func compareOperations(_ old: APIOperation, _ new: APIOperation) {
        compareLifecycle(old, new)
        compareSecurity(old, new)
        compareParameterLists(old, new)
        compareRequestBodies(old, new)
        compareResponseLists(old, new)
        compareRemainingMembers(old.node, new.node, of: .operation, in: new)
    }

    private mutating func compareLifecycle(_ old: APIOperation, _ new: APIOperation) {
        compareDeprecation(of: .operation, .operation, old.node, new.node, in: new, subject: new.subject)
        if old.isRecorded != new.isRecorded {
            report(
                .lifecycle(.recordedChanged), of: .operation, .operation, in: new, subject: new.subject,
                old: "\(old.isRecorded)", new: "\(new.isRecorded)", at: (old.node, new.node))
        }
    }

    /// Compares `deprecated` of an operation, a parameter or a header, which is not that of a schema.
    mutating func compareDeprecation(
        of part: ChangeSubject, _ scope: RawChange.Scope, _ old: JSON, _ new: JSON,
        in operation: APIOperation,
        status: String? = nil, subject: String
    ) {
        let wasDeprecated = old["deprecated"].bool ?? false
        let isDeprecated = new["deprecated"].bool ?? false
        guard wasDeprecated != isDeprecated else { return }
        report(
            .lifecycle(isDeprecated ? .deprecated : .reactivated), of: part, scope, in: operation,
            status: status, subject: subject, old: wasDeprecated ? "deprecated" : "not deprecated",
            new: isDeprecated ? "deprecated" : "not deprecated", at: (old, new))
    }

    // MARK: Parameters

    private mutating func compareParameterLists(_ old: APIOperation, _ new: APIOperation) {
        let (oldParameters, newParameters) = (old.parametersByKey, new.parametersByKey)
        for (key, parameter) in newParameters.pairs {
            if let before = oldParameters[key] {
                compareParameters(before, parameter, in: new)
            } else {
                report(
                    .presence(.added), of: parameter.isRequired ? .requiredParameter : .optionalParameter,
                    .request, in: new, subject: parameter.subject, old: "not declared",
                    new: DiffMessages.required(parameter.isRequired), at: (old.node, parameter.node))
            }
        }
        for (key, parameter) in oldParameters.pairs where newParameters[key] == nil {
            report(
                .presence(.removed), of: .requestParameter, .request, in: new, subject: parameter.subject,
                old: DiffMessages.required(parameter.isRequired), new: "not declared",
                at: (parameter.node, new.node))
        }
    }

    private mutating func compareParameters(_ old: Parameter, _ new: Parameter, in operation: APIOperation) {
        if old.isRequired != new.isRequired {
            report(
                .presence(new.isRequired ? .becameRequired : .becameOptional), of: .requestParameter,
                .request, in: operation, subject: new.subject, old: DiffMessages.required(old.isRequired),
                new: DiffMessages.required(new.isRequired), at: (old.node, new.node))
        }
        compareDeprecation(
            of: .requestParameter, .request, old.node, new.node, in: operation, subject: new.subject)
        compareSerialization(
            of: .requestParameter, .request, Serialization(old), Serialization(new), in: operation,
            subject: new.subject, at: (old.node, new.node))
        compareSchemas(
            of: .parameter, old.schema?.node, new.schema?.node, in: operation, subject: new.subject,
            at: (old.node, new.node))
        compareRemainingMembers(old.node, new.node, of: .parameter, in: operation)
    }
}

extension ContractComparison.Engine {
    /// Compares how the value of a parameter or a header is written as text.
    mutating func compareSerialization(
        of part: ChangeSubject, _ scope: RawChange.Scope, _ old: Serialization, _ new: Serialization,
        in operation: APIOperation, status: String? = nil, subject: String, at nodes: (old: JSON, new: JSON)
    ) {
        guard old != new else { return }
        report(
            .extent(.serializationChanged), of: part, scope, in: operation, status: status, subject: subject,
            old: old.description, new: new.description, at: nodes)
    }
}

/// The way in which the value of a parameter or a header is written as text, with its defaults.
struct Serialization: Equatable, CustomStringConvertible {
    /// The media type, if it is declared by `content`.
    private let mediaType: MediaType.Key?
    private let style: ParameterStyle
    private let isExploded: Bool
    private let allowsReserved: Bool
    private let allowsEmpty: Bool

    init(_ parameter: Parameter) {
        mediaType = parameter.mediaType?.key
        // A media type says how the value is written; otherwise the style does, and only for its own members.
        let hasStyle = parameter.mediaType == nil
        style = hasStyle ? parameter.style : .simple
        isExploded = hasStyle && parameter.isExploded
        allowsReserved = hasStyle && parameter.node["allowReserved"].bool == true
        allowsEmpty = parameter.node["allowEmptyValue"].bool == true
    }

    init(_ header: HeaderObject) {
        mediaType = header.mediaType?.key
        style = .simple
        isExploded = header.mediaType == nil && header.isExploded
        (allowsReserved, allowsEmpty) = (false, false)
    }

    var description: String {
        let form = mediaType.map { "content '\($0.essence)'" }
        let parts = [
            form ?? "style '\(style.rawValue)'", isExploded ? "exploded" : nil,
            allowsReserved ? "reserved characters" : nil, allowsEmpty ? "empty values" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension Parameter {
    /// The parameter as findings of a check name it: `query parameter 'q'`.
    fileprivate var subject: String { "\(location) parameter '\(name)'" }

}

extension APIOperation {
    /// The parameters by their identity in both contracts; that of a path parameter is its position in the
    /// path.
    fileprivate var parametersByKey: OrderedGroups<String, Parameter> {
        let names = path.split(separator: "{").dropFirst(path.first == "{" ? 0 : 1)
            .map { String($0.prefix { $0 != "}" }) }
        let positions = Dictionary(zip(names, names.indices)) { first, _ in first }
        var parameters = OrderedGroups<String, Parameter>()
        for parameter in self.parameters {
            let position = parameter.location == .path ? positions[parameter.name] : nil
            // The names of headers are the same in any case.
            let name = parameter.location == .header ? parameter.name.lowercased() : parameter.name
            let key = position.map { "path \($0)" } ?? "\(parameter.location) \(name)"
            if parameters[key] == nil { parameters[key, default: parameter] = parameter }
        }
        return parameters
    }
}

extension NormalizedSchemaCache {
    /// The node of the contract that shows a difference: that of its property or keyword, or else the schema.
    func node(showing difference: SchemaDifference.Origin, at index: SchemaBranch.Index) -> JSON? {
        let sources = self[index].sources
        guard difference.property != nil || difference.keyword != nil else { return sources.first }
        var queue = sources
        var next = 0
        var visited: Set<Int> = []
        // Of very many schemas, the first ones have to do.
        while next < queue.count, visited.count < 256 {
            let schema = queue[next]
            next += 1
            guard let node = schema.node, visited.insert(node).inserted else { continue }
            if let property = difference.property, let found = self.property(property, namedBy: schema) {
                return found
            }
            if let keyword = difference.keyword, schema[keyword].exists { return schema[keyword] }
            let branches = ["allOf", "anyOf", "oneOf"].flatMap { Array(schema[$0].elements) }
            queue += [references.target(of: schema)].compactMap(\.self) + branches
        }
        return sources.first
    }
}
