import VerbatimJSON
import VerbatimTestSupport

/// Makes random schemas, and other ones that differ from them in one location.
struct SchemaGenerator {
    var random: SeededRandom

    private static let names = ["a", "b", "c", "id"]
    private static let patterns = ["^a", "^[0-9]+$", "b$", "^(x|yy)[a-c]*$", "a"]
    private static let formats = ["date", "date-time", "uuid", "uri", "email"]
    private static let dates = ["yyyy", "yyyy-MM", "yyyy-MM-dd", "EEE, dd MMM yyyy"]
    private static let values: [JSONValue] = ["a", "b", "xx", 0, 1, 2, 3.5, true, nil, ["a"], [:]]

    // MARK: Schemas

    /// A document with a schema at its root, and one that it may refer to, itself included.
    mutating func document() -> JSONValue {
        var root = schema(depth: 3)
        guard root.text(.compact).contains("$ref") else { return root }
        root["$defs"] = [
            "one": schema(depth: 1),
            "two": ["type": "object", "properties": ["next": ["$ref": "#/$defs/two"]]],
        ]
        return root
    }

    mutating func schema(depth: Int) -> JSONValue {
        if depth > 0, random.once(in: 12) {
            return ["$ref": .string(random.pick(["#/$defs/one", "#/$defs/two"]))]
        }
        let type = random.pick(
            depth > 0
                ? ["object", "object", "array", "string", "integer", "number", "boolean"]
                : ["string", "integer", "number", "boolean", "null"])
        var schema: JSONValue = ["type": .string(type)]
        if random.once(in: 6) {
            schema["type"] = [
                .string(type),
                .string(random.pick(["null", "string", "integer", "object"]).differing(from: type)),
            ]
        }
        for _ in 0..<random.number(0...3) { add(keywordOf: type, to: &schema, depth: depth) }
        if depth > 0, random.once(in: 8) { add(logicTo: &schema, depth: depth - 1) }
        return schema
    }

    private mutating func add(keywordOf type: String, to schema: inout JSONValue, depth: Int) {
        switch type {
        case "object": addObject(&schema, depth)
        case "array": addArray(&schema, depth)
        case "string": addString(&schema)
        case "integer", "number": addNumber(&schema)
        default: if random.once(in: 4) { schema["enum"] = .array(values()) }
        }
    }

    private mutating func addObject(_ schema: inout JSONValue, _ depth: Int) {
        switch random.number(0...10) {
        case 0...4:
            var properties = schema["properties"] ?? [:]
            properties[random.pick(Self.names)] = self.schema(depth: depth - 1)
            schema["properties"] = properties
        case 5, 6: schema["required"] = .array(names().map(JSONValue.string))
        case 7: schema["additionalProperties"] = random.once(in: 2) ? false : self.schema(depth: depth - 1)
        case 8:
            schema[random.pick(["minProperties", "maxProperties"])] = .number(
                JSONNumber(random.number(0...3)))
        case 9:
            schema["dependentRequired"] = .object([
                random.pick(Self.names): .array(names().map(JSONValue.string))
            ])
        default:
            schema[random.pick(["patternProperties", "propertyNames"])] = nil
            if random.once(in: 2) {
                schema["patternProperties"] = .object([
                    random.pick(["^a", "^[0-9]+$", "."]): self.schema(depth: depth - 1)
                ])
            } else {
                schema["propertyNames"] = ["pattern": .string(random.pick(["^[a-z]+$", "^a", "^.$"]))]
            }
        }
    }

    private mutating func addArray(_ schema: inout JSONValue, _ depth: Int) {
        switch random.number(0...7) {
        case 0...3: schema["items"] = random.once(in: 10) ? false : self.schema(depth: depth - 1)
        case 4: schema[random.pick(["minItems", "maxItems"])] = .number(JSONNumber(random.number(0...3)))
        case 5: schema["uniqueItems"] = true
        case 6:
            schema["prefixItems"] = .array(
                (0..<random.number(1...2)).map { _ in self.schema(depth: depth - 1) })
        default:
            schema["contains"] = self.schema(depth: 0)
            if random.once(in: 2) { schema["minContains"] = .number(JSONNumber(random.number(1...2))) }
        }
    }

    private mutating func addString(_ schema: inout JSONValue) {
        switch random.number(0...6) {
        case 0, 1: schema["minLength"] = .number(JSONNumber(random.number(0...3)))
        case 2: schema["maxLength"] = .number(JSONNumber(random.number(2...12)))
        case 3: schema["pattern"] = .string(random.pick(Self.patterns))
        case 4: schema["format"] = .string(random.pick(Self.formats))
        case 5:
            schema["x-date-formats"] = .array(
                (0..<random.number(1...2)).map { _ in .string(random.pick(Self.dates)) })
        default:
            schema["enum"] = .array((0..<random.number(1...3)).map { .string(["a", "b", "c", "2024"][$0]) })
        }
    }

    private mutating func addNumber(_ schema: inout JSONValue) {
        let number = JSONValue.number(JSONNumber(random.number(-3...12)))
        switch random.number(0...5) {
        case 0: schema["minimum"] = number
        case 1: schema["maximum"] = number
        case 2: schema["exclusiveMinimum"] = number
        case 3: schema["exclusiveMaximum"] = number
        case 4: schema["multipleOf"] = .number(JSONNumber(random.number(1...4)))
        default:
            schema["enum"] = .array(
                [1, 2, 3, 4].prefix(random.number(1...4)).map { .number(JSONNumber($0)) })
        }
    }

    private mutating func add(logicTo schema: inout JSONValue, depth: Int) {
        switch random.number(0...5) {
        case 0, 1: schema["anyOf"] = .array((0..<random.number(1...3)).map { _ in self.schema(depth: depth) })
        case 2: schema["oneOf"] = .array((0..<random.number(1...3)).map { _ in self.schema(depth: depth) })
        case 3: schema["allOf"] = .array((0..<random.number(1...2)).map { _ in self.schema(depth: depth) })
        case 4: schema["not"] = self.schema(depth: 0)
        default:
            schema["if"] = self.schema(depth: depth)
            schema[random.pick(["then", "else"])] = self.schema(depth: depth)
        }
    }

    private mutating func names() -> [String] {
        Self.names.filter { _ in random.once(in: 2) }
    }

    private mutating func values() -> [JSONValue] {
        (0..<random.number(1...3)).map { Self.values[($0 * 3 + random.number(0...2)) % Self.values.count] }
    }

    // MARK: Changes

    /// The document with a change in one schema of it.
    mutating func changed(_ document: JSONValue) -> JSONValue {
        for _ in 0..<10 {
            let changed = changedOnce(document)
            if changed != document { return changed }
        }
        return document
    }

    private mutating func changedOnce(_ document: JSONValue) -> JSONValue {
        let locations = Self.schemas(in: document, at: [])
        let location = random.pick(locations)
        guard let schema = document[JSONPointer(location)], schema.object != nil else { return document }
        return document.setting(change(schema, depth: max(0, 3 - location.count / 2)), at: location[...])
    }

    private mutating func change(_ schema: JSONValue, depth: Int) -> JSONValue {
        var changed = schema
        let keywords = (schema.object?.names ?? []).filter { $0 != "$defs" && $0 != "$ref" }
        switch random.number(0...5) {
        case 0: if !keywords.isEmpty { changed[random.pick(keywords)] = nil }
        case 1, 2:
            let type = schema["type"]?.string ?? schema["type"]?[0]?.string ?? "string"
            add(keywordOf: type, to: &changed, depth: max(1, depth))
        case 3:
            let type = random.pick(["string", "integer", "number", "boolean", "null", "object", "array"])
            changed["type"] =
                random.once(in: 2) ? .string(type) : [.string(type), .string("null".differing(from: type))]
        case 4: if depth > 0 { add(logicTo: &changed, depth: depth - 1) }
        default:
            let keyword = keywords.filter { schema[$0]?.number != nil }
            if !keyword.isEmpty {
                changed[random.pick(keyword)] = .number(JSONNumber(random.number(1...6)))
            } else {
                let fresh = self.schema(depth: depth)
                for member in fresh.object?.members ?? [] { changed[member.name] = member.value }
            }
        }
        return changed
    }

    /// The locations of all schemas below one.
    private static func schemas(in schema: JSONValue, at location: [String]) -> [[String]] {
        guard let object = schema.object else { return [] }
        return [location]
            + object.members.flatMap { keyword, value -> [[String]] in
                switch keyword {
                case "items", "additionalProperties", "not", "if", "then", "else", "contains":
                    schemas(in: value, at: location + [keyword])
                case "properties", "patternProperties", "$defs":
                    (value.object?.members ?? []).flatMap {
                        schemas(in: $0.value, at: location + [keyword, $0.name])
                    }
                case "anyOf", "oneOf", "allOf", "prefixItems":
                    (value.array ?? []).enumerated().flatMap {
                        schemas(in: $0.element, at: location + [keyword, "\($0.offset)"])
                    }
                default: []
                }
            }
    }
}

extension String {
    /// The text, or another one if it is this.
    fileprivate func differing(from other: String) -> String {
        self != other ? self : other == "boolean" ? "string" : "boolean"
    }
}

extension JSONValue {
    /// The value with another one in a location.
    func setting(_ value: JSONValue, at location: ArraySlice<String>) -> JSONValue {
        guard let token = location.first else { return value }
        switch self {
        case .object(var object):
            object[token] = object[token]?.setting(value, at: location.dropFirst())
            return .object(object)
        case .array(var elements):
            guard let index = Int(token), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].setting(value, at: location.dropFirst())
            return .array(elements)
        default: return self
        }
    }
}
