import VerbatimContract
import VerbatimJSON

/// Builds the schema that all values of a shape satisfy.
struct SchemaBuilder {
    /// The number of responses that show words, numbers in strings, and what requests must have.
    let minimumResponses: Int
    /// The number of responses in which a property must always be present to become required; nil for the
    /// usual rule.
    let minimumForProperties: Int?
    /// Whether the schemas of objects say how many responses show what they require.
    private let countsResponses: Bool
    /// Whether the values are those of requests.
    private var isOfRequests = false
    var kinds = ObjectKinds()
    /// What is known of properties by their names.
    var facts = PropertyFacts()
    /// Whether the values are those of successful responses.
    private(set) var isOfSuccess = false
    /// Whether the values are what successful responses have beside an error.
    private(set) var isOfFailure = false
    /// A component with the properties that it requires, and the shape for which it is.
    private typealias Reference = (
        component: SharedShapes.Component, required: Set<String>, shape: ObservedShape
    )
    /// The components for the shapes of objects.
    private var components: [ObjectKinds.Key: [Reference]] = [:]

    /// The number of responses that show what depends on the request.
    private static let usualMinimum = Contract.sufficientResponses
    /// The number of objects that show a property of objects that lack others at times, if these are many.
    static let usualObjects = 3

    init(requiring minimumForProperties: Int?, countsResponses: Bool = false) {
        minimumResponses = minimumForProperties ?? Self.usualMinimum
        self.minimumForProperties = minimumForProperties
        self.countsResponses = countsResponses
    }

    /// A builder for the bodies of requests, in which the app has a choice.
    var forRequests: SchemaBuilder {
        var builder = SchemaBuilder(requiring: minimumResponses)
        builder.isOfRequests = true
        builder.facts = facts
        return builder
    }

    /// A builder for the bodies of successful responses.
    var forSuccess: SchemaBuilder {
        var builder = self
        builder.isOfSuccess = true
        return builder
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
        if shape.isContent { return contentSchema(of: shape, name, depth: depth) }
        if let document = shape.document { return Self.freeForm(document, isOptional: shape.nulls > 0) }
        if let schema = alternatives(for: shape, name, depth: depth) ?? reference(to: shape) {
            return schema
        }
        return inlineSchema(of: shape, name, depth: depth)
    }

    /// The schema of the data of events, of which some is JSON.
    ///
    /// https://spec.openapis.org/oas/v3.2.0.html#special-considerations-for-server-sent-events
    private func contentSchema(of shape: ObservedShape, _ name: String, depth: Int) -> JSONObject {
        let (json, text) = shape.content
        let content: JSONObject = [
            "type": "string", "contentMediaType": "application/json",
            "contentSchema": .object(schema(of: json, name, depth: depth + 1)),
        ]
        guard let text else { return content }
        var other: JSONObject = ["type": "string"]
        let values = text.strings.values.map { JSONValue.string($0.text) }
        if !values.isEmpty { other["enum"] = .array(values) }
        return ["anyOf": [.object(content), .object(other)]]
    }

    /// The schema of a shape, with references to the components of what is inside.
    func inlineSchema(of shape: ObservedShape, _ name: String, depth: Int) -> JSONObject {
        var schema = JSONObject()
        guard depth < Self.depthLimit else { return schema }
        let types = types(of: shape)
        if let first = types.first {
            schema["type"] = types.count == 1 ? .string(first) : .array(types.map { .string($0) })
        } else if shape.nulls > 0 {
            schema = isOfRequests ? Self.onlyNullInRequests : countsResponses ? Self.onlyNull : schema
        }
        // What may be a Boolean value as well may be any text.
        if shape.strings.count > 0, shape.booleans == 0 { describeStrings(shape.strings, name, in: &schema) }
        if shape.objects > 0 { describeObjects(shape, name, depth, in: &schema) }
        if let items = shape.items {
            schema["items"] = .object(self.schema(of: items, name, depth: depth + 1))
        }
        return schema
    }

    /// The schema of what was only ever null, which may be anything else later, with a note for its reviewer.
    static let onlyNull: JSONObject = ["description": "Null in every response so far."]

    private static let onlyNullInRequests: JSONObject = ["description": "Null in every request so far."]

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

    /// What a schema says of texts besides their type.
    private static let textKeywords = ["format", "x-date-formats", "x-numeric-string", "x-known-values"]
    /// The number of different strings that show a format.
    private static let leastSamples = StringFacts.sampleLimit
    /// The number of dates that show that their fractions always have as many digits.
    private static let usualDates = 30

    private func describeStrings(_ strings: StringFacts, _ name: String, in schema: inout JSONObject) {
        let all = facts.strings(named: name) ?? strings
        let isNamed = all.format.map { facts.isNamed(name, by: $0) } ?? false
        let name = PropertyName(name)
        if let known = [strings, all].first(where: {
            $0.format != nil && ($0.samples.count >= Self.leastSamples || isNamed)
        }),
            let format = known.format, name.mayHave(format)
        {
            schema["format"] = .string(format)
        }
        if !strings.datePatterns.isEmpty, all.empty == 0,
            strings.count >= minimumResponses
                || strings.datePatterns.contains(where: DateFormat.isUnambiguous)
        {
            var patterns = strings.datePatterns
            if strings.count < Self.usualDates {
                patterns = DateFormat.shortened(
                    patterns, arePartial: facts.havePartialDates, fractionDigits: facts.fractionDigits)
            }
            if let format = DateFormat.format(of: patterns) { schema["format"] = .string(format) }
            schema["x-date-formats"] = .array(patterns.map { .string($0) })
        } else if let number = strings.numericString, strings.count >= minimumResponses, !name.isText,
            !name.isContent
        {
            schema["x-numeric-string"] = .string(number.rawValue)
        } else if strings.isOpenEnumeration, strings.format == nil, !name.isIdentifying, !name.isContent {
            schema["x-known-values"] = .array(strings.values.map { .string($0.text) })
        }
    }

    // MARK: Objects

    /// The schema of objects that may have any properties.
    private static func freeForm(_ description: String, isOptional: Bool) -> JSONObject {
        [
            "type": isOptional ? ["object", "null"] : "object", "description": .string(description),
            "additionalProperties": true,
        ]
    }

    private func describeObjects(
        _ shape: ObservedShape, _ name: String, _ depth: Int, in schema: inout JSONObject
    ) {
        if countsResponses || isOfRequests, shape.isKeyedByData || facts.isDictionary(shape, named: name),
            let values = shape.mapValues
        {
            var described = self.schema(of: values, "", depth: depth + 1)
            // What people write about a thing is any text.
            if PropertyName(name).isOfLabels || PropertyName(name).isMetadata {
                for keyword in Self.textKeywords { described[keyword] = nil }
                // What people may write as text and otherwise has any type.
                if values.types.count(where: \.self) > 1 { described = JSONObject() }
            }
            schema["additionalProperties"] = .object(described)
            return
        }
        // The names that requests list are the columns of one table.
        if facts.areChosen(shape.properties) { return schema["additionalProperties"] = true }
        var (inside, error) = (self, self)
        inside.isOfFailure = isOfFailure || isOfSuccess && shape.isFailed
        (error.isOfSuccess, error.isOfFailure) = (false, false)
        let isDecided = !error.required(of: shape).isEmpty
        let shape = isOfRequests ? shape : facts.joined(shape, named: name) ?? shape
        let required = required(of: shape)
        // Without a list, an update would require what this operation has always had.
        if !required.isEmpty || isDecided { schema["required"] = .array(required.map { .string($0) }) }
        if countsResponses, !shape.properties.isEmpty {
            schema[Contract.responsesKeyword] = .number(JSONNumber(confirmingResponses(of: shape)))
        }
        var properties = JSONObject()
        for property in shape.properties {
            let builder = PropertyName(property.name).isError ? error : inside
            var values = property.shape
            // In a response, null says as much as the absence of a property that may be absent.
            if countsResponses, values.nulls == 0,
                !required.contains(property.name) || mayBeNull(property, of: shape)
            {
                values.nulls = 1
            }
            if facts.isNumber(
                property, of: shape, named: name, isSent: isOfRequests, unless: minimumResponses)
            {
                (values.decimals, values.integers) = (values.integers, 0)
            }
            var described =
                shape.hasArguments(in: property)
                ? Self.freeForm("The arguments of what is called.", isOptional: values.nulls > 0)
                : builder.schema(of: values, property.name, depth: depth + 1)
            if shape.isOfPatch(property) { described = JSONObject() }
            let isScalar = ["string", "integer", "number"].contains(described["type"])
            if isOfRequests, isScalar, facts.isMixed(property, of: name) {
                described = ["type": ["string", "number"]]
            }
            properties.append(property.name, .object(described))
        }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
    }
}

extension SchemaBuilder {
    /// Whether too few responses show that a property is never null: what a thing may lack, or the date of
    /// what may not have happened, if others of the object are null.
    private func mayBeNull(_ property: ObservedShape.Property, of shape: ObservedShape) -> Bool {
        guard shape.responses < minimumResponses, shape.properties.count > 1,
            property.shape.strings.count + property.shape.objects > 0
        else { return false }
        let name = PropertyName(property.name)
        return name.isOptional || name.isPolicy && property.shape.objects > 0
            || !property.shape.strings.datePatterns.isEmpty && !name.isUsualDate
                && shape.properties.contains { $0.shape.nulls > 0 }
    }
}

extension StringFacts {
    /// Whether there are so few values for so many strings that they are those of an enumeration.
    ///
    /// A value that occurs in a single response shows that unseen values are likely (Good and Turing), and a
    /// single value shows nothing. Values that identify something are private. Of files and of phrases with
    /// numbers there are always more.
    fileprivate var isOpenEnumeration: Bool {
        let numbered = values.count { $0.text.contains("_") && $0.text.utf8.last?.isDigit == true }
        return count >= 10 && 2...16 ~= values.count && values.count * values.count <= count
            && numbered * 2 < values.count
            && values.allSatisfy {
                $0.responses > 1 && [nil, .region, .encoded].contains(IdentifierForm($0.text))
                    && !ObservedShape.isFile($0.text)
            }
    }
}

/// References to the components that describe objects.
extension SchemaBuilder {
    /// Describes the shapes of components by references from now on.
    mutating func refer(to components: [SharedShapes.Component], of kinds: ObjectKinds) {
        self.kinds = kinds
        for component in components {
            var required = required(of: component.shape)
            if let kind = component.kind { required.append(kind.property) }
            // What is within variants is merged, too.
            let merged = kinds.key(of: component.shape).map { [($0, component.shape)] } ?? []
            for (key, shape) in component.variants + (component.variants.count > 1 ? merged : []) {
                self.components[key, default: []].append((component, Set(required), shape))
            }
        }
    }

    /// Describes the shapes of some components in place from now on.
    mutating func forget(_ names: Set<String>) {
        components = components.mapValues { $0.filter { !names.contains($0.component.name) } }
    }

    /// The schema of a component, which refers to others but not to itself as a whole.
    func schema(of component: SharedShapes.Component) -> JSONObject {
        var shape = component.shape
        // Where it may be null, that is said beside the reference.
        shape.nulls = 0
        let schema = inlineSchema(of: shape, "", depth: 0)
        return component.kind.map { Self.describing($0, shape, schema) } ?? schema
    }

    /// The schema of objects of one kind, which has the values of the property that shows it.
    private static func describing(
        _ kind: ObjectKinds.Kind, _ shape: ObservedShape, _ schema: JSONObject
    ) -> JSONObject {
        let others = (schema["required"]?.array ?? []).compactMap(\.string).filter { $0 != kind.property }
        let own = shape.alwaysPresent.map(\.name).filter { kind.values == [$0] && !others.contains($0) }
        let required = [kind.property] + others + (schema["required"] == nil ? [] : own)
        var described: JSONObject = ["type": "object", "required": .array(required.map { .string($0) })]
        for (name, value) in schema.members where name != "required" { described[name] = value }
        let values = kind.values.map { JSONValue.string($0) }
        let property: JSONValue =
            values.count == 1
            ? ["type": "string", "const": values[0]] : ["type": "string", "enum": .array(values)]
        described["properties"]?[kind.property] = property
        return described
    }

    /// The alternatives for objects of several kinds, of which a discriminator chooses one if there is one;
    /// nil if one of its kinds is not a component.
    ///
    /// https://spec.openapis.org/oas/v3.1.1#discriminator-object
    private func alternatives(for shape: ObservedShape, _ name: String, depth: Int) -> JSONObject? {
        guard let choice = shape.choice else { return nil }
        // What distinguishes an error from a success is required of it.
        guard !isOfSuccess else {
            var builder = self
            builder.isOfSuccess = false
            return builder.alternatives(for: shape, name, depth: depth)
        }
        guard let discriminator = choice.discriminator, !isOfRequests else {
            return inlineAlternatives(choice, for: shape, name, depth: depth)
        }
        var (references, mapping) = ([JSONValue](), JSONObject())
        for kind in choice.kinds {
            guard let (key, name) = component(for: kind.shape), key.kind?.property == discriminator
            else { return nil }
            let reference = Self.reference(to: name)
            if !references.contains(["$ref": reference]) { references.append(["$ref": reference]) }
            for value in kind.values { mapping[value] = reference }
        }
        guard references.count + choice.others.count > 1 else { return nil }
        if shape.nulls > 0 { references.append(["type": "null"]) }
        let known: JSONObject = [
            "oneOf": .array(references),
            "discriminator": ["propertyName": .string(discriminator), "mapping": .object(mapping)],
        ]
        guard let other = choice.others.first else { return known }
        var unknown = inlineSchema(of: other, "", depth: 0)
        // Text is of no kind anyway, as that of WebSockets.
        if other.objects > 0 {
            var known: JSONObject = ["required": [.string(discriminator)]]
            if other.objects < other.count { known["type"] = "object" }
            unknown["not"] = .object(known)
        }
        return ["anyOf": [.object(known), .object(unknown)]]
    }

    /// The alternatives for objects of several kinds, each described in place, and for what is no object.
    ///
    /// The app may send objects of other kinds than those of a discriminator so far.
    private func inlineAlternatives(
        _ choice: ObservedChoice, for shape: ObservedShape, _ name: String, depth: Int
    ) -> JSONObject {
        var alternatives = choice.others.map { schema(of: $0, name, depth: depth + 1) }
        // How many responses there are of each kind is not known later.
        for index in alternatives.indices { alternatives[index][Contract.responsesKeyword] = nil }
        if let property = choice.discriminator {
            for kind in choice.kinds {
                var schema = inlineSchema(of: kind.shape, name, depth: depth + 1)
                if kind.shape.objects >= Self.usualObjects {
                    schema["required"] = .array(kind.shape.alwaysPresent.map { .string($0.name) })
                }
                alternatives.append(
                    Self.describing(
                        ObjectKinds.Kind(property: property, values: kind.values), kind.shape, schema))
            }
            let known = JSONValue.array(choice.kinds.flatMap(\.values).map { .string($0) })
            let other: JSONValue = ["type": "string", "not": ["enum": known]]
            alternatives.append(["type": "object", "properties": .object([property: other])])
        }
        var rest = shape
        (rest.objects, rest.properties) = (0, [])
        if rest.count > 0 {
            let isNull = rest.count == rest.nulls
            alternatives.append(isNull ? ["type": "null"] : inlineSchema(of: rest, name, depth: depth))
        }
        return ["anyOf": .array(alternatives.map { .object($0) })]
    }

    /// A reference to the component that describes the values, unless it requires more of them.
    func reference(to shape: ObservedShape) -> JSONObject? {
        guard let (_, name) = component(for: shape) else { return nil }
        let reference: JSONObject = ["$ref": Self.reference(to: name)]
        return shape.nulls == 0 ? reference : ["anyOf": [.object(reference), ["type": "null"]]]
    }

    static func reference(to name: String) -> JSONValue {
        .string("#/components/schemas/" + name)
    }

    private func component(for shape: ObservedShape) -> (key: ObjectKinds.Key, name: String)? {
        guard !components.isEmpty, let key = kinds.key(of: shape), !shape.isEnvelope,
            let reference = components[key]?.first(where: {
                $0.shape.isAlike(shape) && !$0.shape.differsInKind(from: shape)
            }),
            reference.required.isSubset(of: shape.alwaysPresent.map(\.name)),
            !isOfSuccess || !reference.component.isOnlyError
        else { return nil }
        return (key, reference.component.name)
    }
}
