import VerbatimJSON
import VerbatimRegex

/// A program while the compiler writes it.
struct ProgramBuilder {
    var nodes: [SchemaNode] = []
    var steps: [Step] = []
    var children: [Int32] = []
    var plans: [ObjectPlan] = []
    var patternSchemas: [PatternSchema] = []
    var names = NameTableBuilder()
    var nameSpans: [NameSpan] = []
    var choices: [EnumValues] = []
    var literals: [Literal] = []
    var dynamicNames: [String] = []
    var dynamicAnchors: [Int32] = []
    var patterns: [Pattern] = []
    var patternByText: [String: Int32] = [:]
    var dateFormats: [DatePattern.List] = []
    var dateProfiles: [DateProfile] = []
    var bounds: [NumericBound] = []
    var longBounds: [JSONNumber] = []
    var locations: [SchemaLocation] = []

    /// Adds schemas that belong together and gives their range in `children`.
    mutating func addChildren(_ schemas: [Int32]) -> (first: Int32, second: Int32) {
        let start = Int32(children.count)
        children += schemas
        return (start, Int32(children.count))
    }

    /// Adds names that belong together and gives their range in `nameSpans`.
    mutating func addNames(_ added: [String]) -> (first: Int32, second: Int32) {
        let start = Int32(nameSpans.count)
        for name in added { nameSpans.append(names.addBytes(name)) }
        return (start, Int32(nameSpans.count))
    }
}

/// The names of a program, and the tables that find them.
struct NameTableBuilder {
    private(set) var slots: [Int32] = []
    var entries: [NameTable.Entry] = []
    private(set) var bytes: [UInt8] = []

    mutating func addBytes(_ name: String) -> NameSpan {
        let offset = Int32(bytes.count)
        bytes += name.utf8
        return NameSpan(offset: offset, count: Int32(bytes.count) - offset)
    }

    /// Adds an empty table for so many names; it will be at most half full.
    mutating func addTable(capacity: Int) -> NameTable {
        var size = 2
        while size < 2 * capacity { size *= 2 }
        let table = NameTable(start: Int32(slots.count), mask: UInt32(size - 1))
        slots += repeatElement(-1, count: size)
        return table
    }

    /// The number of a name's entry in a table, and whether the name is new there.
    mutating func insert(_ name: String, into table: NameTable) -> (entry: Int, isNew: Bool) {
        let span = addBytes(name)
        let key = key(of: span)
        var slot = key.hash & table.mask
        while true {
            let number = Int(slots[Int(table.start) + Int(slot)])
            guard number >= 0 else { break }
            if equal(entries[number].span, span) { return (number, false) }
            slot = (slot + 1) & table.mask
        }
        slots[Int(table.start) + Int(slot)] = Int32(entries.count)
        entries.append(NameTable.Entry(prefix: key.prefix, suffix: key.suffix, span: span))
        return (entries.count - 1, true)
    }

    /// The number of a name's entry in a table.
    func find(_ key: NameTable.Key, _ name: UnsafeBufferPointer<UInt8>, in table: NameTable) -> Int? {
        var slot = key.hash & table.mask
        while true {
            let number = Int(slots[Int(table.start) + Int(slot)])
            guard number >= 0 else { return nil }
            let entry = entries[number]
            if entry.prefix == key.prefix, entry.suffix == key.suffix, Int(entry.span.count) == key.count,
                key.count <= 16 || bytes[entry.span.range].elementsEqual(name)
            {
                return number
            }
            slot = (slot + 1) & table.mask
        }
    }

    private func equal(_ a: NameSpan, _ b: NameSpan) -> Bool {
        a.count == b.count && bytes[a.range].elementsEqual(bytes[b.range])
    }

    /// The key of the name added last, padded for the moment as the names of a document are.
    private mutating func key(of span: NameSpan) -> NameTable.Key {
        bytes += repeatElement(0, count: 8)
        defer { bytes.removeLast(8) }
        return bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { NameTable.Key($0 + Int(span.offset), Int(span.count)) }
                ?? NameTable.Key(prefix: 0, suffix: 0, count: 0)
        }
    }
}
