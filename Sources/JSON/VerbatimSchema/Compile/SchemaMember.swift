@_spi(Tape) import VerbatimJSON

/// A member of a schema object, its name looked up where it lies.
struct SchemaMember {
    /// The keyword, or nil when the name is none.
    let keyword: Keyword?
    let name: JSON
    let value: JSON

    /// The members in the order of the text.
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

/// Finds keywords by the bytes of their names.
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

    /// The keyword with a name; `text` is the name, for one that has escapes.
    func keyword(_ name: Int, _ tape: TapeReader, text: () -> String) -> Keyword? {
        let (start, count) = tape.plainString(name)
        guard count >= 0 else { return Keyword(rawValue: text()) }
        let bytes = UnsafeBufferPointer(start: start, count: count)
        return names.find(NameTable.Key(start, count), bytes, in: table).map { keywords[$0] }
    }
}
