public import VerbatimJSON

/// A document that is a schema, or holds schemas, and the URI its references start from.
///
/// The dialect is JSON Schema draft 2020-12: https://json-schema.org/draft/2020-12/json-schema-core.
/// Where this package departs from it, or decides what it leaves open:
/// - Annotations are not collected, and `content` keywords check nothing.
/// - Of `anyOf` and `oneOf` only the failures of the branch that came nearest are reported.
/// - When something else is wrong with an instance, `unevaluated` keywords leave alone what the failing schema looked
///   at, so that one mistake is not reported twice.
/// - References that lead back to themselves without a step into the instance are an error of the schema.
/// - Of draft 2019-09 only what means the same in 2020-12 is taken; other drafts are an error.
/// - Regular expressions are those of ECMA-262 with the `u` flag; one with backreferences that needs too many steps
///   on some text is a violation that says so.
/// - A member whose name stands twice in an instance is checked each time.
public struct Schema: Sendable {
    /// The document.
    public let document: JSON
    /// The URI of the document; empty when it is not known and has no `$id` to tell.
    public let base: String

    /// Creates a schema; `base` is the URI the document was found at (RFC 3986 section 5.1.3).
    ///
    /// - Throws: `SchemaError` when there is no document, or when it is no object and no boolean.
    public init(_ document: JSON, base: String? = nil) throws(SchemaError) {
        self.document = document
        self.base = base ?? ""
        guard document.kind == .object || document.kind == .bool else {
            throw SchemaError(
                reason: document.exists ? .invalidValue(keyword: "", expected: "a schema") : .missing,
                schema: document, document: self.base)
        }
    }

    /// Compiles the schema at a pointer, which may stand anywhere in the document.
    ///
    /// References are resolved against the whole document and the store, so `#/components/schemas/Volume` of an
    /// OpenAPI document works as it stands there.
    public func compile(
        at pointer: JSONPointer = .root, in store: SchemaStore = .init(), options: CompileOptions = .init()
    ) throws(SchemaError) -> CompiledSchema {
        try compile(at: [pointer], in: store, options: options)[0]
    }

    /// Compiles the schemas at several pointers together: what they share is compiled once.
    ///
    /// - Returns: The compiled schemas in the order of their pointers.
    public func compile(
        at pointers: [JSONPointer], in store: SchemaStore = .init(), options: CompileOptions = .init()
    ) throws(SchemaError) -> [CompiledSchema] {
        var compiler = try Compiler(self, store: store, options: options)
        var entries: [Int32] = []
        for pointer in pointers {
            entries.append(try compiler.addEntry(at: pointer))
        }
        let (program, unknown) = try compiler.finish()
        return entries.map { CompiledSchema(program: program, entry: $0, unknownKeywords: unknown) }
    }
}
