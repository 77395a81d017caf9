/// The members of a JSON object, in order.
///
/// Duplicate names are kept, so that a document can be written as it was read; a lookup finds the first
/// member.
public struct JSONObject: Sendable {
    /// The members in order.
    public private(set) var members: [(name: String, value: JSONValue)]

    /// The index of the first member of each name; empty for objects with few members.
    private var indices: [ExactString: Int] = [:]

    /// The number of members up to which a lookup is a linear search.
    private static let few = 8

    /// Creates an object with members in order. Duplicate names are kept.
    public init(_ members: some Sequence<(String, JSONValue)> = []) {
        self.members = members.map { (name: $0.0, value: $0.1) }
        rebuildIndices()
    }

    /// The number of members.
    public var count: Int { members.count }
    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The names in order.
    public var names: [String] { members.map(\.name) }

    /// The value of the first member with a name.
    ///
    /// Setting a value replaces that of the first member in place, or appends a member, and removes the other
    /// members of the name. Setting nil removes all of them.
    public subscript(name: String) -> JSONValue? {
        get { firstIndex(of: name).map { members[$0].value } }
        set {
            guard let newValue else { return remove(name) }
            set(name, to: newValue)
        }
    }

    /// Appends a member, even if the name is a duplicate.
    public mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
        if members.count == JSONObject.few + 1 {
            rebuildIndices()
        } else if members.count > JSONObject.few {
            addIndex(of: name, at: members.count - 1)
        }
    }

    /// Replaces the value of the first member with a name in place, or appends a member, and removes the
    /// others.
    public mutating func set(_ name: String, to value: JSONValue) { update(name) { $0 = value } }

    /// Changes the value of the first member with a name in place, and removes the others.
    ///
    /// The closure receives nil for a missing member, which is appended if there is a value afterwards; a
    /// member without a value afterwards is removed.
    mutating func update(_ name: String, _ change: (inout JSONValue?) -> Void) {
        guard let index = firstIndex(of: name) else {
            var value: JSONValue?
            change(&value)
            if let value { append(name, value) }
            return
        }
        var value = Optional(members[index].value)
        // A value that is not shared is changed without a copy.
        members[index].value = .null
        change(&value)
        guard let value else { return remove(name) }
        members[index].value = value
        if mayHaveDuplicates { removeMembers(named: name, after: index) }
    }

    private var mayHaveDuplicates: Bool { indices.isEmpty || indices.count < members.count }

    /// Removes all members with a name.
    public mutating func remove(_ name: String) {
        guard let index = firstIndex(of: name) else { return }
        removeMembers(named: name, after: index - 1)
    }

    private mutating func removeMembers(named name: String, after index: Int) {
        let key = ExactString(name)
        let count = members.count
        var position = -1
        members.removeAll { member in
            position += 1
            return position > index && ExactString(member.name) == key
        }
        if members.count != count { rebuildIndices() }
    }

    private func firstIndex(of name: String) -> Int? {
        let key = ExactString(name)
        guard indices.isEmpty else { return indices[key] }
        return members.firstIndex { ExactString($0.name) == key }
    }

    private mutating func rebuildIndices() {
        indices.removeAll()
        guard members.count > JSONObject.few else { return }
        for (index, member) in members.enumerated() { addIndex(of: member.name, at: index) }
    }

    private mutating func addIndex(of name: String, at index: Int) {
        let key = ExactString(name)
        if indices[key] == nil { indices[key] = index }
    }
}

extension JSONObject: Hashable {
    /// Whether two objects have the same members in any order, except that the values of a duplicate name
    /// keep theirs.
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.count == b.count else { return false }
        if zip(a.members, b.members).allSatisfy({ ExactString($0.name) == ExactString($1.name) }) {
            return zip(a.members, b.members).allSatisfy { $0.value == $1.value }
        }
        return a.valuesByName == b.valuesByName
    }

    private var valuesByName: [ExactString: [JSONValue]] {
        Dictionary(grouping: members) { ExactString($0.name) }.mapValues { $0.map(\.value) }
    }

    /// Hashes the members, independently of their order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var memberHasher = Hasher()
            memberHasher.combine(ExactString(member.name))
            memberHasher.combine(member.value)
            sum &+= memberHasher.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}
