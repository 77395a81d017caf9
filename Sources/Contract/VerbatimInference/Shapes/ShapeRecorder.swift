@_spi(Tape) import VerbatimJSON

/// Reads answers and counts what is in them, every element of every list.
///
/// The cost is one walk over the tape of each document: members are found by their predecessor, so an object like the
/// last one costs a comparison a name.
///
/// Unsafe code. Invariant: that of `ShapeNode`; `root` is freed with the recorder.
final class ShapeRecorder {
    private let root: UnsafeMutablePointer<ShapeNode>
    private var answer = -1

    /// - Parameter name: The name of the member whose values are read, if they are those of one.
    init(name: String? = nil) {
        root = ShapeNode.make(isElement: false, isDateNamed: name.map(DateForm.isDateName) ?? false)
    }

    deinit { ShapeNode.free(root) }

    /// Begins another answer: what only one of them holds is little evidence, however often it holds it.
    func beginAnswer() { answer += 1 }

    /// Reads a value of the current answer.
    func add(_ value: JSON) {
        if answer < 0 { beginAnswer() }
        _ = value.read { tape, node in ShapeWalk(tape: tape, answer: answer).visit(node, root) }
    }

    /// What was seen so far.
    var shape: ObservedShape { ObservedShape(root) }
}

/// One walk over a document.
///
/// Unsafe code. Invariant: it ends before the document does.
private struct ShapeWalk {
    let tape: TapeReader
    let answer: Int

    /// Beyond so many members they are looked up by their names.
    private static let few = 64

    func visit(_ node: Int, _ shape: UnsafeMutablePointer<ShapeNode>) {
        switch tape.tag(node) {
        case TapeReader.Tag.null: shape.pointee.nulls &+= 1
        case TapeReader.Tag.false, TapeReader.Tag.true: shape.pointee.booleans &+= 1
        case TapeReader.Tag.integer: shape.pointee.integers &+= 1
        case TapeReader.Tag.number: shape.pointee.decimals &+= 1
        case TapeReader.Tag.string:
            shape.pointee.text.add(tape.rawString(node), in: answer, isDateNamed: shape.pointee.isDateNamed)
        case TapeReader.Tag.escapedString:
            withDecoded(node) {
                shape.pointee.text.add($0, in: answer, isDateNamed: shape.pointee.isDateNamed)
            }
        case TapeReader.Tag.array: visitArray(node, shape)
        default: visitObject(node, shape)
        }
    }

    private func visitArray(_ node: Int, _ shape: UnsafeMutablePointer<ShapeNode>) {
        shape.pointee.arrays &+= 1
        let end = tape.next(after: node)
        var element = tape.first(in: node)
        guard element < end else { return shape.pointee.emptyArrays &+= 1 }
        let items = items(of: shape)
        while element < end {
            visit(element, items)
            element = tape.next(after: element)
        }
    }

    private func items(of shape: UnsafeMutablePointer<ShapeNode>) -> UnsafeMutablePointer<ShapeNode> {
        if let items = shape.pointee.items { return items }
        let items = ShapeNode.make(isElement: true, isDateNamed: shape.pointee.isDateNamed)
        shape.pointee.items = items
        return items
    }

    private func visitObject(_ node: Int, _ shape: UnsafeMutablePointer<ShapeNode>) {
        let object = shape.pointee.objects
        let end = tape.next(after: node)
        var name = tape.first(in: node)
        var previous = -1
        while name < end {
            let slot = slot(name, shape, behind: previous)
            previous = slot
            let member = shape.pointee.members.baseAddress.unsafelyUnwrapped + slot
            if member.pointee.lastObject != object {
                member.pointee.lastObject = object
                member.pointee.lastValue = name &+ 1
                member.pointee.count &+= 1
            }
            visit(name &+ 1, member.pointee.node)
            name = tape.next(after: name &+ 1)
        }
        if shape.pointee.kinds?.count(shape, tape, in: answer) == false { shape.pointee.kinds = nil }
        shape.pointee.objects &+= 1
        if shape.pointee.lastAnswer != answer {
            shape.pointee.lastAnswer = answer
            shape.pointee.answers &+= 1
        }
    }
}

// MARK: - Names

extension ShapeWalk {
    /// The slot of a name, made if there is none; most often the one that came behind the previous last time.
    @inline(__always)
    private func slot(_ name: Int, _ shape: UnsafeMutablePointer<ShapeNode>, behind previous: Int) -> Int {
        let plain = tape.plainString(name)
        guard plain.count >= 0 else { return withDecoded(name) { find($0, $0.prefixWord, shape) } }
        let text = UnsafeBufferPointer(start: plain.start, count: plain.count)
        let prefix = text.prefixWord
        let expected = previous < 0 ? 0 : shape.pointee.members[previous].successor
        if expected < shape.pointee.memberCount, shape.pointee.members[expected].isNamed(text, prefix) {
            return expected
        }
        let found = find(text, prefix, shape)
        if previous >= 0 { shape.pointee.members[previous].successor = found }
        return found
    }

    private func find(
        _ text: UnsafeBufferPointer<UInt8>, _ prefix: UInt64, _ shape: UnsafeMutablePointer<ShapeNode>
    ) -> Int {
        if shape.pointee.memberCount > Self.few {
            if let location = shape.pointee.locations[Array(text)] { return location }
        } else {
            for location in 0..<shape.pointee.memberCount
            where shape.pointee.members[location].isNamed(text, prefix) {
                return location
            }
        }
        return addSlot(text, shape)
    }

    private func addSlot(
        _ name: UnsafeBufferPointer<UInt8>, _ shape: UnsafeMutablePointer<ShapeNode>
    ) -> Int {
        let isDateNamed = DateForm.isDateName(String(decoding: name, as: UTF8.self))
        let node = ShapeNode.make(isElement: false, isDateNamed: isDateNamed)
        let location = shape.pointee.add(
            MemberSlot(copying: name, node, successor: shape.pointee.memberCount + 1))
        shape.pointee.kinds?.note(name, slot: location)
        if location == Self.few {
            for location in 0...location {
                shape.pointee.locations[Array(shape.pointee.members[location].name)] = location
            }
        } else if location > Self.few {
            shape.pointee.locations[Array(name)] = location
        }
        return location
    }

    /// Calls with the decoded bytes of a string that has escapes; eight more can be read behind them.
    private func withDecoded<Result>(_ node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let capacity = tape.rawString(node).count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 8) { buffer in
            let length = tape.unescape(node, into: UnsafeMutableBufferPointer(rebasing: buffer[..<capacity]))
            return body(UnsafeBufferPointer(rebasing: buffer[..<length]))
        }
    }
}
