import VerbatimJSON

/// The descriptions of the old and the new side of a difference.
enum DiffMessages {
    static let numberFormats: Set<String> = ["int32", "int64", "float", "double"]

    /// A text in quotation marks, cut at 80 characters.
    static func quoted(_ text: String?) -> String {
        text?.quotedExcerpt() ?? "none"
    }

    /// A value, cut at 120 characters.
    static func value(_ value: JSONValue) -> String { value.text(.compact).excerpt() }

    /// The first twelve values, separated by commas.
    static func list(_ values: [JSONValue]) -> String {
        guard !values.isEmpty else { return "none" }
        let shown = values.prefix(12).map(value).joined(separator: ", ")
        return values.count > 12 ? "\(shown) and \(values.count - 12) more" : shown
    }

    static func any(_ types: TypeSet) -> String { "any \(types)" }
    static func optional(_ value: JSONValue?) -> String { value.map(Self.value) ?? "none" }
    static func optional(_ node: JSON) -> String { node.exists ? value(node.value) : "none" }
    static func unique(_ isUnique: Bool) -> String { isUnique ? "unique elements" : "any elements" }
    static func required(_ isRequired: Bool) -> String { isRequired ? "required" : "optional" }

    static func deprecation(_ annotations: SchemaAnnotations) -> String {
        guard annotations.isDeprecated else { return "not deprecated" }
        return annotations.sunset.map { "deprecated, sunset \($0)" } ?? "deprecated"
    }

    static func mapping(_ tag: String, _ schema: String?) -> String {
        "\(quoted(tag)) for \(schema ?? "nothing")"
    }

    static func dependents(_ name: String, _ names: Set<String>) -> String {
        "'\(name)' requires " + (names.isEmpty ? "nothing" : names.sorted().joined(separator: ", "))
    }

    static func additional(_ form: NormalizedSchema) -> String {
        form.isNever
            ? "no additional properties"
            : form.isAnything ? "any additional properties" : "additional properties: \(form.allTypes)"
    }

    static func bound(_ limit: Limit, _ bound: ValueBound?) -> String {
        guard let bound else { return limit.isUpper ? "no upper limit" : "no lower limit" }
        guard !bound.isExclusive else { return "\(limit.isUpper ? "less" : "more") than \(bound.value)" }
        return "at \(limit.isUpper ? "most" : "least") \(bound.value)"
    }

    static func texts(_ keyword: TextKeyword, _ texts: [String]) -> String {
        texts.isEmpty
            ? "none" : texts.map { keyword == .multipleOf ? $0 : quoted($0) }.joined(separator: " and ")
    }

    static func dates(_ patterns: [String]?) -> String {
        patterns.map { $0.joined(separator: ", ") } ?? "any text"
    }

    static func subschema(
        _ subschema: Subschema, _ indices: [SchemaBranch.Index], in forms: NormalizedSchemaCache
    ) -> String {
        guard let form = indices.first.map({ forms[$0] }) else { return "none" }
        let text = form.node.map { value($0.value) } ?? form.allTypes.description
        return subschema.name.isEmpty ? text : "with '\(subschema.name)' \(text)"
    }
}
