import VerbatimJSON

/// The built-in metaschemas.
enum Metaschemas {
    static let draft2020 = "https://json-schema.org/draft/2020-12/schema"
    static let draft2019 = "https://json-schema.org/draft/2019-09/schema"
    /// The prefix of the dialects of OpenAPI 3.1, which add a vocabulary of annotations to 2020-12.
    /// https://spec.openapis.org/oas/v3.1.1#schema-object
    static let openAPI = "https://spec.openapis.org/oas/3.1/"

    static func document(_ uri: String) -> JSON? { documents[uri] }

    private static let documents: [String: JSON] = {
        let parsed = sources.compactMap { source in try? JSON(parsing: source) }
        return Dictionary(
            uniqueKeysWithValues: parsed.compactMap { json in json["$id"].string.map { ($0, json) } })
    }()
}
