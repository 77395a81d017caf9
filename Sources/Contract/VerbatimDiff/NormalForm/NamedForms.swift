/// The forms of the properties of an object by name or pattern, in document order.
struct NamedForms: RandomAccessCollection, Sendable {
    private var members: [(name: String, form: SchemaBranch.Index)] = []
    private var positions: [String: Int] = [:]

    /// The position of the first member.
    var startIndex: Int { 0 }
    /// The position past the last member.
    var endIndex: Int { members.count }

    subscript(position: Int) -> (name: String, form: SchemaBranch.Index) { members[position] }

    /// The form of a name, or nil.
    subscript(name: String) -> SchemaBranch.Index? { positions[name].map { members[$0].form } }

    /// Appends a form, whose name must be new.
    mutating func append(_ name: String, _ form: SchemaBranch.Index) {
        positions[name] = members.count
        members.append((name, form))
    }
}

/// Names in document order, each once.
struct UniqueNames: RandomAccessCollection, Sendable {
    private var names: [String] = []
    private var known: Set<String> = []

    /// The position of the first name.
    var startIndex: Int { 0 }
    /// The position past the last name.
    var endIndex: Int { names.count }

    subscript(position: Int) -> String { names[position] }

    /// Returns whether a name is among them.
    func contains(_ name: String) -> Bool { known.contains(name) }

    /// Appends a name unless it is known.
    mutating func append(_ name: String) {
        if known.insert(name).inserted { names.append(name) }
    }
}
