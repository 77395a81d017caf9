extension JSON {
    /// A member whose name an earlier member of its object has.
    public struct Duplicate: Sendable, Hashable {
        /// The name, decoded.
        public let name: String
        /// The path to the object.
        public let object: JSONPointer
        /// The position of the first member's name.
        public let first: JSONPosition
        /// The position of this member's name.
        public let position: JSONPosition
    }

    /// The duplicate names of all objects in this value, in the order of the text.
    ///
    /// They are not known from parsing: the cost is one walk over the value. Of more than 1,000 duplicates,
    /// the others are counted only.
    public var duplicates: Excerpt<Duplicate> {
        guard exists else { return [] }
        var suspects = DuplicateSuspects()
        suspects.addAll(in: reference, of: self)
        return duplicates(of: suspects)
    }

    /// Returns the duplicate names of objects of this document, in the order of the text.
    package func duplicates(of suspects: DuplicateSuspects) -> Excerpt<Duplicate> {
        var search = DuplicateSearch()
        for node in suspects.objects.sorted() {
            search.addDuplicates(ofObject: JSON(tape: tape, reference: node))
        }
        return Excerpt(search.found.sorted { $0.position < $1.position }, omittedCount: search.omittedCount)
    }
}

/// The objects of a document that may have two members of one name; found without decoding names, so that
/// few others are among them. A caller that looks at the names of objects anyway adds those on its own.
package struct DuplicateSuspects {
    package private(set) var objects: [Int] = []
    private var filter = DuplicateFilter()

    package init() {}

    /// Adds an object if its names may repeat.
    package mutating func addIfRepeating(_ object: Int, of document: JSON) {
        if filter.mayRepeat(in: object, of: document.tape) { objects.append(object) }
    }

    /// Adds the objects in a value, itself included, whose names may repeat.
    package mutating func addAll(in value: Int, of document: JSON) {
        let tape = document.tape
        var node = value
        let end = tape.next(after: value)
        while node < end {
            let word = tape.word(node)
            if word.tag == TapeWord.Tag.object, tape.childCount(node) > 1,
                filter.mayRepeat(in: node, of: tape)
            {
                objects.append(node)
            }
            node += word.isContainer ? 2 : 1
        }
    }
}

/// The duplicates found so far.
private struct DuplicateSearch {
    private(set) var found: [JSON.Duplicate] = []
    private(set) var omittedCount = 0
    private static let limit = 1_000

    mutating func addDuplicates(ofObject object: JSON) {
        let tape = object.tape
        var pointer: JSONPointer?
        var seen: [ExactString: Int] = [:]
        var name = object.reference + 2
        let end = tape.next(after: object.reference)
        while name < end {
            let key = ExactString(tape.string(name))
            if let first = seen[key] {
                pointer = pointer ?? object.pointer
                add(key.string, pointer ?? .root, first: first, name, tape)
            } else {
                seen[key] = name
            }
            name = tape.next(after: name + 1)
        }
    }

    private mutating func add(_ name: String, _ object: JSONPointer, first: Int, _ node: Int, _ tape: Tape) {
        guard found.count < DuplicateSearch.limit else { return omittedCount += 1 }
        found.append(
            JSON.Duplicate(
                name: name, object: object, first: tape.position(at: tape.word(first).offset),
                position: tape.position(at: tape.word(node).offset)))
    }
}

/// Finds out without decoding names whether an object may have two equal ones. Its memory is reused.
private struct DuplicateFilter {
    /// A hash table of the nodes of names; 0 marks an empty slot.
    private var slots: [Int] = []

    mutating func mayRepeat(in object: Int, of tape: Tape) -> Bool {
        let count = tape.childCount(object)
        let end = tape.next(after: object)
        var size = 2
        while size < 2 * count { size *= 2 }
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: size))
        let mask = size - 1
        var probes = 0
        var name = object + 2
        while name < end {
            // A name with escapes may equal one without.
            guard tape.word(name).tag == TapeWord.Tag.string else { return true }
            let raw = tape.rawString(name)
            guard let start = raw.baseAddress else { return true }
            var slot = Int(ByteKey(unsafePadded: start, count: raw.count).hash) & mask
            while slots[slot] != 0 {
                probes += 1
                // Names made to collide are left to a dictionary, whose hash is seeded.
                if probes > 8 * count || tape.equalNames(slots[slot], name) { return true }
                slot = (slot + 1) & mask
            }
            slots[slot] = name
            name = tape.next(after: name + 1)
        }
        return false
    }
}
