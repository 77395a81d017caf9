import VerbatimContract
import VerbatimJSON

/// Builds the schema of forms, whose fields `card[number]` are the properties of objects.
struct FormBuilder: TrafficFacts {
    private typealias Field = (path: ArraySlice<String>, name: String)

    private var fields: [String: TextStatistics] = [:]
    /// The names of the fields with files.
    private var files: Set<String> = []
    /// The names of the fields that only other forms have.
    private var optional: Set<String> = []
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// The values of the fields with the names of the properties that have them: `month` of `card[month]`.
    var values: [(String, TextStatistics)] {
        fields.map { name, values in
            (RequestTarget.path(ofField: name).last { !$0.utf8.allSatisfy(\.isDigit) } ?? name, values)
        }
    }

    /// Adds the fields of a form; the value of a file is nil.
    mutating func add(_ items: [(name: String, value: String?)]) {
        count += 1
        for (name, items) in Dictionary(grouping: items, by: \.name) where !name.isEmpty {
            let isInList = RequestTarget.path(ofField: name).dropLast().contains("")
            fields[name, default: TextStatistics()].add(items.map { $0.value ?? "" }, areLists: !isInList)
            if items.contains(where: { $0.value == nil }) { files.insert(name) }
        }
    }

    mutating func append(_ next: FormBuilder) {
        fields.append(next.fields)
        files.formUnion(next.files)
        count += next.count
    }

    /// Adds the fields of properties that only other forms have, unless their names are among some.
    mutating func addMissing(of other: FormBuilder, except names: Set<String>) {
        let known = names.union(fields.keys.map { RequestTarget.path(ofField: $0)[0] })
        for (name, values) in other.fields where !known.contains(RequestTarget.path(ofField: name)[0]) {
            fields[name] = values
            if other.files.contains(name) { files.insert(name) }
            optional.insert(name)
        }
    }

    /// The media type object.
    ///
    /// https://spec.openapis.org/oas/v3.1.1.html#encoding-object
    func object(minimumCount: Int, _ facts: PropertyFacts) -> JSONObject {
        let paths = fields.keys.sorted().map { name in
            let path = RequestTarget.path(ofField: name)
            // What is text itself has no properties.
            return (path: fields[path[0]] == nil ? path[...] : [name], name: name)
        }
        let properties = OrderedGroups(grouping: paths) { $0.path.first ?? "" }.pairs
        let required = properties.filter {
            $1.contains { fields[$0.name]?.messages == count && !optional.contains($0.name) }
        }.map(\.0)
        var schema: JSONObject = ["type": "object"]
        if count >= minimumCount, !required.isEmpty {
            schema["required"] = .array(required.map { .string($0) })
        }
        if !paths.isEmpty {
            schema["properties"] = .object(
                JSONObject(properties.map { ($0, .object(self.schema(of: $1, named: $0, facts))) }))
        }
        let objects = properties.filter { $1.contains { $0.path.count > 1 } }.map(\.0)
        var object: JSONObject = ["schema": .object(schema)]
        if !objects.isEmpty {
            let style: JSONValue = ["style": "deepObject", "explode": true]
            object["encoding"] = .object(JSONObject(objects.map { ($0, style) }))
        }
        return object
    }

    /// The schema of the fields of a property, whose name is the first part of their paths.
    private func schema(of fields: [Field], named name: String, _ facts: PropertyFacts) -> JSONObject {
        let inner = fields.map { (path: $0.path.dropFirst(), name: $0.name) }
        guard inner.contains(where: { !$0.path.isEmpty }) else {
            return values(of: inner, named: name, facts)
        }
        // Nothing is known of what is text and an object.
        guard inner.allSatisfy({ !$0.path.isEmpty }) else { return [:] }
        let areNumbered = inner.allSatisfy { $0.path[$0.path.startIndex].utf8.allSatisfy(\.isDigit) }
        if areNumbered {
            let values = schema(of: inner, named: name, facts)
            let isList = values["type"] == "array" && inner.allSatisfy { $0.path.first == "" }
            return isList ? values : ["type": "array", "items": .object(values)]
        }
        if facts.isDictionary(name), inner.allSatisfy({ $0.path.count == 1 }) {
            return ["type": "object", "additionalProperties": ["type": "string"]]
        }
        let properties = OrderedGroups(grouping: inner) { $0.path.first ?? "" }.pairs
        return [
            "type": "object",
            "properties": .object(
                JSONObject(properties.map { ($0, .object(schema(of: $1, named: $0, facts))) })),
        ]
    }

    /// The schema of the values of some fields; `binary` for files, as generators of clients know them.
    private func values(of fields: [Field], named name: String, _ facts: PropertyFacts) -> JSONObject {
        var all = TextStatistics()
        for field in fields { if let values = self.fields[field.name] { all.append(values) } }
        let schema = all.schema(of: name, by: facts)
        guard fields.contains(where: { files.contains($0.name) }) else { return schema }
        let file: JSONObject = ["type": "string", "format": "binary"]
        return schema["items"] == nil ? file : ["type": "array", "items": .object(file)]
    }
}
