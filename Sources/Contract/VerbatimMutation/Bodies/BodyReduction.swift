import VerbatimJSON

/// A body without what has no bearing on the verdict about one location: of each list one element, and for a model no
/// member that no model asks for; but every member beside the location, as another value there may make it ask for others.
///
/// What is made of a value depends on the values above it, not on those beside it; every verdict that matters is
/// confirmed on the whole body all the same.
struct BodyReduction {
    /// Who is to judge the body.
    enum Reader {
        case schema, model
    }

    private(set) var bytes: [UInt8] = []
    /// Where the location stands in the reduced bytes.
    private(set) var spot = Splice.Spot(value: 0..<0, lead: 0)

    private let map: BodyMap
    private let target: Int
    private let reader: Reader

    /// Reduces a body around a location; for a model around one that it looks at.
    init(of map: BodyMap, to target: Int, for reader: Reader) {
        self.map = map
        self.target = target
        self.reader = reader
        write(0, lead: 0)
    }

    private mutating func write(_ index: Int, lead: Int) {
        let location = map.locations[index]
        let start = bytes.count
        switch location.kind {
        case .object: writeMembers(of: index)
        case .array: writeElement(of: index)
        default: bytes += map.bytes[location.value]
        }
        if index == target { spot = Splice.Spot(value: start..<bytes.count, lead: lead) }
    }

    private mutating func writeMembers(of index: Int) {
        bytes.append(UInt8(ascii: "{"))
        var lead = bytes.count
        for child in map.children(of: index) {
            let location = map.locations[child]
            let isRead = reader == .schema || map.patterns[location.pattern].reading != nil
            guard let name = location.name, isRead || index == map.locations[target].parent else { continue }
            if bytes.count > lead {
                lead = bytes.count
                bytes.append(UInt8(ascii: ","))
            }
            bytes += map.bytes[name]
            bytes.append(UInt8(ascii: ":"))
            if isRead { write(child, lead: lead) } else { bytes += map.bytes[location.value] }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func writeElement(of index: Int) {
        bytes.append(UInt8(ascii: "["))
        let lead = bytes.count
        let children = map.children(of: index)
        let onPath = children.first { $0 <= target && target < map.locations[$0].end }
        if let child = onPath ?? map.firstChild(of: index) { write(child, lead: lead) }
        bytes.append(UInt8(ascii: "]"))
    }
}
