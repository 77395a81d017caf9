@_spi(Tape) import VerbatimJSON

/// A member of a schema object: a keyword, or an unknown name, with its value.
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
                members.append(
                    SchemaMember(
                        keyword: KeywordTable.shared.keyword(name, tape), name: schema.value(atNode: name),
                        value: schema.value(atNode: name + 1)))
                name = tape.next(after: name + 1)
            }
            return members
        } ?? []
    }
}

/// A hash table of keywords by the bytes of their names.
struct KeywordTable: Sendable {
    static let shared = KeywordTable()

    private let table: KeyTable
    private let subtable: KeyTable.Subtable
    private let keywords = Keyword.allCases

    private init() {
        var table = KeyTable()
        subtable = table.addSubtable(keywords.enumerated().map { ($1.rawValue, $0) })
        self.table = table
    }

    /// Returns the keyword with a name, or nil.
    func keyword(_ name: Int, _ tape: TapeReader) -> Keyword? {
        table.find(name, in: subtable, of: tape).map { keywords[$0] }
    }
}
