import VerbatimJSON

/// Builds the schema that all values of a shape satisfy.
struct SchemaBuilder {
    /// The number of responses in which a property must always be present to become required.
    let minimumResponses: Int
    /// The components for shapes that occur in several places, with the properties they require.
    private var components: [SharedShapes.Key: (name: String, required: Set<String>)] = [:]

    init(minimumResponses: Int) {
        self.minimumResponses = minimumResponses
    }

    /// The depth below which values are not described, as the document would be too deep to be read.
    private static let depthLimit = 100

    /// The schema of a shape; empty if nothing is known about its values.
    ///
    /// - Parameter name: The name of the property that has the values; by default none has.
    func schema(of shape: ObservedShape, named name: String = "") -> JSONObject {
        schema(of: shape, name, depth: 0)
    }

    private func schema(of shape: ObservedShape, _ name: String, depth: Int) -> JSONObject {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { self.schema(of: shape, name, depth: depth) }
        }
        if let reference = reference(to: shape) { return reference }
        return inlineSchema(of: shape, name, depth: depth)
    }

    /// The schema of a component, which refers to others but not to itself as a whole.
    func componentSchema(of shape: ObservedShape) -> JSONObject { inlineSchema(of: shape, "", depth: 0) }

    /// Describes shapes with a key by a component from now on.
    mutating func refer(to name: String, for shape: ObservedShape, _ key: SharedShapes.Key) {
        components[key] = (name, shape.responses >= minimumResponses ? Set(shape.alwaysPresent) : [])
    }

    /// A reference to the component that describes the values, unless it requires more of them.
    private func reference(to shape: ObservedShape) -> JSONObject? {
        guard !components.isEmpty, let key = SharedShapes.Key(shape), let (name, required) = components[key],
            required.isSubset(of: shape.alwaysPresent)
        else { return nil }
        let reference: JSONObject = ["$ref": .string("#/components/schemas/" + name)]
        return shape.nulls == 0 ? reference : ["anyOf": [.object(reference), ["type": "null"]]]
    }

    private func inlineSchema(of shape: ObservedShape, _ name: String, depth: Int) -> JSONObject {
        var schema = JSONObject()
        guard depth < Self.depthLimit else { return schema }
        let types = types(of: shape)
        if let first = types.first {
            schema["type"] = types.count == 1 ? .string(first) : .array(types.map { .string($0) })
        }
        if shape.strings.count > 0 { describeStrings(shape.strings, name, in: &schema) }
        if shape.objects > 0 { describeObjects(shape, depth, in: &schema) }
        if let items = shape.items {
            schema["items"] = .object(self.schema(of: items, name, depth: depth + 1))
        }
        return schema
    }

    /// The types of JSON Schema, containers first; none if all values were null, as others may be of any
    /// type.
    private func types(of shape: ObservedShape) -> [String] {
        var types: [String] = []
        if shape.objects > 0 { types.append("object") }
        if shape.arrays > 0 { types.append("array") }
        if shape.strings.count > 0 { types.append("string") }
        if shape.decimals > 0 {
            types.append("number")
        } else if shape.integers > 0 {
            types.append("integer")
        }
        if shape.booleans > 0 { types.append("boolean") }
        if shape.nulls > 0, !types.isEmpty { types.append("null") }
        return types
    }

    // MARK: Strings

    private func describeStrings(_ strings: StringFacts, _ name: String, in schema: inout JSONObject) {
        let name = PropertyName(name)
        if let format = strings.format, format != "ipv4" || name.isAddress {
            schema["format"] = .string(format)
        }
        if !strings.datePatterns.isEmpty,
            strings.count >= minimumResponses
                || strings.datePatterns.contains(where: DateFormat.isUnambiguous)
        {
            if let format = DateFormat.format(of: strings.datePatterns) { schema["format"] = .string(format) }
            schema["x-date-formats"] = .array(strings.datePatterns.map { .string($0) })
        } else if let number = strings.numericString {
            schema["x-numeric-string"] = .string(number.rawValue)
        } else if strings.isOpenEnumeration, strings.format == nil, !name.isIdentifying {
            schema["x-known-values"] = .array(strings.values.map { .string($0.text) })
        }
    }

    // MARK: Objects

    private func describeObjects(_ shape: ObservedShape, _ depth: Int, in schema: inout JSONObject) {
        let required = shape.responses >= minimumResponses ? shape.alwaysPresent : []
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        var properties = JSONObject()
        for property in shape.properties {
            properties.append(
                property.name, .object(self.schema(of: property.shape, property.name, depth: depth + 1)))
        }
        let conditions = conditions(for: shape, beyond: required)
        if !conditions.isEmpty {
            for discriminator in shape.variants[0].discriminators {
                declareKnownValues(of: discriminator.name, shape, &properties)
            }
        }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        if !conditions.isEmpty { schema["allOf"] = .array(conditions.map { .object($0) }) }
    }

    /// The conditional schemas for the properties that are required of some variants only.
    private func conditions(for shape: ObservedShape, beyond required: [String]) -> [JSONObject] {
        guard shape.variants.count > 1 else { return [] }
        let common = Set(required)
        return shape.variants.compactMap { variant in
            let more = variant.alwaysPresent.filter { !common.contains($0) }
            guard variant.responses >= minimumResponses, !more.isEmpty else { return nil }
            return [
                "if": .object(condition(for: variant)),
                "then": ["required": .array(more.map { .string($0) })],
            ]
        }
    }

    private func condition(for variant: ObservedShape.Variant) -> JSONObject {
        let schemas = variant.discriminators.map { discriminator in
            let constant = discriminator.value.map { JSONValue.object(["const": .string($0)]) }
            return (discriminator.name, constant ?? .bool(false))
        }
        let present = variant.discriminators.filter { $0.value != nil }.map { JSONValue.string($0.name) }
        return present.isEmpty
            ? ["properties": .object(JSONObject(schemas))]
            : ["required": .array(present), "properties": .object(JSONObject(schemas))]
    }

    /// Lists the values of a discriminator, so that a new variant is reported however few objects the known
    /// ones have.
    private func declareKnownValues(
        of name: String, _ shape: ObservedShape, _ properties: inout JSONObject
    ) {
        guard case .object(var property)? = properties[name] else { return }
        let values = Set(
            shape.variants.flatMap(\.discriminators).filter { $0.name == name }.compactMap(\.value))
        property["x-known-values"] = .array(values.sorted().map { .string($0) })
        properties[name] = .object(property)
    }
}

extension ObservedShape {
    /// The names of the properties that every object has, in order.
    fileprivate var alwaysPresent: [String] { properties.filter { $0.count == objects }.map(\.name) }
}

extension StringFacts {
    /// Whether there are so few values for so many strings that they are those of an enumeration.
    ///
    /// A value that occurs in a single response shows that unseen values are likely (Good and Turing), and a
    /// single value shows nothing. Values that identify something are private.
    fileprivate var isOpenEnumeration: Bool {
        count >= 10 && values.count > 1 && values.count * values.count <= count
            && values.allSatisfy { $0.responses > 1 && IdentifierForm($0.text) == nil }
    }
}

/// The words in the name of a property.
private struct PropertyName {
    private let words: Set<String>

    init(_ name: String) {
        words = Set(ResourceName.singular(ResourceName.words(of: name)).map { $0.lowercased() })
    }

    /// Whether the values may be names of people or things, or keys of them, which are private.
    var isIdentifying: Bool { !words.isDisjoint(with: Self.identifying) }
    /// Whether the values may be IP addresses rather than versions of four numbers.
    var isAddress: Bool {
        !words.isDisjoint(with: ["ip", "ipv4", "address", "addr", "host", "origin", "server"])
    }

    private static let identifying: Set = [
        "id", "uid", "uuid", "guid", "key", "token", "secret", "hash", "sha", "sha1", "sha256", "md5",
        "etag", "digest", "checksum", "signature", "fingerprint", "cursor", "name", "firstname", "lastname",
        "fullname", "username", "nickname", "login", "user", "owner", "author", "creator", "assignee",
        "member",
        "email", "mail", "phone", "address", "street", "city", "zip", "postcode", "title", "slug", "handle",
        "label", "tag", "subject", "description", "text", "message", "comment", "host", "hostname", "domain",
        "ip", "url", "uri", "href", "link", "path", "file", "filename", "ref", "branch", "version",
    ]
}
