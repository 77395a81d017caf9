/// A store of music, apps and books.
public protocol ITunesService: Sendable {
    /// Searches the store, and cancels the previous search if it is still in progress.
    ///
    /// - Parameters:
    ///   - term: The search term, as typed by a person.
    ///   - category: The category to search.
    /// - Returns: At most 200 results, sorted by name.
    func search(_ term: String, category: ITunesCategory) async throws(ITunesError) -> [ITunesItem]

    /// Searches the store page by page.
    ///
    /// - Returns: Pages of results, best match first. The number of all results is unknown.
    func results(for term: String, category: ITunesCategory) -> PageSequence<ITunesItem, ITunesError>

    /// Finds items by their identifiers in the store; unknown ones have no item.
    func lookUp(_ ids: [Int]) async throws(ITunesError) -> [ITunesItem]

    /// Finds an app by its bundle identifier, or returns nil if the store has none.
    func lookUp(bundleID: String) async throws(ITunesError) -> ITunesItem?

    /// Loads the artwork of an item, or returns nil if it has none.
    func artwork(of item: ITunesItem) async throws(ITunesError) -> DownloadedImage?

    /// Cancels all requests in progress; they throw errors that are ``ServiceError/isCancelled``.
    func cancel()
}

extension ITunesService {
    /// Searches all categories.
    public func search(_ term: String) async throws(ITunesError) -> [ITunesItem] {
        try await search(term, category: .all)
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
