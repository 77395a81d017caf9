import VerbatimJSON
import VerbatimSchema

/// Reads a contract and collects its problems.
struct ContractReader {
    /// The document in OpenAPI 3.1.
    var document: JSON
    /// The document as written, if that is OpenAPI 3.0.
    var source: JSON?
    /// The nodes as written, by the nodes of the document that they became.
    var sourceNodes: [Int: JSON] = [:]
    /// The nodes of the components, by the references to them.
    private var components: [String: JSON]
    /// The servers of the objects that have any, by their nodes.
    var serverTemplates: [Int?: [URLTemplate]] = [:]
    /// The number of URLs of the operations so far.
    var urlCount = 0
    private var knownProblems: Set<ContractError.Problem> = []
    let file: String
    var problems: [ContractError.Problem] = []
    var shapes: SchemaShapes
    /// The schemas so far, each once; they are compiled together at the end.
    var schemas: [SchemaReference] = []
    var schemaIndexes: [Int?: Int] = [:]
    /// The examples so far, each with its schema.
    var examples: [Example] = []
    /// The schemas whose examples are collected.
    var schemasWithExamples: Set<Int?> = []

    init(document: JSON, file: String) {
        self.document = document
        self.file = file
        shapes = SchemaShapes(document: document)
        components = document.components
    }

    /// Reads the document.
    mutating func read(api: String) throws(ContractError) -> Contract {
        guard validateVersion() else { throw ContractError(problems) }
        for duplicate in document.duplicates {
            report(document[duplicate.object][duplicate.name], "duplicate property '\(duplicate.name)'")
        }
        if document["openapi"].string?.hasPrefix("3.0.") == true { convertToOpenAPI31() }
        _ = validate(document, as: .document)
        _ = validate(document["info"], as: .info)
        readComponents()
        let operations = readPaths()
        let compiled = compile()
        validateExamples(with: compiled)
        validateFormats(in: compiled)
        guard problems.isEmpty else { throw ContractError(problems.sorted { $0.location < $1.location }) }
        return Contract(
            api: api, file: file, operations: operations, index: OperationIndex(operations),
            servers: servers(of: operations), schemas: compiled, shapes: shapes, table: ShapeTable(shapes),
            document: document, source: source, sourceNodes: sourceNodes)
    }

    /// Replaces a document of OpenAPI 3.0 by the equivalent one of 3.1.
    private mutating func convertToOpenAPI31() {
        var converter = OpenAPI30()
        let text = converter.normalForm(of: document).text(.compact)
        for problem in converter.problems { report(problem.node, problem.message) }
        guard let converted = try? JSON(parsing: text) else {
            return report(document, "the document cannot be converted to OpenAPI 3.1")
        }
        source = document
        sourceNodes = OpenAPI30.sources(of: converted, in: document)
        document = converted
        shapes = SchemaShapes(document: converted)
        components = converted.components
    }

    /// Whether the version is supported. A document of another version is not read any further.
    private mutating func validateVersion() -> Bool {
        guard document.kind == .object, document["openapi"].exists else {
            report(document, "not an OpenAPI document: missing property 'openapi'")
            return false
        }
        let version = document["openapi"].string ?? ""
        guard version.hasPrefix("3.1.") || version.hasPrefix("3.0.") else {
            report(
                document["openapi"],
                "unsupported OpenAPI version \(document["openapi"].text): expected 3.1 or 3.0")
            return false
        }
        return true
    }

    /// Reads the components, including those that are not used.
    private mutating func readComponents() {
        let components = document["components"]
        guard components.exists, validate(components, as: .components) else { return }
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

// MARK: - Problems

extension ContractReader {
    /// Appends a problem at a node, or if that is missing, at the object that should contain it.
    mutating func report(
        _ node: JSON, _ message: String, next: String = "correct it and run `make check` again"
    ) {
        let written = sourceNodes.source(of: node) ?? source?[node.pointer] ?? node
        let problem = ContractError.Problem(
            location: SourceLocation(written, in: file), message: message, next: next)
        if knownProblems.insert(problem).inserted { problems.append(problem) }
    }

    /// Whether a node is an object with all required properties. Reports missing and unknown properties.
    mutating func validate(_ node: JSON, as object: OpenAPIObject) -> Bool {
        guard node.kind == .object else {
            report(node, node.exists ? "\(object.name) must be an object" : "missing \(object.name)")
            return false
        }
        for member in node.members where !object.allows(member.name) {
            report(
                member.value, "unknown property '\(member.name)' of \(object.name)",
                next: "correct the spelling, or begin the name with 'x-'")
        }
        let missing = object.required.filter { !node[$0].exists }
        for name in missing { report(node, "missing property '\(name)' of \(object.name)") }
        return missing.isEmpty
    }

    /// Follows references. Reports an unresolved reference and returns nil.
    mutating func resolve(_ node: JSON) -> JSON? {
        var node = node
        for _ in 0..<32 {
            guard node["$ref"].exists else { return node }
            guard let target = target(of: node) else { return nil }
            node = target
        }
        report(node, "circular reference")
        return nil
    }

    /// Returns the target of a reference. Reports an unresolved reference and returns nil.
    mutating func target(of node: JSON) -> JSON? {
        guard let reference = node["$ref"].string else {
            report(node["$ref"], "expected a string as reference, found \(node["$ref"].text)")
            return nil
        }
        if let target = components[reference] ?? document.target(of: reference) { return target }
        let reason = reference.hasPrefix("#") ? "" : ": references to other documents are not supported"
        report(node["$ref"], "unresolved reference '\(reference)'\(reason)")
        return nil
    }
}

extension JSON {
    /// The objects of the components by the references to them, without those whose names need escapes.
    fileprivate var components: [String: JSON] {
        let kinds = self["components"].members.flatMap { kind in
            kind.value.members.filter { !$0.name.contains { "/~%".contains($0) } }.map { member in
                ("#/components/\(kind.name)/\(member.name)", member.value)
            }
        }
        return Dictionary(kinds) { first, _ in first }
    }
}

extension SourceLocation {
    fileprivate static func < (lhs: SourceLocation, rhs: SourceLocation) -> Bool {
        (lhs.line ?? 0, lhs.column ?? 0) < (rhs.line ?? 0, rhs.column ?? 0)
    }
}
