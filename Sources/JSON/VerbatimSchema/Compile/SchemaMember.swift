@_spi(Tape) import VerbatimJSON

/// A member of a schema object, with the keyword that it is.
struct SchemaMember {
    /// The keyword, or nil if it is unknown.
    let keyword: Keyword?
    let name: JSON
    let value: JSON

    /// Returns the members of a schema object, in document order.
    static func members(of schema: JSON) -> [SchemaMember] {
        schema.read { tape, node in
            var members: [SchemaMember] = []
            members.reserveCapacity(tape.count(node))
            var name = tape.first(in: node)
            let end = tape.next(after: node)
            while name < end {
                let text = schema.value(atNode: name)
                let keyword = KeywordTable.shared.keyword(name, tape) { text.string ?? "" }
                members.append(
                    SchemaMember(keyword: keyword, name: text, value: schema.value(atNode: name + 1)))
                name = tape.next(after: name + 1)
            }
            return members
        } ?? []
    }
}

/// A hash table of keywords by the bytes of their names.
struct KeywordTable: Sendable {
    static let shared = KeywordTable()

    private let table: NameTable
    private let names: NameTableBuilder
    private let keywords = Keyword.allCases

    private init() {
        var names = NameTableBuilder()
        table = names.addTable(capacity: keywords.count)
        for keyword in keywords { _ = names.insert(keyword.rawValue, into: table) }
        self.names = names
    }

    /// Returns the keyword with a name, or nil.
    ///
    /// - Parameters:
    ///   - name: The node of the name.
    ///   - text: Returns the name as a string, for names with escapes.
    func keyword(_ name: Int, _ tape: TapeReader, text: () -> String) -> Keyword? {
        let (start, count) = tape.plainString(name)
        guard count >= 0 else { return Keyword(rawValue: text()) }
        let bytes = UnsafeBufferPointer(start: start, count: count)
        return names.find(NameTable.Key(start, count), bytes, in: table).map { keywords[$0] }
    }
}
