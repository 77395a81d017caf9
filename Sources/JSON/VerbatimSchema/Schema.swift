package import VerbatimJSON

/// A document that is a schema or contains schemas, with its base URI.
///
/// The dialect is JSON Schema draft 2020-12: https://json-schema.org/draft/2020-12/json-schema-core.
/// Deviations, and decisions on what the specification leaves open:
/// - Annotations are not collected, and the `content` keywords check nothing.
/// - For `anyOf` and `oneOf`, only the failures of the closest branch are reported.
/// - If an instance has other violations, the `unevaluated` keywords ignore whatever the failing schemas
///   looked at, so that a mistake is reported once.
/// - A reference that leads back to itself without descending into the instance is an error of the schema.
/// - Draft 2019-09 is supported as far as it agrees with 2020-12; other drafts are an error.
/// - Regular expressions are those of ECMA-262 with the `u` flag, or if one is invalid so, without. If one
///   with backreferences exceeds the step limit on a string, that is a violation with its own message.
/// - A duplicate member of an instance is checked each time it occurs.
package struct Schema: Sendable {
    package let document: JSON
    /// The base URI of the document; empty if it is unknown.
    package let base: String

    /// - Parameter base: The URI from which the document was retrieved (RFC 3986 section 5.1.3).
    /// - Throws: `SchemaError` if the document does not exist or is neither an object nor a Boolean.
    package init(_ document: JSON, base: String? = nil) throws(SchemaError) {
        self.document = document
        self.base = base ?? ""
        guard document.kind == .object || document.kind == .bool else {
            throw SchemaError(
                reason: document.exists ? .invalidValue(keyword: "", expected: "a schema") : .missing,
                schema: document, document: self.base)
        }
    }

    /// Compiles the schema at a pointer, which may lead anywhere in the document.
    ///
    /// References are resolved in the whole document and in the store, so `#/components/schemas/Volume`
    /// resolves in an OpenAPI document.
    package func compile(
        at pointer: JSONPointer = .root, in store: SchemaStore = .init(), options: CompileOptions = .init()
    ) throws(SchemaError) -> CompiledSchema { try compile(at: [pointer], in: store, options: options)[0] }

    /// Compiles the schemas at several pointers together, so that schemas they share are compiled once.
    /// Returns the compiled schemas in the order of their pointers.
    package func compile(
        at pointers: [JSONPointer], in store: SchemaStore = .init(), options: CompileOptions = .init()
    ) throws(SchemaError) -> [CompiledSchema] {
        try compile(pointers, in: store, options: options) { compiler, pointer throws(SchemaError) in
            try compiler.addEntry(at: pointer)
        }
    }

    /// Compiles schemas of the document together, so that schemas they share are compiled once.
    ///
    /// A schema that contains another of them precedes it. Returns the compiled schemas in the order of the
    /// schemas.
    package func compile(
        _ schemas: [JSON], in store: SchemaStore = .init(), options: CompileOptions = .init()
    ) throws(SchemaError) -> [CompiledSchema] {
        try compile(schemas, in: store, options: options) { compiler, schema throws(SchemaError) in
            try compiler.addEntry(schema)
        }
    }

    private func compile<Entry>(
        _ list: [Entry], in store: SchemaStore, options: CompileOptions,
        _ add: (inout Compiler, Entry) throws(SchemaError) -> Int32
    ) throws(SchemaError) -> [CompiledSchema] {
        var compiler = try Compiler(self, store: store, options: options)
        var entries: [Int32] = []
        for entry in list { entries.append(try add(&compiler, entry)) }
        let (program, problems) = try compiler.finish()
        return entries.map { CompiledSchema(program: program, entry: $0, problems: problems) }
    }
}

/// Schema documents by URI, for references between documents.
///
/// Documents are added by the caller; nothing is ever fetched. The metaschemas of draft 2020-12 are built in.
package struct SchemaStore: Sendable {
    private var documents: [String: JSON] = [:]

    package init() {}

    /// Adds a document, replacing the one with the same URI; the fragment of the URI is ignored.
    package mutating func add(_ document: JSON, at uri: String) {
        documents[URI(uri).withoutFragment.text] = document
    }

    /// The document with a URI, or nil; the fragment of the URI is ignored.
    package subscript(uri: String) -> JSON? {
        let key = URI(uri).withoutFragment.text
        return documents[key] ?? Metaschemas.document(key)
    }
}

/// A schema that is ready to validate instances, from any number of threads at once.
package struct CompiledSchema: Sendable {
    let program: Program
    let entry: Int32
    /// The keywords that assert nothing: unknown ones, asserted formats that are unknown, and, if
    /// `CompileOptions.mistakes` is `list`, those with an invalid value. Also the regular expressions that
    /// are read without the `u` flag, as they are invalid with it.
    ///
    /// They are those of all schemas that were compiled together, in the order in which they were compiled.
    package let problems: [SchemaError]

    /// Returns the violations of the schema in an instance.
    ///
    /// A value that does not exist, such as a missing member, violates nothing. Of each keyword the first
    /// 1,000 violations are kept, and 10,000 in all; the others are counted. If the validation itself exceeds
    /// its limits of depth or work, that is the only violation.
    ///
    /// - Returns: The violations in the order of the instance; empty if it is valid.
    package func validate(_ instance: JSON) -> Excerpt<Violation> {
        // Most instances are valid, and that is decided faster.
        guard !accepts(instance) else { return [] }
        let outcome = Machine.run(CollectAll(), program, entry, instance)
        return Violation.excerpt(outcome.failures, outcome.omittedCount, program, in: instance)
    }

    /// Returns whether an instance is valid, stopping at the first violation.
    package func accepts(_ instance: JSON) -> Bool {
        Machine.run(StopAtFirst(), program, entry, instance).isValid
    }
}
