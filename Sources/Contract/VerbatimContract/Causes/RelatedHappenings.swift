import VerbatimJSON

/// Finds the happenings that are one change of the provider: properties that were renamed, moved or wrapped,
/// an error in another form, another paging.
struct RelatedHappenings {
    private let happenings: [(key: Happening, sightings: [Sighting])]
    /// What is compared of the property of each happening.
    private let traits: [Traits]
    private var roots: [Int]
    private var relations: [Int: Cause.Kind] = [:]
    private var pairs: [(old: Int, new: Int)] = []
    /// The properties into which others were moved, by the API and their names.
    private var wrappers: [[String]: Int] = [:]

    init(_ happenings: [(Happening, [Sighting])]) {
        self.happenings = happenings
        traits = happenings.map { Traits($0, $1) }
        roots = Array(happenings.indices)
    }

    /// Returns the happenings in groups, in the order of the first of each.
    mutating func groups() -> [CauseGroup] {
        for object in objects() { relate(object) }
        relateErrors()
        relateFamilies()
        relateSiblings()
        relateValues()
        relateChanges()
        relateDeclarations()
        relateBodies()
        let pairs = OrderedGroups(grouping: pairs) { root($0.old) }
        return OrderedGroups(grouping: happenings.indices, by: root).pairs.map { root, all in
            // Of several things that are wrong with the same values, their type says most.
            let types = all.filter { happenings[$0].key.symptom == .type }
            let members = types + all.filter { happenings[$0].key.symptom != .type }
            let sightings = members.flatMap { happenings[$0].sightings }
            let kind = relations[root] ?? Self.kind(of: happenings[members[0]].key.symptom, sightings)
            var group = CauseGroup(kind, sightings, names: members.map { name(of: $0) })
            group.pairs = (pairs[root] ?? []).map { (name(of: $0.old), name(of: $0.new)) }
            return group
        }
    }

    private func name(of index: Int) -> String {
        let key = happenings[index].key
        return key.name.isEmpty ? happenings[index].sightings[0].name : key.name
    }

    private static func kind(of symptom: Symptom?, _ sightings: [Sighting]) -> Cause.Kind {
        switch symptom {
        case .missing: .dropped
        case .new: .added
        case .type: isNull(sightings) ? .nullable : .retyped
        case .date: .date
        case .limit: .limit
        case .word: .value
        case .status: .status
        case .mediaType: .mediaType
        case .bodyKind: .page
        case .truncation: .truncated
        case .malformation: .malformed
        case .header, .headerLoss: .header
        case .refusal: isNull(sightings) ? .nullable : .limit
        case .silence: .silence
        case .disagreement: .disagreement
        case .fewer, .request: .tolerated
        case .declaration, nil: .other
        }
    }

    private static func isNull(_ sightings: [Sighting]) -> Bool {
        sightings.contains { $0.finding.value == .scalar(.null) }
    }

    // MARK: Union

    private func root(_ index: Int) -> Int {
        var index = index
        while roots[index] != index { index = roots[index] }
        return index
    }

    private mutating func unite(_ members: [Int], as kind: Cause.Kind?) {
        guard let first = members.map({ root($0) }).min() else { return }
        let known = members.compactMap { relations[root($0)] }.first
        for member in members { roots[root(member)] = first }
        relations[first] = kind ?? known
    }

    // MARK: Objects

    /// An object that lacks some properties, and has others that are new.
    fileprivate struct ChangedObject {
        var isError = false
        /// Whether it is a body as a whole.
        var isRoot = false
        var missing: [Int] = []
        var new: [Int] = []
        /// The properties that are objects now, and were not.
        var retyped: [Int] = []
        /// The happenings that are about the object itself, such as the number of its properties.
        var whole: [Int] = []
        /// The names that it has now.
        var present: [String] = []
    }

    private func objects() -> [ChangedObject] {
        var objects = OrderedGroups<ObjectKey, ChangedObject>()
        for index in happenings.indices {
            let symptom = happenings[index].key.symptom
            for sighting in happenings[index].sightings {
                let isObject = sighting.finding.value?.names != nil
                switch symptom {
                case .limit where isObject:
                    objects[sighting.asObject, default: ChangedObject()].whole.append(index)
                case .type where isObject && !sighting.path.isEmpty:
                    objects[sighting.object, default: ChangedObject()].retyped.append(index)
                case .missing, .new:
                    guard !sighting.path.isEmpty else { continue }
                    objects[sighting.object, default: ChangedObject()].add(
                        index, symptom == .missing, sighting)
                default: continue
                }
            }
        }
        return objects.values.filter { !($0.missing + $0.whole).isEmpty && !($0.new + $0.retyped).isEmpty }
    }

    /// Relates the missing properties of an object to its new ones, by the strongest evidence first.
    private mutating func relate(_ object: ChangedObject) {
        var (missing, new) = (object.missing, object.new)
        relateWrappers(of: object, &missing, &new)
        guard !new.isEmpty else { return }
        if !object.whole.isEmpty { return unite(object.whole + new, as: object.isError ? .error : .added) }
        guard !missing.isEmpty else { return }
        if object.isError, missing.count + new.count > 2 { return unite(missing + new, as: .error) }
        let isSmall = missing.count * new.count <= Self.pairLimit
        if isSmall { split(&missing, &new) }
        rename(&missing, &new, isSmall ? pairsOfAll(missing, new) : pairsOfSame(missing, new))
        let paging = (missing + new).filter { traits[$0].words.isAboutPaging }
        if !Set(paging).isDisjoint(with: missing), !Set(paging).isDisjoint(with: new) {
            unite(paging, as: .paging)
        }
        if isSmall { replace(missing, new) }
    }

    /// The most pairs of a missing property and a new one of an object that are all compared.
    private static let pairLimit = 1 << 14

    /// Relates an object to the missing properties that are in it now, and the new ones to what they were in.
    private mutating func relateWrappers(
        of object: ChangedObject, _ missing: inout [Int], _ new: inout [Int]
    ) {
        let newNames = Set((new + object.retyped).map(name))
        let byName = Dictionary(grouping: missing + new) { happenings[$0].key.name }
        let byWords = Dictionary(grouping: missing) { traits[$0].words.set }
        for wrapper in new + object.retyped.uniqued {
            let names = traits[wrapper].memberNames
            // A property has its own name in it, or as `first` of `name` is the `first_name`.
            let outer = traits[wrapper].words.set
            let same = names.flatMap { name in
                (byName[name] ?? []) + (byWords[outer.union(NameWords(name).set)] ?? [])
            }
            var inside = same.isEmpty ? [] : Set(same).intersection(missing).sorted()
            guard !inside.isEmpty else { continue }
            // Nothing else is left, and not every such object has all properties.
            if object.present == [name(of: wrapper)] { inside = missing }
            let isWhole =
                object.isRoot && inside.count == missing.count && newNames.isSuperset(of: object.present)
                && (new.count == 1 || !object.present.isEmpty)
            let key = [happenings[wrapper].key.api ?? "", name(of: wrapper)]
            let other = wrappers.updateValue(wrapper, forKey: key)
            unite([wrapper] + inside + [other].compactMap(\.self), as: isWhole ? .wrapped : .moved)
            missing.removeAll(where: Set(inside).contains)
            new.removeAll { $0 == wrapper }
        }
        for wrapper in missing {
            let names = traits[wrapper].memberNames
            let same = names.flatMap { byName[$0] ?? [] }
            let outside = same.isEmpty ? [] : Set(same).intersection(new).sorted()
            guard !outside.isEmpty else { continue }
            unite([wrapper] + outside, as: .unwrapped)
            new.removeAll(where: Set(outside).contains)
            missing.removeAll { $0 == wrapper }
        }
    }

    /// Relates a missing property to several new ones that its name is a part of, as `first_name` and
    /// `last_name` are in place of `name`, and a new one to several missing ones.
    private mutating func split(_ missing: inout [Int], _ new: inout [Int]) {
        for whole in missing + new {
            let words = traits[whole].words.set
            let isMissing = missing.contains(whole)
            let parts = (isMissing ? new : missing).filter {
                words.isStrictSubset(of: traits[$0].words.set)
            }
            let isRenamed = !isMissing && parts.contains { likeness($0, whole) >= Self.sameValue }
            guard parts.count > 1, !isRenamed else { continue }
            unite([whole] + parts, as: .replaced)
            missing.removeAll { $0 == whole || parts.contains($0) }
            new.removeAll { $0 == whole || parts.contains($0) }
        }
    }

    /// Relates a missing property to the new one that has its name but values of another kind, as
    /// `customer_id` has in place of `customer`.
    private mutating func replace(_ missing: [Int], _ new: [Int]) {
        func isFree(_ index: Int) -> Bool { [nil, .replaced].contains(relations[root(index)]) }
        for old in missing where isFree(old) {
            let alike = new.filter {
                isFree($0) && traits[old].words.likeness(to: traits[$0].words) >= 0.5
            }
            if alike.count == 1 { unite([old] + alike, as: .replaced) }
        }
    }

    /// Unites another form of errors with the media type that the same responses have now.
    private mutating func relateErrors() {
        func responses(_ indices: [Int]) -> Set<ResponseKey> {
            Set(indices.flatMap { happenings[$0].sightings.map(\.response) })
        }
        let errors = OrderedGroups(grouping: happenings.indices, by: root).pairs
            .filter { relations[$0.0] == .error }
        for type in happenings.indices where happenings[type].key.symptom == .mediaType {
            let own = responses([type])
            guard let error = errors.first(where: { own.isSubset(of: responses($0.1)) }) else { continue }
            unite([error.0, type], as: .error)
        }
    }

    /// Relates the properties that were renamed, the most alike first.
    private mutating func rename(_ missing: inout [Int], _ new: inout [Int], _ candidates: [(Int, Int)]) {
        let scores = candidates.map { (old: $0, new: $1, score: likeness($0, $1)) }
        var (known, renamed) = (Set(pairs.flatMap { [$0.old, $0.new] }), Set<Int>())
        for pair in scores.sorted(by: { $0.score > $1.score }) where pair.score >= 1 {
            guard !renamed.contains(pair.old), !renamed.contains(pair.new) else { continue }
            if !known.contains(pair.old), !known.contains(pair.new) {
                unite([pair.old, pair.new], as: .renamed)
                pairs.append((pair.old, pair.new))
                known.formUnion([pair.old, pair.new])
            }
            renamed.formUnion([pair.old, pair.new])
        }
        missing.removeAll(where: renamed.contains)
        new.removeAll(where: renamed.contains)
    }

    private func pairsOfAll(_ missing: [Int], _ new: [Int]) -> [(Int, Int)] {
        missing.flatMap { old in new.map { (old, $0) } }
    }

    /// Returns the pairs of a missing property and the first new one of the same value, or of the same name
    /// but for case and separators.
    private func pairsOfSame(_ missing: [Int], _ new: [Int]) -> [(Int, Int)] {
        var (names, values): ([String: Int], [Finding.Value: Int]) = ([:], [:])
        for index in new.reversed() {
            names[traits[index].words.joined] = index
            for value in traits[index].telling { values[value] = index }
        }
        return missing.flatMap { old in
            let found = traits[old].telling.map { values[$0] } + [names[traits[old].words.joined]]
            return Set(found.compactMap(\.self)).sorted().map { (old, $0) }
        }
    }

    /// The likeness of properties that have the same value.
    private static let sameValue = 2.0

    /// Returns how much a new property is like a missing one: 1 or more if it is the same under another name.
    private func likeness(_ old: Int, _ new: Int) -> Double {
        let (old, new) = (traits[old], traits[new])
        let haveTypes = !old.types.isEmpty && !new.types.isEmpty
        if haveTypes, old.types.isDisjoint(with: new.types) { return 0 }
        let names = old.words.likeness(to: new.words)
        if haveTypes, old.types.isSubset(of: ["array", "object"]) { return 1 + names }
        guard !old.telling.isEmpty, !new.telling.isEmpty else {
            return names >= 0.3 && (haveTypes || names == 1) ? 1 + names : names
        }
        // The same value proves it; with other data, only the name says it.
        if !old.telling.isDisjoint(with: new.telling) { return Self.sameValue + names }
        return names >= 0.5 ? 1 + names : names
    }

    // MARK: Families

    /// Unites renamed properties whose names changed by the same rule, such as from snake to camel case.
    private mutating func relateFamilies() {
        let families = OrderedGroups(grouping: pairs) { pair in
            [happenings[pair.old].key.api]
                + NameWords.change(happenings[pair.old].key.name, happenings[pair.new].key.name)
        }
        for family in families.values where family.count > 1 { unite(family.map(\.old), as: .renamed) }
    }

    /// Unites three properties or more that changed in the same way, such as booleans that are strings now,
    /// and two that are objects of the same kind now, or new in the same object.
    private mutating func relateSiblings() {
        let alone = OrderedGroups(grouping: happenings.indices, by: root).values.filter { $0.count == 1 }
        let siblings = OrderedGroups(grouping: alone.joined()) { sibling(happenings[$0].sightings[0]) }
        for (key, members) in siblings.pairs where key != nil {
            let first = happenings[members[0]].sightings[0]
            let isClear = first.symptom == .new || first.symptom == .type && first.finding.value?.names != nil
            if members.count > (isClear ? 1 : 2) { unite(members, as: nil) }
        }
    }

    /// Returns what a sighting has in common with those of other properties that changed in the same way.
    private func sibling(_ sighting: Sighting) -> [String]? {
        let finding = sighting.finding
        guard finding.itemKind == nil, !sighting.name.isEmpty else { return nil }
        let api = finding.api ?? ""
        return switch sighting.symptom {
        // A contract that allows other types does not say that values have changed.
        case .type where finding.location?.archiveName != nil:
            [api, finding.former, finding.value?.noun ?? finding.found] + (finding.value?.names ?? [])
        case .missing: [api, "missing", "\(sighting.isError)"] + sighting.path.dropLast()
        case .new: [api, "new", "\(sighting.isError)"] + sighting.path.dropLast()
        default: nil
        }
    }

    /// Unites the notations of a date that several properties have, or one property in several forms, and
    /// what is wrong with the same values of a property: their type at one place, their pattern at another.
    private mutating func relateValues() {
        uniteSharing(.date) { $0.symptom == .date ? [$0.finding.api ?? "", $0.name] : nil }
        uniteSharing(nil) { sighting in
            guard sighting.symptom?.isAboutValue == true, let value = sighting.finding.value, value != .text
            else { return nil }
            // The name of an event is often in its data as well.
            let name = sighting.isOfItemKind ? "" : sighting.name
            return [sighting.finding.api ?? "", name, "\(value)"]
        }
    }

    /// Unites the changes of a contract of the same kind at the same place, such as branches of a condition.
    private mutating func relateChanges() {
        uniteSharing(nil) { sighting in
            guard sighting.symptom == nil, sighting.finding.isChange, !sighting.path.isEmpty else {
                return nil
            }
            return [sighting.finding.api ?? "", sighting.finding.rule.id] + sighting.path
        }
    }

    /// Unites the operations that have another address, and the servers of an API.
    private mutating func relateDeclarations() {
        let all = happenings.flatMap(\.sightings).filter { $0.symptom == .declaration }
        func operations(_ isIncluded: (Sighting) -> Bool) -> Set<[String?]> {
            Set(all.filter(isIncluded).map(\.declaredOperation))
        }
        let moved = operations(\.isRemovedOperation).intersection(operations(\.isAddedOperation))
        uniteSharing(nil) { sighting in
            guard sighting.symptom == .declaration else { return nil }
            let isMoved = sighting.isRemovedOperation || sighting.isAddedOperation
            if sighting.finding.operation == nil { return [sighting.finding.api ?? "", "servers"] }
            return isMoved && moved.contains(sighting.declaredOperation)
                ? [sighting.finding.api ?? "", "operations"] : nil
        }
    }

    /// Unites what errors and other bodies lack, or have now, at the same path, in the same way.
    private mutating func relateBodies() {
        let kinds = happenings.indices.map { relations[root($0)] }
        uniteSharing(nil) { index, sighting in
            guard let symptom = sighting.symptom, [.missing, .new].contains(symptom), !sighting.path.isEmpty,
                sighting.finding.itemKind == nil
            else { return nil }
            let kind = kinds[index]?.rawValue ?? ""
            return [sighting.finding.api ?? "", "\(symptom)", kind] + sighting.path
        }
    }

    /// Unites the happenings of which some sightings have the same key.
    private mutating func uniteSharing(_ kind: Cause.Kind?, _ key: (Sighting) -> [String]?) {
        uniteSharing(kind) { _, sighting in key(sighting) }
    }

    private mutating func uniteSharing(_ kind: Cause.Kind?, _ key: (Int, Sighting) -> [String]?) {
        var members = OrderedGroups<[String], [Int]>()
        for index in happenings.indices {
            for key in Set(happenings[index].sightings.compactMap({ key(index, $0) })) {
                members[key, default: []].append(index)
            }
        }
        for indices in members.values where indices.count > 1 { unite(indices, as: kind) }
    }
}

/// What is compared of a property that is missing or new.
private struct Traits {
    let words: NameWords
    /// The types of its values, or else those that a contract declares.
    let types: Set<String>
    /// The values that another property hardly has by chance.
    let telling: Set<Finding.Value>
    /// The names of the properties of its values.
    let memberNames: Set<String>

    init(_ happening: Happening, _ sightings: [Sighting]) {
        // Of a missing property, only the old side has values.
        let shown = sightings.filter { happening.symptom != .missing || $0.isOld }
        let values = shown.compactMap(\.finding.value)
        let found = values.reduce(into: Set()) { $0.formUnion($1.types) }
        words = NameWords(happening.name)
        types = found.isEmpty ? Set(sightings.flatMap(\.finding.declaredTypes)) : found
        telling = Set(values.filter(\.isTelling))
        memberNames = Set(values.compactMap(\.names).joined())
    }
}

extension RelatedHappenings.ChangedObject {
    mutating func add(_ index: Int, _ isMissing: Bool, _ sighting: Sighting) {
        if isMissing {
            if missing.last != index { missing.append(index) }
            if !sighting.isOld { present = sighting.finding.value?.names ?? present }
        } else if new.last != index {
            new.append(index)
        }
        isError = isError || sighting.isError
        isRoot = sighting.path.count == 1
    }
}

extension Sighting {
    /// Whether the value of the finding is one that is there no longer.
    fileprivate var isOld: Bool { symptom == .missing && finding.isChange }
}

extension Finding.Value {
    /// Whether another property hardly has the same value by chance.
    fileprivate var isTelling: Bool {
        switch self {
        case .scalar(.string(let text)): text.utf8.count >= 2
        case .scalar(.number(let number)): !["0", "1"].contains("\(number)")
        case .scalar, .text, .array: false
        case .object(let names): names.count > 1
        }
    }
}
