import VerbatimContract
import VerbatimJSON

extension ChangeFinder {
    mutating func compareResponseLists(_ old: APIOperation, _ new: APIOperation) {
        let oldResponses = OrderedGroups(grouping: old.responses, by: \.status)
        let newResponses = OrderedGroups(grouping: new.responses, by: \.status)
        func replacements(
            of response: ResponseObject, in present: OrderedGroups<String, [ResponseObject]>,
            without others: OrderedGroups<String, [ResponseObject]>
        ) -> [ResponseObject] {
            // A status is the same response as the range that replaces it, or that it replaces.
            response.alternatives.compactMap { present[$0]?.first }.filter { others[$0.status] == nil }
        }
        func description(_ others: [ResponseObject]) -> String {
            others.isEmpty ? "not declared" : "only \(others.map(\.subject).joined(separator: ", "))"
        }
        for response in new.responses {
            let place = response.place(in: new)
            if let before = oldResponses[response.status]?.first {
                compareResponses(before, response, at: place)
                continue
            }
            let replaced = replacements(of: response, in: oldResponses, without: newResponses)
            for before in replaced { compareResponses(before, response, at: place) }
            guard replaced.isEmpty || response.isRange else { continue }
            report(
                .added, of: .status(response.status), at: place, old: description(replaced), new: "declared",
                nodes: (old.node["responses"], response.node))
        }
        for response in old.responses where newResponses[response.status] == nil {
            let replacing = replacements(of: response, in: newResponses, without: oldResponses)
            guard replacing.isEmpty || response.isRange else { continue }
            report(
                .removed, of: .status(response.status), at: response.place(in: new), old: "declared",
                new: description(replacing), nodes: (response.node, new.node["responses"]))
        }
    }

    private mutating func compareResponses(
        _ old: ResponseObject, _ new: ResponseObject, at place: RawChange.Place
    ) {
        compareLists(
            old.headers, new.headers, by: { $0.name.lowercased() }, at: place, nodes: (old.node, new.node),
            added: \.part, removed: \.part,
            compare: {
                $0.compareSerializedParts(
                    $1, $2, of: .responseHeader, .header, at: place.named($2.subject), except: .header)
            })
        compareMediaTypeLists(old, new, at: place)
        compareRemainingMembers(old.node, new.node, of: .response, at: place)
    }

    // MARK: Media types

    private mutating func compareMediaTypeLists(
        _ old: ResponseObject, _ new: ResponseObject, at place: RawChange.Place
    ) {
        let oldContent = OrderedGroups(grouping: old.content, by: \.range.key)
        let newContent = OrderedGroups(grouping: new.content, by: \.range.key)
        var removed = old.content.filter { newContent[$0.range.key] == nil }
        for mediaType in new.content {
            let place = place.named(mediaType.subject)
            if let before = oldContent[mediaType.range.key]?.first {
                compareMediaTypes(before, mediaType, at: place)
            } else if let index = removed.prefix(64).firstIndex(where: { $0.isReplaced(by: mediaType) }) {
                let before = removed.remove(at: index)
                report(
                    before.replacement(by: mediaType), of: .mediaTypeName, at: place,
                    old: "'\(before.range.text)'", new: "'\(mediaType.range.text)'",
                    nodes: (before.node, mediaType.node))
                compareMediaTypes(before, mediaType, at: place)
            } else {
                report(
                    .added, of: .mediaType, at: place, old: "not declared", new: "declared",
                    nodes: (old.node, mediaType.node))
            }
        }
        for mediaType in removed {
            report(
                .removed, of: .mediaType, at: place.named(mediaType.subject), old: "declared",
                new: "not declared", nodes: (mediaType.node, new.node))
        }
    }

    private mutating func compareMediaTypes(
        _ old: MediaTypeObject, _ new: MediaTypeObject, at place: RawChange.Place
    ) {
        compareEncodings(old, new, of: .mediaType, at: place)
        compareRemainingMembers(old.node, new.node, of: .mediaType, at: place)
        let item = place.named("each item of \(new.subject)")
        compareBodySchemas(old.itemSchema?.node, new.itemSchema?.node, old, new, at: item, new.itemFormat)
        compareBodySchemas(old.schema?.node, new.schema?.node, old, new, at: place, nil)
    }

    /// Compares the schemas of a body, or of each item of a body that is a sequence.
    private mutating func compareBodySchemas(
        _ oldSchema: JSON?, _ newSchema: JSON?, _ old: MediaTypeObject, _ new: MediaTypeObject,
        at place: RawChange.Place, _ items: ItemFormat?
    ) {
        if let oldSchema, let newSchema {
            compareSchemas(of: .responseBody, oldSchema, newSchema, at: place.named("the body"), items: items)
        } else if oldSchema != nil || newSchema != nil {
            report(
                newSchema == nil ? .removed : .added, of: .mediaTypeSchema, at: place,
                old: oldSchema == nil ? "no schema" : "a schema",
                new: newSchema == nil ? "no schema" : "a schema",
                nodes: (oldSchema ?? old.node, newSchema ?? new.node))
        }
    }
}

extension ResponseObject {
    fileprivate var subject: String { "status '\(status)'" }

    fileprivate func place(in operation: APIOperation) -> RawChange.Place {
        RawChange.Place(scope: .response, operation: operation, status: status, subject: subject)
    }

    /// Whether it is for a class of statuses: `4XX`.
    fileprivate var isRange: Bool { status.hasSuffix("XX") }

    /// The range that covers the status, or the statuses that the range covers.
    fileprivate var alternatives: [String] {
        guard status != "default", let first = status.first else { return [] }
        return isRange ? (0...99).map { "\(first)\($0 < 10 ? "0" : "")\($0)" } : ["\(first)XX"]
    }
}

extension HeaderObject: DeclaredPart {
    var subject: String { description }
    var declaration: String { DiffMessages.required(isRequired) }
    fileprivate var part: ChangeSubject { isRequired ? .requiredHeader : .optionalHeader }
}

extension MediaTypeObject {
    /// Returns whether another one replaces it: one covers the other, or both are for the same kind of body.
    fileprivate func isReplaced(by other: MediaTypeObject) -> Bool {
        replacement(by: other) != .changed
            || range.isImage == other.range.isImage && range.isHTML == other.range.isHTML
                && range.isXML == other.range.isXML
    }

    fileprivate func replacement(by other: MediaTypeObject) -> ChangeKind {
        if other.range.closeness(to: range) != nil { return .generalized }
        return range.closeness(to: other.range) != nil ? .specialized : .changed
    }
}
