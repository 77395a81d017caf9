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
    var discriminators: [Discriminator] = []
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

    /// Adds a discriminator, and returns its number. Of equal values the first counts.
    mutating func addDiscriminator(
        _ property: String, values: [(value: String, branch: Int32)], isExclusive: Bool
    ) -> Int32 {
        let (table, entries) = names.addTable(of: values.map(\.value))
        for (value, entry) in zip(values, entries) where names.entries[entry].value < 0 {
            names.entries[entry].value = value.branch
        }
        discriminators.append(
            Discriminator(
                property: names.addTable(of: [property]).table, values: table, isExclusive: isExclusive))
        return Int32(discriminators.count - 1)
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

    private mutating func addBytes(_ name: String) -> NameSpan {
        let offset = Int32(bytes.count)
        bytes += name.utf8
        return NameSpan(offset: offset, count: Int32(bytes.count) - offset)
    }

    /// Adds a table of names, which may repeat; it is at most half full. Returns the entries of the names, in
    /// their order.
    mutating func addTable(of names: [String]) -> (table: StringTable, entries: [Int]) {
        var size = 2
        while size < 2 * names.count { size *= 2 }
        var table = StringTable(start: Int32(slots.count), mask: UInt32(size - 1))
        slots += repeatElement(-1, count: size)
        let (firstEntry, firstByte) = (entries.count, bytes.count)
        if let inserted = insert(names, into: table) { return (table, inserted) }
        for slot in slots.indices.suffix(size) { slots[slot] = -1 }
        entries.removeLast(entries.count - firstEntry)
        bytes.removeLast(bytes.count - firstByte)
        table.isSeeded = true
        return (table, insert(names, into: table) ?? [])
    }

    /// Inserts names into a table, and returns their entries; nil if too many of them collide.
    private mutating func insert(_ names: [String], into table: StringTable) -> [Int]? {
        var inserted: [Int] = []
        inserted.reserveCapacity(names.count)
        for name in names {
            guard let entry = insert(name, into: table) else { return nil }
            inserted.append(entry)
        }
        let isUsable = table.isSeeded || !KeyCollisions.hasLongRun(slots[Int(table.start)...])
        return isUsable ? inserted : nil
    }

    private mutating func insert(_ name: String, into table: StringTable) -> Int? {
        let span = addBytes(name)
        let key = ByteKey(ofLast: Int(span.count), in: &bytes)
        let hash =
            table.isSeeded ? bytes[span.range].withUnsafeBufferPointer(KeyCollisions.seededHash) : key.hash
        var slot = Int(table.start) + Int(hash & table.mask)
        var steps = 0
        while slots[slot] >= 0 {
            if equal(entries[Int(slots[slot])].span, span) { return Int(slots[slot]) }
            steps += 1
            guard steps <= KeyCollisions.longestRun || table.isSeeded else { return nil }
            slot = Int(table.start) + Int((hash &+ UInt32(steps)) & table.mask)
        }
        slots[slot] = Int32(entries.count)
        entries.append(StringTable.Entry(prefix: key.prefix, suffix: key.suffix, span: span))
        return entries.count - 1
    }

    private func equal(_ a: NameSpan, _ b: NameSpan) -> Bool {
        a.count == b.count && bytes[a.range].elementsEqual(bytes[b.range])
    }
}
