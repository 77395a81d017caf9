import VerbatimFormats
import VerbatimJSON

/// The messages of this module.
enum SchemaMessages {
    static func describe(_ violation: Violation) -> String {
        let instance = "\(quoted(violation.instancePointer.description)) at \(violation.instancePosition)"
        let keyword = violation.keyword.isEmpty ? "the schema" : violation.keyword
        let schema =
            "\(keyword) at \(quoted(violation.schemaPointer.description)), \(violation.schemaPosition)"
        return "\(instance): expected \(violation.expected), found \(violation.found) (\(schema))".onOneLine
    }

    // MARK: Expected

    static func expected(_ violation: Violation) -> String {
        let value = violation.schema
        switch violation.failure.detail {
        case .missing(let name): return "a property \(quoted(violation.program.name(name)))"
        case .matching(let count, let minimum, let maximum):
            return count < minimum
                ? "at least " + .count(minimum, "matching element")
                : "at most " + .count(maximum, "matching element")
        case .tooDeep: return "at most \(Machine.maximumDepth) levels of schemas"
        case .tooMuchWork: return "a schema that can be checked with a limited number of evaluations"
        case .stepLimit:
            return "a string on which \(quoted(value.string ?? "the pattern")) finishes within the step limit"
        default: break
        }
        if value.bool == false { return nothing(violation.keyword) }
        return scalar(violation.keyword, value) ?? container(violation.keyword, value)
    }

    /// The expectation of the schema `false`, by the keyword that contains it.
    private static func nothing(_ keyword: String) -> String {
        switch keyword {
        case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
            "no such property"
        case "items", "prefixItems", "unevaluatedItems": "no such element"
        default: "no value"
        }
    }

    private static func scalar(_ keyword: String, _ value: JSON) -> String? {
        switch keyword {
        case "type": value.string ?? value.elements.compactMap(\.string).list("or")
        case "const": excerpt(value)
        case "enum":
            value.count == 1 ? excerpt(value[0]) : "one of " + list(value, excerpt)
        case "minimum": "at least \(excerpt(value))"
        case "maximum": "at most \(excerpt(value))"
        case "exclusiveMinimum": "more than \(excerpt(value))"
        case "exclusiveMaximum": "less than \(excerpt(value))"
        case "multipleOf": "a multiple of \(excerpt(value))"
        case "minLength": "at least " + .count(value.int ?? 0, "character")
        case "maxLength": "at most " + .count(value.int ?? 0, "character")
        case "pattern": "a string matching \(quoted(value.string ?? ""))"
        case "format": "the format \(value.string ?? "")"
        case "x-date-formats":
            "a date like " + list(value) { ($0.string ?? "").excerpt(200) }
        case "x-date-profile": (try? DateProfile(value))?.description
        default: nil
        }
    }

    private static func container(_ keyword: String, _ value: JSON) -> String {
        switch keyword {
        case "minItems": "at least " + .count(value.int ?? 0, "element")
        case "maxItems": "at most " + .count(value.int ?? 0, "element")
        case "uniqueItems": "unique elements"
        case "minProperties": "at least " + .count(value.int ?? 0, "property", plural: "properties")
        case "maxProperties": "at most " + .count(value.int ?? 0, "property", plural: "properties")
        case "anyOf": "at least one of " + .count(value.count, "schema")
        case "oneOf": "exactly one of " + .count(value.count, "schema")
        case "not": "a value that does not match the schema"
        default: "a value allowed by '\(keyword)'"
        }
    }

    // MARK: Found

    static func found(_ violation: Violation) -> String {
        let instance = violation.instance
        if violation.failure.isName { return "the name \(quoted(violation.name))" }
        switch violation.failure.detail {
        case .missing: return "none"
        case .closest(let branch): return "none; the closest is schema \(branch + 1)"
        case .equal(let first, let second):
            let indices = [first, second].map { instance.value(atNode: $0).pointer.tokens.last ?? "" }
            return "\(excerpt(instance.value(atNode: first))) at indices \(indices[0]) and \(indices[1])"
        case .matching(let count, _, _): return .count(count, "matching element")
        case .count(let count): return counted(count, violation.keyword)
        case .tooDeep: return "more"
        case .tooMuchWork: return "branches that need more; simplify its 'anyOf', 'oneOf' and references"
        default: break
        }
        switch violation.keyword {
        case "minLength", "maxLength":
            return .count(instance.string?.unicodeScalars.count ?? 0, "character")
        default: return describe(instance)
        }
    }

    private static func counted(_ count: Int, _ keyword: String) -> String {
        switch keyword {
        case "minItems", "maxItems": .count(count, "element")
        case "oneOf": .count(count, "matching schema")
        default: .count(count, "property", plural: "properties")
        }
    }

    /// Returns a value with its type, such as `the string "312"`.
    private static func describe(_ value: JSON) -> String {
        switch value.kind {
        case .string: "the string \(excerpt(value))"
        case .number: "the number \(excerpt(value))"
        case .array: "an array of " + .count(value.count, "element")
        case .object: "an object with " + .count(value.count, "property", plural: "properties")
        case .bool, .null: value.text
        case nil: "nothing"
        }
    }

    // MARK: Errors

    static func describe(_ error: SchemaError) -> String {
        let document = error.document.isEmpty ? "" : "\(error.document) "
        return "\(document)\(quoted(error.pointer.description)) at \(error.position): \(error.message)"
            .onOneLine
    }

    static func describe(_ reason: SchemaError.Reason) -> String {
        switch reason {
        case .missing: "missing schema"
        case .invalidValue(let keyword, let expected):
            keyword.isEmpty ? "expected \(expected)" : "'\(keyword)' must be \(expected)"
        case .duplicateKeyword(let name): "duplicate name \(quoted(name))"
        case .unknownKeyword(let name): "unknown keyword \(quoted(name))"
        case .unknownFormat(let name): "unknown format \(quoted(name))"
        case .unresolvedReference(let uri): "unresolved reference \(quoted(uri))"
        case .circularReference(let uri):
            "circular reference \(quoted(uri)), which never descends into the instance"
        case .duplicateIdentifier(let name): "duplicate identifier \(quoted(name))"
        case .invalidPattern(let pattern, let detail, let offset):
            "invalid regular expression \(quoted(pattern)) at character \(offset + 1): \(detail.excerpt(200))"
        case .legacyPattern(let pattern, let detail, let offset):
            "regular expression \(quoted(pattern)) is valid only without the flag 'u': "
                + "\(detail.excerpt(200)) at character \(offset + 1)"
        case .unsupportedDatePattern(let pattern, let letters, let offset):
            "unsupported field \(quoted(letters)) at character \(offset + 1) of the date pattern "
                + quoted(pattern)
        case .unsupportedDialect(let uri): "unsupported draft or vocabulary \(quoted(uri))"
        }
    }

    // MARK: Parts

    /// Returns a text in quotation marks on one line, shortened to 200 characters.
    static func quoted(_ text: String) -> String { "'\(text.excerpt(200))'" }

    /// Returns the text of a value, shortened to 200 characters.
    private static func excerpt(_ value: JSON) -> String {
        value.excerpt(200)
    }

    /// Returns the elements of an array; the last ones of many are only counted.
    private static func list(_ array: JSON, _ text: (JSON) -> String) -> String {
        let limit = 100
        guard array.count > limit else { return array.elements.map(text).list("or") }
        return array.elements.prefix(limit).map(text).joined(separator: ", ")
            + " or \(array.count - limit) others"
    }
}

extension SchemaError: CustomStringConvertible {
    /// The location and the message, in one line.
    public var description: String { SchemaMessages.describe(self) }

    /// The message without the location.
    public var message: String { SchemaMessages.describe(reason) }
}
