import JSONDocument

/// Where each value of a JSON body stands in its bytes, so that a mutant is a splice and not a new tree.
struct BodyMap: Sendable {
    /// A value in the body.
    struct Place: Sendable {
        let kind: JSON.Kind
        /// The bytes of the value.
        var value: Range<Int>
        /// The bytes of its name with the quotes; nil for elements and the root.
        let name: Range<Int>?
        /// What goes with it when it is dropped begins here: at the comma before it, or behind the bracket.
        let lead: Int
        /// The place of what holds it.
        let parent: Int?
        /// The first place behind it and everything in it.
        var end: Int
        /// The index of its pattern.
        let pattern: Int
    }

    /// The body.
    let bytes: [UInt8]
    /// The values, each before what it holds, in document order.
    let places: [Place]
    /// What is known about places with the same path but for indices.
    let patterns: [PlacePattern]

    /// Reads a body that is known to be JSON.
    init(_ bytes: [UInt8], root: PlacePattern) {
        var scan = BodyScan(bytes, root: root)
        scan.readValue(name: nil, lead: 0, parent: nil, pattern: 0)
        self.bytes = bytes
        places = scan.places
        patterns = scan.patterns
    }

    /// The places directly in one.
    func children(of index: Int) -> ChildPlaces {
        ChildPlaces(map: self, place: index + 1, end: places[index].end)
    }

    /// The first place directly in one.
    func firstChild(of index: Int) -> Int? { index + 1 < places[index].end ? index + 1 : nil }

    /// The bytes of a value as text.
    func text(of place: Place) -> String { String(decoding: bytes[place.value], as: UTF8.self) }

    /// The path to a place.
    func pointer(to index: Int) -> JSONPointer {
        var tokens: [String] = []
        var index = index
        while let parent = places[index].parent {
            tokens.append(token(of: index, in: parent))
            index = parent
        }
        return JSONPointer(tokens.reversed())
    }

    private func token(of index: Int, in parent: Int) -> String {
        guard places[parent].kind == .array else { return patterns[places[index].pattern].name }
        return String(children(of: parent).prefix { $0 != index }.count)
    }

    /// Line and column of a byte, both from 1.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (before.count { $0 == UInt8(ascii: "\n") } + 1, offset - start + 1)
    }
}

/// The places directly in one, in order.
struct ChildPlaces: Sequence, IteratorProtocol {
    let map: BodyMap
    var place: Int
    let end: Int

    mutating func next() -> Int? {
        guard place < end else { return nil }
        defer { place = map.places[place].end }
        return place
    }
}
