extension Attempt {
    /// As many questions as one model is mended through: more than any puts, and a bound for one without end.
    private static var maximumReplies: Int { 1 << 16 }

    /// Notes why the initializer threw, and replaces what made it throw; false when that cannot be done.
    func mend<Model>(
        _ error: any Error, with choice: KeyPath<StandIns<Reply>, Reply?>, in look: inout Look<Model>
    ) -> Bool {
        guard let fatal = replies.lastIndex(where: { $0.threw(error) }),
            case .threw(_, let lapses, let standIns) = replies[fatal]
        else { return mendRefusal(error, with: choice, in: &look) }
        look.note(lapses)
        guard let standIn = standIns[keyPath: choice], fatal < Self.maximumReplies else {
            look.isCutShort = lapses.contains { $0.path.count > path.count }
            return false
        }
        look.hasAlternatives = look.hasAlternatives || standIns.other != nil
        replace(from: fatal, with: standIn)
        return true
    }

    /// Notes an error of the model's own making.
    ///
    /// The model can go on only where the error names a member of its object: a name it cannot use is kept
    /// from it, and a value it refuses is replaced by one that served elsewhere, if there are two to
    /// compare.
    private func mendRefusal<Model>(
        _ error: any Error, with choice: KeyPath<StandIns<Reply>, Reply?>, in look: inout Look<Model>
    ) -> Bool {
        let named = (error as? DecodingError)?.context.codingPath ?? []
        guard named.count > path.count, let member = named[path.count...].first?.stringValue else {
            return refuse(at: path, wanted: model, because: error, in: &look)
        }
        let refused = named.last?.stringValue
        guard let index = replies.lastIndex(where: { $0.key?.name == refused }), let key = replies[index].key
        else {
            return hide(member, at: named, because: error, in: &look)
        }
        let standIns = key.standIns
        guard !replies.contains(where: \.isStandIn), standIns.other != nil,
            let standIn = standIns[keyPath: choice]
        else { return refuse(at: named, wanted: key.wanted ?? model, because: error, in: &look) }
        look.note([lapse(at: named, wanted: key.wanted ?? model, because: error)])
        look.hasAlternatives = true
        replace(from: index, with: standIn)
        return true
    }

    /// Ends the look: what the model refuses is its last failure, unless a stand-in may be to blame.
    private func refuse<Model>(
        at place: [any CodingKey], wanted: any Any.Type, because error: any Error, in look: inout Look<Model>
    ) -> Bool {
        if !replies.contains(where: \.isStandIn) {
            look.note([lapse(at: place, wanted: wanted, because: error)])
        }
        look.isCutShort = true
        return false
    }

    private func hide<Model>(
        _ member: String, at place: [any CodingKey], because error: any Error, in look: inout Look<Model>
    ) -> Bool {
        guard let keys = (model as? any KeyedCollection.Type)?.keyType, hidden.insert(member).inserted else {
            return refuse(at: place, wanted: model, because: error, in: &look)
        }
        look.note([lapse(at: place, wanted: keys, origin: .name, because: error)])
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
}

extension Attempt.Look {
    fileprivate mutating func note(_ lapses: [Lapse]) {
        if failures.isEmpty { certain = lapses.count }
        failures += lapses
    }
}

extension KeyUse {
    /// The values that served before, to stand in for one the model refuses.
    fileprivate var standIns: StandIns<Reply> {
        let replies = samples.map { Reply.gave($0, to: self, isStandIn: true) }
        return StandIns(first: replies.first, other: replies.count > 1 ? replies.last : nil)
    }
}
