import JSONDocument

/// A program while the compiler writes it.
struct ProgramDraft {
    var nodes: [SchemaNode] = []
    var steps: [Step] = []
    var children: [Int32] = []
    var plans: [MembersPlan] = []
    var patternSchemas: [PatternSchema] = []
    var names = NameTableBuilder()
    var nameSpans: [NameSpan] = []
    var choices: [Choice] = []
    var literals: [Literal] = []
    var dynamicNames: [String] = []
    var dynamicAnchors: [Int32] = []
    var patterns: [Pattern] = []
    var dateFormats: [DatePattern.List] = []
    var bounds: [Bound] = []
    var longBounds: [JSONNumber] = []
    var places: [SchemaPlace] = []

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
    private(set) var entries: [NameTable.Entry] = []
    private(set) var bytes: [UInt8] = []

    mutating func addBytes(_ name: String) -> NameSpan {
        let offset = Int32(bytes.count)
        bytes += name.utf8
        return NameSpan(offset: offset, count: Int32(bytes.count) - offset)
    }

    /// Adds a table of different names; it is at most half full.
    mutating func addTable(_ members: [(name: String, value: Int32, required: UInt64)]) -> NameTable {
        var size = 2
        while size < 2 * members.count { size *= 2 }
        let table = NameTable(start: Int32(slots.count), mask: UInt32(size - 1))
        slots += [Int32](repeating: -1, count: size)
        for member in members {
            let key = NameTable.Key(padded: member.name)
            var slot = key.hash & table.mask
            while slots[Int(table.start) + Int(slot)] >= 0 { slot = (slot + 1) & table.mask }
            slots[Int(table.start) + Int(slot)] = Int32(entries.count)
            entries.append(
                NameTable.Entry(
                    prefix: key.prefix, suffix: key.suffix, span: addBytes(member.name), value: member.value,
                    required: member.required))
        }
        return table
    }
}

extension NameTable.Key {
    /// The key of a name in memory of its own, which is padded here as a document is.
    init(padded name: String) {
        let bytes = Array(name.utf8)
        self = (bytes + [UInt8](repeating: 0, count: 8)).withUnsafeBufferPointer { padded in
            padded.baseAddress.map { NameTable.Key($0, bytes.count) }
                ?? NameTable.Key(prefix: 0, suffix: 0, count: 0)
        }
    }
}
