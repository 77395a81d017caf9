import VerbatimContract
import VerbatimJSON

extension ComparisonEngine {
    mutating func compareResponses(_ was: APIOperation, _ now: APIOperation) {
        for response in now.responses {
            if let before = was.responses.first(where: { $0.status == response.status }) {
                compare(before, response, in: now)
            } else {
                noteStatus("added", response, in: now, old: was.node["responses"], new: response.node)
            }
        }
        for response in was.responses where !now.responses.contains(where: { $0.status == response.status }) {
            noteStatus("removed", response, in: now, old: response.node, new: now.node["responses"])
        }
    }

    private mutating func noteStatus(
        _ action: String, _ response: ResponseObject, in operation: APIOperation, old: JSON,
        new: JSON
    ) {
        let kind =
            switch response.status {
            case "default": "default"
            case let status where status.hasSuffix("XX"): "status-range"
            case let status where status.hasPrefix("2"): "success-status"
            default: "non-success-status"
            }
        let words = action == "added" ? ("not declared", "declared") : ("declared", "not declared")
        note(
            "response-\(kind)-\(action)", .response, in: operation, status: response.status,
            subject: "status '\(response.status)'", was: words.0, now: words.1, old: old, new: new)
    }

    private mutating func compare(
        _ was: ResponseObject, _ now: ResponseObject, in operation: APIOperation
    ) {
        compareHeaders(was, now, in: operation)
        compareContent(was, now, in: operation)
        compareOthers(was.node, now.node, among: .response, in: operation, status: now.status)
    }

    // MARK: Headers

    private mutating func compareHeaders(
        _ was: ResponseObject, _ now: ResponseObject, in operation: APIOperation
    ) {
        for header in now.headers {
            if let before = was.headers.first(where: { $0.name.lowercased() == header.name.lowercased() }) {
                compare(before, header, in: operation, status: now.status)
            } else {
                note(
                    "response-header-added", .response, in: operation, status: now.status,
                    subject: header.subject,
                    was: "not named", now: DiffMessages.required(header.isRequired), old: was.node,
                    new: header.node)
            }
        }
        for header in was.headers
        where !now.headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) {
            note(
                header.isRequired ? "required-response-header-removed" : "optional-response-header-removed",
                .response,
                in: operation, status: now.status, subject: header.subject,
                was: DiffMessages.required(header.isRequired),
                now: "not named", old: header.node, new: now.node)
        }
    }

    private mutating func compare(
        _ was: HeaderObject, _ now: HeaderObject, in operation: APIOperation, status: String
    ) {
        if was.isRequired != now.isRequired {
            note(
                now.isRequired ? "response-header-became-required" : "response-header-became-optional",
                .response,
                in: operation, status: status, subject: now.subject,
                was: DiffMessages.required(was.isRequired),
                now: DiffMessages.required(now.isRequired), old: was.node, new: now.node)
        }
        noteDeprecation(.header, was.node, now.node, in: operation, status: status, subject: now.subject)
        compareSchemas(
            was.schema, now.schema, of: .header, in: operation, status: status, subject: now.subject)
        compareOthers(was.node, now.node, among: .header, in: operation, status: status)
    }

    // MARK: Content

    private mutating func compareContent(
        _ was: ResponseObject, _ now: ResponseObject, in operation: APIOperation
    ) {
        var removed = was.content.filter { one in !now.content.contains { $0.range.isSame(as: one.range) } }
        for content in now.content {
            if let before = was.content.first(where: { $0.range.isSame(as: content.range) }) {
                compare(before, content, in: operation, status: now.status)
            } else if let index = removed.firstIndex(where: { $0.isTaken(by: content) }) {
                noteRenamed(removed[index], content, in: operation, status: now.status)
                compare(removed.remove(at: index), content, in: operation, status: now.status)
            } else {
                note(
                    "response-media-type-added", .response, in: operation, status: now.status,
                    subject: content.subject, was: "not declared", now: "declared", old: was.node,
                    new: content.node)
            }
        }
        for content in removed {
            note(
                "response-media-type-removed", .response, in: operation, status: now.status,
                subject: content.subject,
                was: "declared", now: "not declared", old: content.node, new: now.node)
        }
    }

    private mutating func noteRenamed(
        _ was: MediaTypeObject, _ now: MediaTypeObject, in operation: APIOperation,
        status: String
    ) {
        let kind =
            now.range.closeness(to: was.range) != nil
            ? "generalized" : was.range.closeness(to: now.range) != nil ? "specialized" : "changed"
        note(
            "response-media-type-name-\(kind)", .response, in: operation, status: status,
            subject: now.subject,
            was: "'\(was.range.text)'", now: "'\(now.range.text)'", old: was.node, new: now.node)
    }

    private mutating func compare(
        _ was: MediaTypeObject, _ now: MediaTypeObject, in operation: APIOperation,
        status: String
    ) {
        compareOthers(was.node, now.node, among: .mediaType, in: operation, status: status)
        guard let before = was.schema, let after = now.schema else {
            guard was.schema != nil || now.schema != nil else { return }
            return note(
                now.schema == nil
                    ? "response-body-media-type-schema-removed" : "response-body-media-type-schema-added",
                .response, in: operation, status: status, subject: now.subject,
                was: was.schema == nil ? "no schema" : "a schema",
                now: now.schema == nil ? "no schema" : "a schema",
                old: was.schema?.node ?? was.node, new: now.schema?.node ?? now.node)
        }
        guard let compared = schemas.compare(before.node, after.node) else { return }
        for difference in compared.differences {
            noteBody(difference, compared.old, compared.new, in: operation, status: status)
        }
    }

    private mutating func noteBody(
        _ difference: SchemaDifference, _ old: SchemaBranch.Index, _ new: SchemaBranch.Index,
        in operation: APIOperation,
        status: String
    ) {
        let pointer = difference.path.pointer
        note(
            difference.rule(for: difference.path.isEmpty ? .body : .property),
            .body(difference, old: old, new: new), difference.direction, in: operation, status: status,
            subject: difference.path.isEmpty ? "the body" : "'\(pointer)'",
            pointer: pointer, was: difference.was, now: difference.now,
            old: schemas.old.node(of: difference.site.old, difference),
            new: schemas.new.node(of: difference.site.new, difference))
    }
}

extension HeaderObject {
    fileprivate var subject: String { "header '\(name)'" }
}

extension MediaTypeObject {
    fileprivate var subject: String { "media type '\(range.text)'" }

    /// Whether another one has taken its location: it covers it, is covered, or stands for the same kind of body.
    fileprivate func isTaken(by other: MediaTypeObject) -> Bool {
        if range.closeness(to: other.range) != nil || other.range.closeness(to: range) != nil { return true }
        return range.isImage == other.range.isImage && range.isHTML == other.range.isHTML
            && range.isXML == other.range.isXML
    }
}
