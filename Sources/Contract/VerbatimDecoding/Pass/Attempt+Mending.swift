extension Attempt {
    /// As many questions as one model is mended through: more than any puts, and a bound for one without end.
    private static var maximumReplies: Int { 1 << 16 }

    /// Notes why the initializer threw, and replaces what made it throw; false when that cannot be done.
    func mend<Model>(
        _ error: any Error, with choice: KeyPath<Placeholders<ReplayStep>, ReplayStep?>,
        in look: inout Look<Model>
    ) -> Bool {
        guard let fatal = replies.lastIndex(where: { $0.threw(error) }),
            case .threw(_, let lapses, let placeholders) = replies[fatal]
        else { return mendRefusal(error, with: choice, in: &look) }
        look.note(lapses)
        guard let placeholder = placeholders[keyPath: choice], fatal < Self.maximumReplies else {
            look.isCutShort = lapses.contains { $0.path.count > path.count }
            return false
        }
        look.hasAlternatives = look.hasAlternatives || placeholders.other != nil
        replace(from: fatal, with: placeholder)
        return true
    }

    /// Notes an error of the model's own making.
    ///
    /// The model can go on only where the error names a member of its object: a name it cannot use is kept
    /// from it, and a value it refuses is replaced by one that served elsewhere, if there are two to
    /// compare.
    private func mendRefusal<Model>(
        _ error: any Error, with choice: KeyPath<Placeholders<ReplayStep>, ReplayStep?>,
        in look: inout Look<Model>
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
        let placeholders = key.placeholders
        guard !replies.contains(where: \.isFake), placeholders.other != nil,
            let placeholder = placeholders[keyPath: choice]
        else { return refuse(at: named, wanted: key.wanted ?? model, because: error, in: &look) }
        look.note([lapse(at: named, wanted: key.wanted ?? model, because: error)])
        look.hasAlternatives = true
        replace(from: index, with: placeholder)
        return true
    }

    /// Ends the look: what the model refuses is its last failure, unless a placeholder may be to blame.
    private func refuse<Model>(
        at location: [any CodingKey], wanted: any Any.Type, because error: any Error,
        in look: inout Look<Model>
    ) -> Bool {
        if !replies.contains(where: \.isFake) {
            look.note([lapse(at: location, wanted: wanted, because: error)])
        }
        look.isCutShort = true
        return false
    }

    private func hide<Model>(
        _ member: String, at location: [any CodingKey], because error: any Error, in look: inout Look<Model>
    ) -> Bool {
        guard let keys = (model as? any KeyedCollection.Type)?.keyType, hidden.insert(member).inserted else {
            return refuse(at: location, wanted: model, because: error, in: &look)
        }
        look.note([lapse(at: location, wanted: keys, origin: .name, because: error)])
        return true
    }

    private func lapse(
        at location: [any CodingKey], wanted: any Any.Type, origin: PendingFailure.Origin = .model,
        because error: any Error
    ) -> PendingFailure {
        pass.lapse(at: location, wanted: .value(wanted), origin: origin, error: error)
    }

    private func replace(from index: Int, with reply: ReplayStep) {
        replies.removeSubrange(index...)
        replies.append(reply)
    }
}

extension Attempt.Look {
    fileprivate mutating func note(_ lapses: [PendingFailure]) {
        if failures.isEmpty { certain = lapses.count }
        failures += lapses
    }
}

extension KeyUse {
    /// The values that served before, to stand in for one the model refuses.
    fileprivate var placeholders: Placeholders<ReplayStep> {
        let replies = samples.map { ReplayStep.gave($0, to: self, isFake: true) }
        return Placeholders(first: replies.first, other: replies.count > 1 ? replies.last : nil)
    }
}
