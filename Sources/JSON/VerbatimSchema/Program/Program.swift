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
    /// The hash tables of names and values.
    private let table: FixedKeyTable
    /// The bits of the required properties, by their entries.
    let requiredBits: FixedArray<UInt64>
    /// The names of required properties and of presence plans, as entries.
    let names: FixedArray<Int32>
    let enumValues: FixedArray<EnumValues>
    let literals: FixedArray<Literal>
    let presencePlans: FixedArray<PresencePlan>
    let presenceRules: FixedArray<PresenceRule>
    let discriminators: FixedArray<Discriminator>
    let dynamicAnchors: [DynamicAnchor: Int32]
    let hasDynamicReferences: Bool
    let patterns: FixedArray<Pattern>
    let formats: [Format]
    let dateFormats: [[DatePattern]]
    let dateProfiles: [DateProfile]
    /// The numbers of keywords: those that are short, and all.
    let bounds: FixedArray<ShortDecimal?>
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
        table = FixedKeyTable(builder.table)
        requiredBits = FixedArray(builder.table.entries.indices.map { builder.requiredBits[$0] ?? 0 })
        names = FixedArray(builder.names)
        enumValues = FixedArray(builder.enumValues)
        literals = FixedArray(builder.literals)
        presencePlans = FixedArray(builder.presencePlans)
        presenceRules = FixedArray(builder.presenceRules)
        discriminators = FixedArray(builder.discriminators)
        dynamicAnchors = builder.dynamicAnchors
        hasDynamicReferences = !builder.dynamicNames.isEmpty
        patterns = FixedArray(builder.patterns)
        formats = builder.formats
        dateFormats = builder.dateFormats
        dateProfiles = builder.dateProfiles
        bounds = FixedArray(builder.bounds)
        longBounds = builder.longBounds
        locations = FixedArray(builder.locations)
        documents = index.documents
        resources = index.resources
    }

    func json(_ value: DocumentNode) -> JSON { documents[Int(value.document)].value(atNode: Int(value.node)) }

    /// A search of the hash tables. It must not outlive the program.
    var search: KeySearch { table.search }

    func name(_ index: Int32) -> String { search.string(of: Int(names.base[Int(index)])) }
}

/// A dynamic anchor: its resource, and the number of its name among those of the dynamic references.
struct DynamicAnchor: Hashable {
    let resource: Int32
    let name: Int32
}

struct KeywordLocation: BitwiseCopyable {
    /// The value of the keyword, or the schema.
    let value: DocumentNode
    /// The keyword; for a schema, the keyword that contains it, or nil if a pointer led to it.
    let keyword: Keyword?
}

/// A compiled schema: the types it allows, and its steps by the type of instance they apply to.
struct SchemaNode: BitwiseCopyable {
    /// The tags of `TapeReader` that `type` allows, as bits; all bits without a `type`.
    var types: UInt16 = .max
    /// Whether `type` allows integers but not all numbers, so that numbers such as `1.0` need a check.
    var requiresInteger = false
    /// Whether this schema has `unevaluatedItems` or `unevaluatedProperties`.
    var tracksEvaluated = false
    /// Whether `type` is the only assertion.
    var isTypeOnly = false
    /// The target of the reference if the schema is only a `$ref`, otherwise -1.
    var forward: Int32 = -1
    /// The schema resource of the schema, for dynamic references.
    var resource: Int32 = 0
    /// The location of the schema, and that of its `type` or, if it is only a reference, of its `$ref`.
    var location: Int32 = 0
    var typeLocation: Int32 = 0
    var general = StepRange()
    var object = StepRange()
    var array = StepRange()
    var string = StepRange()
    var number = StepRange()
    /// Runs after all others.
    var unevaluated = StepRange()
}

struct StepRange: BitwiseCopyable {
    var start: Int32 = 0
    var end: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
}
