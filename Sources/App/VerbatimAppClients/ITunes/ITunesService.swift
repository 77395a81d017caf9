/// A shop for music, apps and books that can be searched.
public protocol ITunesService: Sendable {
    /// Searches the store, and cancels the search before this one if it is still under way.
    ///
    /// - Parameters:
    ///   - term: What to look for, as a person types it.
    ///   - category: What kind of thing to look for.
    ///   - country: The country of the store, ISO 3166-1 alpha-2.
    ///   - language: The language of the results, as in `en_us`.
    /// - Returns: At most 200 results, sorted by name.
    func search(
        _ term: String, category: ITunesCategory, country: String, language: String
    ) async throws(ITunesError) -> [ITunesItem]

    /// Loads the picture of an item, or is nil when it has none.
    func artwork(of item: ITunesItem) async throws(ITunesError) -> DownloadedImage?

    /// Cancels the search that is under way; it ends with ``RESTError/cancelled``.
    func cancel()
}

extension ITunesService {
    /// Searches the store of the United States, in English.
    public func search(
        _ term: String, category: ITunesCategory = .all
    ) async throws(ITunesError) -> [ITunesItem] {
        try await search(term, category: category, country: "US", language: "en_us")
    }
}
