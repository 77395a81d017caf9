import VerbatimJSON

/// Renders violations as output units.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-12.3
struct OutputRenderer {
    private let program: Program
    private let root: JSON
    /// The reference tokens of locations.
    private var tokensByLocation: [Int32: [String]] = [:]

    init(program: Program, root: JSON) {
        self.program = program
        self.root = root
    }

    mutating func basic(_ violations: Excerpt<Violation>) -> JSONValue {
        var units = violations.flatMap { flattened($0) }
        units += rest(violations)
        return ["valid": false, "errors": .array(units)]
    }

    private mutating func flattened(_ violation: Violation) -> [JSONValue] {
        [.object(unit(violation))] + violation.causes.flatMap { flattened($0) } + rest(violation.causes)
    }

    mutating func detailed(_ violations: Excerpt<Violation>) -> JSONValue {
        var tree = OutputTree()
        for violation in violations { insert(violation, into: &tree) }
        var unit: JSONObject = ["valid": false, "keywordLocation": "", "instanceLocation": ""]
        let units = tree.branches[0].children.map { condensed($0, of: tree, below: [], level: 1) }
        unit["errors"] = .array(units + rest(violations))
        return .object(unit)
    }

    // MARK: Units

    private mutating func unit(_ violation: Violation) -> JSONObject {
        var unit: JSONObject = ["valid": false]
        unit["keywordLocation"] = .string(pointer(location(of: violation)))
        if let absolute = absoluteLocation(of: violation) {
            unit["absoluteKeywordLocation"] = .string(absolute)
        }
        unit["instanceLocation"] = .string(violation.instancePointer.description)
        unit["error"] = .string("expected \(violation.expected), found \(violation.found)")
        return unit
    }

    /// Returns a unit that counts the violations that are not kept, if there are any.
    private func rest(_ violations: Excerpt<Violation>) -> [JSONValue] {
        guard violations.omittedCount > 0 else { return [] }
        return [
            [
                "valid": false, "keywordLocation": "", "instanceLocation": "",
                "error": .string("and \(violations.omittedCount) more"),
            ]
        ]
    }

    private func pointer(_ tokens: [String]) -> String { JSONPointer(tokens).description }

    /// The absolute URI of the keyword, in its schema resource. Section 12.3.2
    private mutating func absoluteLocation(of violation: Violation) -> String? {
        guard let schema = violation.failure.path.last(where: { $0.kind == .schema }) else { return nil }
        let resource = program.resources[Int(program.nodes.base[Int(schema.number)].resource)]
        guard !resource.uri.isEmpty else { return nil }
        let start = program.json(resource.root).pointer.tokens.count
        return resource.uri + "#" + pointer(Array(violation.schemaPointer.tokens.dropFirst(start)))
    }

    // MARK: Locations

    /// The path through the schemas to the keyword, including references. Section 12.3.1
    private mutating func location(of violation: Violation) -> [String] {
        let (steps, last) = steps(of: violation)
        return steps.flatMap(\.tokens) + last
    }

    /// The schemas and references from the entry to a keyword that add tokens to its location, with those
    /// tokens, and the tokens of the keyword.
    private mutating func steps(
        of violation: Violation
    ) -> (steps: [(step: PathStep, tokens: [String])], keyword: [String]) {
        var steps: [(step: PathStep, tokens: [String])] = []
        var base = 0
        let path = violation.failure.path
        for (index, step) in path.enumerated() {
            let tokens = tokens(of: step)
            // The entry is the root of the location, and the target of a reference is at the reference.
            if index > 0, path[index - 1].kind != .reference {
                steps.append((step, Array(tokens.dropFirst(base))))
            }
            base = tokens.count
        }
        return (steps, Array(tokens(at: violation.failure.location).dropFirst(base)))
    }

    private mutating func tokens(of step: PathStep) -> [String] {
        tokens(
            at: step.kind == .reference ? step.number : program.nodes.base[Int(step.number)].location)
    }

    private mutating func tokens(at location: Int32) -> [String] {
        if let known = tokensByLocation[location] { return known }
        let tokens = program.json(program.locations.base[Int(location)].value).pointer.tokens
        tokensByLocation[location] = tokens
        return tokens
    }

    // MARK: The tree

    private mutating func insert(_ violation: Violation, into tree: inout OutputTree) {
        let (steps, keyword) = steps(of: violation)
        var branch = 0
        for (step, tokens) in steps { branch = tree.branch(of: step, tokens, in: branch) }
        tree.append(violation, keyword, to: branch)
    }

    /// Returns the unit of a branch; a branch with a single branch is replaced by it. Section 12.4.3
    ///
    /// Below a number of levels, the unit lists all violations directly.
    private mutating func condensed(
        _ number: Int, of tree: OutputTree, below location: [String], level: Int
    ) -> JSONValue {
        var branch = tree.branches[number]
        var location = location + branch.tokens
        while branch.violation == nil, branch.children.count == 1 {
            branch = tree.branches[branch.children[0]]
            location += branch.tokens
        }
        if let violation = branch.violation { return nested(violation) }
        let errors =
            level < OutputTree.maximumLevels
            ? branch.children.map { condensed($0, of: tree, below: location, level: level + 1) }
            : tree.violations(below: branch).map { nested($0) }
        return [
            "valid": false, "keywordLocation": .string(pointer(location)),
            "instanceLocation": .string(root.value(atNode: branch.node).pointer.description),
            "errors": .array(errors),
        ]
    }

    private mutating func nested(_ violation: Violation) -> JSONValue {
        var unit = unit(violation)
        if !violation.causes.isEmpty {
            unit["errors"] = .array(violation.causes.map { nested($0) } + rest(violation.causes))
        }
        return .object(unit)
    }
}

/// Violations in the tree of schemas and instances that lead to them. Branch 0 is the root.
private struct OutputTree {
    struct Branch {
        /// What the branch adds to the location of the one around it.
        let tokens: [String]
        /// The node of the instance.
        let node: Int
        var violation: Violation?
        var children: [Int] = []
    }

    private struct Key: Hashable {
        let branch: Int
        let step: PathStep
    }

    /// The depth of nested units.
    static let maximumLevels = 64

    private(set) var branches = [Branch(tokens: [], node: 0)]
    private var numbers: [Key: Int] = [:]

    /// Returns the number of the branch of a schema or reference, which is added if it is new.
    mutating func branch(of step: PathStep, _ tokens: [String], in branch: Int) -> Int {
        let key = Key(branch: branch, step: step)
        if let known = numbers[key] { return known }
        numbers[key] = branches.count
        append(Branch(tokens: tokens, node: Int(step.node)), to: branch)
        return branches.count - 1
    }

    mutating func append(_ violation: Violation, _ tokens: [String], to branch: Int) {
        append(Branch(tokens: tokens, node: violation.failure.node, violation: violation), to: branch)
    }

    private mutating func append(_ added: Branch, to branch: Int) {
        branches[branch].children.append(branches.count)
        branches.append(added)
    }

    /// Returns all violations below a branch, in order.
    func violations(below branch: Branch) -> [Violation] {
        var found: [Violation] = []
        var pending = Array(branch.children.reversed())
        while let next = pending.popLast() {
            if let violation = branches[next].violation { found.append(violation) }
            pending += branches[next].children.reversed()
        }
        return found
    }
}
