import VerbatimJSON
import VerbatimRegex

/// What schemas compile to: nodes and steps in flat arrays that refer to each other by index.
final class Program: Sendable {
    let nodes: FixedArray<SchemaNode>
    let steps: FixedArray<Step>
    let children: FixedArray<Int32>
    let plans: FixedArray<ObjectPlan>
    let patternSchemas: FixedArray<PatternSchema>
    let slots: FixedArray<Int32>
    let entries: FixedArray<NameTable.Entry>
    let nameSpans: FixedArray<NameSpan>
    /// Every name, with eight bytes behind the last.
    let nameBytes: FixedArray<UInt8>
    let choices: FixedArray<EnumValues>
    let literals: FixedArray<Literal>
    /// For each resource and each name of a dynamic reference the schema that has that dynamic anchor there, or -1.
    let dynamicAnchors: FixedArray<Int32>
    let dynamicNameCount: Int
    let patterns: [Pattern]
    let dateFormats: [DatePattern.List]
    let dateProfiles: [DateProfile]
    let bounds: FixedArray<NumericBound>
    let longBounds: [JSONNumber]
    let locations: FixedArray<SchemaLocation>
    let documents: [JSON]

    let resources: [Resource]

    init(_ draft: ProgramBuilder, _ index: ResourceIndex) {
        nodes = FixedArray(draft.nodes)
        steps = FixedArray(draft.steps)
        children = FixedArray(draft.children)
        plans = FixedArray(draft.plans)
        patternSchemas = FixedArray(draft.patternSchemas)
        slots = FixedArray(draft.names.slots)
        entries = FixedArray(draft.names.entries)
        nameSpans = FixedArray(draft.nameSpans)
        nameBytes = FixedArray(draft.names.bytes + [UInt8](repeating: 0, count: 8))
        choices = FixedArray(draft.choices)
        literals = FixedArray(draft.literals)
        dynamicAnchors = FixedArray(draft.dynamicAnchors)
        dynamicNameCount = draft.dynamicNames.count
        patterns = draft.patterns
        dateFormats = draft.dateFormats
        dateProfiles = draft.dateProfiles
        bounds = FixedArray(draft.bounds)
        longBounds = draft.longBounds
        locations = FixedArray(draft.locations)
        documents = index.documents
        resources = index.resources
    }

    /// A name by its number in `nameSpans`.
    func name(_ number: Int32) -> String {
        let span = nameSpans.base[Int(number)]
        let bytes = UnsafeBufferPointer(start: nameBytes.base + Int(span.offset), count: Int(span.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Where a keyword or schema stands.
struct SchemaLocation: BitwiseCopyable {
    /// The document and the node of the value in it.
    let document: Int32
    let node: Int32
    /// The keyword; of a schema the one that holds it, or nil for one that a pointer led to.
    let keyword: Keyword?
}
