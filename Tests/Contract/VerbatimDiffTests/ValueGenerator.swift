import VerbatimJSON
import VerbatimTestSupport

/// Draws values that a schema may allow, by its text alone: nothing here knows of normal forms.
struct ValueGenerator {
    let document: JSONValue
    var random: SeededRandom

    /// A value that tries to keep a schema, or now and then not to.
    mutating func value(for schema: JSONValue, depth: Int = 4) -> JSONValue {
        if random.once(in: 25) || depth == 0 { return anything(depth: min(depth, 1)) }
        if let reference = schema["$ref"]?.string, let target = target(of: reference) {
            return value(for: target, depth: depth - 1)
        }
        if let values = schema["enum"]?.array, !values.isEmpty, !random.once(in: 8) {
            return random.pick(values)
        }
        if let constant = schema["const"], !random.once(in: 8) { return constant }
        for keyword in ["anyOf", "oneOf", "allOf"] {
            guard let branches = schema[keyword]?.array, !branches.isEmpty, random.once(in: 2) else {
                continue
            }
            return value(for: merged(schema, random.pick(branches), without: keyword), depth: depth)
        }
        for keyword in ["then", "else", "if", "contains"] {
            if let branch = schema[keyword], random.once(in: 4), keyword != "contains" {
                return value(for: merged(schema, branch, without: keyword), depth: depth)
            }
        }
        let type =
            schema["type"]?.string ?? schema["type"]?.array.flatMap { types in random.pick(types).string }
        return value(
            of: type ?? random.pick(["object", "array", "string", "integer", "number", "boolean", "null"]),
            schema, depth)
    }

    private func target(of reference: String) -> JSONValue? {
        (try? JSONPointer(parsing: String(reference.dropFirst()))).flatMap { document[$0] }
    }

    private func merged(_ one: JSONValue, _ other: JSONValue, without keyword: String) -> JSONValue {
        var merged = one
        merged[keyword] = nil
        let other = other["$ref"]?.string.flatMap(target) ?? other
        for member in other.object?.members ?? [] {
            guard member.name == "properties", let mine = merged["properties"] else {
                merged[member.name] = member.value
                continue
            }
            var properties = mine
            for property in member.value.object?.members ?? [] { properties[property.name] = property.value }
            merged["properties"] = properties
        }
        return merged
    }

    private mutating func value(of type: String, _ schema: JSONValue, _ depth: Int) -> JSONValue {
        switch type {
        case "object": object(schema, depth)
        case "array": array(schema, depth)
        case "string": string(schema)
        case "integer": .number(number(schema))
        case "number":
            random.once(in: 2)
                ? .number(number(schema)) : .number(JSONNumber("\(random.number(-4...12)).5") ?? 0)
        case "boolean": .bool(random.once(in: 2))
        default: .null
        }
    }

    private mutating func number(_ schema: JSONValue) -> JSONNumber {
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].compactMap {
            schema[$0]?.number?.int
        }
        let step = schema["multipleOf"]?.number?.int ?? 1
        let base =
            bounds.isEmpty || random.once(in: 3)
            ? random.number(-4...14) : random.pick(bounds) + random.number(-2...2)
        return JSONNumber(random.once(in: 4) ? base : base / step * step)
    }

    private mutating func string(_ schema: JSONValue) -> JSONValue {
        let dates = ["2024", "2024-02", "2024-02-29", "Thu, 29 Feb 2024"]
        var choices = ["", "a", "ab", "b", "7", "42", "xa", "yyab", "x", "text"]
        if schema["format"] != nil || schema["x-date-formats"] != nil || random.once(in: 6) {
            choices +=
                dates + dates + [
                    "2024-02-29T10:00:00Z", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "https://example.com/a",
                    "a@example.com",
                ]
        }
        let lengths = ["minLength", "maxLength"].compactMap { schema[$0]?.number?.int }
        if let length = lengths.first, random.once(in: 2) {
            let count = max(0, length + random.number(-1...1))
            return .string(String(repeating: random.pick(["a", "b", "1"]), count: count))
        }
        return .string(random.pick(choices))
    }

    private mutating func array(_ schema: JSONValue, _ depth: Int) -> JSONValue {
        let prefix = schema["prefixItems"]?.array ?? []
        let counts = ["minItems", "maxItems", "minContains"].compactMap { schema[$0]?.number?.int }
        var count = random.number(0...3)
        if let bound = counts.first, random.once(in: 2) { count = max(0, bound + random.number(-1...1)) }
        return .array(
            (0..<count).map { index in
                if let contained = schema["contains"], random.once(in: 2) {
                    return value(for: contained, depth: depth - 1)
                }
                let element = index < prefix.count ? prefix[index] : schema["items"] ?? [:]
                return value(for: element, depth: depth - 1)
            })
    }

    private mutating func object(_ schema: JSONValue, _ depth: Int) -> JSONValue {
        let properties = schema["properties"]?.object ?? [:]
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        var object = JSONObject()
        let rate = random.number(1...4)
        for name in required where !random.once(in: 12) {
            object[name] = value(for: properties[name] ?? [:], depth: depth - 1)
        }
        for member in properties.members where object[member.name] == nil && random.once(in: rate) {
            object[member.name] = value(for: member.value, depth: depth - 1)
        }
        let spare = ["a", "b", "c", "id", "ab", "7", "other"]
        let least = schema["minProperties"]?.number?.int ?? 0
        for _ in 0..<(random.once(in: 3) ? random.number(1...2) : max(0, least - object.count)) {
            let others = schema["additionalProperties"] ?? [:]
            let name = random.pick(spare)
            if object[name] == nil { object[name] = value(for: others, depth: depth - 1) }
        }
        return .object(object)
    }

    private mutating func anything(depth: Int) -> JSONValue {
        switch random.number(0...8) {
        case 0: .null
        case 1: .bool(true)
        case 2, 3: .number(JSONNumber(random.number(-3...12)))
        case 4: .number(JSONNumber("3.5") ?? 3)
        case 5, 6: .string(random.pick(["", "a", "b", "xx", "2024", "7"]))
        case 7: depth > 0 ? .array((0..<random.number(0...2)).map { _ in anything(depth: 0) }) : []
        default:
            depth > 0 ? .object(JSONObject([(random.pick(["a", "b", "id", "7"]), anything(depth: 0))])) : [:]
        }
    }
}
