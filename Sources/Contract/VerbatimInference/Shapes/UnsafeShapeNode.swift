import VerbatimJSON

/// The counts of the values at one location while responses are read, the mutable form of an
/// ``ObservedShape``.
///
/// Unsafe code. Nodes and slots live in manually allocated memory, as classes and arrays would cost an
/// exclusivity check and reference counting for every value of every response.
///
/// Invariants:
/// - `make` allocates a node, which never moves; only its parent (or the recorder, for the root) refers to it
///   and frees it with `free`.
/// - The first `propertyCount` slots of `properties` are initialized, the others are not.
/// - A slot's `name` and `node` are owned by the slot and freed with the node it belongs to.
struct UnsafeShapeNode {
    var nulls = 0
    var booleans = 0
    var trues = 0
    var integers = 0
    var zeros = 0
    var decimals = 0
    var strings = StringStatistics()
    var arrays = 0
    var emptyArrays = 0
    var items: UnsafeMutablePointer<UnsafeShapeNode>?
    /// The properties, in order of first occurrence.
    var properties: UnsafeMutableBufferPointer<UnsafePropertySlot> = .init(start: nil, count: 0)
    var propertyCount = 0
    /// The indices of the properties by name, once there are many.
    var indices: [[UInt8]: Int] = [:]
    /// The number of objects that were read completely, which is the index of the object being read.
    var objects = 0
    var responses = 0
    /// The last response with an object; -1 before the first.
    var lastResponse = -1
    /// Whether the name of the property suggests that digits are a date.
    let isDateNamed: Bool

    /// Allocates a node.
    static func make(isDateNamed: Bool) -> UnsafeMutablePointer<UnsafeShapeNode> {
        let node = UnsafeMutablePointer<UnsafeShapeNode>.allocate(capacity: 1)
        node.initialize(to: UnsafeShapeNode(isDateNamed: isDateNamed))
        return node
    }

    /// Frees a node and everything below it.
    static func free(_ node: UnsafeMutablePointer<UnsafeShapeNode>) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { free(node) } }
        if let items = node.pointee.items { free(items) }
        for index in 0..<node.pointee.propertyCount {
            free(node.pointee.properties[index].node)
            node.pointee.properties[index].name.deallocate()
        }
        node.pointee.properties.deallocate()
        node.deinitialize(count: 1)
        node.deallocate()
    }

    /// Appends a property and returns its index.
    mutating func append(_ property: UnsafePropertySlot) -> Int {
        if propertyCount == properties.count {
            let larger = UnsafeMutableBufferPointer<UnsafePropertySlot>
                .allocate(capacity: max(8, propertyCount * 2))
            // Slots are trivial, so the old memory can be deallocated without being deinitialized.
            _ = larger.moveInitialize(fromContentsOf: properties[..<propertyCount])
            properties.deallocate()
            properties = larger
        }
        properties.initializeElement(at: propertyCount, to: property)
        propertyCount += 1
        return propertyCount - 1
    }
}

/// A property of the objects at a location.
struct UnsafePropertySlot: BitwiseCopyable {
    /// The name in UTF-8, in memory that the slot owns.
    let name: UnsafeBufferPointer<UInt8>
    /// The first eight bytes of the name, which decide most comparisons.
    let prefix: UInt64
    /// The counts of the values.
    let node: UnsafeMutablePointer<UnsafeShapeNode>
    /// The number of objects that have the property.
    var count = 0
    /// The index of the last object with the property, which makes a duplicate name count once.
    var lastObject = -1
    /// The property that followed this one the last time.
    var successor: Int

    /// Creates a slot with a copy of a name.
    init(
        copying text: UnsafeBufferPointer<UInt8>, _ node: UnsafeMutablePointer<UnsafeShapeNode>,
        successor: Int
    ) {
        let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = name.initialize(from: text)
        self.name = UnsafeBufferPointer(name)
        prefix = text.prefixWord
        self.node = node
        self.successor = successor
    }

    /// Whether the property has a name, given with its first eight bytes.
    @inline(__always)
    func isNamed(_ text: UnsafeBufferPointer<UInt8>, _ textPrefix: UInt64) -> Bool {
        prefix == textPrefix && name.count == text.count && (text.count <= 8 || name.hasSameBytes(as: text))
    }
}

/// Unsafe code: reads nodes and property slots through pointers. Invariant: that of `UnsafeShapeNode`.
extension ObservedShape {
    /// Copies the counts of a node and all nodes below it.
    init(_ node: UnsafeMutablePointer<UnsafeShapeNode>) {
        nulls = node.pointee.nulls
        booleans = node.pointee.booleans
        trues = node.pointee.trues
        integers = node.pointee.integers
        zeros = node.pointee.zeros
        decimals = node.pointee.decimals
        strings = node.pointee.strings.facts
        arrays = node.pointee.arrays
        emptyArrays = node.pointee.emptyArrays
        items = node.pointee.items.map(Self.shape)
        objects = node.pointee.objects
        responses = node.pointee.responses
        properties = node.pointee.properties[..<node.pointee.propertyCount].map { slot in
            Property(
                name: String(decoding: slot.name, as: UTF8.self), count: slot.count,
                shape: Self.shape(slot.node))
        }
    }

    private static func shape(_ node: UnsafeMutablePointer<UnsafeShapeNode>) -> ObservedShape {
        LargeStackThread.isNeeded ? LargeStackThread.run { ObservedShape(node) } : ObservedShape(node)
    }
}
