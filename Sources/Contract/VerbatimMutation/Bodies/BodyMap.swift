import VerbatimJSON

/// The positions of the values of a JSON body in its bytes, so that a mutant needs no new tree.
struct BodyMap: Sendable {
    /// A value of the body.
    struct Node: Sendable {
        let kind: JSON.Kind
        /// The bytes of the value, and the start of what is removed with it.
        var target: Splice.Target
        /// The bytes of its name with the quotes; nil for elements and the root.
        let name: Range<Int>?
        /// The node that contains it.
        let parent: Int?
        /// The first node after it and its descendants.
        var end: Int
        /// The index of its pattern.
        let pattern: Int
    }

    /// The body.
    let bytes: [UInt8]
    /// The values in document order, containers before their contents.
    let nodes: [Node]
    /// The patterns of the nodes.
    let patterns: [PointerPattern]

    /// Maps a body, which must be valid JSON.
    init(_ bytes: [UInt8], root: PointerPattern) {
        var scanner = BodyScanner(bytes, root: root)
        scanner.readValue(name: nil, lead: 0, parent: nil, pattern: 0)
        self.bytes = bytes
        nodes = scanner.nodes
        patterns = scanner.patterns
    }

    /// The children of a node.
    func children(of index: Int) -> Children {
        Children(map: self, node: index + 1, end: nodes[index].end)
    }

    /// The first child of a node.
    func firstChild(of index: Int) -> Int? { index + 1 < nodes[index].end ? index + 1 : nil }

    /// The text of a value.
    func text(of node: Node) -> String { String(decoding: bytes[node.target.value], as: UTF8.self) }

    /// The pointer to a node.
    func pointer(to index: Int) -> JSONPointer {
        var tokens: [String] = []
        var index = index
        while let parent = nodes[index].parent {
            tokens.append(token(of: index, in: parent))
            index = parent
        }
        return JSONPointer(tokens.reversed())
    }

    private func token(of index: Int, in parent: Int) -> String {
        guard nodes[parent].kind == .array else { return patterns[nodes[index].pattern].name }
        return String(children(of: parent).prefix { $0 != index }.count)
    }

    /// The line and the column of a byte, both from 1.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, offset - start + 1)
    }

    /// The children of a node, in order.
    struct Children: Sequence, IteratorProtocol {
        let map: BodyMap
        var node: Int
        let end: Int

        mutating func next() -> Int? {
            guard node < end else { return nil }
            defer { node = map.nodes[node].end }
            return node
        }
    }
}
