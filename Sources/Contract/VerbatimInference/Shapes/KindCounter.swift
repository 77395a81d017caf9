@_spi(Tape) import VerbatimJSON

/// The kinds of the elements of a list, by the members with which they say what they are.
struct KindCounter {
    /// The members that tell, by their locations in `DiscriminatorNames.all` and among the members of the elements.
    private(set) var marks: [(name: Int, slot: Int)] = []
    private(set) var kinds: [Kind] = []
    private var lastKind = 0

    /// The elements of one kind.
    struct Kind {
        /// The values of the marks, in their order; nil where there is none.
        var values: [[UInt8]?]
        var objects = 0
        var answers = 0
        var lastAnswer = -1
        /// How many have each member, by its slot.
        var present: [Int] = []
    }

    /// Takes a member for a mark, if its name is one of those.
    mutating func note(_ name: UnsafeBufferPointer<UInt8>, slot: Int) {
        let text = String(decoding: name, as: UTF8.self)
        guard let index = DiscriminatorNames.all.firstIndex(of: text) else { return }
        marks.append((index, slot))
        for kind in kinds.indices { kinds[kind].values.append(nil) }
    }

    /// Counts an element that was read to its end; false when kinds cannot be told apart any more.
    mutating func count(_ node: UnsafeMutablePointer<ShapeNode>, _ tape: TapeReader, in answer: Int) -> Bool {
        guard !marks.isEmpty else { return true }
        let object = node.pointee.objects
        if kinds.isEmpty, object > 0 { countUnmarked(node) }
        guard let kind = kind(of: node, tape) else { return false }
        kinds[kind].count(node, in: answer)
        return true
    }

    /// The elements before the first with a mark are of the kind that has none.
    private mutating func countUnmarked(_ node: UnsafeMutablePointer<ShapeNode>) {
        var kind = Kind(values: marks.map { _ in nil })
        kind.objects = node.pointee.objects
        kind.answers = node.pointee.answers
        kind.lastAnswer = node.pointee.lastAnswer
        kind.present = (0..<node.pointee.memberCount).map { slot in
            let member = node.pointee.members[slot]
            return member.lastObject == kind.objects ? member.count - 1 : member.count
        }
        kinds.append(kind)
    }

    /// The location of the element's kind, made if there is none; nil when a mark is no name or the kinds are too many.
    private mutating func kind(of node: UnsafeMutablePointer<ShapeNode>, _ tape: TapeReader) -> Int? {
        if lastKind < kinds.count, has(kinds[lastKind], node, tape) { return lastKind }
        if let known = kinds.firstIndex(where: { has($0, node, tape) }) {
            lastKind = known
            return known
        }
        var values: [[UInt8]?] = []
        for mark in marks {
            let text = text(of: mark.slot, in: node, tape)
            if let text, text.count > StringStatistics.longestValue || !text.looksLikeName { return nil }
            values.append(text.map { Array($0) })
        }
        guard kinds.count < DiscriminatorNames.limit else { return nil }
        kinds.append(Kind(values: values))
        return kinds.count - 1
    }

    private func has(_ kind: Kind, _ node: UnsafeMutablePointer<ShapeNode>, _ tape: TapeReader) -> Bool {
        for (location, mark) in marks.enumerated() {
            switch (kind.values[location], text(of: mark.slot, in: node, tape)) {
            case (nil, nil): continue
            case (let value?, let text?):
                let isSame = value.withUnsafeBufferPointer { $0.hasSameBytes(as: text) }
                guard isSame else { return false }
            default: return false
            }
        }
        return true
    }

    /// The value of a mark in the element, if it has it and it is a string.
    private func text(
        of slot: Int, in node: UnsafeMutablePointer<ShapeNode>, _ tape: TapeReader
    ) -> UnsafeBufferPointer<UInt8>? {
        let member = node.pointee.members[slot]
        guard member.lastObject == node.pointee.objects, tape.tag(member.lastValue) == TapeReader.Tag.string
        else { return nil }
        return tape.rawString(member.lastValue)
    }
}

extension KindCounter.Kind {
    fileprivate mutating func count(_ node: UnsafeMutablePointer<ShapeNode>, in answer: Int) {
        let object = node.pointee.objects
        let members = node.pointee.memberCount
        if present.count < members { present += repeatElement(0, count: members - present.count) }
        for slot in 0..<members where node.pointee.members[slot].lastObject == object { present[slot] &+= 1 }
        objects += 1
        if lastAnswer != answer {
            lastAnswer = answer
            answers += 1
        }
    }
}
