import VerbatimFormats
package import VerbatimJSON

/// A keyword that an instance violates: the expectation, the finding, and both locations.
///
/// Pointers, positions and messages are computed on access; the violation keeps both documents in memory.
package struct Violation: Sendable {
    let failure: Failure
    let program: Program
    /// The value that violates the keyword; if a name does, the value of its property.
    package let instance: JSON
    /// The violations of the closest branch of an `anyOf` or `oneOf`; otherwise empty.
    package let causes: Excerpt<Violation>

    init(_ failure: Failure, _ program: Program, in root: JSON) {
        self.failure = failure
        self.program = program
        instance = root.value(atNode: failure.isName ? failure.node + 1 : failure.node)
        causes = Violation.excerpt(failure.causes, failure.omittedCauses, program, in: root)
    }

    /// Returns the violations of some failures, in the order of the instance.
    static func excerpt(
        _ failures: [Failure], _ omittedCount: Int, _ program: Program, in root: JSON
    ) -> Excerpt<Violation> {
        let ordered = failures.enumerated().sorted {
            ($0.element.node, $0.offset) < ($1.element.node, $1.offset)
        }
        return Excerpt(ordered.map { Violation($0.element, program, in: root) }, omittedCount: omittedCount)
    }

    private var location: KeywordLocation { program.locations.base[Int(failure.location)] }

    /// The name of the keyword; for the schema `false`, the keyword that contains it.
    package var keyword: String { location.keyword?.rawValue ?? "" }

    /// The value of the keyword, in its document.
    package var schema: JSON { program.json(location.value) }

    /// The name that violates the keyword, or the name of the property whose value does.
    var name: String {
        failure.isName
            ? instance.value(atNode: failure.node).string ?? "" : instance.pointer.tokens.last ?? ""
    }

    /// The location of the instance in its document.
    package var instancePointer: JSONPointer { instance.pointer }

    /// The start of the instance in the text of its document.
    package var instancePosition: JSONPosition { instance.position }

    /// The location of the keyword in the schema document.
    package var schemaPointer: JSONPointer { schema.pointer }

    /// The start of the keyword's value in the text of the schema document.
    package var schemaPosition: JSONPosition { schema.position }

    /// The name of a missing required property; nil for other violations.
    package var missingProperty: String? {
        if case .missing(let name) = failure.detail { program.name(name) } else { nil }
    }

    /// The values on which it depends whether the instance violates the keyword; empty if it depends on
    /// nothing else.
    ///
    /// - For a keyword in `then` or `else`, they are the properties that the innermost `if` names, or else
    ///   its instance.
    /// - For `anyOf` and `oneOf`, they are the properties that the branches name.
    /// - For a limit of the number of properties, it is the object that has them.
    package var conditions: [JSONPointer] {
        if case .closest = failure.detail {
            return conditions(of: instancePointer, in: Array(schema.elements))
        }
        if ["minProperties", "maxProperties"].contains(keyword) { return [instancePointer] }
        for step in failure.path.reversed() where step.kind == .schema {
            let node = program.nodes.base[Int(step.number)]
            let branch = program.locations.base[Int(node.location)].value
            let document = program.documents[Int(branch.document)]
            let tokens = program.json(branch).pointer.tokens.dropFirst(document.pointer.tokens.count)
            guard ["then", "else"].contains(tokens.last), tokens.dropLast().last != "properties" else {
                continue
            }
            let object = instance.value(atNode: Int(step.node)).pointer
            let named = conditions(of: object, in: [document[JSONPointer(tokens.dropLast() + ["if"])]])
            return named.isEmpty ? [object] : named
        }
        return []
    }

    /// Returns the properties of an object that schemas name.
    private func conditions(of object: JSONPointer, in schemas: [JSON]) -> [JSONPointer] {
        let names = schemas.flatMap { schema in
            schema["properties"].members.map(\.name) + schema["required"].elements.compactMap(\.string)
        }
        return names.uniqued.map(object.appending)
    }

    // MARK: Expected value

    /// The schema's expectation, such as `integer` or `at least 3 elements`.
    package var expected: String {
        let value = schema
        switch failure.detail {
        case .missing(let name): return "a property \(quotedText(program.name(name)))"
        case .matching(let count, let minimum, let maximum):
            return count < minimum
                ? "at least " + .count(minimum, "matching element")
                : "at most " + .count(maximum, "matching element")
        case .tooDeep: return "at most \(Machine.maximumDepth) levels of schemas"
        case .tooMuchWork: return "a schema that can be checked with a limited number of evaluations"
        case .stepLimit:
            return
                "a string on which \(quotedText(value.string ?? "the pattern")) finishes within the step limit"
        default: break
        }
        if value.bool == false { return Self.nothing(keyword) }
        return Self.expectation(of: keyword, value)
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

    private static func expectation(of keyword: String, _ value: JSON) -> String {
        switch keyword {
        case "type": value.string ?? value.elements.compactMap(\.string).list("or")
        case "const": excerpt(value)
        case "enum": value.count == 1 ? excerpt(value[0]) : "one of " + list(value, excerpt)
        case "minimum": "at least \(excerpt(value))"
        case "maximum": "at most \(excerpt(value))"
        case "exclusiveMinimum": "more than \(excerpt(value))"
        case "exclusiveMaximum": "less than \(excerpt(value))"
        case "multipleOf": "a multiple of \(excerpt(value))"
        case "minLength": "at least " + .count(value.int ?? 0, "character")
        case "maxLength": "at most " + .count(value.int ?? 0, "character")
        case "pattern": "a string matching \(quotedText(value.string ?? ""))"
        case "format": "the format \(value.string ?? "")"
        case "x-date-formats": "a date like " + list(value) { ($0.string ?? "").excerpt(200) }
        case "x-date-profile": (try? DateProfile(value))?.description ?? "a date"
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

    // MARK: Found value

    /// The instance's value, such as `the string "312"` or `2 elements`.
    package var found: String {
        if failure.isName { return "the name \(quotedText(name))" }
        switch failure.detail {
        case .missing: return "none"
        case .closest(let branch): return "none; the closest is schema \(branch + 1)"
        case .equal(let first, let second):
            let indices = [first, second].map { instance.value(atNode: $0).pointer.tokens.last ?? "" }
            return "\(Self.excerpt(instance.value(atNode: first))) at indices \(indices[0]) and \(indices[1])"
        case .matching(let count, _, _): return .count(count, "matching element")
        case .count(let count): return Self.counted(count, keyword)
        case .tooDeep: return "more"
        case .tooMuchWork: return "branches that need more; simplify its 'anyOf', 'oneOf' and references"
        default: break
        }
        return keyword == "minLength" || keyword == "maxLength"
            ? .count(instance.string?.unicodeScalars.count ?? 0, "character") : Self.describe(instance)
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

    /// Returns the text of a value, shortened to 200 characters.
    private static func excerpt(_ value: JSON) -> String { value.excerpt(200) }

    /// Returns the elements of an array; the last ones of many are only counted.
    private static func list(_ array: JSON, _ text: (JSON) -> String) -> String {
        let limit = 100
        guard array.count > limit else { return array.elements.map(text).list("or") }
        return array.elements.prefix(limit).map(text).joined(separator: ", ")
            + " or \(array.count - limit) others"
    }
}

extension Violation: CustomStringConvertible {
    /// The expectation, the value and both locations, in one line.
    package var description: String {
        let instance = "\(quotedText(instancePointer.description)) at \(instancePosition)"
        let keyword = keyword.isEmpty ? "the schema" : keyword
        let schema = "\(keyword) at \(quotedText(schemaPointer.description)), \(schemaPosition)"
        return "\(instance): expected \(expected), found \(found) (\(schema))".onOneLine
    }
}
