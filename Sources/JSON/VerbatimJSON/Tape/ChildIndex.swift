import Synchronization

/// The nodes of every 64th child of large arrays and objects, from which any child is found by a short walk.
///
/// The samples of an array or object are taken when a child of it is first looked for.
struct ChildIndex {
    private static let stride = 64

    private var samples: [Int: [UInt32]] = [:]

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
