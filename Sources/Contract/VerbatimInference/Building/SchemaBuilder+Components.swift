import VerbatimJSON

/// References to the components that describe objects.
extension SchemaBuilder {
    /// Describes the shapes of components by references from now on.
    mutating func refer(to components: [SharedShapes.Component], of kinds: ObjectKinds) {
        self.kinds = kinds
        for component in components {
            var required = component.shape.responses >= minimumResponses ? component.shape.alwaysPresent : []
            if let kind = component.key.kind { required.append(kind.property) }
            self.components[component.key] = (component.name, Set(required))
        }
    }

    /// The schema of a component, which refers to others but not to itself as a whole.
    ///
    /// That of a kind of objects has the values of the property that shows the kind.
    func schema(of component: SharedShapes.Component) -> JSONObject {
        let schema = inlineSchema(of: component.shape, "", depth: 0)
        guard let kind = component.key.kind else { return schema }
        let others = (schema["required"]?.array ?? []).filter { $0 != .string(kind.property) }
        var described: JSONObject = ["type": "object", "required": .array([.string(kind.property)] + others)]
        for (name, value) in schema.members where name != "required" { described[name] = value }
        let values = kind.values.map { JSONValue.string($0) }
        let property: JSONValue =
            values.count == 1
            ? ["type": "string", "const": values[0]] : ["type": "string", "enum": .array(values)]
        described["properties"]?[kind.property] = property
        return described
    }

    /// The alternatives for objects of several kinds, of which a discriminator chooses one; nil if one of
    /// them is not a component.
    ///
    /// https://spec.openapis.org/oas/v3.1.1#discriminator-object
    func alternatives(for shape: ObservedShape) -> JSONObject? {
        guard let choice = shape.choice else { return nil }
        var (references, mapping) = ([JSONValue](), JSONObject())
        for kind in choice.kinds {
            guard let (key, name) = component(for: kind.shape), key.kind?.property == choice.discriminator
            else { return nil }
            let reference = Self.reference(to: name)
            if !references.contains(["$ref": reference]) { references.append(["$ref": reference]) }
            for value in kind.values { mapping[value] = reference }
        }
        guard references.count > 1 else { return nil }
        if shape.nulls > 0 { references.append(["type": "null"]) }
        return [
            "oneOf": .array(references),
            "discriminator": ["propertyName": .string(choice.discriminator), "mapping": .object(mapping)],
        ]
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
        guard !components.isEmpty, let key = kinds.key(of: shape), let (name, required) = components[key],
            required.isSubset(of: shape.alwaysPresent)
        else { return nil }
        return (key, name)
    }
}

extension ObservedShape {
    /// The names of the properties that every object has, in order.
    var alwaysPresent: [String] { properties.filter { $0.count == objects }.map(\.name) }
}
