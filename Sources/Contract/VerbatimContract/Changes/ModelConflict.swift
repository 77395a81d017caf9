/// A value of a response that a model of the app does not decode.
public struct ModelConflict: Sendable, Hashable {
    /// The JSON Pointer of the value in the body, or nil if the conflict is not about a value.
    public var pointer: String?
    /// The location of the value.
    public var location: SourceLocation?
    /// The property that does not decode it, with the reason.
    public var property: AffectedProperty
    /// Whether the app reads the rest of the body: the good elements of a list, for example.
    public var isDropped: Bool

    /// Creates a conflict.
    public init(
        pointer: String?, location: SourceLocation? = nil, property: AffectedProperty, isDropped: Bool = false
    ) {
        self.pointer = pointer
        self.location = location
        self.property = property
        self.isDropped = isDropped
    }
}
