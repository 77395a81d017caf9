import VerbatimJSON

/// Scans the bytes of a valid JSON body for the positions of its values.
struct BodyScanner {
    private let bytes: [UInt8]
    private var offset = 0
    private(set) var nodes: [BodyMap.Node] = []
    private(set) var patterns: [PointerPattern]
    /// The pattern of each token below each pattern.
    private var known: [[String: Int]] = [[:]]

    init(_ bytes: [UInt8], root: PointerPattern) {
        self.bytes = bytes
        patterns = [root]
    }

    mutating func readValue(name: Range<Int>?, lead: Int, parent: Int?, pattern: Int) {
        skipSpace()
        let start = offset
        let index = nodes.count
        let kind = Self.kind(of: bytes[start])
        nodes.append(
            BodyMap.Node(
                kind: kind, target: Splice.Target(value: start..<start, lead: lead), name: name,
                parent: parent,
                end: index + 1, pattern: pattern))
        switch kind {
        case .object, .array: readContents(of: index, isObject: kind == .object, pattern: pattern)
        case .string: skipString()
        default: while offset < bytes.count, !Self.ends(bytes[offset]) { offset += 1 }
        }
        nodes[index].target.value = start..<offset
        nodes[index].end = nodes.count
    }

    private mutating func readContents(of index: Int, isObject: Bool, pattern: Int) {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { readContents(of: index, isObject: isObject, pattern: pattern) }
        }
        offset += 1
        var lead = offset
        skipSpace()
        while bytes[offset] != UInt8(ascii: "}"), bytes[offset] != UInt8(ascii: "]") {
            if bytes[offset] == UInt8(ascii: ",") {
                lead = offset
                offset += 1
                skipSpace()
            }
            let name = isObject ? readName() : nil
            let below = self.pattern(below: pattern, token: name.map(token) ?? PointerPattern.anyElement)
            readValue(name: name, lead: lead, parent: index, pattern: below)
            skipSpace()
        }
        offset += 1
    }

    private mutating func readName() -> Range<Int> {
        let start = offset
        skipString()
        let name = start..<offset
        skipSpace()
        offset += 1
        return name
    }

    private mutating func pattern(below parent: Int, token: String) -> Int {
        if let index = known[parent][token] { return index }
        let index = patterns.count
        patterns.append(patterns[parent].below(token))
        known[parent][token] = index
        known.append([:])
        return index
    }

    private func token(_ name: Range<Int>) -> String {
        let inner = bytes[(name.lowerBound + 1)..<(name.upperBound - 1)]
        guard inner.contains(UInt8(ascii: "\\")), let json = try? JSON(parsing: [UInt8](bytes[name])) else {
            return String(decoding: inner, as: UTF8.self)
        }
        return json.string ?? ""
    }

    private mutating func skipString() {
        offset += 1
        while bytes[offset] != UInt8(ascii: "\"") { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
    }

    private mutating func skipSpace() {
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
    }

    private static func ends(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    private static func kind(of byte: UInt8) -> JSON.Kind {
        switch byte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }
}
