import VerbatimJSON

/// The words of changes.
enum InferenceMessages {
    /// A value in one line, cut at 120 characters.
    static func excerpt(_ value: JSONValue) -> String {
        let text = value.text(.compact)
        return text.count > 120 ? text.prefix(120) + "…" : text
    }
}
