import VerbatimJSON

/// The descriptions of the old and the new side of a difference.
enum DiffMessages {
    static let numberFormats: Set<String> = ["int32", "int64", "float", "double"]

    /// A text in quotation marks, cut at 80 characters.
    static func quoted(_ text: String?) -> String { text?.quotedExcerpt() ?? "none" }

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

    /// Two different values, each cut at 120 characters; if they differ only after that, from where they do.
    static func values(_ old: JSONValue?, _ new: JSONValue?) -> (old: String, new: String) {
        let texts = (old: optional(old), new: optional(new))
        guard texts.old == texts.new, let old, let new else { return texts }
        let (oldText, newText) = (old.text(.compact), new.text(.compact))
        let common = zip(oldText, newText).prefix { $0 == $1 }.count
        let start = max(0, common - 40)
        func rest(of text: String) -> String { "…" + String(text.dropFirst(start)).excerpt() }
        return (rest(of: oldText), rest(of: newText))
    }

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

    /// A schema, cut at 120 characters.
    static func schema(_ form: NormalizedSchema?) -> String {
        form.map { $0.node.map { $0.excerpt() } ?? $0.allTypes.description } ?? "none"
    }

    /// Two schemas that differ, or nil if they have the same text: the difference is in what they refer to.
    static func subschemas(
        _ subschema: Subschema, _ old: NormalizedSchema?, _ new: NormalizedSchema?
    ) -> (old: String, new: String)? {
        let name = subschema.name.isEmpty ? "" : "with '\(subschema.name)' "
        let texts = (old: schema(old), new: schema(new))
        guard let old, let new else {
            return (old == nil ? texts.old : name + texts.old, new == nil ? texts.new : name + texts.new)
        }
        if texts.old != texts.new { return (name + texts.old, name + texts.new) }
        guard let oldNode = old.node, let newNode = new.node, oldNode.text != newNode.text else { return nil }
        let rest = values(oldNode.value, newNode.value)
        return rest.old == rest.new ? nil : (name + rest.old, name + rest.new)
    }
}
