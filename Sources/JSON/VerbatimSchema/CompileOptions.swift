package struct CompileOptions: Sendable {
    /// The effect of `format`.
    package enum Formats: Sendable {
        /// The format is an annotation; strings are not checked.
        case annotation
        /// A string that does not have a known format is a violation.
        case assertion
    }

    /// The treatment of a mistake in a schema.
    package enum Mistakes: Sendable {
        /// It is listed in `CompiledSchema.problems`, and the keyword asserts nothing.
        case list
        /// The schema does not compile.
        case reject
    }

    /// The effect of `format`; annotation is the default of the specification, contracts use assertion.
    package var formats: Formats
    /// The treatment of keywords that are neither known nor allowed by the two properties below.
    package var unknownKeywords: Mistakes
    /// The treatment of keywords whose value is invalid, and of references without a target.
    package var mistakes: Mistakes
    /// Whether the `discriminator` of OpenAPI chooses among the branches of `oneOf` or `anyOf` beside it.
    ///
    /// https://spec.openapis.org/oas/v3.1.1#discriminator-object
    package var usesDiscriminator = false
    /// The names that `required` leaves out, by the node of its schema in the document.
    package var optionalNames: [Int: Set<String>] = [:]
    /// The nodes of the schemas in the document of whose strings the instance has the content: an object or
    /// an array, which `contentSchema` describes.
    package var stringsWithContent: Set<Int> = []
    package var allowedPrefixes: [String]
    package var allowedKeywords: Set<String>

    package init(
        formats: Formats = .annotation, unknownKeywords: Mistakes = .list, mistakes: Mistakes = .reject,
        allowedPrefixes: [String] = ["x-"], allowedKeywords: Set<String> = []
    ) {
        self.formats = formats
        self.unknownKeywords = unknownKeywords
        self.mistakes = mistakes
        self.allowedPrefixes = allowedPrefixes
        self.allowedKeywords = allowedKeywords
    }

    /// Options for the schemas of an OpenAPI 3.1 document.
    ///
    /// Formats are asserted, the keywords of the OpenAPI vocabulary are allowed, discriminators are used, and
    /// mistakes are listed. https://spec.openapis.org/oas/v3.1.1#fixed-fields-20
    package static let openAPI: CompileOptions = {
        var options = CompileOptions(
            formats: .assertion, mistakes: .list,
            allowedKeywords: ["discriminator", "xml", "externalDocs", "example"])
        options.usesDiscriminator = true
        return options
    }()
}
