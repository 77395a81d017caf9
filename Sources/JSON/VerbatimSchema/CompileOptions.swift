/// Options for compiling schemas.
public struct CompileOptions: Sendable {
    /// The effect of `format`.
    public enum Formats: Sendable {
        /// The format is an annotation; strings are not checked.
        case annotation
        /// A string that does not have a known format is a violation.
        case assertion
    }

    /// The treatment of unknown keywords.
    public enum UnknownKeywords: Sendable {
        /// They are listed in `CompiledSchema.unknownKeywords`.
        case list
        /// The schema does not compile.
        case reject
    }

    /// The effect of `format`; annotation is the default of the specification, contracts use assertion.
    public var formats: Formats
    /// The treatment of keywords that are neither known nor allowed by the two properties below.
    public var unknownKeywords: UnknownKeywords
    /// The name prefixes of allowed extensions.
    public var allowedPrefixes: [String]
    /// The names of allowed extensions.
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

    /// Options for the schemas of an OpenAPI 3.1 document.
    ///
    /// Formats are asserted, and the keywords of the OpenAPI vocabulary are allowed.
    /// https://spec.openapis.org/oas/v3.1.1#fixed-fields-20
    public static let openAPI = CompileOptions(
        formats: .assertion, unknownKeywords: .reject,
        allowedKeywords: ["discriminator", "xml", "externalDocs", "example"])
}
