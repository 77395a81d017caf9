import VerbatimContract
import VerbatimJSON

extension ComparisonEngine {
    mutating func compareRequestBodies(_ was: APIOperation, _ now: APIOperation) {
        let subject = "the body of the request"
        guard let before = was.requestBody, let after = now.requestBody else {
            guard was.requestBody != nil || now.requestBody != nil else { return }
            return note(
                now.requestBody == nil ? "request-body-removed" : "request-body-added", .request, in: now,
                subject: subject, was: was.requestBody == nil ? "none" : "declared",
                now: now.requestBody == nil ? "none" : "declared", old: was.requestBody?.node ?? was.node,
                new: now.requestBody?.node ?? now.node)
        }
        if before.isRequired != after.isRequired {
            note(
                after.isRequired ? "request-body-became-required" : "request-body-became-optional", .request,
                in: now,
                subject: subject, was: DiffMessages.required(before.isRequired),
                now: DiffMessages.required(after.isRequired),
                old: before.node, new: after.node)
        }
        compareRequestContent(before.content, after.content, before.node, after.node, in: now)
        compareOthers(before.node, after.node, among: .requestBody, in: now)
    }

    private mutating func compareRequestContent(
        _ was: [MediaTypeObject], _ now: [MediaTypeObject], _ oldNode: JSON, _ newNode: JSON,
        in operation: APIOperation
    ) {
        for content in now {
            guard let before = was.first(where: { $0.range.isSame(as: content.range) }) else {
                note(
                    "request-body-media-type-added", .request, in: operation,
                    subject: "media type '\(content.range.text)'",
                    was: "not declared", now: "declared", old: oldNode, new: content.node)
                continue
            }
            compareRequestSchemas(before, content, in: operation)
        }
        for content in was where !now.contains(where: { $0.range.isSame(as: content.range) }) {
            note(
                "request-body-media-type-removed", .request, in: operation,
                subject: "media type '\(content.range.text)'",
                was: "declared", now: "not declared", old: content.node, new: newNode)
        }
    }

    /// One rule for each direction: what matters is whether a recorded request is still taken.
    private mutating func compareRequestSchemas(
        _ was: MediaTypeObject, _ now: MediaTypeObject, in operation: APIOperation
    ) {
        let before = schemas.old.form(of: [was.schema?.node].compactMap(\.self))
        let after = schemas.new.form(of: [now.schema?.node].compactMap(\.self))
        for difference in schemas.differences(before, after) where difference.direction != .none {
            let rule =
                difference.direction == .both
                ? "request-body-changed"
                : difference.direction == .narrows ? "request-body-narrowed" : "request-body-widened"
            let location =
                difference.path.isEmpty
                ? "the body of the request" : "'\(difference.path.pointer)' in the request"
            note(
                rule, .request, difference.direction, in: operation, subject: location, was: difference.was,
                now: difference.now, old: schemas.old.node(of: difference.site.old, difference),
                new: schemas.new.node(of: difference.site.new, difference))
        }
    }
}
