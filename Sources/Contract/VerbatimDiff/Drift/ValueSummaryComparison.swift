import VerbatimContract
import VerbatimJSON
import VerbatimFormats

/// Compares what two recordings have at the same location.
struct ValueSummaryComparison {
    /// A change of values, not yet put into its exchange.
    struct Change {
        let rule: String
        var severity: Severity?
        let pointer: String
        let was: String
        let now: String
        let oldLocation: SourceLocation?
        let newLocation: SourceLocation?
    }

    private(set) var changes: [Change] = []

    mutating func compare(_ old: ValueSummary, _ new: ValueSummary, at pointer: String) {
        compareKinds(old, new, pointer)
        compareTexts(old.texts, new.texts, pointer)
        if let old = old.elements.first, let new = new.elements.first {
            compare(old, new, at: pointer + "/*")
        }
        if old.objects > 0, new.objects > 0, !Self.areMaps(old, new) { compareMembers(old, new, pointer) }
    }

    /// Objects whose members have hardly a name in common are dictionaries: their keys are data.
    private static func areMaps(_ old: ValueSummary, _ new: ValueSummary) -> Bool {
        let common = old.memberNames.count { new.members[$0] != nil }
        return min(old.memberNames.count, new.memberNames.count) >= 8 && common * 4 < old.memberNames.count
    }

    // MARK: Kinds

    private mutating func compareKinds(_ old: ValueSummary, _ new: ValueSummary, _ pointer: String) {
        let came = Set(new.kinds.keys).subtracting(old.kinds.keys)
        let went = Set(old.kinds.keys).subtracting(new.kinds.keys)
        guard let first = came.sorted().last ?? went.sorted().last else { return }
        changes.append(
            Change(
                rule: came.isEmpty ? "drift-type-removed" : "drift-type-added",
                severity: came == [.null] ? .warning : nil, pointer: pointer, was: Self.words(old.kinds.keys),
                now: Self.words(new.kinds.keys), oldLocation: old.kinds[first] ?? old.location,
                newLocation: new.kinds[first] ?? new.location))
    }

    private static func words(_ kinds: some Sequence<ValueSummary.Kind>) -> String {
        kinds.sorted().map(\.rawValue).joined(separator: " or ")
    }

    // MARK: Members

    private mutating func compareMembers(_ old: ValueSummary, _ new: ValueSummary, _ pointer: String) {
        for name in old.memberNames {
            guard let one = old.members[name] else { continue }
            let here = pointer + JSONPointer([name]).description
            let wasAlways = one.count >= old.objects
            guard let other = new.members[name] else {
                changes.append(
                    Change(
                        rule: "drift-member-removed", severity: wasAlways ? .breaking : .info, pointer: here,
                        was: Self.share(one, of: old), now: "in none of \(new.objects)",
                        oldLocation: one.location,
                        newLocation: new.location))
                continue
            }
            let isAlways = other.count >= new.objects
            if wasAlways != isAlways {
                changes.append(
                    Change(
                        rule: wasAlways ? "drift-member-became-optional" : "drift-member-became-required",
                        pointer: here, was: Self.share(one, of: old), now: Self.share(other, of: new),
                        oldLocation: one.location, newLocation: other.location))
            }
            compare(one, other, at: here)
        }
        for name in new.memberNames where old.members[name] == nil {
            guard let other = new.members[name] else { continue }
            changes.append(
                Change(
                    rule: "drift-member-added", pointer: pointer + JSONPointer([name]).description,
                    was: "in none of \(old.objects)", now: Self.share(other, of: new),
                    oldLocation: old.location,
                    newLocation: other.location))
        }
    }

    private static func share(_ member: ValueSummary, of whole: ValueSummary) -> String {
        "in \(min(member.count, whole.objects)) of \(whole.objects)"
    }

    // MARK: Texts

    private mutating func compareTexts(_ old: StringSummary, _ new: StringSummary, _ pointer: String) {
        guard old.count > 0, new.count > 0 else { return }
        if let form = old.forms.keys.first, old.forms.count == 1, form != .text,
            let other = new.forms.first(where: { $0.key != form }), form != .digits || old.count >= 3
        {
            changes.append(
                Change(
                    rule: "drift-format-changed", pointer: pointer, was: form.rawValue,
                    now: "\(other.key.rawValue), \(DiffMessages.quoted(other.value.text))",
                    oldLocation: old.forms[form]?.location, newLocation: other.value.location))
        } else if let was = old.profile, let now = new.profile, !was.isSuperset(of: now) {
            changes.append(
                Change(
                    rule: "drift-date-form-changed", pointer: pointer, was: was.description, now: now.description,
                    oldLocation: old.forms[.date]?.location, newLocation: new.forms[.date]?.location))
        }
        compareWords(old, new, pointer)
    }

    private mutating func compareWords(_ old: StringSummary, _ new: StringSummary, _ pointer: String) {
        guard old.isVocabulary, new.isVocabulary else { return }
        let came = new.words.keys.filter { old.words[$0] == nil }.sorted()
        let went = old.words.keys.filter { new.words[$0] == nil }.sorted()
        guard let first = came.first ?? went.first else { return }
        changes.append(
            Change(
                rule: came.isEmpty ? "drift-vocabulary-removed" : "drift-vocabulary-added", pointer: pointer,
                was: old.vocabulary, now: new.vocabulary, oldLocation: old.location(of: first),
                newLocation: new.location(of: first)))
    }
}
