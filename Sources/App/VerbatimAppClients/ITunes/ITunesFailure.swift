/// What the iTunes Search API answers when a parameter is not valid.
public struct ITunesFailure: Sendable, Hashable, Decodable {
    /// The explanation, such as `Invalid value(s) for key(s): [resultEntity]`.
    ///
    /// It names keys in its own way: `entity` is `resultEntity`, `lang` is `language`.
    public let errorMessage: String
}
