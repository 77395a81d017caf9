/// The vocabularies that the `$vocabulary` of a metaschema lists.
///
/// https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.2
struct Vocabulary: OptionSet, Sendable {
    let rawValue: UInt16

    static let core = Vocabulary(rawValue: 1)
    static let applicator = Vocabulary(rawValue: 2)
    static let unevaluated = Vocabulary(rawValue: 4)
    static let validation = Vocabulary(rawValue: 8)
    static let metadata = Vocabulary(rawValue: 16)
    static let formatAnnotation = Vocabulary(rawValue: 32)
    static let formatAssertion = Vocabulary(rawValue: 64)
    static let content = Vocabulary(rawValue: 128)
    /// Not a vocabulary: marks schemas of draft 2019-09, which are supported as far as they agree with
    /// 2020-12.
    static let draft2019 = Vocabulary(rawValue: 256)

    /// The vocabularies of https://json-schema.org/draft/2020-12/schema.
    static let standard: Vocabulary = [
        .core, .applicator, .unevaluated, .validation, .metadata, .formatAnnotation, .content,
    ]

    static let byURI: [String: Vocabulary] = {
        let names: [(String, Vocabulary)] = [
            ("core", .core), ("applicator", .applicator), ("unevaluated", .unevaluated),
            ("validation", .validation), ("meta-data", .metadata), ("format-annotation", .formatAnnotation),
            ("format-assertion", .formatAssertion), ("content", .content),
        ]
        return Dictionary(
            uniqueKeysWithValues: names.map {
                ("https://json-schema.org/draft/2020-12/vocab/\($0.0)", $0.1)
            })
    }()
}
