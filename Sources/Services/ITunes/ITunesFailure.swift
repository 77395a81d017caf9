/// What the iTunes Search API answers when a parameter is not valid.
public struct ITunesFailure: Sendable, Hashable, Decodable {
    /// The explanation, such as `Invalid value(s) for key(s): [resultEntity]`; it names keys in its own way.
    public let errorMessage: String
}
