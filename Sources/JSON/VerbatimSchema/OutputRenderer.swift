import VerbatimJSON

/// Renders violations as output units.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-12.3
struct OutputRenderer {
    let program: Program
    let root: JSON

    func basic(_ violations: [Violation]) -> JSONValue {
        ["valid": false, "errors": .array(violations.flatMap(flattened))]
    }

    private func flattened(_ violation: Violation) -> [JSONValue] {
        [.object(unit(violation))] + violation.causes.flatMap(flattened)
    }

    func detailed(_ violations: [Violation]) -> JSONValue {
        var tree = Branch(location: [], instance: root.pointer)
        for violation in violations { insert(violation, steps(of: violation)[...], into: &tree) }
        var unit: JSONObject = ["valid": false, "keywordLocation": "", "instanceLocation": ""]
        unit["errors"] = .array(tree.branches.map(condensed))
        return .object(unit)
    }

    // MARK: Units

    private func unit(_ violation: Violation) -> JSONObject {
        var unit: JSONObject = ["valid": false]
        unit["keywordLocation"] = .string(pointer(location(of: violation)))
        if let absolute = absoluteLocation(of: violation) {
            unit["absoluteKeywordLocation"] = .string(absolute)
        }
        unit["instanceLocation"] = .string(violation.instancePointer.description)
        unit["error"] = .string("expected \(violation.expected), found \(violation.found)")
        return unit
    }

    private func pointer(_ tokens: [String]) -> String { JSONPointer(tokens).description }

    /// The path through the schemas to the keyword, including references. Section 12.3.1
    private func location(of violation: Violation) -> [String] {
        steps(of: violation).last?.location ?? []
    }

    /// The absolute URI of the keyword, in its schema resource. Section 12.3.2
    private func absoluteLocation(of violation: Violation) -> String? {
        guard let schema = violation.failure.path.last(where: { $0.kind == .schema }) else { return nil }
        let resource = program.resources[Int(program.nodes.base[Int(schema.number)].resource)]
        guard !resource.uri.isEmpty else { return nil }
        let start = pointer(to: resource.root).tokens.count
        return resource.uri + "#" + pointer(Array(violation.schemaPointer.tokens.dropFirst(start)))
    }

    private func pointer(to value: DocumentNode) -> JSONPointer { program.json(value).pointer }

    private func pointer(toLocation location: Int32) -> JSONPointer {
        pointer(to: program.locations.base[Int(location)].value)
    }

    // MARK: The tree

    private struct Branch {
        let location: [String]
        let instance: JSONPointer
        var violation: Violation?
        var branches: [Branch] = []
    }

    /// The schemas from the entry to a keyword, and the keyword: the location of each and its instance.
    private func steps(of violation: Violation) -> [(location: [String], instance: JSONPointer)] {
        var steps: [(location: [String], instance: JSONPointer)] = []
        var location: [String] = []
        var base = 0
        for (index, step) in violation.failure.path.enumerated() {
            let isReference = step.kind == .reference
            let number = isReference ? step.number : program.nodes.base[Int(step.number)].location
            let tokens = pointer(toLocation: number).tokens
            let isTarget = index == 0 || violation.failure.path[index - 1].kind == .reference
            if !isTarget { location += tokens.dropFirst(base) }
            base = tokens.count
            steps.append((location, root.value(atNode: Int(step.node)).pointer))
        }
        location += pointer(toLocation: violation.failure.location).tokens.dropFirst(base)
        return steps + [(location, violation.instancePointer)]
    }

    private func insert(
        _ violation: Violation, _ steps: ArraySlice<(location: [String], instance: JSONPointer)>,
        into branch: inout Branch
    ) {
        guard let next = steps.first else { return }
        let rest = steps.dropFirst()
        if !rest.isEmpty, next.location == branch.location { return insert(violation, rest, into: &branch) }
        let known = branch.branches.firstIndex {
            $0.violation == nil && $0.location == next.location && $0.instance == next.instance
        }
        if let known, !rest.isEmpty { return insert(violation, rest, into: &branch.branches[known]) }
        var added = Branch(location: next.location, instance: next.instance)
        if rest.isEmpty { added.violation = violation } else { insert(violation, rest, into: &added) }
        branch.branches.append(added)
    }

    /// Returns the unit of a branch; a branch with a single branch is replaced by it. Section 12.4.3
    private func condensed(_ branch: Branch) -> JSONValue {
        if let violation = branch.violation {
            var unit = unit(violation)
            if !violation.causes.isEmpty { unit["errors"] = .array(violation.causes.map(nested)) }
            return .object(unit)
        }
        if branch.branches.count == 1 { return condensed(branch.branches[0]) }
        return [
            "valid": false, "keywordLocation": .string(pointer(branch.location)),
            "instanceLocation": .string(branch.instance.description),
            "errors": .array(branch.branches.map(condensed)),
        ]
    }

    private func nested(_ violation: Violation) -> JSONValue {
        condensed(
            Branch(location: [], instance: violation.instancePointer, violation: violation))
    }
}
