import VerbatimFormats
import VerbatimHAR
import VerbatimJSON

/// The parts of a contract that recordings contain.
///
/// A part that no recording contains may be correct, but nothing proves it.
public struct Coverage: Sendable {
    /// A kind of part, in the order of reports.
    public enum Kind: String, Sendable, CaseIterable {
        case operations, statuses, parameters, properties, values, formats
    }

    /// The number of parts of a kind.
    public struct Count: Sendable, Hashable {
        /// The number of parts that a recording contains.
        public internal(set) var covered = 0
        /// The number of all parts.
        public internal(set) var total = 0
    }

    /// The name of the API.
    public let api: String
    /// The numbers by kind, without operations with `x-recorded: false`.
    public internal(set) var counts: [Kind: Count] = [:]
    /// The parts that no recording contains, in document order, without parts of such parts.
    public internal(set) var gaps: [Finding] = []

    /// The number of parts of a kind.
    public subscript(kind: Kind) -> Count { counts[kind, default: Count()] }

    mutating func count(_ kind: Kind, isCovered: Bool) {
        counts[kind, default: Count()].total += 1
        if isCovered { counts[kind, default: Count()].covered += 1 }
    }
}

extension CheckReport {
    /// Returns the coverage of each contract, in the order of the contracts.
    ///
    /// - Parameters:
    ///   - listingGaps: Whether to list the parts that are not covered, which takes longer than counting.
    ///   - includingSchemas: Whether to count more than operations and statuses, which takes longer as well.
    public func coverage(listingGaps: Bool = true, includingSchemas: Bool = true) -> [Coverage] {
        contracts.contracts.map { contract in
            let tallies = operations.filter { $0.api == contract.api }
            let schemas = coverage[contract.api] ?? SchemaCoverage(of: contract)
            var survey = CoverageSurvey(
                contract: contract, tallies: tallies, schemas: includingSchemas ? schemas : nil,
                listsGaps: listingGaps)
            return survey.run()
        }
    }
}

/// Visits every part of a contract and counts those that recordings contain.
struct CoverageSurvey {
    let contract: Contract
    let tallies: [OperationTally]
    /// The parts of the schemas that had a value, or nil if schemas are not counted.
    let schemas: SchemaCoverage?
    /// Whether gaps are listed rather than only counted.
    let listsGaps: Bool
    private var coverage: Coverage
    private var gaps: [(node: Int, finding: Finding)] = []
    private var coveredSchemas: Set<Int> = []
    private var coveredStrings: Set<Int> = []
    private var coveredValues: [Int: Set<JSONValue>] = [:]
    /// The date patterns that occurred, by the node of the schema.
    private var coveredPatterns: [Int: Set<String>] = [:]
    private var visitsCoveredOnly = true
    /// The nodes that are counted: a shared schema counts once.
    private var counted: Set<Int> = []
    private var visited: Set<Visit> = []

    /// A shape, and whether its gaps are listed rather than part of a gap.
    private struct Visit: Hashable {
        let shape: SchemaShapes.Index
        let isListed: Bool
    }

    init(contract: Contract, tallies: [OperationTally], schemas: SchemaCoverage?, listsGaps: Bool) {
        self.listsGaps = listsGaps
        self.contract = contract
        self.tallies = tallies
        self.schemas = schemas
        coverage = Coverage(api: contract.api)
    }

    mutating func run() -> Coverage {
        if let schemas { collectCoveredNodes(schemas) }
        let operations = zip(contract.operations, tallies).filter { $0.0.isRecorded }
        // Parts of covered parts come first, so that gaps of a shared schema are listed there.
        for (operation, tally) in operations { visit(operation, tally, isListed: true) }
        visitsCoveredOnly = false
        for (operation, tally) in operations { visit(operation, tally, isListed: false) }
        coverage.gaps = gaps.sorted { $0.node < $1.node }.map(\.finding)
        return coverage
    }

    private mutating func collectCoveredNodes(_ schemas: SchemaCoverage) {
        for (index, mark) in schemas.marks.enumerated() where mark != 0 {
            let shape = contract.shapes[index]
            let nodes = shape.schemas.compactMap(\.node)
            coveredSchemas.formUnion(nodes)
            if mark == SchemaCoverage.anyString { coveredStrings.formUnion(nodes) }
            for list in shape.enumerations {
                let listed = Set(list.elements.map(\.value))
                coveredValues[list.node ?? 0, default: []]
                    .formUnion(schemas.otherValues[index, default: []].intersection(listed))
            }
            for number in schemas.datePatterns[index] ?? [] {
                let pattern = contract.table.datePatterns[index]?[number].source ?? ""
                for schema in shape.schemas { coveredPatterns[schema.node ?? 0, default: []].insert(pattern) }
            }
        }
        let names = contract.table.names.search
        var covered: [SchemaShapes.Index: Set<JSONValue>] = [:]
        for entry in schemas.strings.indices where schemas.strings[entry] {
            covered[Int(names.number(of: entry)), default: []].insert(.string(names.string(of: entry)))
        }
        for (index, values) in covered {
            for list in contract.shapes[index].enumerations {
                coveredValues[list.node ?? 0, default: []]
                    .formUnion(list.elements.lazy.map(\.value).filter(values.contains))
            }
        }
    }

    // MARK: Operations

    private mutating func visit(_ operation: APIOperation, _ tally: OperationTally, isListed: Bool) {
        let isCovered = tally.interactions > 0
        if isGap(.operations, operation.node, isCovered: isCovered, isListed: isListed) {
            gaps.append((operation.node.node ?? 0, tally.unrecordedFinding))
        }
        let isListed = isListed && isCovered
        for parameter in operation.parameters { visit(parameter, of: operation, isListed: isListed) }
        for content in operation.requestBody?.content ?? [] {
            visit(content.schema, of: operation, isListed: isListed)
            visit(content.itemSchema, of: operation, isListed: isListed)
        }
        for direction in WebSocketMessage.Direction.allCases {
            visit(operation.messages[direction], of: operation, isListed: isListed)
        }
        let coveredResponses = Set(tally.statuses.keys.compactMap { operation.response(for: $0)?.status })
        for (name, node) in operation.node["responses"].members {
            guard let response = operation.responses.first(where: { $0.status == name }) else { continue }
            let isCovered = coveredResponses.contains(name)
            let unread = response.content.first { content in
                content.range.itemFormat.map { !content.describesItems(in: $0, contract.shapes) } ?? false
            }
            if isGap(.statuses, node, isCovered: isCovered && unread == nil, isListed: isListed) {
                let status = "status '\(name)' of '\(operation.id)'"
                if isCovered, let unread {
                    addGap(
                        .responseItemsUndocumented, unread.node,
                        "items of '\(unread.range.text)' in \(status)", of: operation)
                } else {
                    addGap(.statusUnrecorded, node, status, of: operation)
                }
            }
            let schemas = response.content.flatMap { [$0.schema, $0.itemSchema] }
            for schema in schemas + response.headers.map(\.schema) {
                visit(schema, of: operation, isListed: isListed && isCovered)
            }
        }
    }

    private mutating func visit(_ parameter: Parameter, of operation: APIOperation, isListed: Bool) {
        guard schemas != nil, let schema = parameter.schema else { return }
        let isCovered = coveredSchemas.contains(schema.node.node ?? 0)
        if isGap(.parameters, parameter.node, isCovered: isCovered, isListed: isListed) {
            addGap(.parameterUnrecorded, parameter.node, "\(parameter)", of: operation)
        }
        visit(schema, of: operation, isListed: isListed && isCovered)
    }

    /// Counts a part once, and returns whether it is a gap to list.
    private mutating func isGap(_ kind: Coverage.Kind, _ node: JSON, isCovered: Bool, isListed: Bool) -> Bool
    {
        guard isListed || !visitsCoveredOnly, let key = node.node, counted.insert(key).inserted else {
            return false
        }
        coverage.count(kind, isCovered: isCovered)
        return listsGaps && isListed && !isCovered
    }

    private mutating func addGap(
        _ rule: Rule, _ node: JSON, _ subject: String, of operation: APIOperation? = nil
    ) { gaps.append((node.node ?? 0, finding(rule, node, subject, of: operation))) }

    private func finding(_ rule: Rule, _ node: JSON, _ subject: String, of operation: APIOperation?)
        -> Finding
    {
        let isRecorded = rule == .responseItemsUndocumented
        return Finding(
            rule,
            about: .init(
                api: contract.api, operation: operation?.id, part: subject, contractPointer: node.pointer),
            .found(isRecorded ? "recorded without a schema" : "not recorded"),
            contract: contract.location(of: node),
            next: isRecorded
                ? "describe them with \(contract.inferCommand)"
                : "record a scenario that contains it with \(ToolCommand("record", contract.api))")
    }

    // MARK: Schemas

    private mutating func visit(_ schema: SchemaReference?, of operation: APIOperation, isListed: Bool) {
        if schemas != nil, let schema { visit(schema.shape, isListed: isListed) }
    }

    private mutating func visit(_ index: SchemaShapes.Index, isListed: Bool) {
        guard isListed || !visitsCoveredOnly, visited.insert(Visit(shape: index, isListed: isListed)).inserted
        else { return }
        if LargeStackThread.isNeeded { return LargeStackThread.run { visitParts(of: index, isListed) } }
        visitParts(of: index, isListed)
    }

    private mutating func visitParts(of index: SchemaShapes.Index, _ isListed: Bool) {
        let shape = contract.shapes[index]
        for schema in shape.schemas {
            for (name, property) in schema["properties"].members {
                let isCovered = coveredSchemas.contains(property.node ?? 0)
                if isGap(.properties, property, isCovered: isCovered, isListed: isListed) {
                    addGap(.propertyUnrecorded, property, "property '\(property.label)'")
                }
                if let next = shape.properties[name] { visit(next, isListed: isListed && isCovered) }
            }
            visitValues(of: schema, isListed: isListed)
            visitFormats(of: schema, isListed: isListed)
        }
        for next in [shape.items, shape.additionalProperties].compactMap({ $0 }) {
            visit(next, isListed: isListed)
        }
    }

    private mutating func visitValues(of schema: JSON, isListed: Bool) {
        for list in [schema["enum"], schema["x-known-values"]] where list.count > 1 {
            let covered = coveredValues[list.node ?? 0, default: []]
            for value in list.elements {
                if isGap(.values, value, isCovered: covered.contains(value.value), isListed: isListed) {
                    addGap(.valueUnrecorded, value, "value \(value.text) of '\(schema.label)'")
                }
            }
        }
    }

    private mutating func visitFormats(of schema: JSON, isListed: Bool) {
        let isString = coveredStrings.contains(schema.node ?? 0)
        if let format = schema["format"].string {
            if isGap(.formats, schema["format"], isCovered: isString, isListed: isListed) {
                addGap(.formatUnrecorded, schema["format"], "format '\(format)' of '\(schema.label)'")
            }
        }
        let patterns = schema["x-date-formats"]
        let covered = coveredPatterns[schema.node ?? 0, default: []]
        for pattern in patterns.elements {
            let isCovered = patterns.count > 1 ? covered.contains(pattern.string ?? "") : isString
            if isGap(.formats, pattern, isCovered: isCovered, isListed: isListed) {
                addGap(.formatUnrecorded, pattern, "date format \(pattern.text) of '\(schema.label)'")
            }
        }
    }
}

extension JSON {
    /// The name of a schema by its location: `Volume.title` for the property `title` of a component `Volume`.
    var label: String {
        let tokens = pointer.tokens
        var names = tokens.starts(with: ["components"]) ? Array(tokens.dropFirst(2).prefix(1)) : []
        var index = 0
        while index + 1 < tokens.count {
            let isProperties = tokens[index] == "properties"
            if isProperties { names.append(tokens[index + 1]) }
            index += isProperties ? 2 : 1
        }
        return names.isEmpty ? pointer.path : names.joined(separator: ".")
    }
}
