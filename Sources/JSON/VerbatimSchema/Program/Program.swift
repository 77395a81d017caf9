import VerbatimFormats
import VerbatimJSON
import VerbatimRegex

/// Compiled schemas: nodes and steps in flat arrays, which refer to each other by index.
final class Program: Sendable {
    let nodes: FixedArray<SchemaNode>
    let steps: FixedArray<Step>
    let children: FixedArray<Int32>
    let plans: FixedArray<ObjectPlan>
    let patternSchemas: FixedArray<PatternSchema>
    let slots: FixedArray<Int32>
    let entries: FixedArray<StringTable.Entry>
    let nameSpans: FixedArray<NameSpan>
    /// The bytes of all names, with eight bytes of padding at the end.
    let nameBytes: FixedArray<UInt8>
    let enumValues: FixedArray<EnumValues>
    let literals: FixedArray<Literal>
    let presencePlans: FixedArray<PresencePlan>
    let presenceRules: FixedArray<PresenceRule>
    let discriminators: FixedArray<Discriminator>
    /// The schemas with dynamic anchors.
    let dynamicAnchors: [DynamicAnchor: Int32]
    let hasDynamicReferences: Bool
    let patterns: [Pattern]
    let formats: [Format]
    let dateFormats: [[DatePattern]]
    let dateProfiles: [DateProfile]
    let bounds: FixedArray<NumericBound>
    let longBounds: [DecimalValue]
    let locations: FixedArray<KeywordLocation>
    let documents: [JSON]
    let resources: [SchemaResource]

    init(_ builder: ProgramBuilder, _ index: ResourceIndex) {
        nodes = FixedArray(builder.nodes)
        steps = FixedArray(builder.steps)
        children = FixedArray(builder.children)
        plans = FixedArray(builder.plans)
        patternSchemas = FixedArray(builder.patternSchemas)
        slots = FixedArray(builder.names.slots)
        entries = FixedArray(builder.names.entries)
        nameSpans = FixedArray(builder.nameSpans)
        nameBytes = FixedArray(builder.names.bytes + [UInt8](repeating: 0, count: 8))
        enumValues = FixedArray(builder.enumValues)
        literals = FixedArray(builder.literals)
        presencePlans = FixedArray(builder.presencePlans)
        presenceRules = FixedArray(builder.presenceRules)
        discriminators = FixedArray(builder.discriminators)
        dynamicAnchors = builder.dynamicAnchors
        hasDynamicReferences = !builder.dynamicNames.isEmpty
        patterns = builder.patterns
        formats = builder.formats
        dateFormats = builder.dateFormats
        dateProfiles = builder.dateProfiles
        bounds = FixedArray(builder.bounds)
        longBounds = builder.longBounds
        locations = FixedArray(builder.locations)
        documents = index.documents
        resources = index.resources
    }

    /// Returns the value at a node of a document.
    func json(_ value: DocumentNode) -> JSON {
        documents[Int(value.document)].value(atNode: Int(value.node))
    }

    /// Returns the name at an index in `nameSpans`.
    func name(_ index: Int32) -> String {
        let span = nameSpans.base[Int(index)]
        let bytes = UnsafeBufferPointer(start: nameBytes.base + Int(span.offset), count: Int(span.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A dynamic anchor: its resource, and the number of its name among those of the dynamic references.
struct DynamicAnchor: Hashable {
    let resource: Int32
    let name: Int32
}

/// The location of a keyword or schema.
struct KeywordLocation: BitwiseCopyable {
    /// The value of the keyword, or the schema.
    let value: DocumentNode
    /// The keyword; for a schema, the keyword that contains it, or nil if a pointer led to it.
    let keyword: Keyword?
}
