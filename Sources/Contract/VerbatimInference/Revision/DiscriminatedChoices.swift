import VerbatimContract
import VerbatimJSON

/// The choices of a contract among kinds of objects, which a discriminator distinguishes.
///
/// https://spec.openapis.org/oas/v3.1.1#discriminator-object
struct DiscriminatedChoices {
    /// A choice among the schemas that `oneOf` or `anyOf` refers to.
    struct Choice {
        /// The position of the schema with the discriminator.
        let pointer: JSONPointer
        /// `oneOf` or `anyOf`.
        let keyword: String
        /// The property that shows the kind.
        let property: String
        /// The shapes of the alternatives, by the values of the property.
        let shapes: [String: SchemaShapes.Index]

        /// The key of a kind of objects that is missing.
        func key(of value: String) -> Observations.KindKey {
            Observations.KindKey(choice: pointer, keyword: keyword, property: property, value: value)
        }
    }

    private let references: References
    /// The shapes of the contract, and of single alternatives.
    private(set) var shapes: SchemaShapes
    private var known: [Int: Choice?] = [:]

    init(of contract: Contract) {
        references = contract.references
        shapes = contract.shapes
    }

    /// The choice of a shape, if one of its schemas has a discriminator.
    mutating func choice(of shape: SchemaShapes.Index) -> Choice? {
        shapes[shape].schemas.first { $0["discriminator"].exists }.flatMap { choice(of: $0) }
    }

    /// The choice of the schema at a pointer.
    mutating func choice(at pointer: JSONPointer) -> Choice? { choice(of: references.document[pointer]) }

    private mutating func choice(of schema: JSON) -> Choice? {
        guard let node = schema.node, schema["discriminator"].exists else { return nil }
        if let choice = known[node] { return choice }
        let choice = read(schema)
        known[node] = .some(choice)
        return choice
    }

    private mutating func read(_ schema: JSON) -> Choice? {
        let keyword = schema["oneOf"].exists ? "oneOf" : "anyOf"
        let alternatives = schema[keyword].elements.compactMap { $0["$ref"].string }
        guard let property = schema["discriminator"]["propertyName"].string, !alternatives.isEmpty else {
            return nil
        }
        var targets = Dictionary(alternatives.map { (Self.name(in: $0), $0) }) { first, _ in first }
        for (value, target) in schema["discriminator"]["mapping"].members {
            guard let target = target.string else { continue }
            let isReference = target.contains("/") || target.hasPrefix("#")
            targets[value] = isReference ? target : "#/components/schemas/" + target
        }
        let schemas = targets.compactMapValues { references.target($0, in: schema) }
        return Choice(
            pointer: schema.pointer, keyword: keyword, property: property,
            shapes: schemas.mapValues { shapes.add([$0]) })
    }

    /// The name of the schema that a reference identifies.
    static func name(in reference: String) -> String {
        String(reference.split(separator: "/").last ?? "")
    }
}
