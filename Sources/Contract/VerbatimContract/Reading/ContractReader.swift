import Foundation
import VerbatimJSON
import VerbatimSchema

/// Reads a contract and collects its problems, each of which switches off only what depends on it.
struct ContractReader {
    var version = OpenAPIVersion.v31
    private(set) var references: References
    /// The nodes as written.
    private(set) var sources: SourceMap
    /// The reasons why references to other files lead nowhere, by their texts.
    private var fileProblems: [String: String] = [:]
    var serverTemplates: [Int?: [URLTemplate]] = [:]
    /// The security requirements of the objects that have any, by their nodes.
    var securityRequirements: [Int?: [[SecurityScheme]]] = [:]
    /// The ids of the operations so far.
    var operationIDs: Set<String> = []
    /// The number of URLs of the operations so far.
    var urlCount = 0
    private var knownProblems: Set<ContractError.Problem> = []
    let file: String
    /// The problems so far, at most the limit.
    private(set) var problems: [ContractError.Problem] = []
    var shapes: SchemaShapes
    /// The schemas so far, each once; they are compiled together at the end.
    var schemas: [SchemaReference] = []
    var schemaIndexes: [Int?: Int] = [:]
    /// The schemas that may require properties, and whether a schema is read only or write only.
    var requiringSchemas: [JSON] = []
    var hasDirectionalSchemas = false
    /// The examples so far, each with its schema.
    var examples: [Example] = []
    /// The schemas whose examples are collected.
    var schemasWithExamples: Set<Int?> = []

    init(document: JSON, file: String) {
        self.file = file
        references = References(in: document)
        sources = SourceMap(file: file)
        shapes = SchemaShapes(references)
    }

    /// The document in OpenAPI 3.1.
    var document: JSON { references.document }

    /// The parts of a contract that are read from its document.
    typealias Parts = (
        operations: [APIOperation], incoming: [APIOperation], otherFiles: [String],
        schemas: [CompiledSchema], requestSchemas: [CompiledSchema]
    )

    /// - Parameters:
    ///   - files: The files that references may lead to, those in the folder of the document.
    ///   - isStrict: Whether any problem refuses the document.
    mutating func read(files: ContractFiles?, isStrict: Bool) throws(ContractError) -> Parts {
        try readVersion()
        for duplicate in document.duplicates {
            report(document[duplicate.object][duplicate.name], "duplicate property '\(duplicate.name)'")
        }
        let others = bringIn(files)
        if version == .v30 { convertToOpenAPI31() }
        if validate(document, as: .document) { _ = validate(document["info"], as: .info) }
        readComponents()
        let operations = readPaths()
        let incoming = readIncoming(operations)
        let (compiled, requestSchemas) = compile()
        validateExamples(with: compiled, requestSchemas)
        problems.sort { $0.location < $1.location }
        if isStrict, !problems.isEmpty { throw ContractError(problems) }
        return (operations, incoming, others, compiled, requestSchemas)
    }

    /// Replaces a document of OpenAPI 3.0 by the equivalent one of 3.1.
    private mutating func convertToOpenAPI31() {
        var converter = OpenAPI30()
        let text = converter.normalForm(of: document).text(.compact)
        for problem in converter.problems { report(problem.node, problem.message) }
        guard let converted = try? JSON(parsing: text) else {
            return report(document, "the document cannot be converted to OpenAPI 3.1")
        }
        sources.replace(document, by: converted)
        replaceDocument(by: converted)
    }

    private mutating func replaceDocument(by other: JSON) {
        references = References(in: other)
        shapes = SchemaShapes(references)
    }

    /// Brings the files that the document refers to into it, and returns their paths.
    private mutating func bringIn(_ files: ContractFiles?) -> [String] {
        let path = URL(fileURLWithPath: file).lastPathComponent
        let others = files ?? ContractFiles(folder: "") { _ in nil }
        var bundler = ReferenceBundler(others, path: path)
        let value = bundler.bundle(document)
        if files != nil { fileProblems = bundler.problems }
        guard let value, let bundle = try? JSON(parsing: value.text(.compact)) else { return [] }
        sources.replace(document, by: bundle, containing: bundler.documents, of: others)
        replaceDocument(by: bundle)
        return Array(bundler.documents.keys)
    }

    /// Reads the version. A document of another major version is not read any further.
    private mutating func readVersion() throws(ContractError) {
        guard document.kind == .object, document["openapi"].exists || document["swagger"].exists else {
            throw refusal(document, "not an OpenAPI document: missing property 'openapi'")
        }
        guard document["openapi"].exists else {
            throw refusal(
                document["swagger"],
                "Swagger \(document["swagger"].plainText) is not read: expected OpenAPI 3",
                next: "convert it to OpenAPI 3, for example with https://converter.swagger.io")
        }
        let node = document["openapi"]
        guard let version = OpenAPIVersion(node.plainText) else {
            throw refusal(node, "unsupported OpenAPI version \(node.text): expected 3.0, 3.1 or 3.2")
        }
        self.version = version
        if node.string.map(OpenAPIVersion.isExact) != true {
            report(node, "unknown OpenAPI version \(node.text): it is read as 3.\(version.rawValue)")
        }
    }

    private func refusal(
        _ node: JSON, _ message: String, next: String = ContractError.correction
    ) -> ContractError { ContractError(at: SourceLocation(node, in: file), message, next: next) }

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

    // MARK: Problems

    /// Appends a problem at a node, or if that is missing, at the object that should contain it.
    mutating func report(_ node: JSON, _ message: String, next: String = ContractError.correction) {
        guard problems.count < Self.problemLimit else { return }
        report(message, at: sources.location(of: node, in: document), next: next)
    }

    /// Appends a problem at a position of the text.
    mutating func report(_ message: String, at position: JSONPosition) {
        report(
            message, at: SourceLocation(file: file, line: position.line, column: position.column),
            next: ContractError.correction)
    }

    private mutating func report(_ message: String, at location: SourceLocation, next: String) {
        guard problems.count < Self.problemLimit else { return }
        let problem = ContractError.Problem(location: location, message: message, next: next)
        if knownProblems.insert(problem).inserted { problems.append(problem) }
    }

    private static let problemLimit = 10_000

    /// Whether a node is an object. Reports missing and unknown properties.
    mutating func validate(_ node: JSON, as object: OpenAPIObject) -> Bool {
        guard node.kind == .object else {
            report(node, node.exists ? "\(object.name) must be an object" : "missing \(object.name)")
            return false
        }
        for member in node.members where !object.allows(member.name, in: version) {
            report(
                member.value, "unknown property '\(member.name)' of \(object.name)",
                next: "correct the spelling, or begin the name with 'x-'")
        }
        for name in object.required where !node[name].exists {
            report(node, "missing property '\(name)' of \(object.name)")
        }
        return true
    }

    /// Reports that an object lacks a property that versions before a certain one require.
    mutating func require(_ property: String, of node: JSON, as object: OpenAPIObject, before: OpenAPIVersion)
    {
        guard version < before, !node[property].exists else { return }
        report(node, "missing property '\(property)' of \(object.name)")
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
        guard node["$ref"].kind == .string else {
            report(node["$ref"], "expected a string as reference, found \(node["$ref"].text)")
            return nil
        }
        if let target = references.target(of: node) { return target }
        reportUnresolved(node["$ref"])
        return nil
    }

    /// Reports an unresolved reference as it was written, with the file that was looked for.
    mutating func reportUnresolved(_ reference: JSON) {
        let text = sources.written(reference, of: document).node.string ?? reference.string ?? ""
        report(reference, "unresolved reference '\(text)'" + (fileProblems[text].map { ": \($0)" } ?? ""))
    }
}

extension JSON {
    /// The string, or the text of a value that should be one.
    fileprivate var plainText: String { string ?? text }
}

extension SourceLocation {
    fileprivate static func < (lhs: SourceLocation, rhs: SourceLocation) -> Bool {
        (lhs.line ?? 0, lhs.column ?? 0) < (rhs.line ?? 0, rhs.column ?? 0)
    }
}
