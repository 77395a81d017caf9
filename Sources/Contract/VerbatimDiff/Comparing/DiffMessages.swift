import VerbatimJSON

/// The words of both sides of a difference.
enum DiffMessages {
    static let numberFormats: Set<String> = ["int32", "int64", "float", "double"]

    /// A text in quotes, cut at 80 characters.
    static func quoted(_ text: String?) -> String {
        guard let text else { return "none" }
        let excerpt = text.count > 80 ? text.prefix(80) + "…" : text[...]
        return JSONValue.string(String(excerpt)).text(.compact)
    }

    /// A value, cut at 120 characters.
    static func value(_ value: JSONValue) -> String {
        let text = value.text(.compact)
        return text.count > 120 ? String(text.prefix(120)) + "…" : text
    }

    /// Values with commas, the first twelve.
    static func list(_ values: [JSONValue]) -> String {
        guard !values.isEmpty else { return "none" }
        let shown = values.prefix(12).map(value).joined(separator: ", ")
        return values.count > 12 ? "\(shown) and \(values.count - 12) more" : shown
    }

    static func any(_ types: TypeSet) -> String { "any \(types.words)" }
    static func optional(_ value: JSONValue?) -> String { value.map(Self.value) ?? "none" }
    static func optional(_ node: JSON) -> String { node.exists ? value(node.value) : "none" }
    static func unique(_ isUnique: Bool) -> String { isUnique ? "unique elements" : "any elements" }
    static func required(_ isRequired: Bool) -> String { isRequired ? "required" : "optional" }

    static func deprecated(_ notes: SchemaAnnotations) -> String {
        guard notes.isDeprecated else { return "not deprecated" }
        return notes.sunset.map { "deprecated, last day \($0)" } ?? "deprecated"
    }

    static func mapping(_ tag: String, _ schema: String?) -> String {
        "\(quoted(tag)) for \(schema ?? "nothing")"
    }

    static func dependents(_ name: String, _ names: Set<String>) -> String {
        names.isEmpty ? "nothing with \(name)" : "\(names.sorted().joined(separator: ", ")) with \(name)"
    }

    static func additional(_ form: NormalizedSchema) -> String {
        form.isNever
            ? "no other members" : form.isAnything ? "any other members" : "other members: \(form.typeWords)"
    }

    /// `1 member`, `3 members`.
    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    static func bound(_ limit: Limit, _ bound: ValueBound?) -> String {
        guard let bound else { return limit.isUpper ? "no upper limit" : "no lower limit" }
        guard !bound.isExclusive else { return "\(limit.isUpper ? "less" : "more") than \(bound.value)" }
        return "at \(limit.isUpper ? "most" : "least") \(bound.value)"
    }

    static func text(_ keyword: TextKeyword, _ texts: [String]) -> String {
        texts.isEmpty
            ? "none" : texts.map { keyword == .multipleOf ? $0 : quoted($0) }.joined(separator: " and ")
    }

    static func dates(_ patterns: [String]?) -> String {
        patterns.map { $0.joined(separator: ", ") } ?? "any text"
    }

    static func subschema(
        _ subschema: Subschema, _ forms: [SchemaBranch.Index], in all: NormalizedSchemaCache
    ) -> String {
        guard let form = forms.first.map({ all[$0] }) else { return "none" }
        let text = form.node.map { value($0.value) } ?? form.typeWords
        return subschema.name.isEmpty ? text : "with '\(subschema.name)' \(text)"
    }
}
