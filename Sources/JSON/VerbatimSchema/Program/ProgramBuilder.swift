import VerbatimFormats
@_spi(Tape) import VerbatimJSON
import VerbatimRegex

/// A program under construction.
struct ProgramBuilder {
    var nodes: [SchemaNode] = []
    var steps: [Step] = []
    var children: [Int32] = []
    var plans: [ObjectPlan] = []
    var patternSchemas: [PatternSchema] = []
    var names = StringTableBuilder()
    var nameSpans: [NameSpan] = []
    var enumValues: [EnumValues] = []
    var literals: [Literal] = []
    var presencePlans: [PresencePlan] = []
    var presenceRules: [PresenceRule] = []
    /// The numbers of the names of dynamic references.
    var dynamicNames: [String: Int32] = [:]
    var dynamicAnchors: [DynamicAnchor: Int32] = [:]
    var patterns: [Pattern] = []
    var patternBudget = PatternBudget()
    var patternByText: [String: Int32] = [:]
    var formats: [Format] = []
    var dateFormats: [[DatePattern]] = []
    var dateProfiles: [DateProfile] = []
    var bounds: [NumericBound] = []
    var longBounds: [DecimalValue] = []
    var locations: [KeywordLocation] = []

    /// Adds a list of schemas, and returns its range in `children`.
    mutating func addChildren(_ schemas: [Int32]) -> (first: Int32, second: Int32) {
        let start = Int32(children.count)
        children += schemas
        return (start, Int32(children.count))
    }

    /// Adds a list of names, and returns its range in `nameSpans`.
    mutating func addNames(_ added: [String]) -> (first: Int32, second: Int32) {
        let start = Int32(nameSpans.count)
        for name in added { nameSpans.append(names.addBytes(name)) }
        return (start, Int32(nameSpans.count))
    }

    /// Returns the number of the name of a dynamic reference.
    mutating func dynamicName(_ name: String) -> Int32 {
        let number = dynamicNames[name] ?? Int32(dynamicNames.count)
        dynamicNames[name] = number
        return number
    }
}

/// The names of a program and their hash tables, under construction.
struct StringTableBuilder {
    private(set) var slots: [Int32] = []
    var entries: [StringTable.Entry] = []
    private(set) var bytes: [UInt8] = []

    mutating func addBytes(_ name: String) -> NameSpan {
        let offset = Int32(bytes.count)
        bytes += name.utf8
        return NameSpan(offset: offset, count: Int32(bytes.count) - offset)
    }

    /// Adds a table of names, which may repeat; it is at most half full.
    mutating func addTable(of names: [String]) -> StringTable {
        var size = 2
        while size < 2 * names.count { size *= 2 }
        var table = StringTable(start: Int32(slots.count), mask: UInt32(size - 1))
        slots += repeatElement(-1, count: size)
        let (firstEntry, firstByte) = (entries.count, bytes.count)
        guard !insert(names, into: table) else { return table }
        for slot in slots.indices.suffix(size) { slots[slot] = -1 }
        entries.removeLast(entries.count - firstEntry)
        bytes.removeLast(bytes.count - firstByte)
        table.isSeeded = true
        _ = insert(names, into: table)
        return table
    }

    /// Returns the index of the entry of a name that the table contains.
    mutating func entry(of name: String, in table: StringTable) -> Int {
        let count = bytes.count
        defer { bytes.removeLast(bytes.count - count) }
        return find(addBytes(name), in: table).entry
    }

    /// Inserts names into a table; returns false if too many of them collide.
    private mutating func insert(_ names: [String], into table: StringTable) -> Bool {
        for name in names {
            let span = addBytes(name)
            let found = find(span, in: table)
            guard found.steps <= KeyCollisions.longestRun || table.isSeeded else { return false }
            guard found.entry < 0 else { continue }
            slots[found.slot] = Int32(entries.count)
            let key = ByteKey(ofLast: Int(span.count), in: &bytes)
            entries.append(StringTable.Entry(prefix: key.prefix, suffix: key.suffix, span: span))
        }
        return table.isSeeded || !KeyCollisions.hasLongRun(slots[Int(table.start)...])
    }

    /// Finds the slot of the name at the end of the bytes, or the slot that it would have; the entry of that
    /// is -1.
    private mutating func find(
        _ span: NameSpan, in table: StringTable
    ) -> (slot: Int, entry: Int, steps: Int) {
        let key = ByteKey(ofLast: Int(span.count), in: &bytes)
        let hash =
            table.isSeeded ? bytes[span.range].withUnsafeBufferPointer(KeyCollisions.seededHash) : key.hash
        var steps = 0
        while true {
            let slot = Int(table.start) + Int((hash &+ UInt32(steps)) & table.mask)
            let entry = Int(slots[slot])
            if entry < 0 || equal(entries[entry].span, span) { return (slot, entry, steps) }
            steps += 1
            if steps > KeyCollisions.longestRun, !table.isSeeded { return (slot, -1, steps) }
        }
    }

    private func equal(_ a: NameSpan, _ b: NameSpan) -> Bool {
        a.count == b.count && bytes[a.range].elementsEqual(bytes[b.range])
    }
}
