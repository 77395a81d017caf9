package import VerbatimJSON

extension CompiledSchema {
    /// Validates an instance and returns the result in the output format `basic`: all errors in a flat list.
    ///
    /// The result has no annotations. For `anyOf` and `oneOf` it has the errors of the closest branch only.
    /// Where errors are not kept, as `validate(_:)` describes, a unit has their number.
    ///
    /// https://json-schema.org/draft/2020-12/json-schema-core#section-12.4.2
    package func basicOutput(for instance: JSON) -> JSONValue {
        let violations = validate(instance)
        guard !violations.isEmpty else { return ["valid": true] }
        var output = BasicOutput(program: program)
        output.append(violations)
        return ["valid": false, "errors": .array(output.units)]
    }
}

/// The units of violations and their causes.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-12.3
private struct BasicOutput {
    let program: Program
    private(set) var units: [JSONValue] = []
    /// The reference tokens of locations.
    private var tokensByLocation: [Int32: [String]] = [:]

    init(program: Program) { self.program = program }

    mutating func append(_ violations: Excerpt<Violation>) {
        for violation in violations {
            appendUnit(
                JSONPointer(location(of: violation)), absolute: absoluteLocation(of: violation),
                violation.instancePointer, "expected \(violation.expected), found \(violation.found)")
            append(violation.causes)
        }
        guard violations.omittedCount > 0 else { return }
        appendUnit(.root, absolute: nil, .root, "and \(violations.omittedCount) more")
    }

    private mutating func appendUnit(
        _ keyword: JSONPointer, absolute: String?, _ instance: JSONPointer, _ error: String
    ) {
        units.append(
            JSONValue(members: [
                ("valid", false), ("keywordLocation", .string("\(keyword)")),
                ("absoluteKeywordLocation", absolute.map { .string($0) }),
                ("instanceLocation", .string("\(instance)")), ("error", .string(error)),
            ]))
    }

    /// The absolute URI of the keyword, in its schema resource. Section 12.3.2
    private func absoluteLocation(of violation: Violation) -> String? {
        guard let schema = violation.failure.path.last(where: { $0.kind == .schema }) else { return nil }
        let resource = program.resources[Int(program.nodes.base[Int(schema.number)].resource)]
        guard !resource.uri.isEmpty else { return nil }
        let start = program.json(resource.root).pointer.tokens.count
        return "\(resource.uri)#\(JSONPointer(Array(violation.schemaPointer.tokens.dropFirst(start))))"
    }

    /// The path through the schemas to the keyword, including references. Section 12.3.1
    private mutating func location(of violation: Violation) -> [String] {
        var location: [String] = []
        var base = 0
        let path = violation.failure.path
        for (index, step) in path.enumerated() {
            let tokens = tokens(
                at: step.kind == .reference ? step.number : program.nodes.base[Int(step.number)].location)
            // The entry is the root of the location, and the target of a reference is at the reference.
            if index > 0, path[index - 1].kind != .reference { location += tokens.dropFirst(base) }
            base = tokens.count
        }
        return location + tokens(at: violation.failure.location).dropFirst(base)
    }

    private mutating func tokens(at location: Int32) -> [String] {
        if let known = tokensByLocation[location] { return known }
        let tokens = program.json(program.locations.base[Int(location)].value).pointer.tokens
        tokensByLocation[location] = tokens
        return tokens
    }
}
