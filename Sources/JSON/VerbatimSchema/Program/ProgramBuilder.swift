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
    var literals: [DocumentNode] = []
    var dynamicNames: [String] = []
    var dynamicAnchors: [Int32] = []
    var patterns: [Pattern] = []
    var patternByText: [String: Int32] = [:]
    var formats: [Format] = []
    var dateFormats: [[DatePattern]] = []
    var dateProfiles: [DateProfile] = []
    var bounds: [NumericBound] = []
    var longBounds: [JSONNumber] = []
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

    /// Adds an empty table for a number of names; it will be at most half full.
    mutating func addTable(capacity: Int) -> StringTable {
        var size = 2
        while size < 2 * capacity { size *= 2 }
        let table = StringTable(start: Int32(slots.count), mask: UInt32(size - 1))
        slots += repeatElement(-1, count: size)
        return table
    }

    /// Inserts a name into a table, and returns the index of its entry and whether the name is new.
    mutating func insert(_ name: String, into table: StringTable) -> (entry: Int, isNew: Bool) {
        let span = addBytes(name)
        let key = ByteKey(ofLast: Int(span.count), in: &bytes)
        var slot = key.hash & table.mask
        while true {
            let entry = Int(slots[Int(table.start) + Int(slot)])
            guard entry >= 0 else { break }
            if equal(entries[entry].span, span) { return (entry, false) }
            slot = (slot + 1) & table.mask
        }
        slots[Int(table.start) + Int(slot)] = Int32(entries.count)
        entries.append(StringTable.Entry(prefix: key.prefix, suffix: key.suffix, span: span))
        return (entries.count - 1, true)
    }

    private func equal(_ a: NameSpan, _ b: NameSpan) -> Bool {
        a.count == b.count && bytes[a.range].elementsEqual(bytes[b.range])
    }
}
