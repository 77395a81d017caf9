/// A sample of the identifiers at a place, by which the others there are named, so that not all responses are
/// read.
extension PathNames {
    /// The number of numbers and UUIDs at the end of paths of one place of which the responses are read.
    private static let sampleCount = 256

    /// Leaves out most of the numbers and UUIDs at a place if there are very many, with nothing after them.
    mutating func choose(among literals: [Step]) {
        guard literals.count > 2 * Self.sampleCount else { return }
        for form in [IdentifierForm.number, .uuid] {
            let nodes = literals.filter { $0.node.children.isEmpty && IdentifierForm($0.text) == form }
            let step = nodes.count / Self.sampleCount
            guard step > 1 else { continue }
            for index in nodes.indices where index % step > 0 { nodes[index].node.isRepresented = true }
            let parts = Dictionary(grouping: nodes.map(\.node), by: \.isRepresented)
            groups.append((parts[false, default: []], parts[true, default: []]))
        }
    }

    /// Names the nodes that were left out after what most of the others at their places are named after.
    func represent() {
        for (read, others) in groups {
            let namings = Dictionary(grouping: read.map(\.naming)) { $0?.property }
            let most = namings.max { ($0.value.count, $1.key ?? "") < ($1.value.count, $0.key ?? "") }
            for node in others { node.naming = most?.value[0] }
        }
    }
}
