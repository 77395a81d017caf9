import VerbatimJSON

/// Compares objects, to find kinds of them: by a property of which the value decides which others they have,
/// or by properties that no two kinds have in common.
///
/// Properties of objects in them count as well.
struct KindComparison: TrafficFacts, Sendable {
    /// The properties, the most likely first.
    private let names: [String]
    /// The objects with each value of each property; nil if one of them has no text there.
    private var byValue: [[String: Kind]?]
    /// The properties whose values are of several types, each of which counts as a property.
    private let mixed: Set<String>
    /// The numbers of the properties; the names of those of objects in them have a line break.
    private var numbers: [String: Int] = [:]
    /// The numbers of the own properties of objects, with the number of such objects; nil if there are too
    /// many different ones.
    private var outlines: [Set<Int>: Int]? = [:]
    /// Whether there are so many properties that the objects are keyed by data.
    private var isTooWide = false

    private static let propertyLimit = 1024
    private static let innerLimit = 64
    /// The number of properties that a kind must have besides those of another one, if that has none besides.
    private static let leastDifference = 3
    private static let outlineLimit = 64
    /// The number of kinds that a list of all can have.
    private static let kindLimit = 8

    init(by names: [String], mixed: Set<String>) {
        (self.names, self.mixed) = (names, mixed)
        byValue = names.map { _ in [:] }
    }

    /// Adds an object.
    mutating func add(_ object: JSON) {
        guard !isTooWide else { return }
        var outline: Set<Int> = []
        for member in object.members {
            outline.insert(number(of: member.name))
            guard numbers.count <= Self.propertyLimit else { return isTooWide = true }
        }
        note(outline, 1)
        for member in object.members {
            if mixed.contains(member.name) {
                outline.insert(number(of: Self.typed(member.name, member.value)))
            }
            // Many names are those of a dictionary, which differ from object to object.
            for inner in member.value.members where member.value.count <= Self.innerLimit {
                outline.insert(number(of: "\(member.name)\n\(inner.name)"))
            }
            guard numbers.count <= Self.propertyLimit else { return isTooWide = true }
        }
        for index in names.indices where byValue[index] != nil {
            if let value = object[names[index]].string {
                byValue[index]?[value, default: Kind(values: [value])].add(outline)
            } else {
                byValue[index] = nil
            }
        }
    }

    private static func typed(_ name: String, _ value: JSON) -> String {
        ([name] + [value, value[0]].compactMap(\.kind?.rawValue)).joined(separator: ": ")
    }

    private mutating func note(_ outline: Set<Int>, _ count: Int) {
        outlines?[outline, default: 0] += count
        if outlines?.count ?? 0 > Self.outlineLimit { outlines = nil }
    }

    mutating func append(_ next: KindComparison) {
        let theirs = next.numbers.sorted { $0.value < $1.value }.map { number(of: $0.key) }
        isTooWide = isTooWide || next.isTooWide || numbers.count > Self.propertyLimit
        if next.outlines == nil { outlines = nil }
        for (outline, count) in next.outlines ?? [:] { note(Set(outline.map { theirs[$0] }), count) }
        for index in names.indices {
            guard next.byValue.indices.contains(index), let kinds = next.byValue[index],
                byValue[index] != nil
            else {
                byValue[index] = nil
                continue
            }
            for (value, kind) in kinds {
                byValue[index]?[value, default: Kind(values: [value])].append(kind, theirs)
            }
        }
    }

    private mutating func number(of name: String) -> Int {
        if let known = numbers[name] { return known }
        numbers[name] = numbers.count
        return numbers.count - 1
    }

    /// The objects with some values of the property.
    private struct Kind: Codable {
        var values: [String]
        var objects = 0
        /// The numbers of objects that have each property.
        var counts: [Int] = []

        init(values: [String]) { self.values = values }

        mutating func add(_ outline: Set<Int>) {
            objects += 1
            for number in outline {
                if number >= counts.count { widen(to: number + 1) }
                counts[number] += 1
            }
        }

        /// Adds objects whose properties have other numbers.
        mutating func append(_ next: Kind, _ numbers: [Int]) {
            objects += next.objects
            widen(to: (numbers.prefix(next.counts.count).max() ?? -1) + 1)
            for (number, count) in zip(numbers, next.counts) { counts[number] += count }
        }

        mutating func widen(to count: Int) {
            counts += Array(repeating: 0, count: max(0, count - counts.count))
        }

        mutating func merge(_ other: Kind) {
            values += other.values
            objects += other.objects
            for index in counts.indices { counts[index] += other.counts[index] }
        }

        /// Whether three of five properties are those of both, or all but one that the one has.
        func isMostly(_ other: Kind) -> Bool {
            let all = counts.indices.count { counts[$0] > 0 || other.counts[$0] > 0 }
            let common = counts.indices.count { counts[$0] > 0 && other.counts[$0] > 0 }
            let fewer = min(counts.count { $0 > 0 }, other.counts.count { $0 > 0 })
            return common * 5 >= all * 3 || fewer > 4 && common >= fewer - 1
        }

        /// The number of properties that all of these objects have, and none of the others.
        func distinction(from other: Kind) -> Int {
            counts.indices.count { hasAlone($0, other) }
        }

        /// Whether all of these objects have a property, and none of the others.
        func hasAlone(_ number: Int, _ other: Kind) -> Bool {
            counts[number] == objects && other.counts[number] == 0
        }
    }

    /// The property that explains most, with its values, grouped by the kinds of objects that they decide; or
    /// else nil, with the properties of each kind.
    var best: (name: String?, values: [[String]])? {
        var best: (name: String, values: [[String]], share: Double)?
        for (name, byValue) in zip(names, byValue) {
            guard !isTooWide, let kinds = byValue.flatMap({ kinds(Array($0.values), by: name) }),
                kinds.share > best?.share ?? 0
            else { continue }
            best = (name, kinds.values, kinds.share)
        }
        return best.map { ($0.name, $0.values) } ?? islands.map { (nil, $0) }
    }

    /// The names of properties that are never together in an object, if there are few such groups; nil if an
    /// object has none of them.
    private var islands: [[String]]? {
        guard !isTooWide, let outlines, let first = outlines.keys.first else { return nil }
        let common = outlines.keys.reduce(first) { $0.intersection($1) }
        var islands: [(all: Set<Int>, always: Set<Int>, objects: Int)] = []
        for (outline, objects) in outlines {
            let own = outline.subtracting(common)
            guard !own.isEmpty else { return nil }
            var island = (all: own, always: own, objects: objects)
            islands.removeAll { other in
                guard !other.all.isDisjoint(with: own) else { return false }
                island.all.formUnion(other.all)
                island.always.formIntersection(other.always)
                island.objects += other.objects
                return true
            }
            islands.append(island)
        }
        let names = numbers.sorted { $0.value < $1.value }.map(\.key)
        func saysOutcome(_ numbers: Set<Int>) -> Bool {
            numbers.contains { PropertyName(names[$0]).isOutcome && names[$0] != "id" }
        }
        func saysError(_ numbers: Set<Int>) -> Bool {
            numbers.contains { names[$0].lowercased().hasPrefix("error") }
        }
        // What a page says of itself, whatever it has.
        func arePages(_ numbers: Set<Int>) -> Bool { numbers.allSatisfy { PropertyName(names[$0]).isPaging } }
        guard 2...Self.islandLimit ~= islands.count,
            islands.allSatisfy({ island in
                let always = island.always.count
                return always > 1 && always >= common.count
                    || always == 1
                        && (common.isEmpty
                            && (island.objects >= Self.leastObjects || saysError(island.always))
                            || common.count == 1
                                && (saysOutcome(common.union(island.always)) || arePages(common)))
            })
        else { return nil }
        return islands.map { $0.all.map { names[$0] }.sorted() }.sorted { $0[0] < $1[0] }
    }

    private static let islandLimit = 4
    /// The number of objects that show what they have in common.
    private static let leastObjects = 3

    /// The values of a property, grouped by the kinds of objects they decide, and the share of the optional
    /// properties that these kinds explain; nil if they are not clearly distinct.
    private func kinds(_ byValue: [Kind], by name: String) -> (values: [[String]], share: Double)? {
        let wide = byValue.map { kind in
            var kind = kind
            kind.widen(to: numbers.count)
            return kind
        }.sorted { $0.values[0] < $1.values[0] }
        func explained(_ kinds: [Kind]) -> (values: [[String]], share: Double)? {
            let share = Self.explainedShare(kinds)
            return share * 3 < 2 ? nil : (kinds.map { $0.values.sorted() }, share)
        }
        if PropertyName(name).mayBeKind,
            let stated = (statedKinds(wide, by: name) ?? kindPerValue(wide, by: name)).flatMap(explained)
        {
            return stated
        }
        let kinds = Self.grouped(wide) {
            $0.distinction(from: $1) == 0 && $1.distinction(from: $0) == 0 || $0.isMostly($1)
        }
        guard wide.allSatisfy({ $0.objects > 1 }), Self.areDistinct(kinds) else { return nil }
        return explained(kinds)
    }

    /// The values of a property that says of which kind objects are, grouped by kinds; nil unless each has
    /// something that the others never have, or less than most in common with those that have more.
    private func statedKinds(_ byValue: [Kind], by name: String) -> [Kind]? {
        let own = own(besides: name)
        let kinds = Self.grouped(byValue) { $0.distinction(from: $1) + $1.distinction(from: $0) == 0 }
        guard kinds.count <= Self.kindLimit,
            areResources || kinds.allSatisfy({ kind in own.contains { kind.counts[$0] > 0 } })
        else { return nil }
        let optional = own.count { number in kinds.contains { $0.counts[number] < $0.objects } }
        let partial = own.count { number in kinds.contains { 1..<$0.objects ~= $0.counts[number] } }
        guard partial * 4 <= optional else { return nil }
        var areExclusive = false
        for (index, kind) in kinds.enumerated() {
            for other in kinds[(index + 1)...] {
                let isMutual = Self.areApart(
                    kind, other, by: own, isExact: partial == 0, isNamed: PropertyName.isOfKinds(name))
                guard let isMutual else { return nil }
                areExclusive = areExclusive || isMutual
            }
        }
        return areExclusive ? kinds : nil
    }

    /// The values of a property that says of which kind objects are, each a kind of its own unless some have
    /// the same properties; nil unless the values decide over most properties: half of the optional ones
    /// belong to one value, and half of those that a value has are in all of its objects.
    private func kindPerValue(_ byValue: [Kind], by name: String) -> [Kind]? {
        let all = byValue.reduce(0) { $0 + $1.objects }
        let optional = own(besides: name).filter { number in
            byValue.reduce(0) { $0 + $1.counts[number] } < all
        }
        let exclusive = optional.count { number in byValue.count { $0.counts[number] > 0 } == 1 }
        guard byValue.count >= Self.leastValues, optional.count >= Self.leastOptional,
            exclusive * 2 >= optional.count
        else { return nil }
        var (some, always) = (0, 0)
        for kind in byValue where kind.objects > 1 {
            some += optional.count { kind.counts[$0] > 0 }
            always += optional.count { kind.counts[$0] == kind.objects }
        }
        guard some > 0, always * 2 >= some else { return nil }
        return Self.grouped(byValue) { kind, other in
            optional.allSatisfy { (kind.counts[$0] > 0) == (other.counts[$0] > 0) }
        }
    }

    private static let leastValues = 3
    /// The number of optional properties that show how the values decide over them.
    private static let leastOptional = 6

    /// The numbers of the properties in which kinds differ by themselves: not those of objects in them, but
    /// those of the attributes of resources.
    private func own(besides name: String) -> [Int] {
        let areResources = areResources
        return numbers.filter { key, _ in
            areResources ? key.hasPrefix("attributes\n") : !key.contains("\n") && key != name
        }.map(\.value)
    }

    /// The kinds, joined with the first one that is the same.
    private static func grouped(_ byValue: [Kind], isSame: (Kind, Kind) -> Bool) -> [Kind] {
        var kinds: [Kind] = []
        for kind in byValue {
            if let same = kinds.firstIndex(where: { isSame($0, kind) }) {
                kinds[same].merge(kind)
            } else {
                kinds.append(kind)
            }
        }
        return kinds
    }

    /// Whether the objects are resources of JSON:API, which differ in their attributes, if they have any.
    ///
    /// https://jsonapi.org/format/#document-resource-objects
    private var areResources: Bool {
        let own = Set(numbers.keys.filter { !$0.contains("\n") })
        return own.isSuperset(of: ["type", "id", "attributes"])
            && own.isSubset(of: ["type", "id", "attributes", "relationships", "links", "meta"])
    }

    /// Whether two kinds have something that the other one never has, and not only one of them; nil if they
    /// are not clearly two.
    private static func areApart(
        _ kind: Kind, _ other: Kind, by own: some Collection<Int>, isExact: Bool, isNamed: Bool
    ) -> Bool? {
        let all = own.count { kind.counts[$0] + other.counts[$0] > 0 }
        let common = own.count { kind.counts[$0] > 0 && other.counts[$0] > 0 }
        let left = own.count { kind.hasAlone($0, other) }
        let right = own.count { other.hasAlone($0, kind) }
        guard left > 0, right > 0 else { return common * 5 >= all * 3 ? nil : false }
        // What has little in common with others is another kind from the first object on.
        let isMostly = (common + 1) * 5 >= (all + 1) * 3
        let isAlone = common > 1 && !isExact && min(kind.objects, other.objects) == 1
        let least = leastDifference + (isMostly ? 1 : 0) - (isNamed ? 1 : 0)
        return !isAlone && min(left + kind.objects, right + other.objects) >= least ? true : nil
    }

    /// Whether each kind differs from each other one, and not only by having more properties.
    private static func areDistinct(_ kinds: [Kind]) -> Bool {
        var areExclusive = false
        for (index, kind) in kinds.enumerated() {
            for other in kinds[(index + 1)...] {
                let (left, right) = (kind.distinction(from: other), other.distinction(from: kind))
                let isMutual = left > 0 && right > 0
                guard isMutual || left + right >= leastDifference else { return false }
                areExclusive = areExclusive || isMutual
            }
        }
        return areExclusive
    }

    /// The share of the properties that some objects do not have for which one of the kinds is the reason.
    private static func explainedShare(_ kinds: [Kind]) -> Double {
        let all = kinds.reduce(0) { $0 + $1.objects }
        let optional = kinds[0].counts.indices.filter { index in
            kinds.reduce(0) { $0 + $1.counts[index] } < all
        }
        let explained = optional.count { index in kinds.contains { $0.counts[index] == 0 } }
        return Double(explained) / Double(max(1, optional.count))
    }
}
