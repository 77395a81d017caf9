import VerbatimJSON
import VerbatimSchema

/// What a keyword of a schema must become for values that break it to keep it: the least that does.
struct KeywordWidening {
    /// The keyword.
    let keyword: String
    /// What it says.
    let value: JSONValue
    /// What breaks it; not empty.
    let violations: [Violation]

    /// What becomes of a keyword.
    enum Result {
        /// It says something else.
        case value(JSONValue)
        /// Another keyword says it.
        case keyword(String, JSONValue)
        /// It goes.
        case removed
    }

    /// What becomes of it.
    var result: Result {
        if case .bool(false) = value { return .value(.object([:])) }
        return switch keyword {
        case "type": .value(types)
        case "required": remaining.isEmpty ? .removed : .value(.array(remaining))
        case "dependentRequired": dependencies
        case "const": .keyword("enum", .array([value] + newValues(beside: [value])))
        case "enum": .value(choices)
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum": bound
        case "minLength", "minItems", "minProperties": size(least: true)
        case "maxLength", "maxItems", "maxProperties": size(least: false)
        case "x-date-formats": dateFormats
        case "oneOf": .keyword("anyOf", value)
        default: .removed
        }
    }

    private var instances: [JSON] { violations.map(\.instance) }

    // MARK: Types and members

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

    private var remaining: [JSONValue] {
        let missing = Set(violations.compactMap(\.missingProperty))
        return value.array.filter { name in !missing.contains { name == .string($0) } }
    }

    /// Takes the missing members from the lists of those members that are there.
    private var dependencies: Result {
        guard case .object(var lists) = value else { return .removed }
        for violation in violations {
            guard let missing = violation.missingProperty else { continue }
            for list in lists.members where violation.instance[list.name].exists {
                lists[list.name] = .array(list.value.array.filter { $0 != .string(missing) })
            }
        }
        for list in lists.members where list.value.array.isEmpty { lists.remove(list.name) }
        return lists.isEmpty ? .removed : .value(.object(lists))
    }

    // MARK: Values

    private var choices: JSONValue { .array(value.array + newValues(beside: value.array)) }

    private func newValues(beside known: [JSONValue]) -> [JSONValue] {
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

    /// The patterns of the new dates as well, unless one of the texts is none.
    private var dateFormats: Result {
        var set: UInt64 = 0
        for text in instances.compactMap(\.string) {
            let forms = DateForm.forms(of: Array(text.utf8).span, isNamed: true)
            guard forms != 0 else { return .removed }
            set |= forms
        }
        let new = DateForm.patterns(of: set).map { JSONValue.string($0) }.filter { !value.array.contains($0) }
        return .value(.array(value.array + new))
    }
}

extension JSONValue {
    /// The elements of a list; the value itself for anything else.
    var array: [JSONValue] {
        if case .array(let elements) = self { elements } else { [self] }
    }

    /// The strings of a list, or the one string.
    var strings: [String] {
        array.compactMap { element in
            if case .string(let text) = element { text } else { nil }
        }
    }
}
