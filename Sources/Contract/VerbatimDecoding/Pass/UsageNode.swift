/// What one pass learns of a location in the document, with all elements of an array taken as one location.
final class UsageNode {
    /// The objects found at the location, by the keys that were asked of them.
    private(set) var ledgers: [ObjectIdentifier: KeyLedger] = [:]
    /// Whether the object at the location is read as a dictionary: every member, whatever its name.
    private(set) var readsEveryMember = false
    private var child: UsageNode?

    /// The elements of the array at the location.
    var element: UsageNode {
        if let child { return child }
        let node = UsageNode()
        child = node
        return node
    }

    /// The members of the dictionary at the location.
    var member: UsageNode {
        readsEveryMember = true
        return element
    }

    /// The location the elements or members share, when any were read.
    var shared: UsageNode? { child }

    func ledger<Key: CodingKey>(of keys: Key.Type, model: any Any.Type) -> KeyLedger {
        let id = ObjectIdentifier(keys)
        if let known = ledgers[id] { return known }
        let isDictionary = model is any KeyedCollection.Type
        let ledger = KeyLedger(keys: keys, model: model, member: isDictionary ? member : nil)
        ledgers[id] = ledger
        return ledger
    }
}

/// The keys one model asked of the objects at one location.
final class KeyLedger {
    let keys: any Any.Type
    let model: any Any.Type
    private(set) var uses: [String: KeyUse] = [:]
    /// The location all members share, when the model is a dictionary: then no name is a key of its own.
    private let member: UsageNode?

    init(keys: any Any.Type, model: any Any.Type, member: UsageNode?) {
        self.keys = keys
        self.model = model
        self.member = member
    }

    func use(of key: some CodingKey) -> KeyUse {
        let name = key.stringValue
        if let member { return KeyUse(name: name, location: member) }
        if let known = uses[name] { return known }
        let use = KeyUse(name: name, location: UsageNode())
        uses[name] = use
        return use
    }
}

/// How one key was asked for, and how often it was there.
final class KeyUse {
    let name: String
    let location: UsageNode
    private(set) var wanted: (any Any.Type)?
    private(set) var isRequired = false
    var found = 0
    var null = 0
    var absent = 0
    /// Values with which a model decoded well, up to two different ones: the best placeholders.
    private(set) var samples: [any AnyMemoizedValue] = []

    init(name: String, location: UsageNode) {
        self.name = name
        self.location = location
    }

    func keep(_ sample: any AnyMemoizedValue) {
        guard samples.count < 2, !samples.contains(where: sample.isSame) else { return }
        samples.append(sample)
    }

    func note(wanted type: any Any.Type, required: Bool) {
        if wanted == nil {
            wanted = type
            isRequired = required
        }
    }
}
