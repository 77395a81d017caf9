import VerbatimContract
import VerbatimFormats
import VerbatimJSON

/// Compares the summaries of values at the same path of two recordings.
struct ValueSummaryComparison {
    /// A change of values, without its exchange.
    struct Change {
        let rule: Rule
        var severity: Severity?
        let pointer: JSONPointer
        let old: String
        let new: String
        /// The new value; of a removed property, the old one.
        var value: Finding.Value?
        let oldLocation: SourceLocation?
        let newLocation: SourceLocation?
    }

    private(set) var changes: [Change] = []

    mutating func compareSummaries(_ old: ValueSummary, _ new: ValueSummary, at pointer: JSONPointer) {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { compareSummaries(old, new, at: pointer) }
        }
        compareKinds(old, new, pointer)
        compareStrings(old.strings, new.strings, pointer)
        if let old = old.elements.first, let new = new.elements.first {
            compareSummaries(old, new, at: pointer.appending("*"))
        } else if let elements = old.elements.first, let empty = new.kinds[.array] {
            changes.append(
                Change(
                    rule: .listEmptied, pointer: pointer, old: .count(elements.count, "element"),
                    new: .count(0, "element"), value: empty.value,
                    oldLocation: old.kinds[.array]?.location, newLocation: empty.location))
        }
        if old.objectCount > 0, new.objectCount > 0, old.isOfItemKinds || !Self.areMaps(old, new) {
            compareProperties(old, new, pointer)
        }
    }

    /// Objects with hardly any common property are dictionaries: their keys are data.
    private static func areMaps(_ old: ValueSummary, _ new: ValueSummary) -> Bool {
        let common = old.properties.keys.count { new.properties[$0] != nil }
        return min(old.properties.count, new.properties.count) >= 8 && common * 4 < old.properties.count
    }

    // MARK: Types

    private mutating func compareKinds(_ old: ValueSummary, _ new: ValueSummary, _ pointer: JSONPointer) {
        let added = Set(new.kinds.keys).subtracting(old.kinds.keys)
        let removed = Set(old.kinds.keys).subtracting(new.kinds.keys)
        guard let first = added.sorted().last ?? removed.sorted().last else { return }
        changes.append(
            Change(
                rule: added.isEmpty ? .typeRemoved : .typeAdded, severity: added == [.null] ? .warning : nil,
                pointer: pointer, old: Self.list(old.kinds.keys), new: Self.list(new.kinds.keys),
                value: new.kinds[first]?.value, oldLocation: old.kinds[first]?.location ?? old.location,
                newLocation: new.kinds[first]?.location ?? new.location))
    }

    private static func list(_ kinds: some Sequence<ValueSummary.Kind>) -> String {
        kinds.sorted().map(\.rawValue).joined(separator: " or ")
    }

    // MARK: Properties

    private mutating func compareProperties(
        _ old: ValueSummary, _ new: ValueSummary, _ pointer: JSONPointer
    ) {
        for (name, oldProperty) in old.properties.pairs {
            let path = pointer.appending(name)
            let wasRequired = oldProperty.count >= old.objectCount
            guard let newProperty = new.properties[name] else {
                changes.append(
                    Change(
                        rule: .propertyRemoved,
                        severity: old.isOfItemKinds ? .warning : wasRequired ? .breaking : .info,
                        pointer: path, old: Self.share(oldProperty, of: old),
                        new: "in none of \(new.objectCount)", value: oldProperty.value,
                        oldLocation: oldProperty.location, newLocation: new.location))
                continue
            }
            let isRequired = newProperty.count >= new.objectCount
            if wasRequired != isRequired, !old.isOfItemKinds {
                changes.append(
                    Change(
                        rule: wasRequired ? .propertyBecameOptional : .propertyBecameRequired, pointer: path,
                        old: Self.share(oldProperty, of: old), new: Self.share(newProperty, of: new),
                        oldLocation: oldProperty.location, newLocation: newProperty.location))
            }
            compareSummaries(oldProperty, newProperty, at: path)
        }
        for (name, newProperty) in new.properties.pairs where old.properties[name] == nil {
            changes.append(
                Change(
                    rule: .propertyAdded, pointer: pointer.appending(name),
                    old: "in none of \(old.objectCount)", new: Self.share(newProperty, of: new),
                    value: newProperty.value, oldLocation: old.location, newLocation: newProperty.location))
        }
    }

    private static func share(_ property: ValueSummary, of objects: ValueSummary) -> String {
        "in \(min(property.count, objects.objectCount)) of \(objects.objectCount)"
    }

    // MARK: Strings

    private mutating func compareStrings(_ old: StringSummary, _ new: StringSummary, _ pointer: JSONPointer) {
        guard old.count > 0, new.count > 0 else { return }
        let kinds = old.kinds.keys.map(\.rawValue).sorted()
        if old.kinds[.text] == nil, kinds != [StringSummary.Kind.digits.rawValue] || old.count >= 3,
            let kind = new.kinds.keys.filter({ old.kinds[$0] == nil }).min(by: { $0.rawValue < $1.rawValue }),
            let other = new.kinds[kind]
        {
            changes.append(
                Change(
                    rule: .formatChanged, pointer: pointer, old: kinds.list("or"),
                    new: "\(kind.rawValue), \(StringSummary.quoted(other.text))",
                    value: .scalar(.string(other.text)),
                    oldLocation: old.kinds.min { $0.key.rawValue < $1.key.rawValue }?.value.location,
                    newLocation: other.location))
        } else if let oldProfile = old.profile, let newProfile = new.profile,
            !oldProfile.isSuperset(of: newProfile) || !old.separators.isSuperset(of: new.separators)
        {
            changes.append(
                Change(
                    rule: .dateFormatChanged, pointer: pointer, old: old.dateNotation(besides: new),
                    new: new.dateNotation(besides: old),
                    value: (new.kinds[.date]?.text).map { .scalar(.string($0)) },
                    oldLocation: old.kinds[.date]?.location, newLocation: new.kinds[.date]?.location))
        }
        compareWords(old, new, pointer)
    }

    private mutating func compareWords(_ old: StringSummary, _ new: StringSummary, _ pointer: JSONPointer) {
        guard old.isVocabulary, new.isVocabulary else { return }
        let added = new.words.keys.filter { old.words[$0] == nil }.sorted()
        let removed = old.words.keys.filter { new.words[$0] == nil }.sorted()
        guard let first = added.first ?? removed.first else { return }
        changes.append(
            Change(
                rule: added.isEmpty ? .vocabularyRemoved : .vocabularyAdded, pointer: pointer,
                old: old.vocabulary, new: new.vocabulary, value: .scalar(.string(first)),
                oldLocation: old.location(of: first), newLocation: new.location(of: first)))
    }
}

extension StringSummary {
    /// How the dates are written: `a date to the second, without a fraction, with the offset 'Z'`, and what
    /// is before their times if others have something else there.
    fileprivate func dateNotation(besides other: StringSummary) -> String {
        let isSame = separators == other.separators
        let names = separators.sorted().map { $0 == " " ? "a space" : "'\($0)'" }
        return (profile?.description ?? "") + (isSame || names.isEmpty ? "" : ", after \(names.list("or"))")
    }
}
