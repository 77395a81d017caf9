import VerbatimContract
import VerbatimJSON

extension ComparisonEngine {
    mutating func compareOperations(_ was: APIOperation, _ now: APIOperation) {
        compareDeprecation(was, now)
        compareSecurity(was, now)
        compareParameters(was, now)
        compareRequestBodies(was, now)
        compareResponses(was, now)
        compareOthers(was.node, now.node, among: .operation, in: now)
    }

    private mutating func compareDeprecation(
        _ was: APIOperation, _ now: APIOperation
    ) {
        let subject = "operation '\(now.id)'"
        let (before, after) = (was.node["deprecated"].bool ?? false, now.node["deprecated"].bool ?? false)
        if before != after {
            note(
                after ? "operation-deprecated" : "operation-reactivated", .operation, in: now,
                subject: subject,
                was: before ? "deprecated" : "not deprecated", now: after ? "deprecated" : "not deprecated",
                old: was.node, new: now.node)
        }
        if was.isRecorded != now.isRecorded {
            note(
                "operation-recorded-changed", .operation, in: now, subject: subject, was: "\(was.isRecorded)",
                now: "\(now.isRecorded)", old: was.node, new: now.node)
        }
    }

    // MARK: Parameters

    private mutating func compareParameters(
        _ was: APIOperation, _ now: APIOperation
    ) {
        for parameter in now.parameters {
            if let before = was.parameters.first(where: { $0.key(in: was) == parameter.key(in: now) }) {
                compare(before, parameter, in: now)
            } else {
                note(
                    parameter.isRequired
                        ? "new-required-request-parameter" : "new-optional-request-parameter", .request,
                    in: now, subject: parameter.subject, was: "not declared",
                    now: DiffMessages.required(parameter.isRequired),
                    old: was.node, new: parameter.node)
            }
        }
        for parameter in was.parameters
        where !now.parameters.contains(where: { $0.key(in: now) == parameter.key(in: was) }) {
            note(
                "request-parameter-removed", .request, in: now, subject: parameter.subject,
                was: DiffMessages.required(parameter.isRequired), now: "not declared", old: parameter.node,
                new: now.node)
        }
    }

    private mutating func compare(
        _ was: Parameter, _ now: Parameter, in operation: APIOperation
    ) {
        if was.isRequired != now.isRequired {
            note(
                now.isRequired ? "request-parameter-became-required" : "request-parameter-became-optional",
                .request,
                in: operation, subject: now.subject, was: DiffMessages.required(was.isRequired),
                now: DiffMessages.required(now.isRequired), old: was.node, new: now.node)
        }
        noteDeprecation(.parameter, was.node, now.node, in: operation, subject: now.subject)
        compareSchemas(was.schema, now.schema, of: .parameter, in: operation, subject: now.subject)
        compareOthers(was.node, now.node, among: .parameter, in: operation)
    }

    /// The word `deprecated` of a parameter or header, which is not that of its schema.
    mutating func noteDeprecation(
        _ subject: Subject, _ was: JSON, _ now: JSON, in operation: APIOperation,
        status: String? = nil,
        subject text: String
    ) {
        let (before, after) = (was["deprecated"].bool ?? false, now["deprecated"].bool ?? false)
        guard before != after else { return }
        note(
            "\(subject.rawValue)-\(after ? "deprecated" : "reactivated")",
            subject == .parameter ? .request : .response,
            in: operation, status: status, subject: text, was: before ? "deprecated" : "not deprecated",
            now: after ? "deprecated" : "not deprecated", old: was, new: now)
    }

    /// The schema of a parameter or header.
    mutating func compareSchemas(
        _ was: SchemaReference?, _ now: SchemaReference?, of subject: Subject,
        in operation: APIOperation,
        status: String? = nil, subject text: String
    ) {
        guard let compared = schemas.compare(was?.node, now?.node) else { return }
        for difference in compared.differences {
            let inside = difference.path.isEmpty ? "" : " at '\(difference.path.pointer)'"
            note(
                difference.rule(for: subject), subject == .parameter ? .request : .response,
                difference.direction,
                in: operation, status: status, subject: text + inside, was: difference.was,
                now: difference.now,
                old: schemas.old.node(of: difference.site.old, difference) ?? was?.node,
                new: schemas.new.node(of: difference.site.new, difference) ?? now?.node)
        }
    }
}

extension Parameter {
    /// `query parameter 'q'`, as a check names it.
    fileprivate var subject: String { "\(location) parameter '\(name)'" }

    /// What makes a parameter the same on both sides; one of a path is the same at the same location, whatever its name.
    fileprivate func key(in operation: APIOperation) -> String {
        guard location == .path, let range = operation.path.ranges(of: "{\(name)}").first else {
            return "\(location) \(name)"
        }
        return "path \(operation.path[..<range.lowerBound].count { $0 == "{" })"
    }
}

extension MediaType {
    /// Whether both are written for the same media types.
    func isSame(as other: MediaType) -> Bool { essence == other.essence && parameters == other.parameters }
}

extension SchemaDifference {
    /// The id of the rule it falls under.
    func rule(for subject: Subject) -> String {
        switch kind {
        case .keyword(let kind): "\(subject.rawValue)-\(kind)"
        case .response(let kind) where subject == .property || subject == .body: "response-\(kind)"
        case .response, .unhandled: "unhandled"
        }
    }
}

extension NormalizedSchemaCache {
    /// The node that says what a difference is about: that of its keyword, or else the schema.
    func node(of index: SchemaBranch.Index, _ difference: SchemaDifference) -> JSON? {
        let sources = self[index].sources
        var waiting = sources
        var seen: Set<Int> = []
        while !waiting.isEmpty {
            let schema = waiting.removeFirst()
            guard let node = schema.node, seen.insert(node).inserted else { continue }
            if let member = difference.member, schema["properties"][member].exists {
                return schema["properties"][member]
            }
            if let keyword = difference.keyword, schema[keyword].exists { return schema[keyword] }
            let branches = ["allOf", "anyOf", "oneOf"].flatMap { Array(schema[$0].elements) }
            waiting +=
                [schema["$ref"].string.flatMap { references.target(of: $0) }].compactMap(\.self) + branches
        }
        return sources.first
    }
}
