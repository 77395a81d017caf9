import VerbatimJSON
import VerbatimSchema

/// Edits of keywords that traffic contradicts.
extension ContractRevision {
    mutating func widen(
        _ violated: OrderedGroups<
            Observations.KeywordKey, (violations: [Violation], evidence: InferenceEvidence)
        >
    ) {
        for (pointer, group) in OrderedGroups(grouping: violated.pairs, by: \.0.pointer).pairs {
            let missing = group.compactMap { key, value in key.missing.map { ($0, value.evidence) } }
            if missing.isEmpty {
                for (_, value) in group { edit { $0.widen(pointer, value) } }
            } else {
                makeOptional(missing, at: pointer)
            }
        }
    }

    /// Removes the names of missing properties from `required`, each a decision of its own.
    private mutating func makeOptional(
        _ missing: [(name: String, evidence: InferenceEvidence)], at pointer: JSONPointer
    ) {
        let missing = missing.filter {
            accepts(InferredEdit.Key(kind: .widened, pointer: pointer, name: $0.name))
        }
        guard let old = document[pointer], case .array(let names) = old, !missing.isEmpty else { return }
        let was = "was \(old.text(.compact).excerpt()), is now without "
        let removed = Set(missing.map { JSONValue.string($0.name) })
        let remaining = names.filter { !removed.contains($0) }
        document.edit(pointer) { _ in remaining.isEmpty ? nil : .array(remaining) }
        for (name, evidence) in missing {
            append(.widened, pointer, named: name, was + JSONValue.string(name).text(.compact), evidence)
        }
    }

    private mutating func widen(
        _ pointer: JSONPointer, _ violated: (violations: [Violation], evidence: InferenceEvidence)
    ) {
        guard let old = document[pointer], let keyword = violated.violations.first?.keyword,
            let schema = pointer.parent
        else { return }
        let was = "was \(old.text(.compact).excerpt()), is "
        let evidence = violated.evidence
        switch KeywordWidening(keyword: keyword, value: old, violations: violated.violations).result {
        case .value(let new):
            document.edit(pointer) { _ in new }
            append(.widened, pointer, was + "now \(new.text(.compact).excerpt())", evidence)
        case .keyword(let name, let new):
            document.edit(schema) { Self.replaceKeyword(keyword, in: $0, by: name, new) }
            append(.widened, pointer, was + "now \(new.text(.compact).excerpt()) as '\(name)'", evidence)
        case .removed:
            document.edit(pointer) { _ in nil }
            append(.widened, pointer, was + "removed", evidence)
        }
    }

    /// Replaces a keyword of a schema by another, at the same position.
    private static func replaceKeyword(
        _ keyword: String, in schema: JSONValue?, by name: String, _ value: JSONValue
    ) -> JSONValue? {
        guard case .object(let object) = schema else { return schema }
        return .object(
            JSONObject(
                object.members.compactMap { member in
                    if member.name == keyword { return (name, value) }
                    return member.name == name ? nil : (member.name, member.value)
                }))
    }

    /// Makes a header optional.
    mutating func makeOptional(_ header: JSONPointer, _ evidence: InferenceEvidence) {
        document.edit(header.appending("required")) { _ in nil }
        append(.widened, header.appending("required"), "was true, is removed", evidence)
    }
}
