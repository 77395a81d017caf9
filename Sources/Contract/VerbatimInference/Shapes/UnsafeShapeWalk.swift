@_spi(Tape) import VerbatimJSON

/// A walk over a value of a document that adds its values to the counts of shape nodes.
///
/// Properties are found by their predecessors, so an object with the same properties as the previous one
/// costs one comparison a name.
///
/// Unsafe code. Invariants: the walk ends before the document is deallocated; the nodes are those of one
/// recorder, which no one else uses meanwhile, and fulfil the invariants of `UnsafeShapeNode`.
struct UnsafeShapeWalk {
    let tape: TapeReader
    let response: Int

    /// The number of properties up to which a name is searched linearly.
    private static let linearSearchLimit = 64

    func visit(_ node: Int, _ shape: UnsafeMutablePointer<UnsafeShapeNode>) {
        switch tape.tag(node) {
        case TapeReader.Tag.null: shape.pointee.nulls &+= 1
        case TapeReader.Tag.false: shape.pointee.booleans &+= 1
        case TapeReader.Tag.true:
            shape.pointee.booleans &+= 1
            shape.pointee.trues &+= 1
        case TapeReader.Tag.integer:
            shape.pointee.integers &+= 1
            if tape.token(node).first == UInt8(ascii: "0") { shape.pointee.zeros &+= 1 }
        case TapeReader.Tag.number: shape.pointee.decimals &+= 1
        case TapeReader.Tag.string:
            shape.pointee.strings.add(
                tape.rawString(node), in: response, isDateNamed: shape.pointee.isDateNamed)
        case TapeReader.Tag.escapedString:
            withDecoded(node) {
                shape.pointee.strings.add($0, in: response, isDateNamed: shape.pointee.isDateNamed)
            }
        case TapeReader.Tag.array: visitArray(node, shape)
        default: visitObject(node, shape)
        }
    }

    /// Visits a value in an array or object.
    @inline(__always)
    private func visitChild(_ node: Int, _ shape: UnsafeMutablePointer<UnsafeShapeNode>) {
        guard tape.tag(node) >= TapeReader.Tag.array, LargeStackThread.isNeeded else {
            return visit(node, shape)
        }
        LargeStackThread.run { visit(node, shape) }
    }

    private func visitArray(_ node: Int, _ shape: UnsafeMutablePointer<UnsafeShapeNode>) {
        shape.pointee.arrays &+= 1
        let end = tape.next(after: node)
        var element = tape.first(in: node)
        guard element < end else { return shape.pointee.emptyArrays &+= 1 }
        let items = items(of: shape)
        while element < end {
            visitChild(element, items)
            element = tape.next(after: element)
        }
    }

    private func items(of shape: UnsafeMutablePointer<UnsafeShapeNode>) -> UnsafeMutablePointer<
        UnsafeShapeNode
    > {
        if let items = shape.pointee.items { return items }
        let items = UnsafeShapeNode.make(isDateNamed: shape.pointee.isDateNamed)
        shape.pointee.items = items
        return items
    }

    private func visitObject(_ node: Int, _ shape: UnsafeMutablePointer<UnsafeShapeNode>) {
        let object = shape.pointee.objects
        let end = tape.next(after: node)
        var name = tape.first(in: node)
        var previous = -1
        while name < end {
            let slot = slot(name, shape, after: previous)
            previous = slot
            // `slot` is the index of a property, so there is memory for at least one.
            let property = shape.pointee.properties.baseAddress.unsafelyUnwrapped + slot
            if property.pointee.lastObject != object {
                property.pointee.lastObject = object
                property.pointee.count &+= 1
            }
            visitChild(name &+ 1, property.pointee.node)
            name = tape.next(after: name &+ 1)
        }
        shape.pointee.objects &+= 1
        if shape.pointee.lastResponse != response {
            shape.pointee.lastResponse = response
            shape.pointee.responses &+= 1
        }
    }

    // MARK: Names

    /// The slot of a name, which is added if it is new; usually the one that followed the previous name the
    /// last time.
    @inline(__always)
    private func slot(_ name: Int, _ shape: UnsafeMutablePointer<UnsafeShapeNode>, after previous: Int) -> Int
    {
        let plain = tape.plainString(name)
        guard plain.count >= 0 else { return withDecoded(name) { find($0, $0.prefixWord, shape) } }
        let text = UnsafeBufferPointer(start: plain.start, count: plain.count)
        let prefix = text.prefixWord
        let expected = previous < 0 ? 0 : shape.pointee.properties[previous].successor
        if expected < shape.pointee.propertyCount, shape.pointee.properties[expected].isNamed(text, prefix) {
            return expected
        }
        let found = find(text, prefix, shape)
        if previous >= 0 { shape.pointee.properties[previous].successor = found }
        return found
    }

    private func find(
        _ text: UnsafeBufferPointer<UInt8>, _ prefix: UInt64, _ shape: UnsafeMutablePointer<UnsafeShapeNode>
    ) -> Int {
        if shape.pointee.propertyCount > Self.linearSearchLimit {
            if let index = shape.pointee.indices[Array(text)] { return index }
        } else {
            for index in 0..<shape.pointee.propertyCount
            where shape.pointee.properties[index].isNamed(text, prefix) {
                return index
            }
        }
        return addSlot(text, shape)
    }

    private func addSlot(
        _ name: UnsafeBufferPointer<UInt8>, _ shape: UnsafeMutablePointer<UnsafeShapeNode>
    ) -> Int {
        let isDateNamed = DateFormat.isDateName(name)
        let node = UnsafeShapeNode.make(isDateNamed: isDateNamed)
        let index = shape.pointee.append(
            UnsafePropertySlot(copying: name, node, successor: shape.pointee.propertyCount + 1))
        if index == Self.linearSearchLimit {
            for index in 0...index {
                shape.pointee.indices[Array(shape.pointee.properties[index].name)] = index
            }
        } else if index > Self.linearSearchLimit {
            shape.pointee.indices[Array(name)] = index
        }
        return index
    }

    /// Calls a closure with the decoded bytes of a string with escapes; eight bytes after them are readable.
    private func withDecoded<Result>(_ node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let capacity = tape.rawString(node).count
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 8) { buffer in
            let length = tape.unescape(node, into: UnsafeMutableBufferPointer(rebasing: buffer[..<capacity]))
            return body(UnsafeBufferPointer(rebasing: buffer[..<length]))
        }
    }
}
