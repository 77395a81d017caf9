import Synchronization

/// Finds the children of large arrays and objects.
///
/// By position, any child is found by a short walk from one of the samples, the nodes of every 64th child. By
/// name, it is found in a hash table. Both are made when a child is first looked for, the table after some
/// searches without it.
struct ChildIndex {
    private static let stride = 64

    private var samples: [Int: [UInt32]] = [:]
    private var names: [Int: NameTable] = [:]

    /// The names of an object by their hashes, which are seeded.
    struct NameTable {
        /// The nodes of the first names with each hash; nil until there were several searches.
        fileprivate(set) var nodes: [Int: UInt32]?
        fileprivate var searchCount = 0

        /// Returns the first name with a hash, or -1.
        func first(_ hash: Int) -> Int { nodes?[hash].map(Int.init) ?? -1 }
    }

    /// Counts a search for a name of an object, and returns the table; it is nil for the first searches.
    mutating func nameTable(of object: Int, in tape: Tape) -> NameTable? {
        names[object, default: NameTable()].searchCount += 1
        guard let table = names[object], table.searchCount > 8 else { return nil }
        if table.nodes == nil { names[object]?.nodes = ChildIndex.nodesByHash(of: object, in: tape) }
        return names[object]
    }

    private static func nodesByHash(of object: Int, in tape: Tape) -> [Int: UInt32] {
        var nodes: [Int: UInt32] = [:]
        nodes.reserveCapacity(tape.childCount(object))
        var name = object + 2
        for _ in 0..<tape.childCount(object) {
            var text = tape.string(name)
            let hash = text.withUTF8 { ChildIndex.hash($0) }
            if nodes[hash] == nil { nodes[hash] = UInt32(truncatingIfNeeded: name) }
            name = tape.next(after: name + 1)
        }
        return nodes
    }

    static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }

    /// Returns the last sampled child of an array or object that satisfies a condition, and its index; the
    /// first child satisfies it, and none after one that does not.
    mutating func lastSample(
        of container: Int, in tape: Tape, where isBefore: (_ index: Int, _ node: Int) -> Bool
    ) -> (index: Int, node: Int) {
        let nodes = samples[container] ?? ChildIndex.samples(of: container, in: tape)
        samples[container] = nodes
        var (low, high) = (0, nodes.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isBefore(middle * ChildIndex.stride, Int(nodes[middle])) {
                low = middle
            } else {
                high = middle
            }
        }
        return (low * ChildIndex.stride, Int(nodes[low]))
    }

    private static func samples(of container: Int, in tape: Tape) -> [UInt32] {
        var nodes: [UInt32] = []
        let nameCount = tape.word(container).tag == TapeWord.Tag.object ? 1 : 0
        var child = container + 2
        for index in 0..<tape.childCount(container) {
            if index % stride == 0 { nodes.append(UInt32(truncatingIfNeeded: child)) }
            child = tape.next(after: child + nameCount)
        }
        return nodes
    }

    /// Whether an array or object has so many children that samples of them save time.
    static func isWorthwhile(_ container: Int, in tape: Tape) -> Bool {
        tape.childCount(container) > 2 * stride
    }
}

extension Tape {
    /// Returns the child of an array or object that is or contains a node, and its index; for an object, the
    /// name of the member.
    func child(of container: Int, containing node: Int) -> (index: Int, node: Int) {
        var found = (index: 0, node: container + 2)
        if ChildIndex.isWorthwhile(container, in: self) {
            found = children.withLock {
                $0.lastSample(of: container, in: self) { _, child in child <= node }
            }
        }
        let nameCount = word(container).tag == TapeWord.Tag.object ? 1 : 0
        while true {
            let next = next(after: found.node + nameCount)
            if node < next { return found }
            found = (found.index + 1, next)
        }
    }

    /// Returns the value of the first member with a name, or -1, for an object with many members.
    @usableFromInline
    func memberOfLarge(_ object: Int, named name: UnsafeBufferPointer<UInt8>) -> Int {
        guard let table = children.withLock({ $0.nameTable(of: object, in: self) }) else {
            return member(of: object, named: name)
        }
        let node = table.first(ChildIndex.hash(name))
        if node < 0 { return -1 }
        // Different names hardly ever have the same hash.
        return isName(node, name) ? node + 1 : member(of: object, named: name)
    }

    /// Returns the element of an array at an index, which must be less than their number.
    @usableFromInline
    func element(at index: Int, of array: Int) -> Int {
        var found = (index: 0, node: array + 2)
        if ChildIndex.isWorthwhile(array, in: self) {
            found = children.withLock {
                $0.lastSample(of: array, in: self) { sampled, _ in sampled <= index }
            }
        }
        for _ in found.index..<index { found.node = next(after: found.node) }
        return found.node
    }
}
