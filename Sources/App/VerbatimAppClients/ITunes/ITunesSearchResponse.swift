/// The answer to a search.
///
/// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/
public struct ITunesSearchResponse: Sendable, Decodable {
    /// How many results follow.
    public let resultCount: Int
    /// The results, best match first.
    public let results: [ITunesItem]
}
