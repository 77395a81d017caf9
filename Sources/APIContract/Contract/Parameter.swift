package import JSONDocument

/// A declared parameter of a request.
package struct Parameter: Sendable {
    /// Where a parameter is sent.
    package enum Location: String, Sendable {
        case query, path, header, cookie
    }

    /// The name.
    package let name: String
    /// Where it is sent.
    package let location: Location
    /// Whether a request without it is wrong.
    package let isRequired: Bool
    /// What its value must be.
    package let schema: SchemaPromise?
    /// The one value it may have, if there is only one.
    package let constant: String?
    /// Whether an array repeats the parameter, instead of one value with commas.
    package let isExploded: Bool
    /// Its node in the document.
    package let node: JSON

    /// Whether both are the same parameter: an operation's own one replaces that of its path.
    func isSame(as other: Parameter) -> Bool { name == other.name && location == other.location }

    /// Whether it is an item of the query that can have one value only.
    var isConstantInQuery: Bool { location == .query && constant != nil }
}
