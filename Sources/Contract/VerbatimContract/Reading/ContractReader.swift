import VerbatimJSON
import VerbatimSchema

/// Reads a contract and notes everything that is wrong with it on the way.
struct ContractReader {
    /// The document in OpenAPI 3.1.
    var document: JSON
    /// The document as it was written, where that was in OpenAPI 3.0.
    var source: JSON?
    let file: String
    var problems: [ContractError.Problem] = []
    var shapes: SchemaShapes
    /// The schemas met so far, each once however often it is used; they are compiled together at the end.
    var schemas: [SchemaReference] = []
    var schemaIndexes: [Int?: Int] = [:]
    /// The examples met so far, each with its schema.
    var examples: [Example] = []
    /// The schemas whose own examples were looked for.
    var schemasWithExamples: Set<Int?> = []

    init(document: JSON, file: String) {
        self.document = document
        self.file = file
        shapes = SchemaShapes(document: document)
    }

    /// Reads the document.
    mutating func read(api: String) throws(ContractError) -> Contract {
        guard checkVersion() else { throw ContractError(problems) }
        for duplicate in document.duplicates {
            note(document[duplicate.object][duplicate.name], "member '\(duplicate.name)' occurs twice")
        }
        if document["openapi"].string?.hasPrefix("3.0.") == true { rewrite() }
        _ = check(document, against: .document)
        _ = check(document["info"], against: .info)
        readComponents()
        let operations = readPaths()
        let compiled = compile()
        checkExamples(with: compiled)
        checkFormats(in: compiled)
        guard problems.isEmpty else { throw ContractError(problems.sorted { $0.location < $1.location }) }
        return Contract(
            api: api, file: file, operations: operations, servers: servers(of: operations), schemas: compiled,
            shapes: shapes, table: ShapeTable(shapes), document: document, source: source)
    }

    /// Goes on with the 3.1 document that means the same as this one of 3.0.
    private mutating func rewrite() {
        var older = OpenAPI30()
        let text = older.normalForm(of: document).text(.compact)
        for problem in older.problems { note(problem.node, problem.what) }
        guard let rewritten = try? JSON(parsing: text) else {
            return note(document, "it cannot be read as OpenAPI 3.1")
        }
        source = document
        document = rewritten
        shapes = SchemaShapes(document: rewritten)
    }

    /// Any other version is another language, of which nothing more is said.
    private mutating func checkVersion() -> Bool {
        guard document.kind == .object, document["openapi"].exists else {
            note(document, "this is not an OpenAPI document: it has no member 'openapi'")
            return false
        }
        let version = document["openapi"].string ?? ""
        guard version.hasPrefix("3.1.") || version.hasPrefix("3.0.") else {
            note(document["openapi"], "the version is \(document["openapi"].text), not 3.1 or 3.0")
            return false
        }
        return true
    }

    /// Components are read even if nothing uses them: what is in the file must be right.
    private mutating func readComponents() {
        let components = document["components"]
        guard components.exists, check(components, against: .components) else { return }
        for schema in components["schemas"].members { _ = self.schema(schema.value) }
        for response in components["responses"].members { _ = self.response(response.value, status: "") }
        for parameter in components["parameters"].members { _ = self.parameter(parameter.value) }
        for header in components["headers"].members { _ = self.header(header.value, name: header.name) }
        for body in components["requestBodies"].members { _ = requestBody(body.value) }
        for example in components["examples"].members { _ = resolve(example.value) }
    }

    private func servers(of operations: [APIOperation]) -> [URLTemplate] {
        var seen: Set<URLTemplate> = []
        return operations.flatMap(\.servers).filter { seen.insert($0).inserted }
    }
}

// MARK: - Notes

extension ContractReader {
    /// Notes a problem at a node; of a node that is not there, at what should hold it.
    mutating func note(
        _ node: JSON, _ what: String, next: String = "correct it and run `make check` again"
    ) {
        let location = SourceLocation(source?[node.pointer] ?? node, in: file)
        let problem = ContractError.Problem(location: location, what: what, next: next)
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Whether a node is an object with only members that it may have and all that it must have.
    mutating func check(_ node: JSON, against form: OpenAPIObject) -> Bool {
        guard node.kind == .object else {
            note(node, node.exists ? "\(form.name) must be an object" : "\(form.name) is missing")
            return false
        }
        for member in node.members where !form.allows(member.name) {
            note(
                member.value, "'\(member.name)' is not a member of \(form.name)",
                next: "correct the spelling, or let the name begin with 'x-'")
        }
        let missing = form.required.filter { !node[$0].exists }
        for name in missing { note(node, "\(form.name) has no '\(name)'") }
        return missing.isEmpty
    }

    /// Follows references to what is meant; nil, and noted, when there is nothing.
    mutating func resolve(_ node: JSON) -> JSON? {
        var node = node
        for _ in 0..<32 {
            guard node["$ref"].exists else { return node }
            guard let target = target(of: node) else { return nil }
            node = target
        }
        note(node, "this reference leads to itself")
        return nil
    }

    /// What a reference points at; nil, and noted, when there is nothing.
    mutating func target(of node: JSON) -> JSON? {
        guard let reference = node["$ref"].string else {
            note(node["$ref"], "a reference is a string, not \(node["$ref"].text)")
            return nil
        }
        if let target = document.target(of: reference) { return target }
        let reason = reference.hasPrefix("#") ? "it is not in the document" : "a contract is one document"
        note(node["$ref"], "'\(reference)' refers to nothing: \(reason)")
        return nil
    }
}

extension SourceLocation {
    fileprivate static func < (one: SourceLocation, other: SourceLocation) -> Bool {
        (one.line ?? 0, one.column ?? 0) < (other.line ?? 0, other.column ?? 0)
    }
}
