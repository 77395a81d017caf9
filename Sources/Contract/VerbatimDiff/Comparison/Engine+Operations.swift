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
        compareSchemas(
            of: .requestParameter, .request, old.schema, new.schema, in: operation, subject: new.subject)
        compareRemainingMembers(old.node, new.node, of: .parameter, in: operation)
    }

    /// Compares the schemas of a parameter or a header.
    mutating func compareSchemas(
        of part: ChangeSubject, _ scope: RawChange.Scope, _ old: SchemaReference?, _ new: SchemaReference?,
        in operation: APIOperation, status: String? = nil, subject: String
    ) {
        guard let compared = schemas.compare(old?.node, new?.node) else { return }
        for difference in compared.differences {
            let inside = difference.path.isEmpty ? "" : " at '\(difference.path.pointer)'"
            report(
                // The rules about parts of objects and arrays are made for bodies.
                difference.part == nil ? difference.kind : .extent(.unhandled), of: part, scope,
                difference.direction, in: operation, status: status, subject: subject + inside,
                old: difference.old, new: difference.new,
                at: (
                    schemas.old.node(showing: difference, at: difference.site.old) ?? old?.node,
                    schemas.new.node(showing: difference, at: difference.site.new) ?? new?.node
                ))
        }
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
            let key = position.map { "path \($0)" } ?? "\(parameter.location) \(parameter.name)"
            if parameters[key] == nil { parameters[key, default: parameter] = parameter }
        }
        return parameters
    }
}

extension NormalizedSchemaCache {
    /// The node of the contract that shows a difference: that of its property or keyword, or else the schema.
    func node(showing difference: SchemaDifference, at index: SchemaBranch.Index) -> JSON? {
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
            queue +=
                [schema["$ref"].string.flatMap { references.target(of: $0) }].compactMap(\.self) + branches
        }
        return sources.first
    }
}
