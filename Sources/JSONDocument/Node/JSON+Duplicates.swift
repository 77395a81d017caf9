extension JSON {
    /// A name that its object has already.
    public struct Duplicate: Sendable, Hashable {
        /// The name, decoded.
        public let name: String
        /// The object that has the name twice.
        public let object: JSONPointer
        /// Where the name stands first in the object.
        public let first: JSONPosition
        /// Where the name stands again.
        public let position: JSONPosition
    }

    /// The names that their objects have already, in this value and everything in it, in the order of the text.
    ///
    /// Nothing is known about them before; the cost is one walk over the value, and linear.
    public var duplicates: [Duplicate] {
        guard exists else { return [] }
        var found: [Duplicate] = []
        var node = reference
        let end = tape.next(after: reference)
        while node < end {
            if tape.word(node).tag == TapeWord.Tag.object, tape.childCount(node) > 1 {
                JSON(tape: tape, reference: node).appendOwnDuplicates(to: &found)
            }
            node += tape.word(node).isContainer ? 2 : 1
        }
        return found.sorted { $0.position < $1.position }
    }

    private func appendOwnDuplicates(to found: inout [Duplicate]) {
        guard count > 8 || hasEqualNames else { return }
        var seen: [ExactString: Int] = [:]
        var name = reference + 2
        let end = tape.next(after: reference)
        while name < end {
            let key = ExactString(tape.string(name))
            if let first = seen[key] {
                found.append(
                    Duplicate(
                        name: key.string, object: pointer,
                        first: tape.position(at: tape.word(first).offset),
                        position: tape.position(at: tape.word(name).offset)))
            } else {
                seen[key] = name
            }
            name = tape.next(after: name + 1)
        }
    }

    /// Whether two of a few names are the same, without decoding them.
    private var hasEqualNames: Bool {
        var name = reference + 2
        let end = tape.next(after: reference)
        while name < end {
            let next = tape.next(after: name + 1)
            var other = next
            while other < end {
                if tape.equalNames(name, other) { return true }
                other = tape.next(after: other + 1)
            }
            name = next
        }
        return false
    }
}
