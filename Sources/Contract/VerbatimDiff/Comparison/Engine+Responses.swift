import VerbatimContract
import VerbatimJSON

extension ContractComparison.Engine {
    mutating func compareResponseLists(_ old: APIOperation, _ new: APIOperation) {
        let oldResponses = OrderedGroups(grouping: old.responses, by: \.status)
        let newResponses = OrderedGroups(grouping: new.responses, by: \.status)
        for response in new.responses {
            if let before = oldResponses[response.status]?.first {
                compareResponses(before, response, in: new)
                continue
            }
            // A status is the same response as the range that replaces it, or that it replaces.
            let others = response.alternatives.compactMap { oldResponses[$0]?.first }
            let replaced = others.filter { newResponses[$0.status] == nil }
            for before in replaced { compareResponses(before, response, in: new) }
            guard replaced.isEmpty || response.isRange else { continue }
            report(
                .presence(.added), of: .status(response.status), .response, in: new,
                status: response.status, subject: response.subject,
                old: replaced.isEmpty
                    ? "not declared" : "only \(replaced.map(\.subject).joined(separator: ", "))",
                new: "declared", at: (old.node["responses"], response.node))
        }
        for response in old.responses where newResponses[response.status] == nil {
            let replacements = response.alternatives.compactMap { newResponses[$0]?.first }
                .filter { oldResponses[$0.status] == nil }
            guard replacements.isEmpty || response.isRange else { continue }
            report(
                .presence(.removed), of: .status(response.status), .response, in: new,
                status: response.status, subject: response.subject, old: "declared",
                new: replacements.isEmpty
                    ? "not declared" : "only \(replacements.map(\.subject).joined(separator: ", "))",
                at: (response.node, new.node["responses"]))
        }
    }

    private mutating func compareResponses(
        _ old: ResponseObject, _ new: ResponseObject, in operation: APIOperation
    ) {
        compareHeaderLists(old, new, in: operation)
        compareMediaTypeLists(old, new, in: operation)
        compareRemainingMembers(old.node, new.node, of: .response, in: operation, status: new.status)
    }

    // MARK: Headers

    private mutating func compareHeaderLists(
        _ old: ResponseObject, _ new: ResponseObject, in operation: APIOperation
    ) {
        let oldHeaders = OrderedGroups(grouping: old.headers) { $0.name.lowercased() }
        let newHeaders = OrderedGroups(grouping: new.headers) { $0.name.lowercased() }
        for header in new.headers {
            if let before = oldHeaders[header.name.lowercased()]?.first {
                compareHeaders(before, header, in: operation, status: new.status)
            } else {
                report(
                    .presence(.added), of: header.part, .response, in: operation, status: new.status,
                    subject: header.subject, old: "not declared",
                    new: DiffMessages.required(header.isRequired), at: (old.node, header.node))
            }
        }
        for header in old.headers where newHeaders[header.name.lowercased()] == nil {
            report(
                .presence(.removed), of: header.part, .response, in: operation, status: new.status,
                subject: header.subject, old: DiffMessages.required(header.isRequired),
                new: "not declared", at: (header.node, new.node))
        }
    }

    private mutating func compareHeaders(
        _ old: HeaderObject, _ new: HeaderObject, in operation: APIOperation, status: String
    ) {
        if old.isRequired != new.isRequired {
            report(
                .presence(new.isRequired ? .becameRequired : .becameOptional), of: .responseHeader,
                .response, in: operation, status: status, subject: new.subject,
                old: DiffMessages.required(old.isRequired), new: DiffMessages.required(new.isRequired),
                at: (old.node, new.node))
        }
        compareDeprecation(
            of: .responseHeader, .response, old.node, new.node, in: operation, status: status,
            subject: new.subject)
        compareSerialization(
            of: .responseHeader, .response, Serialization(old), Serialization(new), in: operation,
            status: status, subject: new.subject, at: (old.node, new.node))
        compareSchemas(
            of: .header, old.schema?.node, new.schema?.node, in: operation, status: status,
            subject: new.subject, at: (old.node, new.node))
        compareRemainingMembers(old.node, new.node, of: .header, in: operation, status: status)
    }

    // MARK: Media types

    private mutating func compareMediaTypeLists(
        _ old: ResponseObject, _ new: ResponseObject, in operation: APIOperation
    ) {
        let oldContent = OrderedGroups(grouping: old.content, by: \.range.key)
        let newContent = OrderedGroups(grouping: new.content, by: \.range.key)
        var removed = old.content.filter { newContent[$0.range.key] == nil }
        for mediaType in new.content {
            if let before = oldContent[mediaType.range.key]?.first {
                compareMediaTypes(before, mediaType, in: operation, status: new.status)
            } else if let index = removed.prefix(64).firstIndex(where: { $0.isReplaced(by: mediaType) }) {
                reportReplacement(removed[index], mediaType, in: operation, status: new.status)
                compareMediaTypes(removed.remove(at: index), mediaType, in: operation, status: new.status)
            } else {
                report(
                    .presence(.added), of: .mediaType, .response, in: operation, status: new.status,
                    subject: mediaType.subject, old: "not declared", new: "declared",
                    at: (old.node, mediaType.node))
            }
        }
        for mediaType in removed {
            report(
                .presence(.removed), of: .mediaType, .response, in: operation, status: new.status,
                subject: mediaType.subject, old: "declared", new: "not declared",
                at: (mediaType.node, new.node))
        }
    }

    private mutating func reportReplacement(
        _ old: MediaTypeObject, _ new: MediaTypeObject, in operation: APIOperation, status: String
    ) {
        let change: ExtentChange =
            new.range.closeness(to: old.range) != nil
            ? .generalized : old.range.closeness(to: new.range) != nil ? .specialized : .changed
        report(
            .extent(change), of: .mediaTypeName, .response, in: operation, status: status,
            subject: new.subject, old: "'\(old.range.text)'", new: "'\(new.range.text)'",
            at: (old.node, new.node))
    }

    private mutating func compareMediaTypes(
        _ old: MediaTypeObject, _ new: MediaTypeObject, in operation: APIOperation, status: String
    ) {
        compareEncodings(old, new, of: .mediaType, .response, in: operation, status: status)
        compareRemainingMembers(old.node, new.node, of: .mediaType, in: operation, status: status)
        compareItemSchemas(old, new, in: operation, status: status)
        guard let oldSchema = old.schema, let newSchema = new.schema else {
            guard old.schema != nil || new.schema != nil else { return }
            return report(
                .presence(new.schema == nil ? .removed : .added), of: .mediaTypeSchema, .response,
                in: operation, status: status, subject: new.subject,
                old: old.schema == nil ? "no schema" : "a schema",
                new: new.schema == nil ? "no schema" : "a schema",
                at: (old.schema?.node ?? old.node, new.schema?.node ?? new.node))
        }
        compareSchemas(
            of: .responseBody, oldSchema.node, newSchema.node, in: operation, status: status,
            subject: "the body")
    }
}

extension ContractComparison.Engine {
    /// Compares the schemas of each item of a body that is a sequence.
    private mutating func compareItemSchemas(
        _ old: MediaTypeObject, _ new: MediaTypeObject, in operation: APIOperation, status: String
    ) {
        guard let oldSchema = old.itemSchema, let newSchema = new.itemSchema else {
            guard old.itemSchema != nil || new.itemSchema != nil else { return }
            return report(
                .presence(new.itemSchema == nil ? .removed : .added), of: .mediaTypeSchema, .response,
                in: operation, status: status, subject: "each item of \(new.subject)",
                old: old.itemSchema == nil ? "no schema" : "a schema",
                new: new.itemSchema == nil ? "no schema" : "a schema",
                at: (old.itemSchema?.node ?? old.node, new.itemSchema?.node ?? new.node))
        }
        compareSchemas(
            of: .responseBody, oldSchema.node, newSchema.node, in: operation, status: status,
            subject: "the body", isItem: true)
    }
}

extension ResponseObject {
    fileprivate var subject: String { "status '\(status)'" }

    /// Whether it is for a class of statuses: `4XX`.
    fileprivate var isRange: Bool { status.hasSuffix("XX") }

    /// The range that covers the status, or the statuses that the range covers.
    fileprivate var alternatives: [String] {
        guard status != "default", let first = status.first else { return [] }
        return isRange ? (0...99).map { "\(first)\($0 < 10 ? "0" : "")\($0)" } : ["\(first)XX"]
    }
}

extension HeaderObject {
    fileprivate var subject: String { "header '\(name)'" }
    fileprivate var part: ChangeSubject { isRequired ? .requiredHeader : .optionalHeader }
}

extension MediaTypeObject {
    /// Returns whether another one replaces it: one covers the other, or both are for the same kind of body.
    fileprivate func isReplaced(by other: MediaTypeObject) -> Bool {
        if range.closeness(to: other.range) != nil || other.range.closeness(to: range) != nil { return true }
        return range.isImage == other.range.isImage && range.isHTML == other.range.isHTML
            && range.isXML == other.range.isXML
    }
}
