import VerbatimJSON

/// Unsafe code: reads nodes and property slots through pointers. Invariant: that of `UnsafeShapeNode`.
extension ObservedShape {
    /// Copies the counts of a node and all nodes below it.
    init(_ node: UnsafeMutablePointer<UnsafeShapeNode>) {
        nulls = node.pointee.nulls
        booleans = node.pointee.booleans
        integers = node.pointee.integers
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
