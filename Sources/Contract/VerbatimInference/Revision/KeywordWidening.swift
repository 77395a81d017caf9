import VerbatimJSON
import VerbatimRegex
import VerbatimSchema

/// The least widening of a schema's keyword by which the values that violate it become valid.
struct KeywordWidening {
    /// The keyword.
    let keyword: String
    /// Its value.
    let value: JSONValue
    /// Its violations; not empty.
    let violations: [Violation]

    /// The ways to widen a keyword.
    enum Result {
        /// The keyword gets another value.
        case value(JSONValue)
        /// Another keyword replaces it.
        case keyword(String, JSONValue)
        /// The keyword is removed.
        case removed
    }

    /// The widening.
    var result: Result {
        if case .bool(false) = value { return .value(.object([:])) }
        return switch keyword {
        case "type": .value(types)
        case "dependentRequired": dependencies
        case "const": .keyword("enum", .array([value] + newValues(besides: [value])))
        case "enum": .value(enumeration)
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": bound
        case "minLength", "minItems", "minProperties": size(least: true)
        case "maxLength", "maxItems", "maxProperties": size(least: false)
        case "x-date-formats": dateFormats
        case "oneOf": .keyword("anyOf", value)
        default: .removed
        }
    }

    private var instances: [JSON] { violations.map(\.instance) }

    // MARK: Types and properties

    private var types: JSONValue {
        var types = value.strings
        let new = Set(instances.compactMap(Self.type))
        if new.contains("number"), let integer = types.firstIndex(of: "integer") { types[integer] = "number" }
        types += Self.allTypes.filter { type in
            new.contains(type) && !types.contains(type) && !(type == "integer" && types.contains("number"))
        }
        return types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })
    }

    private static let allTypes = ["object", "array", "string", "number", "integer", "boolean", "null"]

    private static func type(of value: JSON) -> String? {
        switch value.kind {
        case .number: value.number?.isInteger == true ? "integer" : "number"
        case .bool: "boolean"
        case let kind: kind?.rawValue
        }
    }

    /// Removes missing properties from the lists of the properties that are present.
    private var dependencies: Result {
        guard case .object(var lists) = value else { return .removed }
        for violation in violations {
            guard let missing = violation.missingProperty else { continue }
            for list in lists.members where violation.instance[list.name].exists {
                lists[list.name] = .array(list.value.elementsOrItself.filter { $0 != .string(missing) })
            }
        }
        for list in lists.members where list.value.elementsOrItself.isEmpty { lists.remove(list.name) }
        return lists.isEmpty ? .removed : .value(.object(lists))
    }

    // MARK: Values

    private var enumeration: JSONValue {
        let known = value.elementsOrItself
        return .array(known + newValues(besides: known))
    }

    private func newValues(besides known: [JSONValue]) -> [JSONValue] {
        Set(instances.map(\.value)).subtracting(known).map { ($0.text(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private var bound: Result {
        let numbers = instances.compactMap(\.number)
        let isLower = keyword == "minimum" || keyword == "exclusiveMinimum"
        guard let least = numbers.min(), let most = numbers.max() else { return .removed }
        let bound = JSONValue.number(isLower ? least : most)
        let inclusive = isLower ? "minimum" : "maximum"
        return keyword == inclusive ? .value(bound) : .keyword(inclusive, bound)
    }

    private func size(least: Bool) -> Result {
        let sizes = instances.map { $0.string?.unicodeScalars.count ?? $0.count }
        guard let bound = least ? sizes.min() : sizes.max(), bound > 0 || !least else { return .removed }
        return .value(.number(JSONNumber(bound)))
    }

    /// Adds the patterns of the new dates; removes the keyword if one of the strings is not a date.
    private var dateFormats: Result {
        var set: UInt64 = 0
        for text in instances.compactMap(\.string) {
            let formats = text.withByteSpan { DateFormat.formats(of: $0, isNamed: true) }
            guard formats != 0 else { return .removed }
            set |= formats
        }
        let new = DateFormat.patterns(of: set).map { JSONValue.string($0) }.filter {
            !value.elementsOrItself.contains($0)
        }
        return .value(.array(value.elementsOrItself + new))
    }
}

extension JSONValue {
    /// The elements of an array; any other value as its only element.
    fileprivate var elementsOrItself: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }

    /// The strings of an array, or the one string.
    var strings: [String] {
        elementsOrItself.compactMap { element in
            if case .string(let text) = element { text } else { nil }
        }
    }
}
