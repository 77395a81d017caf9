import VerbatimJSON

/// Every text of this module that a user may read.
enum SchemaMessages {
    static func describe(_ violation: Violation) -> String {
        let instance = "\(quoted(violation.instancePointer.description)) at \(violation.instancePosition)"
        let keyword = violation.keyword.isEmpty ? "the schema" : violation.keyword
        let schema =
            "\(keyword) at \(quoted(violation.schemaPointer.description)), \(violation.schemaPosition)"
        return "\(instance): expected \(violation.expected), found \(violation.found) (\(schema))"
    }

    // MARK: Expected

    static func expected(_ violation: Violation) -> String {
        let value = violation.schema
        switch violation.failure.detail {
        case .missing(let name): return "a member \(quoted(violation.program.name(name)))"
        case .matching(let count, let minimum, let maximum):
            let bound = count < minimum ? "at least " : "at most "
            return bound + counted(count < minimum ? minimum : maximum, "matching element")
        case .tooDeep: return "schemas within schemas no deeper than \(Machine.maximumDepth)"
        case .gaveUp: return "a text that \(quoted(value.string ?? "the pattern")) can be tried on in time"
        default: break
        }
        if value.bool == false { return nothing(violation.keyword) }
        return scalar(violation.keyword, value) ?? container(violation.keyword, value)
    }

    /// What the schema `false` leaves room for, by the keyword that holds it.
    private static func nothing(_ keyword: String) -> String {
        switch keyword {
        case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties":
            "no such member"
        case "items", "prefixItems", "unevaluatedItems": "no such element"
        default: "no value at all"
        }
    }

    private static func scalar(_ keyword: String, _ value: JSON) -> String? {
        switch keyword {
        case "type": value.string ?? list(value.elements.compactMap(\.string), "or")
        case "const": excerpt(value)
        case "enum":
            value.count == 1 ? excerpt(value[0]) : "one of " + list(value.elements.map(excerpt), "or")
        case "minimum": "at least \(value.text)"
        case "maximum": "at most \(value.text)"
        case "exclusiveMinimum": "more than \(value.text)"
        case "exclusiveMaximum": "less than \(value.text)"
        case "multipleOf": "a multiple of \(value.text)"
        case "minLength": "at least " + counted(value.int ?? 0, "character")
        case "maxLength": "at most " + counted(value.int ?? 0, "character")
        case "pattern": "a match of \(quoted(value.string ?? ""))"
        case "format": "the format \(value.string ?? "")"
        case "x-date-formats":
            "a date like " + list(value.elements.compactMap(\.string).map(printable), "or")
        case "x-date-profile": (try? DateProfile(value))?.words
        default: nil
        }
    }

    private static func container(_ keyword: String, _ value: JSON) -> String {
        switch keyword {
        case "minItems": "at least " + counted(value.int ?? 0, "element")
        case "maxItems": "at most " + counted(value.int ?? 0, "element")
        case "uniqueItems": "elements that all differ"
        case "minProperties": "at least " + counted(value.int ?? 0, "member")
        case "maxProperties": "at most " + counted(value.int ?? 0, "member")
        case "anyOf": "at least one of " + counted(value.count, "schema")
        case "oneOf": "exactly one of " + counted(value.count, "schema")
        case "not": "a value that the schema does not match"
        default: "a value that \(keyword) allows"
        }
    }

    // MARK: Found

    static func found(_ violation: Violation) -> String {
        let instance = violation.instance
        if violation.failure.isName { return "the name \(quoted(violation.name))" }
        switch violation.failure.detail {
        case .missing: return "none"
        case .nearest(let branch): return "none, the nearest being number \(branch + 1)"
        case .equal(let first, let second):
            let indices = [first, second].map { instance.value(atNode: $0).pointer.tokens.last ?? "" }
            return "\(excerpt(instance.value(atNode: first))) at \(indices[0]) and \(indices[1])"
        case .matching(let count, _, _): return counted(count, "matching element")
        case .count(let count): return counted(count, unit(violation.keyword))
        case .tooDeep: return "more"
        default: break
        }
        switch violation.keyword {
        case "minLength", "maxLength":
            return counted(instance.string?.unicodeScalars.count ?? 0, "character")
        default: return described(instance)
        }
    }

    private static func unit(_ keyword: String) -> String {
        switch keyword {
        case "minItems", "maxItems": "element"
        case "oneOf": "matching schema"
        default: "member"
        }
    }

    /// A value with its kind, as in `the string "312"`.
    static func described(_ value: JSON) -> String {
        switch value.kind {
        case .string: "the string \(excerpt(value))"
        case .number: "the number \(excerpt(value))"
        case .array: "an array of " + counted(value.count, "element")
        case .object: "an object of " + counted(value.count, "member")
        case .bool, .null: value.text
        case nil: "nothing"
        }
    }

    // MARK: Errors

    static func describe(_ error: SchemaError) -> String {
        let document = error.document.isEmpty ? "" : "\(error.document) "
        return "\(document)\(quoted(error.pointer.description)) at \(error.position): \(reason(error.reason))"
    }

    static func reason(_ reason: SchemaError.Reason) -> String {
        switch reason {
        case .missing: "there is no schema"
        case .invalidValue(let keyword, let expected):
            keyword.isEmpty ? "this must be \(expected)" : "the value of '\(keyword)' must be \(expected)"
        case .repeatedKeyword(let name): "\(quoted(name)) stands twice"
        case .unknownKeyword(let name): "\(quoted(name)) is not a keyword"
        case .unresolvedReference(let uri): "\(quoted(uri)) leads to nothing"
        case .referenceLoop(let uri):
            "the reference \(quoted(uri)) leads back to itself without a step into the instance"
        case .repeatedIdentifier(let name): "\(quoted(name)) identifies another schema already"
        case .invalidPattern(let pattern, let detail, let offset):
            "\(quoted(pattern)) is not a regular expression of ECMA-262: \(printable(detail)), at character \(offset + 1)"
        case .unsupportedDatePattern(let pattern, let letters, let offset):
            "\(quoted(letters)) at character \(offset + 1) of the date pattern \(quoted(pattern)) can not be matched"
        case .unsupportedDialect(let uri): "the draft or vocabulary \(quoted(uri)) is not known"
        }
    }

    // MARK: Pieces

    /// A text between quotation marks, on one line whatever is in it, at most 200 bytes of it.
    static func quoted(_ text: String) -> String { "'\(printable(text))'" }

    /// A text on one line, at most 200 bytes of it.
    private static func printable(_ text: String) -> String {
        var kept = ""
        for scalar in text.unicodeScalars {
            guard kept.utf8.count <= 193 else { return kept + "..." }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                kept += "\\u{\(String(scalar.value, radix: 16))}"
            default: kept.unicodeScalars.append(scalar)
            }
        }
        return kept
    }

    /// The text of a value, at most 200 bytes of it.
    static func excerpt(_ value: JSON) -> String {
        let text = value.kind == .array || value.kind == .object ? value.value.text(.compact) : value.text
        guard text.utf8.count > 200 else { return text }
        var kept = ""
        for character in text {
            guard kept.utf8.count + String(character).utf8.count <= 197 else { break }
            kept.append(character)
        }
        return kept + "..."
    }

    static func counted(_ count: Int, _ unit: String) -> String {
        count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
    }

    static func list(_ items: [String], _ conjunction: String) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "nothing" }
        return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }
}

extension SchemaError: CustomStringConvertible {
    /// Where and what, in one line.
    public var description: String { SchemaMessages.describe(self) }

    /// What alone, for those who say the location in their own way.
    public var what: String { SchemaMessages.reason(reason) }
}
