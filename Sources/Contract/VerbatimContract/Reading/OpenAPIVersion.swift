import VerbatimJSON

/// A minor version of OpenAPI 3.
enum OpenAPIVersion: Int, Comparable, CaseIterable {
    case v30, v31, v32

    /// The version of a document, or nil if it is not one of OpenAPI 3.
    ///
    /// A later minor version is read as the newest known one, as it adds to that.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0] == "3", let minor = Int(parts[1]), minor >= 0 else { return nil }
        self = Self(rawValue: minor) ?? .v32
    }

    /// Whether a text is a version as OpenAPI writes it: `3.1.0`.
    static func isExact(_ text: String) -> Bool {
        allCases.contains { text.hasPrefix("3.\($0.rawValue).") }
    }

    static func < (lhs: OpenAPIVersion, rhs: OpenAPIVersion) -> Bool { lhs.rawValue < rhs.rawValue }
}
