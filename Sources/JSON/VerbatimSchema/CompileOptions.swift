/// How schemas are compiled.
public struct CompileOptions: Sendable {
    /// What `format` does.
    public enum Formats: Sendable {
        /// It says what a string is meant to be, and nothing is checked.
        case annotation
        /// A string that is not of a known format is a violation.
        case assertion
    }

    /// What happens to a keyword that is not known.
    public enum UnknownKeywords: Sendable {
        /// It is listed in `CompiledSchema.unknownKeywords`.
        case list
        /// The schema does not compile.
        case reject
    }

    /// What `format` does; the specification's default is annotation, contracts assert.
    public var formats: Formats
    /// What happens to a keyword that is neither known nor allowed below.
    public var unknownKeywords: UnknownKeywords
    /// Beginnings of the names of extensions that are left alone.
    public var allowedPrefixes: [String]
    /// Names of keywords that are left alone.
    public var allowedKeywords: Set<String>

    /// Creates options.
    public init(
        formats: Formats = .annotation, unknownKeywords: UnknownKeywords = .list,
        allowedPrefixes: [String] = ["x-"], allowedKeywords: Set<String> = []
    ) {
        self.formats = formats
        self.unknownKeywords = unknownKeywords
        self.allowedPrefixes = allowedPrefixes
        self.allowedKeywords = allowedKeywords
    }

    /// Schemas of an OpenAPI 3.1 document: formats are asserted, and the keywords of its own vocabulary are known.
    ///
    /// https://spec.openapis.org/oas/v3.1.1#fixed-fields-20
    public static let openAPI = CompileOptions(
        formats: .assertion, unknownKeywords: .reject,
        allowedKeywords: ["discriminator", "xml", "externalDocs", "example"])
}
