import VerbatimContract
import VerbatimJSON

/// Webhooks and callbacks: what the API sends arrives at the app as a response does, and what the app answers
/// is sent as a request is.
extension ChangeFinder {
    mutating func compareIncoming() {
        let key = { (operation: APIOperation) in "\(operation.method) \(operation.id)" }
        let old = OrderedGroups(grouping: oldContract.incoming, by: key)
        let new = OrderedGroups(grouping: newContract.incoming, by: key)
        for operation in newContract.incoming {
            if let before = old[key(operation)]?.first {
                compareIncoming(before, operation)
            } else {
                report(
                    .added, of: .operation, at: operation.incomingPlace, old: "not declared", new: "declared",
                    nodes: (nil, operation.node))
            }
        }
        for operation in oldContract.incoming where new[key(operation)] == nil {
            report(
                .removed, of: .operation, at: operation.incomingPlace, old: "declared", new: "not declared",
                nodes: (operation.node, nil))
        }
    }

    private mutating func compareIncoming(_ old: APIOperation, _ new: APIOperation) {
        let place = new.incomingPlace
        compareDeprecation(of: .operation, old.node, new.node, at: place)
        compareLists(
            old.keyedParameters(inPath: 0), new.keyedParameters(inPath: 0), by: \.key, at: place,
            nodes: (old.node, new.node), added: { _ in .optionalHeader }, removed: { _ in .optionalHeader },
            compare: { finder, old, new in
                finder.compareSerializedParts(
                    old.parameter, new.parameter, of: .responseHeader, .header, at: place.named(new.subject),
                    except: .parameter)
            })
        compareIncoming(
            old.requestBody?.content ?? [], new.requestBody?.content ?? [], of: .responseBody, .mediaType,
            at: place.named("the body of \(new.id)"), nodes: (old.node, new.node))
        compareAnswers(old, new, at: place)
        compareRemainingMembers(old.node, new.node, of: .operation, at: place)
    }

    private mutating func compareAnswers(
        _ old: APIOperation, _ new: APIOperation, at place: RawChange.Place
    ) {
        let answers = OrderedGroups(grouping: old.responses, by: \.status)
        for answer in new.responses {
            guard let before = answers[answer.status]?.first else { continue }
            compareIncoming(
                before.content, answer.content, of: .requestBody, .requestMediaType,
                at: place.named("the answer \(answer.status) to \(new.id)"), nodes: (before.node, answer.node)
            )
        }
        let statuses = (old: old.responses.map(\.status).sorted(), new: new.responses.map(\.status).sorted())
        guard statuses.old != statuses.new else { return }
        report(
            .unhandled, of: .contract, at: place.named("the list of answers to \(new.id)"),
            old: statuses.old.joined(separator: ", "), new: statuses.new.joined(separator: ", "),
            nodes: (old.node["responses"], new.node["responses"]))
    }

    private mutating func compareIncoming(
        _ old: [MediaTypeObject], _ new: [MediaTypeObject], of kind: SchemaUse.Kind, _ part: ChangeSubject,
        at place: RawChange.Place, nodes: (old: JSON, new: JSON)
    ) {
        compareLists(
            old, new, by: \.range.key, at: place, nodes: nodes, added: { _ in part }, removed: { _ in part },
            compare: { finder, old, new in
                finder.compareSchemas(
                    of: kind, old.schema?.node, new.schema?.node, at: place, nodes: (old.node, new.node))
            })
    }
}

extension APIOperation {
    /// The place of a change of a request that the API sends.
    fileprivate var incomingPlace: RawChange.Place {
        RawChange.Place(scope: .operation, operation: self, subject: id)
    }
}
