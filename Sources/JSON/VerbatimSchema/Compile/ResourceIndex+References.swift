import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
extension ResourceIndex {
    /// Returns the target of a reference in a resource.
    mutating func resolve(_ reference: JSON, in resource: Int32) throws(SchemaError) -> Target {
        let text = reference.string ?? ""
        let key = Anchor(resource: resource, name: text)
        if let known = targets[key] { return known }
        guard let found = try resolve(text, in: resource) else {
            throw error(.unresolvedReference(text), reference, resource)
        }
        targets[key] = found
        return found
    }

    /// Returns the target of a reference, or nil if it is unresolved.
    mutating func target(of reference: String, in resource: Int32) -> Target? {
        let key = Anchor(resource: resource, name: reference)
        if let known = targets[key] { return known }
        guard let found = try? resolve(reference, in: resource) else { return nil }
        targets[key] = found
        return found
    }

    /// Returns the target in the mapping of a discriminator: a reference, or the name of a schema.
    mutating func target(ofMapping text: String, in resource: Int32) -> Target? {
        let isName = text.utf8.allSatisfy { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "/") }
        return isName && !text.isEmpty
            ? target(of: "#/components/schemas/" + text, in: resource) ?? target(of: text, in: resource)
            : target(of: text, in: resource)
    }

    private mutating func resolve(_ text: String, in resource: Int32) throws(SchemaError) -> Target? {
        let reference = URI(text)
        guard let fragment = reference.decodedFragment else { return nil }
        if text.utf8.first == UInt8(ascii: "#") { return try find(fragment, in: resource) }
        let uri = reference.resolved(against: URI(resources[Int(resource)].uri)).withoutFragment.text
        guard let target = try self.resource(at: uri) else { return nil }
        return try find(fragment, in: target)
    }

    /// Returns the resource with a URI, adding its document from the store if necessary.
    private mutating func resource(at uri: String) throws(SchemaError) -> Int32? {
        if let known = resourceByURI[uri] { return known }
        guard let document = store[uri] else { return nil }
        let resource = try add(document, at: uri)
        return resourceByURI[uri] ?? resource
    }

    private mutating func find(_ fragment: String, in resource: Int32) throws(SchemaError) -> Target? {
        let root = resources[Int(resource)].root
        if fragment.isEmpty { return Target(schema: root, resource: resource) }
        guard fragment.hasPrefix("/") else {
            let anchor = Anchor(resource: resource, name: fragment)
            return anchors[anchor].map {
                Target(schema: $0, resource: self.resource(of: $0, within: resource))
            }
        }
        do {
            return try walk(JSONPointer(parsing: fragment), from: Target(schema: root, resource: resource))
        } catch let error as SchemaError {
            throw error
        } catch {
            return nil
        }
    }

    /// Follows a pointer from a schema, into other resources if it passes their roots.
    mutating func walk(_ pointer: JSONPointer, from start: Target) throws(SchemaError) -> Target? {
        var json = json(start.schema)
        var target = start
        for token in pointer.tokens {
            json = json[JSONPointer([token])]
            guard json.exists else { return nil }
            let value = node(json, in: start.schema.document)
            target = Target(schema: value, resource: resource(of: value, within: target.resource))
        }
        // The schema may be outside of any known keyword, as in a response of an OpenAPI document.
        try scan(target.schema, within: target.resource)
        return Target(
            schema: target.schema, resource: resource(of: target.schema, within: target.resource))
    }

    /// Returns whether a schema has the dynamic anchor with a name.
    func hasDynamicAnchor(_ name: String, _ target: Target) -> Bool {
        dynamicAnchors[Anchor(resource: target.resource, name: name)] == target.schema
    }
}
