@_spi(Tape) import JSONDocument

/// The kinds of the elements of a list.
extension ShapeRecorder {
    /// Notes a member of an element that is being read.
    func note(
        _ slot: Int, _ value: Int, _ tape: TapeReader, _ shape: UnsafeMutablePointer<ShapeNode>,
        since start: Int
    ) {
        let mark = shape.pointee.members[slot].mark
        if mark >= 0, tape.tag(value) == TapeReader.Tag.string {
            if !shape.pointee.hasMarks { beginKinds(shape, without: slots[start...]) }
            let text = tape.rawString(value)
            let isName = text.count <= TextTally.longestValue && text.looksLikeName
            marks.append((mark, isName ? Array(text) : nil))
        }
        slots.append(slot)
    }

    /// The elements before the first with a mark are of the kind that has none.
    private func beginKinds(_ shape: UnsafeMutablePointer<ShapeNode>, without current: ArraySlice<Int>) {
        shape.pointee.hasMarks = true
        guard shape.pointee.objects > 0 else { return }
        var unmarked = KindTally(marks: [:])
        unmarked.objects = shape.pointee.objects
        unmarked.answers = shape.pointee.answers
        unmarked.lastAnswer = shape.pointee.lastAnswer
        unmarked.present = shape.pointee.members.map(\.count)
        for slot in Set(current) { unmarked.present[slot] -= 1 }
        shape.pointee.kinds = [unmarked]
    }

    /// Counts an element that was read to its end.
    func countKind(
        _ shape: UnsafeMutablePointer<ShapeNode>, _ slots: ArraySlice<Int>,
        _ marks: ArraySlice<(name: Int, value: [UInt8]?)>
    ) {
        guard shape.pointee.kinds != nil else { return }
        guard let kind = kind(of: marks, in: shape) else { return shape.pointee.kinds = nil }
        shape.pointee.kinds?[kind].count(slots, in: answer)
    }

    /// The place of a kind, made if there is none; nil when a mark is no name, or when there are too many kinds.
    private func kind(
        of marks: ArraySlice<(name: Int, value: [UInt8]?)>, in shape: UnsafeMutablePointer<ShapeNode>
    ) -> Int? {
        guard let kinds = shape.pointee.kinds else { return nil }
        if let known = kinds.firstIndex(where: { $0.has(marks) }) { return known }
        var values: [Int: [UInt8]] = [:]
        for mark in marks {
            guard let value = mark.value else { return nil }
            values[mark.name] = value
        }
        guard kinds.count < KindNames.limit else { return nil }
        shape.pointee.kinds?.append(KindTally(marks: values))
        return kinds.count
    }
}

extension KindTally {
    /// Whether these are its marks.
    fileprivate func has(_ others: ArraySlice<(name: Int, value: [UInt8]?)>) -> Bool {
        others.count == marks.count && others.allSatisfy { $0.value != nil && marks[$0.name] == $0.value }
    }

    fileprivate mutating func count(_ slots: ArraySlice<Int>, in answer: Int) {
        objects += 1
        if lastAnswer != answer {
            lastAnswer = answer
            answers += 1
        }
        for slot in slots {
            if slot >= present.count {
                present += repeatElement(0, count: slot + 1 - present.count)
            }
            present[slot] += 1
        }
    }
}
