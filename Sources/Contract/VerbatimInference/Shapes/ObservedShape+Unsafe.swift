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
        variants = node.pointee.variants.map { Self.variants($0, properties.map(\.name)) } ?? []
    }

    private static func shape(_ node: UnsafeMutablePointer<UnsafeShapeNode>) -> ObservedShape {
        LargeStackThread.isNeeded ? LargeStackThread.run { ObservedShape(node) } : ObservedShape(node)
    }

    /// The variants, sorted by the values of their discriminators.
    private static func variants(_ counter: UnsafeVariantCounter, _ names: [String]) -> [Variant] {
        let columns = counter.discriminators
        let order = columns.indices.sorted { columns[$0].name < columns[$1].name }
        let variants = counter.variants.map { variant in
            Variant(
                discriminators: order.map { column in
                    Discriminator(
                        name: names[columns[column].slot],
                        value: variant.values[column].map { String(decoding: $0, as: UTF8.self) })
                },
                objects: variant.objects, responses: variant.responses,
                alwaysPresent: variant.present.indices.filter { variant.present[$0] == variant.objects }
                    .map { names[$0] })
        }
        return variants.sorted { left, right in
            left.discriminators.map { $0.value ?? "" }
                .lexicographicallyPrecedes(right.discriminators.map { $0.value ?? "" })
        }
    }
}
