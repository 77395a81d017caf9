@_spi(Tape) import JSONDocument

/// Reads answers and counts what is in them, every element of every list.
///
/// The cost is one walk over the tape of each document: members are found by their predecessor, so an object like the
/// last one costs a comparison a name.
///
/// Unsafe code. Invariant: `nodes` has every node that was made, none is freed before the recorder; see `ShapeNode`.
final class ShapeRecorder {
    private let root: UnsafeMutablePointer<ShapeNode>
    private var nodes: [UnsafeMutablePointer<ShapeNode>] = []
    private(set) var answer = -1
    private var objects = 0
    /// The slots of the elements that are being read, those of an inner one behind those of the outer.
    var slots: [Int] = []
    /// The marks of the elements that are being read.
    var marks: [(name: Int, value: [UInt8]?)] = []

    /// Beyond so many members they are looked up by their names.
    private static let few = 64

    /// - Parameter name: The name of the member whose values are read, if they are those of one.
    init(name: String? = nil) {
        root = .allocate(capacity: 1)
        root.initialize(
            to: ShapeNode(isElement: false, isDateNamed: name.map(DateForm.isDateName) ?? false))
        nodes.append(root)
    }

    deinit {
        for node in nodes {
            node.deinitialize(count: 1)
            node.deallocate()
        }
    }

    /// Begins another answer: what only one of them holds is little evidence, however often it holds it.
    func beginAnswer() { answer += 1 }

    /// Reads a value of the current answer.
    func add(_ value: JSON) {
        if answer < 0 { beginAnswer() }
        _ = value.read { tape, node in visit(node, tape, root) }
    }

    /// What was seen so far.
    var shape: Shape { ShapeRecorder.shape(of: root) }

    private func makeNode(isElement: Bool, isDateNamed: Bool) -> UnsafeMutablePointer<ShapeNode> {
        let node = UnsafeMutablePointer<ShapeNode>.allocate(capacity: 1)
        node.initialize(to: ShapeNode(isElement: isElement, isDateNamed: isDateNamed))
        nodes.append(node)
        return node
    }
}

// MARK: - Reading

extension ShapeRecorder {
    private func visit(_ node: Int, _ tape: TapeReader, _ shape: UnsafeMutablePointer<ShapeNode>) {
        switch tape.tag(node) {
        case TapeReader.Tag.null: shape.pointee.tags.0 &+= 1
        case TapeReader.Tag.false, TapeReader.Tag.true: shape.pointee.tags.1 &+= 1
        case TapeReader.Tag.integer: shape.pointee.tags.3 &+= 1
        case TapeReader.Tag.number: shape.pointee.tags.4 &+= 1
        case TapeReader.Tag.string:
            shape.pointee.text.add(tape.rawString(node), in: answer, isDateNamed: shape.pointee.isDateNamed)
        case TapeReader.Tag.escapedString:
            withDecoded(node, tape) {
                shape.pointee.text.add($0, in: answer, isDateNamed: shape.pointee.isDateNamed)
            }
        case TapeReader.Tag.array: visitArray(node, tape, shape)
        default: visitObject(node, tape, shape)
        }
    }

    private func visitArray(_ node: Int, _ tape: TapeReader, _ shape: UnsafeMutablePointer<ShapeNode>) {
        shape.pointee.tags.7 &+= 1
        let end = tape.next(after: node)
        var element = tape.first(in: node)
        guard element < end else { return shape.pointee.emptyArrays &+= 1 }
        let items = items(of: shape)
        while element < end {
            visit(element, tape, items)
            element = tape.next(after: element)
        }
    }

    private func items(of shape: UnsafeMutablePointer<ShapeNode>) -> UnsafeMutablePointer<ShapeNode> {
        if let items = shape.pointee.items { return items }
        let items = makeNode(isElement: true, isDateNamed: shape.pointee.isDateNamed)
        shape.pointee.items = items
        return items
    }

    private func visitObject(_ node: Int, _ tape: TapeReader, _ shape: UnsafeMutablePointer<ShapeNode>) {
        let object = objects
        objects &+= 1
        let reading = (slots: slots.count, marks: marks.count)
        let isElement = shape.pointee.isElement
        let end = tape.next(after: node)
        var name = tape.first(in: node)
        var previous = -1
        while name < end {
            let slot = slot(name, tape, shape, behind: previous)
            previous = slot
            if isElement { note(slot, name &+ 1, tape, shape, since: reading.slots) }
            if shape.pointee.members[slot].lastObject != object {
                shape.pointee.members[slot].lastObject = object
                shape.pointee.members[slot].count &+= 1
            }
            visit(name &+ 1, tape, shape.pointee.members[slot].node)
            name = tape.next(after: name &+ 1)
        }
        if isElement {
            if shape.pointee.hasMarks { countKind(shape, slots[reading.slots...], marks[reading.marks...]) }
            slots.removeSubrange(reading.slots...)
            marks.removeSubrange(reading.marks...)
        }
        shape.pointee.objects &+= 1
        if shape.pointee.lastAnswer != answer {
            shape.pointee.lastAnswer = answer
            shape.pointee.answers &+= 1
        }
    }

    /// The slot of a name, made if there is none; most often the one that came behind the previous last time.
    @inline(__always)
    private func slot(
        _ name: Int, _ tape: TapeReader, _ shape: UnsafeMutablePointer<ShapeNode>, behind previous: Int
    ) -> Int {
        let plain = tape.plainString(name)
        guard plain.count >= 0 else { return slowSlot(name, tape, shape) }
        let text = UnsafeBufferPointer(start: plain.start, count: plain.count)
        let prefix = text.prefixWord
        let expected = previous < 0 ? 0 : shape.pointee.members[previous].successor
        if expected < shape.pointee.members.count, shape.pointee.members[expected].matches(text, prefix) {
            return expected
        }
        let found = find(text, prefix, shape)
        if previous >= 0 { shape.pointee.members[previous].successor = found }
        return found
    }

    private func slowSlot(_ name: Int, _ tape: TapeReader, _ shape: UnsafeMutablePointer<ShapeNode>) -> Int {
        withDecoded(name, tape) { find($0, $0.prefixWord, shape) }
    }

    private func find(
        _ text: UnsafeBufferPointer<UInt8>, _ prefix: UInt64, _ shape: UnsafeMutablePointer<ShapeNode>
    ) -> Int {
        let count = shape.pointee.members.count
        if count > ShapeRecorder.few {
            if let place = shape.pointee.places[Array(text)] { return Int(place) }
        } else if let place = shape.pointee.members.firstIndex(where: { $0.matches(text, prefix) }) {
            return place
        }
        return addSlot(Array(text), prefix, shape)
    }

    private func addSlot(_ name: [UInt8], _ prefix: UInt64, _ shape: UnsafeMutablePointer<ShapeNode>) -> Int {
        let place = shape.pointee.members.count
        let text = String(decoding: name, as: UTF8.self)
        let mark = shape.pointee.isElement ? KindNames.all.firstIndex(of: text) ?? -1 : -1
        shape.pointee.members.append(
            MemberSlot(
                name: name, prefix: prefix,
                node: makeNode(isElement: false, isDateNamed: DateForm.isDateName(text)), mark: mark,
                successor: place + 1))
        if place == ShapeRecorder.few {
            for (place, member) in shape.pointee.members.enumerated() {
                shape.pointee.places[member.name] = Int32(place)
            }
        } else if place > ShapeRecorder.few {
            shape.pointee.places[name] = Int32(place)
        }
        return place
    }

    /// Calls with the decoded bytes of a string that has escapes, and eight bytes behind them.
    private func withDecoded<Result>(
        _ node: Int, _ tape: TapeReader, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let capacity = tape.rawString(node).count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 8) { buffer in
            let length = tape.unescape(node, into: UnsafeMutableBufferPointer(rebasing: buffer[..<capacity]))
            return body(UnsafeBufferPointer(rebasing: buffer[..<length]))
        }
    }
}

extension MemberSlot {
    @inline(__always)
    fileprivate func matches(_ text: UnsafeBufferPointer<UInt8>, _ textPrefix: UInt64) -> Bool {
        prefix == textPrefix && name.count == text.count && (text.count <= 8 || name.elementsEqual(text))
    }
}
