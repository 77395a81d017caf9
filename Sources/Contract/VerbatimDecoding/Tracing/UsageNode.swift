/// The keys that are requested from one value of the document; the elements of an array share one node.
final class UsageNode {
    /// The keys requested from the object, by the type of the coding keys.
    private(set) var requests: [ObjectIdentifier: KeyRequests] = [:]
    /// Whether the object is decoded as a dictionary, with every property whatever its name.
    private(set) var readsEveryKey = false
    /// The node that the elements of the array, or the values of the dictionary, share, if any were read.
    private(set) var shared: UsageNode?

    var element: UsageNode {
        if let shared { return shared }
        let node = UsageNode()
        shared = node
        return node
    }

    var dictionaryValue: UsageNode {
        readsEveryKey = true
        return element
    }

    func requests<Key: CodingKey>(by keyType: Key.Type, model: any Any.Type) -> KeyRequests {
        let id = ObjectIdentifier(keyType)
        if let known = requests[id] { return known }
        let isDictionary = model is any KeyedCollection.Type
        let new = KeyRequests(
            keyType: keyType, model: model, dictionaryValue: isDictionary ? dictionaryValue : nil)
        requests[id] = new
        return new
    }
}

/// The keys of one type that a model requested from an object.
final class KeyRequests {
    let keyType: any Any.Type
    let model: any Any.Type
    private(set) var keys: [String: RequestedKey] = [:]
    /// The node of all values if the model is a dictionary, whose keys are not tracked.
    private let dictionaryValue: UsageNode?

    init(keyType: any Any.Type, model: any Any.Type, dictionaryValue: UsageNode?) {
        self.keyType = keyType
        self.model = model
        self.dictionaryValue = dictionaryValue
    }

    func key(_ key: some CodingKey) -> RequestedKey {
        let name = key.stringValue
        if let dictionaryValue { return RequestedKey(name: name, value: dictionaryValue) }
        if let known = keys[name] { return known }
        let new = RequestedKey(name: name, value: UsageNode())
        keys[name] = new
        return new
    }
}

/// A key that a model requested, with the number of times it was present.
final class RequestedKey {
    let name: String
    let value: UsageNode
    /// The type that was requested first; nil if the model only tested whether the key is present.
    private(set) var type: (any Any.Type)?
    private(set) var isRequired = false
    private(set) var found = 0
    private(set) var null = 0
    private(set) var absent = 0
    /// The number of the object in which the key was counted last.
    private var countedNumber: Int?
    /// Up to two different values with which a model was decoded: the best placeholders.
    private(set) var samples: [any AnyMemoizedValue] = []

    init(name: String, value: UsageNode) {
        self.name = name
        self.value = value
    }

    func keep(_ sample: any AnyMemoizedValue) {
        guard samples.count < 2, !samples.contains(where: sample.isEqual) else { return }
        samples.append(sample)
    }

    /// The answer of an object to a request.
    enum Presence { case found, null, absent }

    /// Counts the answer of an object, once however often a model requests the key from it.
    ///
    /// - Parameter number: The number of the object. A model that reads several objects of an array in turns
    ///   has the key counted at each turn.
    func count(in number: Int, _ presence: () -> Presence) {
        guard countedNumber != number else { return }
        countedNumber = number
        switch presence() {
        case .found: found += 1
        case .null: null += 1
        case .absent: absent += 1
        }
    }

    /// Records the type of the first request.
    func record(_ type: any Any.Type, isRequired: Bool) {
        if self.type == nil {
            self.type = type
            self.isRequired = isRequired
        }
    }
}
