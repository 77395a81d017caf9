import VerbatimJSON

/// A body without what does not affect the result for one node.
///
/// Of an array or object whose children are judged apart from each other, it has what its schemas need and
/// what leads to the node.
struct ReducedBody {
    enum Oracle {
        /// Of each other array one element too, unless one may make up for another: results depend on the
        /// ancestors of a value rather than on their siblings.
        case schema
        /// The node and all other arrays and objects are whole.
        case contract
        case all
        /// Of each array one element, and of objects what the models read and all siblings of the node, as
        /// another value of the node can make a model read them.
        case model
    }

    private(set) var bytes: [UInt8] = []
    /// The position of the node in the reduced bytes.
    private(set) var target = Splice.Target(value: 0..<0, lead: 0)
    /// Whether nothing is missing that could affect the result of the contract.
    private(set) var isExact = true

    private let map: BodyMap
    private let node: Int
    private let oracle: Oracle
    /// The rest of the path to the node, the next one last.
    private var path: [Int]

    /// Reduces a body around a node; for a model, it must be one that the models read.
    init(of map: BodyMap, around node: Int, for oracle: Oracle) {
        self.map = map
        self.node = node
        self.oracle = oracle
        path = Array(sequence(first: node) { map.nodes[$0].parent })
        write(0, lead: 0)
    }

    /// Returns the bytes of a mutant.
    func applying(_ splice: Splice) -> [UInt8] { splice.applied(to: bytes, at: target) }

    private mutating func write(_ index: Int, lead: Int) {
        if LargeStackThread.isNeeded { return LargeStackThread.run { write(index, lead: lead) } }
        let start = bytes.count
        let isWhole = index == node || !map.isJudgedApart(index)
        let isCopied =
            switch oracle {
            case .schema: map.patterns[map.nodes[index].pattern].needsAllElements
            case .contract: isWhole
            case .all: true
            case .model: false
            }
        guard map.isContainer(index), !isCopied else { return copy(index, lead: lead) }
        isExact = isExact && !isWhole
        var child: Int?
        if path.last == index {
            path.removeLast()
            child = path.last
        }
        if map.nodes[index].kind == .object {
            writeMembers(of: index, child)
        } else {
            bytes.append(UInt8(ascii: "["))
            if let element = child ?? map.firstChild(of: index) { write(element, lead: bytes.count) }
            bytes.append(UInt8(ascii: "]"))
        }
        if index == node { target = Splice.Target(value: start..<bytes.count, lead: lead) }
    }

    /// Writes a value, which may contain the node, as it is.
    private mutating func copy(_ index: Int, lead: Int) {
        let value = map.nodes[index].target.value
        if index <= node, node < map.nodes[index].end {
            let (old, offset) = (map.nodes[node].target, bytes.count - value.lowerBound)
            target = Splice.Target(
                value: (old.value.lowerBound + offset)..<(old.value.upperBound + offset),
                lead: index == node ? lead : old.lead + offset)
        }
        bytes += map.bytes[value]
    }

    private mutating func writeMembers(of index: Int, _ child: Int?) {
        bytes.append(UInt8(ascii: "{"))
        var lead = bytes.count
        for child in members(of: index, child) {
            let member = map.nodes[child]
            guard let name = member.name else { continue }
            if bytes.count > lead {
                lead = bytes.count
                bytes.append(UInt8(ascii: ","))
            }
            bytes += map.bytes[name]
            bytes.append(UInt8(ascii: ":"))
            let isRead = oracle != .model || map.patterns[member.pattern].coverage != nil
            if isRead { write(child, lead: lead) } else { bytes += map.bytes[member.target.value] }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func members(of index: Int, _ child: Int?) -> [Int] {
        guard oracle == .model else {
            let needed = map.neededChildren(of: index)
            guard let child, map.isJudgedApart(index), !map.patterns[map.nodes[child].pattern].isRequired
            else { return needed }
            return needed + [child]
        }
        return map.children(of: index).filter {
            map.patterns[map.nodes[$0].pattern].coverage != nil || index == map.nodes[node].parent
        }
    }
}
