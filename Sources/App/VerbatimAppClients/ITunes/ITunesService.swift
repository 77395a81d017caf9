/// A store of music, apps and books.
public protocol ITunesService: Sendable {
    /// Searches the store, and cancels the previous search if it is still in progress.
    ///
    /// - Parameters:
    ///   - term: The search term, as typed by a person.
    ///   - category: The category to search.
    ///   - country: The country of the store, as an ISO 3166-1 alpha-2 code.
    ///   - language: The language of the results, such as `en_us`.
    /// - Returns: At most 200 results, sorted by name.
    func search(
        _ term: String, category: ITunesCategory, country: String, language: String
    ) async throws(ITunesError) -> [ITunesItem]

    /// Loads the artwork of an item, or returns nil if it has none.
    func artwork(of item: ITunesItem) async throws(ITunesError) -> DownloadedImage?

    /// Cancels the search in progress, which then throws ``RESTError/cancelled``.
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

/// A category of the iTunes Store.
public enum ITunesCategory: Sendable, Hashable, CaseIterable {
    /// All categories.
    case all
    /// Songs and music videos.
    case music
    /// Apps.
    case software
    /// Ebooks.
    case ebooks

    /// The value of the parameter `entity`, without which the service searches all categories.
    ///
    /// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/Searching.html
    var entity: String? {
        switch self {
        case .all: nil
        case .music: "musicTrack"
        case .software: "software"
        case .ebooks: "ebook"
        }
    }
}
