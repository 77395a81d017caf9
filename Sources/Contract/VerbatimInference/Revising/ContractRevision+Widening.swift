import VerbatimJSON
import VerbatimSchema

/// What traffic contradicts says less.
extension ContractRevision {
    mutating func widen(
        _ pointer: JSONPointer, _ broken: (violations: [Violation], witness: InferenceEvidence)
    ) {
        guard let old = document[pointer], let keyword = broken.violations.first?.keyword,
            let schema = pointer.parent
        else { return }
        let result = KeywordWidening(keyword: keyword, value: old, violations: broken.violations).result
        let was = "was \(InferenceMessages.excerpt(old)), is "
        switch result {
        case .value(let new):
            document.edit(pointer) { _ in new }
            note(.widened, pointer, was + "now \(InferenceMessages.excerpt(new))", broken.witness)
        case .keyword(let name, let new):
            document.edit(schema) { Self.replace(keyword, in: $0, by: name, new) }
            note(
                .widened, pointer, was + "now \(InferenceMessages.excerpt(new)) as '\(name)'", broken.witness)
        case .removed:
            document.edit(pointer) { _ in nil }
            note(.widened, pointer, was + "gone", broken.witness)
        }
    }

    /// Puts another keyword where one was, keeping the order of the rest.
    private static func replace(
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

    mutating func loosen(_ header: JSONPointer, _ witness: InferenceEvidence) {
        document.edit(header.appending("required")) { _ in nil }
        note(.widened, header.appending("required"), "was true, is gone", witness)
    }
}
