public import VerbatimReplay

/// A key that a provider gives out, and the environment variable it is taken from.
public struct AccessKey: Sendable, Hashable {
    /// The environment variable: `FLICKR_API_KEY`.
    public var variable: String
    /// Where requests carry it, which no recording may show.
    public var secret: Secret
    /// Where one gets such a key.
    public var source: String
    /// Whether the provider answers nothing without it.
    public var isRequired: Bool

    /// Creates a key.
    public init(variable: String, secret: Secret, source: String, isRequired: Bool = true) {
        self.variable = variable
        self.secret = secret
        self.source = source
        self.isRequired = isRequired
    }
}
