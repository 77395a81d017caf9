import VerbatimJSON

/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
extension ResourceIndex {
    /// What a reference in a resource leads to.
    /// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3
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

    private mutating func resolve(_ text: String, in resource: Int32) throws(SchemaError) -> Target? {
        let reference = URI(text)
        guard let fragment = reference.decodedFragment else { return nil }
        if text.utf8.first == UInt8(ascii: "#") { return try find(fragment, in: resource) }
        let uri = reference.resolved(against: URI(resources[Int(resource)].uri)).withoutFragment.text
        guard let target = try self.resource(at: uri) else { return nil }
        return try find(fragment, in: target)
    }

    /// The resource with a URI, from the store if no document has it yet.
    private mutating func resource(at uri: String) throws(SchemaError) -> Int32? {
        if let known = resourceByURI[uri] { return known }
        guard let document = store[uri] else { return nil }
        let resource = try add(document, at: uri)
        return resourceByURI[uri] ?? resource
    }

    private mutating func find(_ fragment: String, in resource: Int32) throws(SchemaError) -> Target? {
        let root = resources[Int(resource)].location
        if fragment.isEmpty { return Target(location: root, resource: resource) }
        guard fragment.hasPrefix("/") else {
            let anchor = Anchor(resource: resource, name: fragment)
            return anchors[anchor].map {
                Target(location: $0, resource: self.resource(of: $0, within: resource))
            }
        }
        do {
            return try walk(JSONPointer(parsing: fragment), from: Target(location: root, resource: resource))
        } catch let error as SchemaError {
            throw error
        } catch {
            return nil
        }
    }

    /// Follows a pointer, into other resources where it passes their roots.
    mutating func walk(_ pointer: JSONPointer, from start: Target) throws(SchemaError) -> Target? {
        var json = json(start.location)
        var target = start
        for token in pointer.tokens {
            json = child(of: json, token, in: start.location.document)
            guard json.exists else { return nil }
            let location = location(json, in: start.location.document)
            target = Target(location: location, resource: resource(of: location, within: target.resource))
        }
        // A schema in a location that no keyword makes one, such as a response of an OpenAPI document.
        try scan(target.location, within: target.resource)
        return Target(
            location: target.location, resource: resource(of: target.location, within: target.resource))
    }

    /// The member or element that a token of a pointer names. The members of large objects, which hold definitions,
    /// are found once: a thousand references to a thousand definitions are no million comparisons.
    private mutating func child(of json: JSON, _ token: String, in document: Int32) -> JSON {
        guard json.kind == .object else { return json.at(JSONPointer([token])) }
        guard json.count > 16 else { return json[token] }
        let key = location(json, in: document)
        if definitions[key] == nil {
            let members = json.members.map { (Array($0.name.utf8), $0.value) }
            definitions[key] = Dictionary(members) { first, _ in first }
        }
        return definitions[key]?[Array(token.utf8)] ?? json[token]
    }

    /// Whether a schema has the dynamic anchor with a name.
    func hasDynamicAnchor(_ name: String, _ target: Target) -> Bool {
        dynamicAnchors[Anchor(resource: target.resource, name: name)] == target.location
    }
}
