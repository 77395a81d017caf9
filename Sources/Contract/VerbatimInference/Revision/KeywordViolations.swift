import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimRegex
import VerbatimSchema

/// What is known of the values that violate a schema's keyword, and the least widening by which they become
/// valid.
struct KeywordViolations: TrafficFacts {
    /// The keyword.
    let keyword: String
    /// The types of the values.
    private var types: Set<String> = []
    /// The values, if an enumeration is to have them.
    private var values: Set<JSONValue> = []
    private var numbers: ClosedRange<JSONNumber>?
    private var sizes: ClosedRange<Int>?
    /// The formats of dates, as a set; nil if a value is no date.
    private var dates: UInt64? = 0
    /// The missing properties, with the properties on which they depend.
    private var dependencies: Set<Dependency> = []
    /// Whether all objects that lack the result of a call have its error.
    private(set) var haveError = true

    private struct Dependency: Hashable, Codable {
        let missing: String
        let present: String
    }

    /// The ways to widen a keyword.
    enum Widening {
        /// The keyword gets another value.
        case value(JSONValue)
        /// Another keyword replaces it.
        case keyword(String, JSONValue)
        /// The keyword is removed.
        case removed
    }

    init(of keyword: String) {
        self.keyword = keyword
    }

    /// Adds a violation of the keyword.
    mutating func add(_ violation: Violation) {
        let instance = violation.instance
        if let type = Self.type(of: instance) { types.insert(type) }
        switch keyword {
        case "required":
            let missing = violation.missingProperty
            let outcomes = RequestCall.Kind.allCases.map(\.outcomes).first { $0[0] == missing }
            if let outcomes, !instance[outcomes[1]].exists { haveError = false }
        case "dependentRequired":
            guard let missing = violation.missingProperty else { return }
            for list in violation.schema.members where instance[list.name].exists {
                dependencies.insert(Dependency(missing: missing, present: list.name))
            }
        case "const", "enum": values.insert(instance.value)
        case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
            guard let number = instance.number else { return }
            numbers = Self.union(numbers, number...number)
        case "minLength", "minItems", "minProperties", "maxLength", "maxItems", "maxProperties":
            let size = instance.string?.unicodeScalars.count ?? instance.count
            sizes = Self.union(sizes, size...size)
        case "x-date-formats":
            guard let text = instance.string, let known = dates else { return }
            let formats = text.withByteSpan { DateFormat.formats(of: $0, isNamed: true) }
            dates = formats == 0 ? nil : known | formats
        default: return
        }
    }

    mutating func append(_ next: KeywordViolations) {
        types.formUnion(next.types)
        values.formUnion(next.values)
        numbers = Self.union(numbers, next.numbers)
        sizes = Self.union(sizes, next.sizes)
        dates = dates.flatMap { dates in next.dates.map { dates | $0 } }
        dependencies.formUnion(next.dependencies)
        haveError = haveError && next.haveError
    }

    private static func union<Bound: Comparable>(
        _ one: ClosedRange<Bound>?, _ other: ClosedRange<Bound>?
    ) -> ClosedRange<Bound>? {
        guard let one, let other else { return one ?? other }
        return min(one.lowerBound, other.lowerBound)...max(one.upperBound, other.upperBound)
    }

    /// The widening of the keyword's value.
    func widening(_ value: JSONValue) -> Widening {
        if case .bool(false) = value { return .value(.object([:])) }
        return switch keyword {
        case "type": .value(types(besides: value))
        case "dependentRequired": withoutDependencies(value)
        case "const": .keyword("enum", .array([value] + newValues(besides: [value])))
        case "enum": .value(.array(value.elementsOrItself + newValues(besides: value.elementsOrItself)))
        case "minimum": numbers.map { .value(.number($0.lowerBound)) } ?? .removed
        case "maximum": numbers.map { .value(.number($0.upperBound)) } ?? .removed
        case "exclusiveMinimum": numbers.map { .keyword("minimum", .number($0.lowerBound)) } ?? .removed
        case "exclusiveMaximum": numbers.map { .keyword("maximum", .number($0.upperBound)) } ?? .removed
        case "minLength", "minItems", "minProperties":
            sizes.flatMap { $0.lowerBound > 0 ? .value(.number(JSONNumber($0.lowerBound))) : nil } ?? .removed
        case "maxLength", "maxItems", "maxProperties":
            sizes.map { .value(.number(JSONNumber($0.upperBound))) } ?? .removed
        case "x-date-formats": withDateFormats(value)
        case "oneOf": .keyword("anyOf", value)
        default: .removed
        }
    }

    // MARK: Types and properties

    private func types(besides value: JSONValue) -> JSONValue {
        var types = value.strings
        let new = self.types
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
    private func withoutDependencies(_ value: JSONValue) -> Widening {
        guard case .object(var lists) = value else { return .removed }
        for list in lists.members {
            let kept = list.value.elementsOrItself.filter { name in
                guard case .string(let name) = name else { return true }
                return !dependencies.contains(Dependency(missing: name, present: list.name))
            }
            if kept.isEmpty {
                lists.remove(list.name)
            } else if kept.count < list.value.elementsOrItself.count {
                lists[list.name] = .array(kept)
            }
        }
        return lists.isEmpty ? .removed : .value(.object(lists))
    }

    // MARK: Values

    private func newValues(besides known: [JSONValue]) -> [JSONValue] {
        values.subtracting(known).map { ($0.text(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Adds the patterns of the new dates; removes the keyword if one of the strings is not a date.
    private func withDateFormats(_ value: JSONValue) -> Widening {
        guard let dates else { return .removed }
        let new = DateFormat.patterns(of: dates).map { JSONValue.string($0) }.filter {
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
