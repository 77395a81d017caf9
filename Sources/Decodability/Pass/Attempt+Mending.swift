extension Attempt {
    /// As many questions as one model is mended through: more than any puts, and a bound for one that never ends.
    private static var maximumReplies: Int { 1 << 16 }

    /// Notes why the initializer threw, and replaces what made it throw; false when that cannot be done.
    func mend(_ error: any Error, noting failures: inout [Lapse]) -> Bool {
        guard let fatal = replies.lastIndex(where: { $0.threw(error) }),
            case .threw(_, let lapses, let standIn) = replies[fatal]
        else { return mendRefusal(error, noting: &failures) }
        failures += lapses
        guard let standIn, fatal < Self.maximumReplies else {
            if lapses.contains(where: { $0.path.count > path.count }) { leaveUnjudged() }
            return false
        }
        replace(from: fatal, with: standIn)
        return true
    }

    /// Notes an error of the model's own making.
    ///
    /// The model can go on only where the error names a member of its object: a value it refuses is replaced by
    /// one that served elsewhere, and a name it cannot use is kept from it.
    private func mendRefusal(_ error: any Error, noting failures: inout [Lapse]) -> Bool {
        let named = (error as? DecodingError)?.context.codingPath ?? []
        guard named.count > path.count, let member = named[path.count...].first?.stringValue else {
            return refuse(at: path, wanted: model, because: error, noting: &failures)
        }
        guard let index = replies.lastIndex(where: { $0.key?.name == member }) else {
            return hide(member, at: named, because: error, noting: &failures)
        }
        let key = replies[index].key
        guard !replies[index].isStandIn, let sample = key?.sample else {
            return refuse(at: named, wanted: key?.wanted ?? model, because: error, noting: &failures)
        }
        failures.append(lapse(at: named, wanted: key?.wanted ?? model, because: error))
        replace(from: index, with: .gave(sample, to: key, isStandIn: true))
        return true
    }

    /// Ends the attempt: what the model refuses, unless a stand-in may be to blame, is the last failure it tells of.
    private func refuse(
        at place: [any CodingKey], wanted: any Any.Type, because error: any Error,
        noting failures: inout [Lapse]
    ) -> Bool {
        let member = place.dropFirst(path.count).first?.stringValue
        let blamed = replies.filter { member == nil || $0.key?.name == member }
        if !blamed.contains(where: \.isStandIn) {
            failures.append(lapse(at: place, wanted: wanted, because: error))
        }
        leaveUnjudged()
        return false
    }

    private func hide(
        _ member: String, at place: [any CodingKey], because error: any Error, noting failures: inout [Lapse]
    ) -> Bool {
        guard let keys = (model as? any KeyedCollection.Type)?.keyType, hidden.insert(member).inserted else {
            return refuse(at: place, wanted: model, because: error, noting: &failures)
        }
        failures.append(lapse(at: place, wanted: keys, origin: .name, because: error))
        return true
    }

    private func lapse(
        at place: [any CodingKey], wanted: any Any.Type, origin: Lapse.Origin = .model,
        because error: any Error
    ) -> Lapse {
        pass.lapse(at: place, wanted: .value(wanted), origin: origin, error: error)
    }

    private func replace(from index: Int, with reply: Reply) {
        replies.removeSubrange(index...)
        replies.append(reply)
    }

    private func leaveUnjudged() {
        if readsMembers { pass.unjudged.append(path) }
    }
}
