/// The members of a JSON object, in order.
///
/// Names that stand twice are kept, so that a document can be written as it was read; a look-up finds the first.
public struct JSONObject: Sendable {
    /// The members in order.
    public private(set) var members: [(name: String, value: JSONValue)]

    /// The location of each name's first member, kept for objects with more than a few.
    private var locations: [ExactString: Int] = [:]

    /// Up to this many members are looked through one by one.
    private static let few = 8

    /// Creates an object with members in order; equal names are kept.
    public init(_ members: some Sequence<(String, JSONValue)> = []) {
        self.members = members.map { (name: $0.0, value: $0.1) }
        index()
    }

    /// The number of members.
    public var count: Int { members.count }
    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// The names in order.
    public var names: [String] { members.map(\.name) }

    /// The value of the first member with a name.
    ///
    /// Setting changes that member where it stands, or appends one; nil removes it. Other members of the name go.
    public subscript(name: String) -> JSONValue? {
        get { location(of: name).map { members[$0].value } }
        set {
            guard let newValue else { return remove(name) }
            set(name, to: newValue)
        }
    }

    /// Appends a member behind all others, whether or not the name is there already.
    public mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
        if members.count == JSONObject.few + 1 {
            index()
        } else if members.count > JSONObject.few {
            note(name, at: members.count - 1)
        }
    }

    /// Gives a member a value where it stands, or appends it; other members of the name go.
    public mutating func set(_ name: String, to value: JSONValue) {
        guard let location = location(of: name) else { return append(name, value) }
        members[location].value = value
        removeMembers(named: name, after: location)
    }

    /// Removes all members with a name.
    public mutating func remove(_ name: String) {
        guard let location = location(of: name) else { return }
        removeMembers(named: name, after: location - 1)
    }

    private mutating func removeMembers(named name: String, after location: Int) {
        let key = ExactString(name)
        let count = members.count
        var position = -1
        members.removeAll { member in
            position += 1
            return position > location && ExactString(member.name) == key
        }
        if members.count != count { index() }
    }

    private func location(of name: String) -> Int? {
        let key = ExactString(name)
        guard locations.isEmpty else { return locations[key] }
        return members.firstIndex { ExactString($0.name) == key }
    }

    private mutating func index() {
        locations.removeAll()
        guard members.count > JSONObject.few else { return }
        for (location, member) in members.enumerated() { note(member.name, at: location) }
    }

    private mutating func note(_ name: String, at location: Int) {
        let key = ExactString(name)
        if locations[key] == nil { locations[key] = location }
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in any order; the values of one name keep theirs.
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

    /// Feeds the members, in no order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            own.combine(ExactString(member.name))
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(count)
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the order of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}
