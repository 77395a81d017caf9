/// What is counted at one location while answers are read; see `ObservedShape` for what becomes of it.
///
/// Unsafe code. Invariant: a node is made by `ShapeNode.make`, stays where it is, and is reached by its parent alone,
/// which frees it. Nodes and members lie behind pointers because classes and arrays would pay for checks of access and
/// reference counts at every value of every answer.
struct ShapeNode {
    var nulls = 0
    var booleans = 0
    var integers = 0
    var decimals = 0
    var text = StringStatistics()
    var arrays = 0
    var emptyArrays = 0
    var items: UnsafeMutablePointer<ShapeNode>?
    /// The members, in the order in which they came first.
    var members: UnsafeMutableBufferPointer<MemberSlot> = .init(start: nil, count: 0)
    var memberCount = 0
    /// Where members are by name, once they are many.
    var locations: [[UInt8]: Int] = [:]
    /// How many objects were read to their end; the number of the one that is being read.
    var objects = 0
    var answers = 0
    /// The last answer with an object.
    var lastAnswer = -1
    /// Whether bare digits may be a date here.
    let isDateNamed: Bool
    /// The kinds of the elements of a list; nil when the values are none, or when no kinds can be told apart.
    var kinds: KindCounter?

    /// Makes a node.
    static func make(isElement: Bool, isDateNamed: Bool) -> UnsafeMutablePointer<ShapeNode> {
        let node = UnsafeMutablePointer<ShapeNode>.allocate(capacity: 1)
        node.initialize(to: ShapeNode(isDateNamed: isDateNamed, kinds: isElement ? KindCounter() : nil))
        return node
    }

    /// Frees a node and everything below it.
    static func free(_ node: UnsafeMutablePointer<ShapeNode>) {
        if let items = node.pointee.items { free(items) }
        for location in 0..<node.pointee.memberCount {
            free(node.pointee.members[location].node)
            node.pointee.members[location].name.deallocate()
        }
        node.pointee.members.deallocate()
        node.deinitialize(count: 1)
        node.deallocate()
    }

    /// Adds a member and gives its location.
    mutating func add(_ member: MemberSlot) -> Int {
        if memberCount == members.count {
            let larger = UnsafeMutableBufferPointer<MemberSlot>.allocate(capacity: max(8, memberCount * 2))
            _ = larger.moveInitialize(fromContentsOf: members[..<memberCount])
            members.deallocate()
            members = larger
        }
        members.initializeElement(at: memberCount, to: member)
        memberCount += 1
        return memberCount - 1
    }
}

/// A member of the objects at a location; plain data.
struct MemberSlot: BitwiseCopyable {
    /// Its name, in UTF-8, in memory of its own.
    let name: UnsafeBufferPointer<UInt8>
    /// The first bytes of the name, for a quick look.
    let prefix: UInt64
    /// What its values are.
    let node: UnsafeMutablePointer<ShapeNode>
    var count = 0
    /// The last object that had it (a name that stands twice counts once), and the node of its value there.
    var lastObject = -1
    var lastValue = 0
    /// The member that came behind it last time.
    var successor: Int

    /// Makes a member with a copy of its name.
    init(copying text: UnsafeBufferPointer<UInt8>, _ node: UnsafeMutablePointer<ShapeNode>, successor: Int) {
        let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = name.initialize(from: text)
        self.name = UnsafeBufferPointer(name)
        prefix = text.prefixWord
        self.node = node
        self.successor = successor
    }

    /// Whether it has this name.
    @inline(__always)
    func isNamed(_ text: UnsafeBufferPointer<UInt8>, _ textPrefix: UInt64) -> Bool {
        prefix == textPrefix && name.count == text.count && (text.count <= 8 || name.hasSameBytes(as: text))
    }
}
