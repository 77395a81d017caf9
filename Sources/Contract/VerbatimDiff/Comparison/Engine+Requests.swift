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

    private mutating func compareRequestSchemas(
        _ old: MediaTypeObject, _ new: MediaTypeObject, in operation: APIOperation
    ) {
        compareEncodings(old, new, of: .requestMediaType, .request, in: operation)
        compareRemainingMembers(old.node, new.node, of: .mediaType, in: operation)
        compareSchemas(
            of: .requestBody, old.schema?.node, new.schema?.node, in: operation,
            subject: "the request body", at: (old.node, new.node))
        compareSchemas(
            of: .requestBody, old.itemSchema?.node, new.itemSchema?.node, in: operation,
            subject: "the request body", isItem: true, at: (old.node, new.node))
    }
}

extension ContractComparison.Engine {
    /// Compares how the properties of a form are written: https://spec.openapis.org/oas/v3.1.1.html#encoding-object
    mutating func compareEncodings(
        _ old: MediaTypeObject, _ new: MediaTypeObject, of part: ChangeSubject, _ scope: RawChange.Scope,
        in operation: APIOperation, status: String? = nil
    ) {
        for name in ["encoding", "prefixEncoding", "itemEncoding"] {
            let (before, after) = (old.node[name], new.node[name])
            guard before.value != after.value else { continue }
            let values = DiffMessages.values(
                before.exists ? .some(before.value) : .none, after.exists ? .some(after.value) : .none)
            report(
                .extent(.encodingChanged), of: part, scope, in: operation, status: status,
                subject: new.subject, old: values.old, new: values.new,
                at: (before.exists ? before : old.node, after.exists ? after : new.node))
        }
    }
}

extension MediaType {
    /// The identity of a range: two ranges with the same one are written for the same media types.
    ///
    /// The encoding of a text and the boundary of parts are details of a message.
    struct Key: Hashable {
        let essence: String
        let parameters: [String: String]
    }

    var key: Key {
        Key(
            essence: essence,
            parameters: parameters.filter { !["charset", "boundary", "q"].contains($0.key) })
    }
}

extension MediaTypeObject {
    var subject: String { "media type '\(range.text)'" }
}
