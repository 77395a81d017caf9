public import VerbatimJSON

/// A property of the app's models that a change breaks.
public struct AffectedProperty: Sendable, Hashable, Codable {
    /// The name of the property: `Photo.remoteURL`.
    public var name: String
    /// The location of its declaration, if it is known.
    public var location: SourceLocation?
    /// The name of the model that decodes the body.
    public var model: String
    /// The conflict: `Photo.remoteURL expects URL, but it is null`.
    public var reason: String
    /// The conflict as a predicate of the name, `expects URL, but it is null`; nil for another subject.
    package var predicate: String?

    /// The conflict for a text that has the name already.
    package var reasonAfterName: String { predicate ?? reason }

    /// Creates a property.
    public init(name: String, location: SourceLocation?, model: String, reason: String) {
        self.name = name
        self.location = location
        self.model = model
        self.reason = reason
    }
}

/// A value of a response that a model of the app does not decode.
public struct ModelConflict: Sendable, Hashable {
    /// The value in the body, or nil if the conflict is not about a value.
    public var pointer: JSONPointer?
    /// The location of the value.
    public var location: SourceLocation?
    /// The property that does not decode it, with the reason.
    public var property: AffectedProperty
    /// What the document has there, if it is known.
    package var occurrence: Finding.Occurrence?
    /// Whether the app reads the rest of the body: the good elements of a list, for example.
    public var isDropped: Bool

    /// Creates a conflict.
    public init(
        pointer: JSONPointer?, location: SourceLocation? = nil, property: AffectedProperty,
        isDropped: Bool = false
    ) {
        self.pointer = pointer
        self.location = location
        self.property = property
        self.isDropped = isDropped
    }
}
