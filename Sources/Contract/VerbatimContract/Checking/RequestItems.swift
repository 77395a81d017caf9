/// The items of a query or of cookies, which are found by name.
struct RequestItems {
    /// The items in order.
    let all: [RequestTarget.Item]
    /// The indices of the items by name; empty if there are few.
    private let byName: [String: [Int]]
    /// The indices of the items of deep objects, `color[R]`, by the name of the object.
    private let byObject: [String: [Int]]

    /// The number of items up to which a look-up is a linear search.
    private static let few = 16

    init(_ items: [RequestTarget.Item]) {
        all = items
        guard items.count > Self.few else {
            (byName, byObject) = ([:], [:])
            return
        }
        byName = Dictionary(grouping: items.indices) { items[$0].name }
        byObject = Dictionary(grouping: items.indices.filter { Self.isProperty(items[$0]) }) { index in
            String(items[index].name.prefix { $0 != "[" })
        }
    }

    /// Whether an item is a property of a deep object: `color[R]=100`.
    private static func isProperty(_ item: RequestTarget.Item) -> Bool {
        item.name.hasSuffix("]") && item.name.contains("[")
    }

    /// Returns the items of a name, in order.
    func items(named name: String) -> [RequestTarget.Item] {
        byName.isEmpty ? all.filter { $0.name == name } : byName[name, default: []].map { all[$0] }
    }

    /// Returns the items of the properties of a deep object, in order.
    func properties(of object: String) -> [RequestTarget.Item] {
        guard !byName.isEmpty, !object.contains("[") else {
            return all.filter { Self.isProperty($0) && $0.name.hasPrefix(object + "[") }
        }
        return byObject[object, default: []].map { all[$0] }
    }

    /// Returns the items whose names are properties of an object, in order.
    func properties(in shape: SchemaShapes.Shape) -> [RequestTarget.Item] {
        guard !byName.isEmpty, shape.additionalProperties == nil, !shape.properties.isEmpty else {
            return all.filter { shape.mayHaveProperty($0.name) }
        }
        return shape.properties.keys.flatMap { byName[$0, default: []] }.sorted().map { all[$0] }
    }
}
