import VerbatimJSON

/// Components for what requests have in common.
extension ContractRevision {
    /// A schema within a request, with the name of the objects that it describes.
    private typealias RequestPlace = (schema: JSONPointer, name: String)

    /// Objects in requests that have fewer properties are described where they are.
    private static let leastRequestProperties = 8

    /// Describes large objects once that requests of operations that are added have in several places.
    mutating func shareRequests(of operations: [(pointer: JSONPointer, resource: String)]) {
        var uses = OrderedGroups<JSONValue, [RequestPlace]>()
        for (pointer, resource) in operations {
            let content = pointer.appending("requestBody").appending("content")
            for (type, mediaType) in document[content]?.object?.members ?? [] {
                guard let schema = mediaType["schema"] else { continue }
                Self.add(schema, (content.appending(type).appending("schema"), resource), to: &uses)
            }
        }
        let list = JSONPointer(["components", "schemas"])
        let known = document[list]?.object?.members ?? []
        var unique = DistinctNames(besides: Set(known.map(\.name)))
        let shared = uses.pairs.filter { $1.count > 1 }.map { ($0, $1, $0.text(.compact).utf8.count) }
        // What is within another one is shared where that is not.
        for (schema, all, _) in shared.sorted(by: { $0.2 > $1.2 }) {
            let places = all.filter { document[$0.schema] == schema }
            guard places.count > 1, let name = Self.name(of: schema, at: places, known),
                let own = unique.takeFree([name.hasSuffix("Input") ? name : name + "Input"])
            else { continue }
            if document["components"] == nil { document["components"] = [:] }
            document.set(own, at: list, to: schema)
            for place in places {
                document.edit(place.schema) { _ in ["$ref": SchemaBuilder.reference(to: own)] }
            }
        }
    }

    /// Adds the large objects in a schema with their places.
    private static func add(
        _ schema: JSONValue, _ place: RequestPlace, to uses: inout OrderedGroups<JSONValue, [RequestPlace]>
    ) {
        let properties = schema["properties"]?.object?.members ?? []
        if schema["type"] == "object", properties.count >= leastRequestProperties {
            uses[schema, default: []].append(place)
        }
        for (name, value) in properties {
            let kind = PropertyName(name)
            let own = kind.isWrapper ? place.name : kind.objectName(isList: value["items"] != nil)
            add(value, (place.schema.appending("properties").appending(name), own), to: &uses)
        }
        if let items = schema["items"] {
            add(items, (place.schema.appending("items"), place.name), to: &uses)
        }
    }

    /// The name of objects of requests: that of all places, or that of the objects of responses whose
    /// properties they have, or what the names have in common; nil without one.
    private static func name(
        of schema: JSONValue, at places: [RequestPlace], _ components: [(name: String, value: JSONValue)]
    ) -> String? {
        let names = Set(places.map(\.name))
        if let name = names.first, !name.isEmpty, names.count == 1 { return name }
        let properties = Set(schema["properties"]?.object?.names ?? [])
        let component = components.first { _, component in
            let own = component["properties"]?.object?.names ?? []
            return own.count < properties.count * 2 && properties.isSubset(of: own)
        }
        if let component { return component.name }
        guard !names.contains("") else { return nil }
        let words = names.sorted().map(ResourceName.words)
        return SharedShapes.shared(by: words) ?? (words.count == 2 ? SharedShapes.ending(of: words) : nil)
    }
}
