import VerbatimJSON

/// Where each value of a JSON body stands in its bytes, so that a mutant is a splice and not a new tree.
struct BodyMap: Sendable {
    /// A value in the body.
    struct Location: Sendable {
        let kind: JSON.Kind
        /// The bytes of the value.
        var value: Range<Int>
        /// The bytes of its name with the quotes; nil for elements and the root.
        let name: Range<Int>?
        /// What goes with it when it is dropped begins here: at the comma before it, or behind the bracket.
        let lead: Int
        /// The location of what holds it.
        let parent: Int?
        /// The first location behind it and everything in it.
        var end: Int
        /// The index of its pattern.
        let pattern: Int
    }

    /// The body.
    let bytes: [UInt8]
    /// The values, each before what it holds, in document order.
    let locations: [Location]
    /// What is known about locations with the same path but for indices.
    let patterns: [PointerPattern]

    /// Reads a body that is known to be JSON.
    init(_ bytes: [UInt8], root: PointerPattern) {
        var scan = BodyScan(bytes, root: root)
        scan.readValue(name: nil, lead: 0, parent: nil, pattern: 0)
        self.bytes = bytes
        locations = scan.locations
        patterns = scan.patterns
    }

    /// The locations directly in one.
    func children(of index: Int) -> ChildLocations {
        ChildLocations(map: self, location: index + 1, end: locations[index].end)
    }

    /// The first location directly in one.
    func firstChild(of index: Int) -> Int? { index + 1 < locations[index].end ? index + 1 : nil }

    /// The bytes of a value as text.
    func text(of location: Location) -> String { String(decoding: bytes[location.value], as: UTF8.self) }

    /// The path to a location.
    func pointer(to index: Int) -> JSONPointer {
        var tokens: [String] = []
        var index = index
        while let parent = locations[index].parent {
            tokens.append(token(of: index, in: parent))
            index = parent
        }
        return JSONPointer(tokens.reversed())
    }

    private func token(of index: Int, in parent: Int) -> String {
        guard locations[parent].kind == .array else { return patterns[locations[index].pattern].name }
        return String(children(of: parent).prefix { $0 != index }.count)
    }

    /// Line and column of a byte, both from 1.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, offset - start + 1)
    }
}

/// The locations directly in one, in order.
struct ChildLocations: Sequence, IteratorProtocol {
    let map: BodyMap
    var location: Int
    let end: Int

    mutating func next() -> Int? {
        guard location < end else { return nil }
        defer { location = map.locations[location].end }
        return location
    }
}
