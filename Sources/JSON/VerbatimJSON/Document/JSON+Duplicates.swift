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
        var names = NameSet()
        var node = reference
        let end = tape.next(after: reference)
        while node < end {
            if tape.word(node).tag == TapeWord.Tag.object, tape.childCount(node) > 1,
                names.mayRepeat(in: node, of: tape)
            {
                JSON(tape: tape, reference: node).appendOwnDuplicates(to: &found)
            }
            node += tape.word(node).isContainer ? 2 : 1
        }
        return found.sorted { $0.position < $1.position }
    }

    private func appendOwnDuplicates(to found: inout [Duplicate]) {
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
}

/// Finds out, without decoding them, whether two names of an object may be the same; its memory is used again.
private struct NameSet {
    /// Names by their hash, from slot `start` of the object; 0 is no name's node.
    private var slots: [Int] = []

    mutating func mayRepeat(in object: Int, of tape: Tape) -> Bool {
        let count = tape.childCount(object)
        let end = tape.next(after: object)
        let mask = (count * 2 - 1).nextPowerOfTwo - 1
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: mask + 1))
        var probes = 0
        var name = object + 2
        while name < end {
            // A name with escapes may be the same as one without.
            guard tape.word(name).tag == TapeWord.Tag.string else { return true }
            let raw = tape.rawString(name)
            guard let start = raw.baseAddress else { return true }
            var slot = Int(ByteKey(unsafePadded: start, count: raw.count).hash) & mask
            while slots[slot] != 0 {
                probes += 1
                // Names made to collide are left to a dictionary.
                if probes > 8 * count || tape.equalNames(slots[slot], name) { return true }
                slot = (slot + 1) & mask
            }
            slots[slot] = name
            name = tape.next(after: name + 1)
        }
        return false
    }
}

extension Int {
    /// The least power of two that is not below it.
    fileprivate var nextPowerOfTwo: Int {
        self < 2 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
