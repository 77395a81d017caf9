/// What the properties with one name have in common in all messages of the operations that are described.
///
/// One place shows little: a price may be whole by chance, a date complete, and a list empty.
struct PropertyFacts {
    /// The names of the properties some of whose values have a fraction, and those names after the one of
    /// what has the property: `amount.value`.
    private var fractions: Set<String> = []
    /// Whether some dates consist of the year, perhaps with the month, where others are complete.
    private(set) var havePartialDates = false
    /// The names of properties all of whose values are texts.
    private(set) var texts: Set<String> = []
    /// The texts of all properties with a name, or of the elements of their lists.
    private var strings: [String: StringFacts] = [:]
    /// The elements of the longest lists of properties with a name; nil if some are of another kind.
    private var items: [String: ObservedShape?] = [:]
    /// The names of properties with dictionaries.
    private var dictionaries: Set<String> = []
    /// The names of properties that are objects without properties in some things.
    private var bare: Set<String> = []
    /// The identifiers in responses, as far as they are words.
    private var keys: Set<String> = []
    /// The names in the lists of requests, which may be those of properties that they choose.
    private var chosen: Set<String> = []
    /// The headers of all successful responses.
    private(set) var headers = HeaderBuilder()

    /// The number of properties with chosen names that are no such by chance.
    private static let leastChosen = 3

    init() {}

    init(of shapes: [ObservedShape], requests: [ObservedShape] = [], headers: [HeaderBuilder] = []) {
        for next in headers { self.headers.append(next) }
        var pending = shapes.map { (shape: $0, name: "", isSent: false) }
        pending += requests.map { ($0, "", true) }
        var numbers: Set<String> = []
        while let (shape, name, isSent) = pending.popLast() {
            if shape.strings.count > 0, !name.isEmpty {
                strings[name, default: StringFacts()].merge(shape.strings)
            }
            if shape.isKeyedByData { dictionaries.insert(name) }
            let isThing = !name.isEmpty || shape.properties.contains { $0.name == "id" }
            for property in shape.properties {
                let values = property.shape
                if values.decimals > 0 { fractions.formUnion([property.name, name + "." + property.name]) }
                if values.strings.count > 0 { texts.insert(property.name) }
                if values.integers + values.decimals > 0 { numbers.insert(property.name) }
                if isThing, values.objects > 0, values.properties.isEmpty { bare.insert(property.name) }
                if !isSent, PropertyName(property.name).isIdentifier {
                    keys.formUnion(values.strings.values.map(\.text))
                }
                let patterns = values.strings.datePatterns
                if patterns.contains("yyyy-MM-dd"), !patterns.allSatisfy({ $0.hasPrefix("yyyy-MM-dd") }) {
                    havePartialDates = true
                }
                pending.append((values, property.name, isSent))
            }
            if let elements = shape.items {
                add(elements, of: name, isSent: isSent)
                pending.append((elements, name, isSent))
            }
            let kinds = shape.choice.map { $0.kinds.map(\.shape) + $0.others } ?? []
            pending += kinds.map { ($0, name, isSent) }
        }
        texts.subtract(numbers)
    }

    private mutating func add(_ elements: ObservedShape, of name: String, isSent: Bool) {
        if isSent {
            let names = elements.properties.first { $0.name == "name" }
            chosen.formUnion(names?.shape.strings.values.map(\.text) ?? [])
        } else if let known = items[name] {
            let areAlike = known.map { $0.types == elements.types && $0.isAlike(elements) } ?? false
            if !areAlike || known?.count ?? 0 < elements.count {
                items[name] = areAlike ? elements : .some(nil)
            }
        } else {
            items[name] = elements
        }
    }

    /// The elements of the lists that properties with a name have elsewhere, if those say so.
    func items(named name: String) -> ObservedShape? {
        PropertyName(name).isWrapper ? nil : items[name] ?? nil
    }

    /// The texts of all properties with a name.
    func strings(named name: String) -> StringFacts? { strings[name] }

    /// Whether requests list the names of properties of a shape, which is what others may lack.
    func areChosen(_ properties: [ObservedShape.Property]) -> Bool {
        !chosen.isEmpty && properties.count { isChosen($0) } >= Self.leastChosen
    }

    func isChosen(_ property: ObservedShape.Property) -> Bool { chosen.contains(property.name) }

    /// Whether the properties of a form with a name have the names that its author chose.
    func isDictionary(_ name: String) -> Bool {
        let words = PropertyName(name)
        return words.isMetadata || words.isMeta || dictionaries.contains(name) && !words.isWrapper
    }

    /// Whether the names in the objects of a property are data, as the rest of the traffic shows: they are
    /// identifiers elsewhere, or what people add to a thing has none in another one.
    func isDictionary(_ shape: ObservedShape, named name: String) -> Bool {
        guard shape.objects > 0, !shape.properties.isEmpty else { return false }
        if PropertyName(name).isMeta, bare.contains(name) { return shape.isMetadata }
        return shape.properties.count > 1 && shape.haveAlikeValues
            && shape.properties.allSatisfy { property in
                keys.contains(property.name) && property.shape.objects + property.shape.arrays > 0
                    && !PropertyName(property.name).isUsual
            }
    }

    /// Whether the integers of a property of what has a name may have a fraction elsewhere: in one with its
    /// name, or in one of the same object with its last words, such as `askPrice` beside `bidPrice`.
    func isNumber(
        _ property: ObservedShape.Property, of shape: ObservedShape, named outer: String, unless enough: Int
    ) -> Bool {
        guard property.shape.integers > 0, property.shape.decimals == 0 else { return false }
        let name = PropertyName(property.name)
        let known = name.isContent ? outer + "." + property.name : property.name
        if fractions.contains(known) && !(name.isContent && outer.isEmpty) || name.isShare { return true }
        let words = ResourceName.words(of: property.name).map { $0.lowercased() }
        guard property.shape.integers < enough, let last = words.last else { return false }
        return shape.properties.contains { other in
            guard other.shape.decimals > 0 else { return false }
            let others = ResourceName.words(of: other.name).map { $0.lowercased() }
            return others.last == last
                && (["price", "min", "max"].contains(last)
                    || others.suffix(2) == words.suffix(2) && words.count > 1)
        }
    }
}
