import VerbatimContract
import VerbatimJSON

extension ContractComparison.Engine {
    mutating func compareRequestBodies(_ old: APIOperation, _ new: APIOperation) {
        let subject = "the request body"
        guard let oldBody = old.requestBody, let newBody = new.requestBody else {
            guard old.requestBody != nil || new.requestBody != nil else { return }
            return report(
                .presence(new.requestBody == nil ? .removed : .added), of: .requestBody, .request, in: new,
                subject: subject, old: old.requestBody == nil ? "none" : "declared",
                new: new.requestBody == nil ? "none" : "declared",
                at: (old.requestBody?.node ?? old.node, new.requestBody?.node ?? new.node))
        }
        if oldBody.isRequired != newBody.isRequired {
            report(
                .presence(newBody.isRequired ? .becameRequired : .becameOptional), of: .requestBody,
                .request, in: new, subject: subject, old: DiffMessages.required(oldBody.isRequired),
                new: DiffMessages.required(newBody.isRequired), at: (oldBody.node, newBody.node))
        }
        compareRequestMediaTypes(
            oldBody.content, newBody.content, in: new, at: (oldBody.node, newBody.node))
        compareRemainingMembers(oldBody.node, newBody.node, of: .requestBody, in: new)
    }

    private mutating func compareRequestMediaTypes(
        _ old: [MediaTypeObject], _ new: [MediaTypeObject], in operation: APIOperation,
        at nodes: (old: JSON, new: JSON)
    ) {
        let oldContent = OrderedGroups(grouping: old, by: \.range.key)
        let newContent = OrderedGroups(grouping: new, by: \.range.key)
        for mediaType in new {
            guard let before = oldContent[mediaType.range.key]?.first else {
                report(
                    .presence(.added), of: .requestMediaType, .request, in: operation,
                    subject: mediaType.subject, old: "not declared", new: "declared",
                    at: (nodes.old, mediaType.node))
                continue
            }
            compareRequestSchemas(before, mediaType, in: operation)
        }
        for mediaType in old where newContent[mediaType.range.key] == nil {
            report(
                .presence(.removed), of: .requestMediaType, .request, in: operation,
                subject: mediaType.subject, old: "declared", new: "not declared",
                at: (mediaType.node, nodes.new))
        }
    }

    /// Reports differences by their direction only: it decides whether recorded requests are still accepted.
    private mutating func compareRequestSchemas(
        _ old: MediaTypeObject, _ new: MediaTypeObject, in operation: APIOperation
    ) {
        let oldForm = schemas.old.form(of: [old.schema?.node].compactMap(\.self))
        let newForm = schemas.new.form(of: [new.schema?.node].compactMap(\.self))
        for difference in schemas.differences(oldForm, newForm) where difference.direction != .none {
            let change: ExtentChange =
                difference.direction == .both
                ? .changed : difference.direction == .narrows ? .narrowed : .widened
            report(
                .extent(change), of: .requestBody, .request, difference.direction, in: operation,
                subject: difference.path.isEmpty
                    ? "the request body" : "'\(difference.path.pointer)' in the request body",
                old: difference.old, new: difference.new,
                at: (
                    schemas.old.node(showing: difference, at: difference.site.old),
                    schemas.new.node(showing: difference, at: difference.site.new)
                ))
        }
    }
}

extension MediaType {
    /// The identity of the range: two ranges with the same one are written for the same media types.
    struct Key: Hashable {
        let essence: String
        let parameters: [String: String]
    }

    var key: Key { Key(essence: essence, parameters: parameters) }
}

extension MediaTypeObject {
    var subject: String { "media type '\(range.text)'" }
}
