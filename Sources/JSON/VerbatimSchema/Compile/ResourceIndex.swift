import VerbatimJSON

/// A value in one of the documents of a compilation.
struct DocumentNode: Hashable, BitwiseCopyable {
    let document: Int32
    let node: Int32
}

/// A schema resource: a document, or a schema with an `$id`.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.5
struct SchemaResource {
    let uri: String
    let root: DocumentNode
    let dialect: Vocabulary
}

/// The documents of a compilation, and the schema resources and anchors in them.
struct ResourceIndex {
    private(set) var documents: [JSON] = []
    private(set) var resources: [SchemaResource] = []
    let store: SchemaStore
    /// Whether mistakes are listed rather than thrown.
    private let listsMistakes: Bool
    /// The mistakes that are listed.
    private(set) var problems: [SchemaError] = []
    var resourceByURI: [String: Int32] = [:]
    private var resourceByRoot: [DocumentNode: Int32] = [:]
    var anchors: [Anchor: DocumentNode] = [:]
    private(set) var dynamicAnchors: [Anchor: DocumentNode] = [:]
    /// The resources of the schemas that were scanned.
    private var scanned: [DocumentNode: Int32] = [:]
    /// The targets of references, by the resource and the text of the reference.
    var targets: [Anchor: Target] = [:]

    /// The limit of the length of a resolved `$id`, in bytes.
    private static let longestURI = 4_096

    struct Anchor: Hashable {
        let resource: Int32
        let name: String
    }

    /// A schema, and the resource against which its references are resolved.
    struct Target {
        let schema: DocumentNode
        let resource: Int32
    }

    init(store: SchemaStore, listsMistakes: Bool) {
        self.store = store
        self.listsMistakes = listsMistakes
    }

    func json(_ value: DocumentNode) -> JSON { documents[Int(value.document)].value(atNode: Int(value.node)) }

    func node(_ json: JSON, in document: Int32) -> DocumentNode {
        DocumentNode(document: document, node: Int32(truncatingIfNeeded: json.node ?? 0))
    }

    /// Returns the resource of a subschema: its own if it has an `$id`, or else that of the enclosing schema.
    func resource(of schema: DocumentNode, within enclosing: Int32) -> Int32 {
        resourceByRoot[schema] ?? enclosing
    }

    // MARK: Documents

    mutating func add(_ document: JSON, at uri: String) throws(SchemaError) -> Int32 {
        let number = Int32(documents.count)
        documents.append(document)
        let root = node(document, in: number)
        var dialect = Vocabulary.standard
        let named = document["$schema"].exists ? document["$schema"] : document["jsonSchemaDialect"]
        if named.exists {
            do throws(SchemaError) {
                dialect = try self.dialect(named, uri)
            } catch { try list(error) }
        }
        let resource = addResource(SchemaResource(uri: uri, root: root, dialect: dialect))
        try scan(root, within: resource)
        if document["openapi"].exists {
            // https://spec.openapis.org/oas/v3.1.1#components-object
            for (_, schema) in document["components"]["schemas"].members {
                try scan(node(schema, in: number), within: resource)
            }
        }
        return resourceByRoot[root] ?? resource
    }

    private mutating func addResource(_ resource: SchemaResource) -> Int32 {
        let number = Int32(resources.count)
        resources.append(resource)
        if resourceByURI[resource.uri] == nil { resourceByURI[resource.uri] = number }
        return number
    }

    /// Returns the vocabularies of the metaschema that `$schema` names.
    /// https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1
    private func dialect(_ value: JSON, _ document: String) throws(SchemaError) -> Vocabulary {
        let uri = value.string.map { $0.hasSuffix("#") ? String($0.dropLast()) : $0 } ?? ""
        if uri == Metaschemas.draft2020 || uri.hasPrefix(Metaschemas.openAPI) { return .standard }
        if uri == Metaschemas.draft2019 { return [.standard, .draft2019] }
        guard let metaschema = store[uri] else {
            throw SchemaError(reason: .unsupportedDialect(uri), schema: value, document: document)
        }
        guard metaschema["$vocabulary"].kind == .object else { return .standard }
        var vocabulary = Vocabulary()
        for (name, required) in metaschema["$vocabulary"].members {
            if let known = Vocabulary.byURI[name] {
                vocabulary.formUnion(known)
            } else if required.bool != false {
                throw SchemaError(reason: .unsupportedDialect(name), schema: value, document: document)
            }
        }
        return vocabulary
    }

    // MARK: Identifiers

    /// Returns a schema of a document with its resource, which is that of the document unless the schema is
    /// inside of another one that was scanned.
    mutating func target(of schema: JSON, in document: Int32) throws(SchemaError) -> Target {
        let node = node(schema, in: resources[Int(document)].root.document)
        try scan(node, within: document)
        return Target(schema: node, resource: scanned[node] ?? document)
    }

    /// Registers the identifiers of a schema and of its subschemas.
    mutating func scan(_ schema: DocumentNode, within resource: Int32) throws(SchemaError) {
        var pending = [Target(schema: schema, resource: resource)]
        while let next = pending.popLast() {
            guard scanned[next.schema] == nil else { continue }
            scanned[next.schema] = next.resource
            let json = json(next.schema)
            guard json.kind == .object else { continue }
            let members = SchemaMember.members(of: json)
            var resource = next.resource
            if members.contains(where: { $0.keyword?.isIdentifier == true }) {
                do throws(SchemaError) {
                    resource = try register(json, next)
                } catch { try list(error) }
                scanned[next.schema] = resource
            }
            for member in members {
                for subschema in member.keyword?.subschemas.list(in: member.value) ?? [] {
                    let schema = node(subschema, in: next.schema.document)
                    pending.append(Target(schema: schema, resource: resource))
                }
            }
        }
    }

    /// Registers the identifiers of one schema, and returns its resource.
    private mutating func register(_ json: JSON, _ target: Target) throws(SchemaError) -> Int32 {
        var resource = target.resource
        if json["$id"].exists { resource = try registerResource(json, target) }
        for keyword in [Keyword.anchor, .dynamicAnchor] {
            let value = json[keyword.rawValue]
            guard value.exists else { continue }
            guard let name = value.string, !name.isEmpty else {
                throw error(.invalidValue(keyword: keyword.rawValue, expected: "a name"), value, resource)
            }
            let anchor = Anchor(resource: resource, name: name)
            // https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.2
            if let other = anchors.updateValue(target.schema, forKey: anchor), other != target.schema {
                throw error(.duplicateIdentifier(name), value, resource)
            }
            if keyword == .dynamicAnchor { dynamicAnchors[anchor] = target.schema }
        }
        return resource
    }

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.1
    private mutating func registerResource(_ json: JSON, _ target: Target) throws(SchemaError) -> Int32 {
        let value = json["$id"]
        let enclosing = resources[Int(target.resource)]
        guard let text = value.string, URI(text).fragment?.isEmpty != false else {
            throw error(
                .invalidValue(keyword: "$id", expected: "a URI without a fragment"), value, target.resource)
        }
        let uri = URI(text).resolved(against: URI(enclosing.uri)).withoutFragment.text
        // Every reference is resolved against it.
        guard uri.utf8.count <= ResourceIndex.longestURI else {
            let expected = "a URI of at most \(ResourceIndex.longestURI) bytes, resolved"
            throw error(.invalidValue(keyword: "$id", expected: expected), value, target.resource)
        }
        let dialect = json["$schema"].exists ? try dialect(json["$schema"], enclosing.uri) : enclosing.dialect
        if let other = resourceByURI[uri], resources[Int(other)].root != target.schema,
            uri != enclosing.uri || enclosing.root != target.schema
        {
            throw error(.duplicateIdentifier(uri), value, target.resource)
        }
        let number = addResource(SchemaResource(uri: uri, root: target.schema, dialect: dialect))
        resourceByURI[uri] = number
        resourceByRoot[target.schema] = number
        return number
    }

    /// Lists a mistake, or throws it if mistakes are rejected.
    private mutating func list(_ problem: SchemaError) throws(SchemaError) {
        guard listsMistakes else { throw problem }
        problems.append(problem)
    }

    func error(_ reason: SchemaError.Reason, _ json: JSON, _ resource: Int32) -> SchemaError {
        let document = resources[Int(resource)].root.document
        let uri = resources.first { $0.root.document == document }?.uri ?? ""
        return SchemaError(reason: reason, schema: json, document: uri)
    }

    // MARK: References

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
        return Target(schema: target.schema, resource: resource(of: target.schema, within: target.resource))
    }

    func hasDynamicAnchor(_ name: String, _ target: Target) -> Bool {
        dynamicAnchors[Anchor(resource: target.resource, name: name)] == target.schema
    }
}
