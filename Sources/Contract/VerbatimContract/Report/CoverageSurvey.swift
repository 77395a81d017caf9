import VerbatimJSON
import VerbatimFormats

/// Goes through a contract and asks of everything in it whether it was seen.
struct CoverageSurvey {
    let contract: Contract
    let tallies: [OperationTally]
    let seen: SeenValues
    /// Whether what was not shown is listed, or only counted.
    let listsGaps: Bool
    private var coverage: Coverage
    private var gaps: [(node: Int, finding: Finding)] = []
    /// The nodes of schemas that had a value, and of those that had a string.
    private var shownSchemas: Set<Int> = []
    private var shownStrings: Set<Int> = []
    /// The listed values that were seen, by the node of the list.
    private var shownValues: [Int: Set<JSONValue>] = [:]
    /// The date patterns that were seen, by the node of the list.
    private var shownPatterns: [Int: Set<String>] = [:]
    /// Whether what is not told is left for later.
    private var tellsOnly = true
    /// What was asked already: a shared schema counts once.
    private var surveyed: Set<Int> = []
    private var visited: Set<Visit> = []

    /// A shape, and whether its gaps are told, or only counted because all of it is one.
    private struct Visit: Hashable {
        let shape: SchemaShapes.Index
        let isTold: Bool
    }

    init(contract: Contract, tallies: [OperationTally], seen: SeenValues, listsGaps: Bool) {
        self.listsGaps = listsGaps
        self.contract = contract
        self.tallies = tallies
        self.seen = seen
        coverage = Coverage(api: contract.api)
    }

    /// The whole survey.
    mutating func run() -> Coverage {
        gatherSeen()
        let operations = zip(contract.operations, tallies).filter { $0.0.isRecorded }
        // What a recording leads to comes first: a schema used there and elsewhere is told.
        for (operation, tally) in operations { survey(operation, tally, isTold: true) }
        tellsOnly = false
        for (operation, tally) in operations { survey(operation, tally, isTold: false) }
        coverage.gaps = gaps.sorted { $0.node < $1.node }.map(\.finding)
        return coverage
    }

    private mutating func gatherSeen() {
        for (index, mark) in seen.marks.enumerated() where !mark.isEmpty {
            let shape = contract.shapes[index]
            let nodes = shape.schemas.compactMap(\.node)
            shownSchemas.formUnion(nodes)
            if mark.contains(.string) { shownStrings.formUnion(nodes) }
            for list in shape.enumerations {
                let listed = Set(list.elements.map(\.value))
                shownValues[list.node ?? 0, default: []]
                    .formUnion(seen.others[index, default: []].intersection(listed))
            }
            for number in seen.dates[index] ?? [] {
                let pattern = contract.table.datePatterns[index]?[number].source ?? ""
                for schema in shape.schemas {
                    shownPatterns[schema.node ?? 0, default: []].insert(pattern)
                }
            }
        }
        for entry in seen.strings.indices where seen.strings[entry] {
            let value = JSONValue.string(contract.table.names.string(of: entry))
            for list in contract.shapes[contract.table.names.number(of: entry)].enumerations
            where list.elements.contains(where: { $0.value == value }) {
                shownValues[list.node ?? 0, default: []].insert(value)
            }
        }
    }
}

// MARK: - Operations

extension CoverageSurvey {
    private mutating func survey(_ operation: APIOperation, _ tally: OperationTally, isTold: Bool) {
        let isShown = tally.interactions > 0
        if isGap(.operations, operation.node, isShown: isShown, isTold: isTold) {
            gaps.append((operation.node.node ?? 0, tally.unrecordedFinding))
        }
        let isTold = isTold && isShown
        for parameter in operation.parameters { survey(parameter, of: operation, isTold: isTold) }
        for content in operation.requestBody?.content ?? [] {
            survey(content.schema, of: operation, isTold: isTold)
        }
        let shownResponses = Set(tally.statuses.keys.compactMap { operation.response(for: $0)?.status })
        for (name, node) in operation.node["responses"].members.map({ ($0.name, $0.value) }) {
            guard let response = operation.responses.first(where: { $0.status == name }) else { continue }
            let isShown = shownResponses.contains(name)
            if isGap(.statuses, node, isShown: isShown, isTold: isTold) {
                tell(.statusUnrecorded, node, "status '\(name)' of '\(operation.id)'", of: operation)
            }
            for schema in response.content.map(\.schema) + response.headers.map(\.schema) {
                survey(schema, of: operation, isTold: isTold && isShown)
            }
        }
    }

    private mutating func survey(_ parameter: Parameter, of operation: APIOperation, isTold: Bool) {
        guard let schema = parameter.schema else { return }
        let isShown = shownSchemas.contains(schema.node.node ?? 0)
        if isGap(.parameters, parameter.node, isShown: isShown, isTold: isTold) {
            tell(
                .parameterUnrecorded, parameter.node, "\(parameter.location) parameter '\(parameter.name)'",
                of: operation)
        }
        survey(schema, of: operation, isTold: isTold && isShown)
    }

    /// Counts something once, and says whether it is to be told that it was not shown.
    private mutating func isGap(_ kind: Coverage.Kind, _ node: JSON, isShown: Bool, isTold: Bool) -> Bool {
        guard isTold || !tellsOnly, let key = node.node, surveyed.insert(key).inserted else { return false }
        coverage.count(kind, isShown: isShown)
        return listsGaps && isTold && !isShown
    }

    private mutating func tell(
        _ rule: Rule, _ node: JSON, _ subject: String, of operation: APIOperation? = nil
    ) {
        gaps.append((node.node ?? 0, finding(rule, node, subject, of: operation)))
    }

    private func finding(_ rule: Rule, _ node: JSON, _ subject: String, of operation: APIOperation?)
        -> Finding
    {
        Finding(
            rule: rule, api: contract.api, operation: operation?.id,
            subject: subject, contractPointer: node.pointer.description, expected: "there may be",
            found: "in no recording", contractLocation: contract.location(of: node),
            next: "record a scenario that shows it with `make record API=\(contract.api)`")
    }
}

// MARK: - Schemas

extension CoverageSurvey {
    private mutating func survey(_ schema: SchemaReference?, of operation: APIOperation, isTold: Bool) {
        if let schema { survey(schema.shape, isTold: isTold) }
    }

    private mutating func survey(_ index: SchemaShapes.Index, isTold: Bool) {
        guard isTold || !tellsOnly, visited.insert(Visit(shape: index, isTold: isTold)).inserted else {
            return
        }
        let shape = contract.shapes[index]
        for schema in shape.schemas {
            for (name, property) in schema["properties"].members.map({ ($0.name, $0.value) }) {
                let isShown = shownSchemas.contains(property.node ?? 0)
                if isGap(.properties, property, isShown: isShown, isTold: isTold) {
                    tell(.propertyUnrecorded, property, "property '\(property.label)'")
                }
                if let next = shape.properties[name] { survey(next, isTold: isTold && isShown) }
            }
            surveyValues(of: schema, isTold: isTold)
            surveyFormats(of: schema, isTold: isTold)
        }
        for next in [shape.items, shape.others].compactMap({ $0 }) { survey(next, isTold: isTold) }
    }

    private mutating func surveyValues(of schema: JSON, isTold: Bool) {
        for list in [schema["enum"], schema["x-known-values"]] where list.count > 1 {
            let shown = shownValues[list.node ?? 0, default: []]
            for value in list.elements {
                if isGap(.values, value, isShown: shown.contains(value.value), isTold: isTold) {
                    tell(.valueUnrecorded, value, "value \(value.text) of '\(schema.label)'")
                }
            }
        }
    }

    private mutating func surveyFormats(of schema: JSON, isTold: Bool) {
        let isString = shownStrings.contains(schema.node ?? 0)
        if let format = schema["format"].string {
            if isGap(.formats, schema["format"], isShown: isString, isTold: isTold) {
                tell(
                    .formatUnrecorded, schema["format"], "format '\(format)' of '\(schema.label)'")
            }
        }
        let patterns = schema["x-date-formats"]
        let shown = shownPatterns[schema.node ?? 0, default: []]
        for pattern in patterns.elements {
            let isShown = patterns.count > 1 ? shown.contains(pattern.string ?? "") : isString
            if isGap(.formats, pattern, isShown: isShown, isTold: isTold) {
                tell(.formatUnrecorded, pattern, "date form \(pattern.text) of '\(schema.label)'")
            }
        }
    }
}

extension JSON {
    /// The name of a schema by what it is in: `Volume.title` for the property `title` of the component `Volume`.
    fileprivate var label: String {
        let tokens = pointer.tokens
        var names = tokens.starts(with: ["components"]) ? Array(tokens.dropFirst(2).prefix(1)) : []
        var index = 0
        while index + 1 < tokens.count {
            let isProperties = tokens[index] == "properties"
            if isProperties { names.append(tokens[index + 1]) }
            index += isProperties ? 2 : 1
        }
        return names.isEmpty ? pointer.description : names.joined(separator: ".")
    }
}
