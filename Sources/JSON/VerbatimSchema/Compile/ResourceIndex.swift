import VerbatimJSON

/// A value in one of the documents of a compilation.
struct Location: Hashable {
    let document: Int32
    let node: Int32
}

/// A schema resource: a schema with a URI of its own, or a document.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-4.3.5
struct Resource {
    let uri: String
    let location: Location
    let dialect: Vocabulary
}

/// The documents of a compilation, and the identifiers in them.
struct ResourceIndex {
    private(set) var documents: [JSON] = []
    private(set) var resources: [Resource] = []
    let store: SchemaStore
    var resourceByURI: [String: Int32] = [:]
    private var resourceByLocation: [Location: Int32] = [:]
    var anchors: [Anchor: Location] = [:]
    private(set) var dynamicAnchors: [Anchor: Location] = [:]
    private var scanned: Set<Location> = []
    /// The members of large objects by their names.
    var definitions: [Location: [[UInt8]: JSON]] = [:]
    /// What references lead to, by their text and the resource they stand in.
    var targets: [Anchor: Target] = [:]

    struct Anchor: Hashable {
        let resource: Int32
        let name: String
    }

    /// A schema, and the resource that references in it start from.
    struct Target {
        let location: Location
        let resource: Int32
    }

    init(store: SchemaStore) {
        self.store = store
    }

    func json(_ location: Location) -> JSON {
        documents[Int(location.document)].value(atNode: Int(location.node))
    }

    func location(_ json: JSON, in document: Int32) -> Location {
        Location(document: document, node: Int32(truncatingIfNeeded: json.node ?? 0))
    }

    /// The resource of a subschema: its own if it has an `$id`, else that of the schema around it.
    func resource(of location: Location, within resource: Int32) -> Int32 {
        resourceByLocation[location] ?? resource
    }

    // MARK: Documents

    /// Adds a document under its URI and gives its resource.
    mutating func add(_ document: JSON, at uri: String) throws(SchemaError) -> Int32 {
        let number = Int32(documents.count)
        documents.append(document)
        let root = location(document, in: number)
        var dialect = Vocabulary.standard
        let named = document["$schema"].exists ? document["$schema"] : document["jsonSchemaDialect"]
        if named.exists { dialect = try self.dialect(named, uri) }
        let resource = addResource(Resource(uri: uri, location: root, dialect: dialect))
        try scan(root, within: resource)
        if document["openapi"].exists {
            // https://spec.openapis.org/oas/v3.1.1#components-object
            for (_, schema) in document["components"]["schemas"].members {
                try scan(location(schema, in: number), within: resource)
            }
        }
        return resourceByLocation[root] ?? resource
    }

    private mutating func addResource(_ resource: Resource) -> Int32 {
        let number = Int32(resources.count)
        resources.append(resource)
        if resourceByURI[resource.uri] == nil { resourceByURI[resource.uri] = number }
        return number
    }

    /// The vocabularies of the metaschema that `$schema` names.
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

    /// Finds the identifiers in a schema and in every schema that its known keywords hold.
    mutating func scan(_ location: Location, within resource: Int32) throws(SchemaError) {
        var pending = [Target(location: location, resource: resource)]
        while let next = pending.popLast() {
            guard scanned.insert(next.location).inserted else { continue }
            let json = json(next.location)
            guard json.kind == .object else { continue }
            let members = SchemaMember.members(of: json)
            var resource = next.resource
            if members.contains(where: { $0.keyword?.isIdentifier == true }) {
                resource = try register(json, next)
            }
            for member in members {
                guard let shape = member.keyword?.shape, shape != .none else { continue }
                for schema in ResourceIndex.schemas(in: member.value, shape) {
                    pending.append(
                        Target(
                            location: self.location(schema, in: next.location.document), resource: resource))
                }
            }
        }
    }

    private static func schemas(in value: JSON, _ shape: Keyword.Shape) -> [JSON] {
        switch shape {
        case .none: []
        case .schema: [value]
        case .schemas: Array(value.elements)
        case .schemaByName: value.members.map(\.value)
        }
    }

    /// Enters the identifiers of one schema and gives the resource it belongs to.
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
            if let other = anchors.updateValue(target.location, forKey: anchor), other != target.location {
                throw error(.repeatedIdentifier(name), value, resource)
            }
            if keyword == .dynamicAnchor { dynamicAnchors[anchor] = target.location }
        }
        return resource
    }

    /// https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.1
    private mutating func registerResource(_ json: JSON, _ target: Target) throws(SchemaError) -> Int32 {
        let value = json["$id"]
        let around = resources[Int(target.resource)]
        guard let text = value.string, URI(text).fragment?.isEmpty != false else {
            throw error(
                .invalidValue(keyword: "$id", expected: "a URI without fragment"), value, target.resource)
        }
        let uri = URI(text).resolved(against: URI(around.uri)).withoutFragment.text
        let dialect = json["$schema"].exists ? try dialect(json["$schema"], around.uri) : around.dialect
        if let other = resourceByURI[uri], resources[Int(other)].location != target.location,
            uri != around.uri || around.location != target.location
        {
            throw error(.repeatedIdentifier(uri), value, target.resource)
        }
        let number = addResource(Resource(uri: uri, location: target.location, dialect: dialect))
        resourceByURI[uri] = number
        resourceByLocation[target.location] = number
        return number
    }

    func error(_ reason: SchemaError.Reason, _ json: JSON, _ resource: Int32) -> SchemaError {
        let document = resources[Int(resource)].location.document
        let uri = resources.first { $0.location.document == document }?.uri ?? ""
        return SchemaError(reason: reason, schema: json, document: uri)
    }
}
