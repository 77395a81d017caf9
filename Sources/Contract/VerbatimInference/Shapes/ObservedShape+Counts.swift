/// What becomes of the counts once everything is read.
extension ObservedShape {
    init(_ node: UnsafeMutablePointer<ShapeNode>) {
        nulls = node.pointee.nulls
        booleans = node.pointee.booleans
        integers = node.pointee.integers
        decimals = node.pointee.decimals
        text = node.pointee.text.facts
        arrays = node.pointee.arrays
        emptyArrays = node.pointee.emptyArrays
        items = node.pointee.items.map(ObservedShape.init)
        objects = node.pointee.objects
        answers = node.pointee.answers
        members = node.pointee.members[..<node.pointee.memberCount].map { slot in
            Member(
                name: String(decoding: slot.name, as: UTF8.self), count: slot.count,
                shape: ObservedShape(slot.node))
        }
        kinds = node.pointee.kinds.map { Self.kinds($0, members.map(\.name)) } ?? []
    }

    /// The kinds, by the values of their marks.
    private static func kinds(_ counter: KindCounter, _ names: [String]) -> [Kind] {
        let order = counter.marks.indices.sorted { counter.marks[$0].name < counter.marks[$1].name }
        let kinds = counter.kinds.map { kind in
            Kind(
                marks: order.map { location in
                    Mark(
                        name: names[counter.marks[location].slot],
                        value: kind.values[location].map { String(decoding: $0, as: UTF8.self) })
                },
                objects: kind.objects, answers: kind.answers,
                always: kind.present.indices.filter { kind.present[$0] == kind.objects }.map { names[$0] })
        }
        return kinds.sorted { one, other in
            one.marks.map { $0.value ?? "" }.lexicographicallyPrecedes(other.marks.map { $0.value ?? "" })
        }
    }
}
