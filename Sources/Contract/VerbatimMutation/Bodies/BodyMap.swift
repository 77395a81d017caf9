import VerbatimContract
import VerbatimDecoding
@_spi(Tape) import VerbatimJSON

/// The positions of the values of a JSON body in its bytes, so that a mutant needs no new tree.
struct BodyMap: Sendable {
    struct Node: Sendable {
        let kind: JSON.Kind
        // Less than half of the memory of `Int`: a large body has millions of values, and at most 4 GB.
        private let bytes: Range<UInt32>
        private let lead: UInt32
        private let nameBytes: Range<UInt32>
        private let parentIndex: Int32
        private var endIndex: UInt32
        private let patternIndex: UInt32

        init(
            kind: JSON.Kind, target: Splice.Target, name: Range<Int>?, parent: Int?, end: Int, pattern: Int
        ) {
            self.kind = kind
            bytes = UInt32(target.value.lowerBound)..<UInt32(target.value.upperBound)
            lead = UInt32(target.lead)
            nameBytes = name.map { UInt32($0.lowerBound)..<UInt32($0.upperBound) } ?? 0..<0
            parentIndex = parent.map { Int32($0) } ?? -1
            endIndex = UInt32(end)
            patternIndex = UInt32(pattern)
        }

        /// The bytes of the value, and the start of what is removed with it.
        var target: Splice.Target {
            Splice.Target(value: Int(bytes.lowerBound)..<Int(bytes.upperBound), lead: Int(lead))
        }

        /// The bytes of its name with the quotes; nil for elements and the root.
        var name: Range<Int>? {
            nameBytes.isEmpty ? nil : Int(nameBytes.lowerBound)..<Int(nameBytes.upperBound)
        }

        var parent: Int? { parentIndex < 0 ? nil : Int(parentIndex) }

        /// The first node after it and its descendants.
        var end: Int {
            get { Int(endIndex) }
            set { endIndex = UInt32(newValue) }
        }

        var pattern: Int { Int(patternIndex) }
    }

    let bytes: [UInt8]
    /// The values in document order, containers before their contents.
    let nodes: [Node]
    let patterns: [PointerPattern]
    /// The children of objects that are judged apart, as far as the objects need them.
    private let requiredChildren: [Int: [Int]]
    private let lines: LineIndex

    /// Maps a body that was parsed from some bytes.
    init(_ body: JSON, _ bytes: [UInt8], root: PointerPattern) {
        var builder = BodyMapBuilder(body: body, bytes: bytes, patterns: [root])
        body.read { reader, root in builder.add(root, with: reader) }
        self.bytes = bytes
        lines = LineIndex(bytes)
        nodes = builder.nodes
        patterns = builder.patterns
        var required: [Int: [Int]] = [:]
        for (index, node) in builder.nodes.enumerated() where builder.patterns[node.pattern].isRequired {
            required[node.parent ?? 0, default: []].append(index)
        }
        requiredChildren = required
    }

    func children(of index: Int) -> Children { Children(map: self, node: index + 1, end: nodes[index].end) }

    /// Returns the children without which the schemas reject an array or object or judge a child otherwise:
    /// all, unless they judge the children apart.
    func neededChildren(of index: Int) -> [Int] {
        guard isJudgedApart(index) else { return Array(children(of: index)) }
        return nodes[index].kind == .array
            ? firstChild(of: index).map { [$0] } ?? [] : requiredChildren[index] ?? []
    }

    /// Returns whether the schemas judge each child of an array or object whatever the others are.
    func isJudgedApart(_ index: Int) -> Bool { patterns[nodes[index].pattern].required != nil }

    /// The size in bytes of the body by which the contract judges the mutants of all values together.
    var judgedSize: Int {
        let whole = nodes.map(\.target.value.count)
        // The sizes of arrays and objects that are beside a mutated value.
        var reduced = whole
        for index in nodes.indices.reversed() where isContainer(index) && isJudgedApart(index) {
            reduced[index] = neededChildren(of: index).reduce(2) {
                $0 + (nodes[$1].name?.count ?? 0) + 2 + reduced[$1]
            }
        }
        var around = [0]
        for (index, node) in nodes.enumerated().dropFirst() {
            let parent = node.parent ?? 0
            let isNeeded = nodes[parent].kind == .array || patterns[node.pattern].isRequired
            let siblings =
                isJudgedApart(parent)
                ? max(0, reduced[parent] - (isNeeded ? reduced[index] : 0)) : whole[parent] - whole[index]
            around.append(around[parent] + siblings)
        }
        return zip(whole, around).reduce(0) { $0 + $1.0 + $1.1 }
    }

    func isContainer(_ index: Int) -> Bool { nodes[index].kind == .array || nodes[index].kind == .object }

    func firstChild(of index: Int) -> Int? { index + 1 < nodes[index].end ? index + 1 : nil }

    func text(of node: Node) -> String { String(decoding: bytes[node.target.value], as: UTF8.self) }

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

    func position(of offset: Int) -> JSONPosition { lines.position(at: offset, in: bytes) }

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

/// Finds the values of a body in its document.
private struct BodyMapBuilder {
    let body: JSON
    let bytes: [UInt8]
    var nodes: [BodyMap.Node] = []
    var patterns: [PointerPattern]
    /// The pattern of each token below each pattern.
    private var known: [[String: Int]] = [[:]]
    /// The containers around the current value, the innermost last.
    private var open: [(index: Int, end: Int, lead: Int)] = []

    init(body: JSON, bytes: [UInt8], patterns: [PointerPattern]) {
        self.body = body
        self.bytes = bytes
        self.patterns = patterns
    }

    /// Adds a value and its descendants.
    mutating func add(_ root: Int, with reader: TapeReader) {
        let end = reader.next(after: root)
        var position = root
        while position < end {
            close(before: position)
            let isMember = open.last.map { nodes[$0.index].kind == .object } ?? false
            let name = isMember ? body.value(atNode: position) : nil
            if isMember { position += 1 }
            let next = reader.next(after: position)
            let isContainer = add(body.value(atNode: position), named: name, end: next)
            position = isContainer ? reader.first(in: position) : next
        }
        close(before: end)
    }

    /// Adds one value, and returns whether it is an array or an object.
    private mutating func add(_ value: JSON, named name: JSON?, end: Int) -> Bool {
        let (kind, range, index) = (value.kind ?? .null, value.range, nodes.count)
        let parent = open.last
        let pattern = parent.map {
            self.pattern(below: nodes[$0.index].pattern, name?.string ?? PointerPattern.anyElement)
        }
        nodes.append(
            BodyMap.Node(
                kind: kind, target: Splice.Target(value: range, lead: parent?.lead ?? 0), name: name?.range,
                parent: parent?.index, end: index + 1, pattern: pattern ?? 0))
        if parent != nil {
            let comma = bytes[range.upperBound...].firstIndex(of: UInt8(ascii: ","))
            open[open.count - 1].lead = comma ?? bytes.count
        }
        guard kind == .array || kind == .object else { return false }
        open.append((index, end, range.lowerBound + 1))
        return true
    }

    private mutating func close(before position: Int) {
        while let last = open.last, last.end <= position {
            nodes[last.index].end = nodes.count
            open.removeLast()
        }
    }

    private mutating func pattern(below parent: Int, _ token: String) -> Int {
        if let index = known[parent][token] { return index }
        known[parent][token] = patterns.count
        known.append([:])
        patterns.append(patterns[parent].below(token))
        return patterns.count - 1
    }
}

/// A pointer with `*` for indices, and what is known about the values that it matches: `/items/*/title`.
struct PointerPattern: Sendable {
    static let anyElement = "*"

    /// The pointer, with ``anyElement`` for indices.
    let pointer: JSONPointer
    /// The schemas of the contract for the values.
    let schemas: SchemaView
    /// The use of the values by the models; nil if no model reads them.
    let coverage: ModelCoverage?
    /// The names of the properties that the values need, if the schemas judge their children, and all values
    /// around them theirs, whatever the other children are.
    let required: Set<ExactString>?
    /// Whether the value around needs the property, and judges it apart from others.
    let isRequired: Bool
    /// Whether one element of an array may make up for another.
    let needsAllElements: Bool

    init(ofBody schemas: SchemaView, coverage: ModelCoverage?) {
        self.init(pointer: .root, schemas, coverage, isApart: true)
    }

    private init(
        pointer: JSONPointer, _ schemas: SchemaView, _ coverage: ModelCoverage?, isApart: Bool,
        isRequired: Bool = false
    ) {
        self.pointer = pointer
        self.schemas = schemas
        self.coverage = coverage
        required = isApart ? schemas.requiredApart : nil
        self.isRequired = isRequired
        needsAllElements = schemas.schemas.contains { $0["contains"].exists }
    }

    var name: String { pointer.tokens.last ?? "" }

    /// The pattern of a property or of the elements.
    func below(_ token: String) -> PointerPattern {
        PointerPattern(
            pointer: pointer.appending(token),
            token == Self.anyElement ? schemas.elements : schemas.property(token), coverage?.below(token),
            isApart: required != nil, isRequired: required?.contains(ExactString(token)) ?? false)
    }
}

/// The use of the values at one pointer pattern by the models, as tracing their decoding shows it.
struct ModelCoverage: Sendable {
    /// The keys that the models read; nil if their decoding cannot be traced: they may read any value.
    private let usage: Usage?
    /// The path in the usage, in which the keys of a dictionary share a token too.
    private let path: JSONPointer

    private struct Usage: Sendable {
        let read: Set<JSONPointer>
        let unread: Set<JSONPointer>
    }

    /// The coverage of the root of a body.
    init(_ usage: KeyUsage?) {
        self.usage = usage.map { usage in
            Usage(
                read: Set(usage.keys.map { $0.location.appending($0.name) }),
                unread: Set(usage.unread.map { $0.location.appending($0.name) }))
        }
        path = .root
    }

    private init(_ usage: Usage?, _ path: JSONPointer) {
        self.usage = usage
        self.path = path
    }

    /// The coverage of a property or the elements; nil if no model reads them.
    func below(_ token: String) -> ModelCoverage? {
        guard let usage else { return self }
        let path = path.appending(token)
        if usage.read.contains(path) || token == PointerPattern.anyElement {
            return ModelCoverage(usage, path)
        }
        if usage.unread.contains(path) { return nil }
        return ModelCoverage(usage, self.path.appending(PointerPattern.anyElement))
    }
}
