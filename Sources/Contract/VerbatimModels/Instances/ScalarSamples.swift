import VerbatimFormats
import VerbatimJSON
import VerbatimRegex
import VerbatimSchema

/// The strings and numbers to try for a schema: those at its limits, each valid against its own keywords.
struct ScalarSamples {
    let schema: InstanceSchema
    /// Whether the examples of the schema come first, as a provider's document shows what it sends.
    let usesExamples: Bool

    /// The most values of an enumeration to try.
    private static let limit = 64

    /// Returns the values of a type, the most usual first.
    func values(of type: String) -> [JSONValue] {
        let candidates: [JSONValue] =
            switch type {
            case "string": strings.map(JSONValue.string)
            case "integer": numbers(isInteger: true)
            case "number": numbers(isInteger: false)
            case "boolean": [true, false]
            default: []
            }
        let examples = usesExamples ? self.examples.filter { $0.kind == candidates.first?.kind } : []
        let test = valueTest
        return (examples + candidates).uniqued.filter { value in
            guard let test, let json = JSON(value) else { return true }
            return test.accepts(json)
        }
    }

    private func all(_ keyword: String) -> [JSON] { schema.parts.map { $0[keyword] }.filter(\.exists) }

    private var examples: [JSONValue] {
        (all("example") + all("examples").flatMap { Array($0.elements.prefix(1)) }).map(\.value)
    }

    // MARK: Strings

    private var strings: [String] {
        let known = all("x-known-values").flatMap { $0.elements.prefix(Self.limit).compactMap(\.string) }
        let dates = all("x-date-formats").flatMap { formats in
            formats.elements.compactMap(\.string).compactMap { try? DatePattern($0).sample }
        }
        let formats = all("format").compactMap(\.string).flatMap(Self.samples)
        let patterns = all("pattern").compactMap(\.string).flatMap(PatternSampler.samples)
        let lengths = (all("minLength") + all("maxLength")).compactMap { $0.number?.int }
            .filter { 1...1000 ~= $0 }.map { String(repeating: "a", count: $0) }
        // The last two are what an open set of values and an unrestricted string allow.
        return known + dates + formats + patterns.prefix(2) + lengths + ["text", ""]
    }

    /// Returns texts of a format; dates and times in each form that decoders read differently.
    private static func samples(of format: String) -> [String] {
        switch format {
        case Format.dateTime.rawValue:
            [Format.dateTime.sample, "2024-02-29T13:05:09.123Z", "2024-02-29T15:05:09+02:00"]
        // https://spec.openapis.org/registry/format/byte
        case "byte": ["AA=="]
        default: [Format(rawValue: format)?.sample].compactMap(\.self)
        }
    }

    // MARK: Numbers

    private func numbers(isInteger: Bool) -> [JSONValue] {
        let bounds = ["minimum", "maximum"].flatMap(all).compactMap(\.number)
        let exclusive = ["exclusiveMinimum", "exclusiveMaximum"].flatMap(all).compactMap(\.number)
        let inside = exclusive.compactMap(\.int).filter { $0.magnitude < 1 << 60 }
            .flatMap { [JSONNumber($0 + 1), JSONNumber($0 - 1)] }
        let steps = all("multipleOf").compactMap(\.number)
        let fractions = isInteger ? [] : ["0.5", "-1.5"].compactMap { JSONNumber($0) }
        let usual: [JSONNumber] = [1, 0, -1]
        let candidates = [steps, [1], bounds, inside, usual, fractions, limits(isInteger: isInteger)]
        return candidates.joined().map(JSONValue.number)
    }

    /// The limits of the integers that the schema declares with a format, or of those that fit 64 bits.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#data-type-format
    private func limits(isInteger: Bool) -> [JSONNumber] {
        guard isInteger else { return [] }
        return all("format").contains { $0.string == "int32" }
            ? [JSONNumber(Int32.min), JSONNumber(Int32.max)] : [JSONNumber(Int64.min), JSONNumber(Int64.max)]
    }

    // MARK: Validity

    /// The test of the keywords that restrict strings and numbers; nil if there are none.
    private var valueTest: CompiledSchema? {
        let own = schema.parts.map { part in
            JSONValue.object(
                JSONObject(
                    part.members.filter { Self.keywords.contains($0.name) }.map { ($0.name, $0.value.value) })
            )
        }.filter { $0.object?.isEmpty == false }
        guard !own.isEmpty, let document = JSON(["allOf": .array(own)]) else { return nil }
        // What does not compile is reported with the contract, and restricts nothing.
        return try? Schema(document).compile(options: .openAPI)
    }

    private static let keywords: Set = [
        "minLength", "maxLength", "pattern", "format", "x-date-formats", "x-date-profile", "minimum",
        "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    ]
}
