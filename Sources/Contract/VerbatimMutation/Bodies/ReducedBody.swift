import VerbatimJSON

/// A body without what does not affect the result for one node.
///
/// Of each array it has one element; for a model, only the properties that the models read, and all siblings
/// of the node, as another value of the node can make a model read them. Results depend on the ancestors of a
/// value, not on their siblings; those that matter are checked with the whole body nevertheless.
struct ReducedBody {
    enum Oracle {
        case schema, model
    }

    private(set) var bytes: [UInt8] = []
    /// The position of the node in the reduced bytes.
    private(set) var target = Splice.Target(value: 0..<0, lead: 0)

    private let map: BodyMap
    private let node: Int
    private let oracle: Oracle

    /// Reduces a body around a node; for a model, it must be one that the models read.
    init(of map: BodyMap, around node: Int, for oracle: Oracle) {
        self.map = map
        self.node = node
        self.oracle = oracle
        write(0, lead: 0)
    }

    private mutating func write(_ index: Int, lead: Int) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { write(index, lead: lead) } }
        let start = bytes.count
        switch map.nodes[index].kind {
        case .object: writeMembers(of: index)
        case .array: writeElement(of: index)
        default: bytes += map.bytes[map.nodes[index].target.value]
        }
        if index == node { target = Splice.Target(value: start..<bytes.count, lead: lead) }
    }

    private mutating func writeMembers(of index: Int) {
        bytes.append(UInt8(ascii: "{"))
        var lead = bytes.count
        for child in map.children(of: index) {
            let member = map.nodes[child]
            let isRead = oracle == .schema || map.patterns[member.pattern].coverage != nil
            guard let name = member.name, isRead || index == map.nodes[node].parent else { continue }
            if bytes.count > lead {
                lead = bytes.count
                bytes.append(UInt8(ascii: ","))
            }
            bytes += map.bytes[name]
            bytes.append(UInt8(ascii: ":"))
            if isRead { write(child, lead: lead) } else { bytes += map.bytes[member.target.value] }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func writeElement(of index: Int) {
        bytes.append(UInt8(ascii: "["))
        let lead = bytes.count
        let children = map.children(of: index)
        let onPath = children.first { $0 <= node && node < map.nodes[$0].end }
        if let child = onPath ?? map.firstChild(of: index) { write(child, lead: lead) }
        bytes.append(UInt8(ascii: "]"))
    }
}
