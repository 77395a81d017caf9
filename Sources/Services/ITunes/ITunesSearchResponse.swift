/// The answer to a search.
///
/// https://performance-partners.apple.com/search-api
public struct ITunesSearchResponse: Sendable, Decodable {
    /// How many results follow.
    public let resultCount: Int
    /// The results, best match first.
    public let results: [ITunesItem]
}
