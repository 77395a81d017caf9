/// What becomes of the counts once everything is read.
extension ShapeRecorder {
    static func shape(of node: UnsafeMutablePointer<ShapeNode>) -> Shape {
        var shape = Shape()
        let tags = node.pointee.tags
        (shape.nulls, shape.booleans, shape.integers, shape.decimals) = (tags.0, tags.1, tags.3, tags.4)
        shape.text = node.pointee.text.facts
        shape.arrays = tags.7
        shape.emptyArrays = node.pointee.emptyArrays
        shape.items = node.pointee.items.map(Self.shape)
        shape.objects = node.pointee.objects
        shape.answers = node.pointee.answers
        shape.members = node.pointee.members.map { slot in
            .init(
                name: String(decoding: slot.name, as: UTF8.self), count: slot.count,
                shape: Self.shape(of: slot.node))
        }
        shape.kinds = node.pointee.hasMarks ? kinds(of: node) : []
        return shape
    }

    private static func kinds(of node: UnsafeMutablePointer<ShapeNode>) -> [Shape.Kind] {
        let members = node.pointee.members
        let marks = members.filter { $0.mark >= 0 }.sorted { $0.mark < $1.mark }
        let kinds = (node.pointee.kinds ?? []).map { tally in
            Shape.Kind(
                marks: marks.map { mark in
                    .init(
                        name: String(decoding: mark.name, as: UTF8.self),
                        value: tally.marks[mark.mark].map { String(decoding: $0, as: UTF8.self) })
                },
                objects: tally.objects, answers: tally.answers,
                always: members.indices.filter {
                    $0 < tally.present.count && tally.present[$0] == tally.objects
                }
                .map { String(decoding: members[$0].name, as: UTF8.self) })
        }
        return kinds.sorted { one, other in
            one.marks.map { $0.value ?? "" }.lexicographicallyPrecedes(other.marks.map { $0.value ?? "" })
        }
    }
}
