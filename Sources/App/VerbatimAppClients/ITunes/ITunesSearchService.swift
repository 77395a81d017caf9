public import Foundation

/// A store of music, apps and books.
public protocol ITunesService: RemoteService {
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

/// A client of the iTunes Search API.
///
/// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/
public final class ITunesSearchService: ITunesService {
    private let client: RESTClient
    private let region: UserRegion
    private let baseURL: String
    private let pageSize: Int
    private let searchLimit: Int
    private let searches = TaskRegistry()
    private let otherRequests = TaskRegistry()

    /// Creates a service that loads on a session.
    ///
    /// - Parameters:
    ///   - region: The country of the store, and the language of the results.
    ///   - pageSize: The number of results on a page, from 1 to 200.
    ///   - searchLimit: The number of results of ``search(_:category:)``, from 1 to 200.
    public init(
        session: URLSession, region: UserRegion = .current, pageSize: Int = 50, searchLimit: Int = 200,
        baseURL: String = "https://itunes.apple.com"
    ) {
        client = RESTClient(session: session)
        self.region = region
        self.pageSize = pageSize
        self.searchLimit = searchLimit
        self.baseURL = baseURL
    }

    /// Searches the store, and cancels the previous search if it is still in progress.
    public func search(_ term: String, category: ITunesCategory) async throws(ITunesError) -> [ITunesItem] {
        let request = request("search", searchItems(term, category, limit: searchLimit))
        return try await searches.run(cancellingOthers: true) { [self] () async throws(ITunesError) in
            try await response(to: request).results.sorted { $0.precedes($1) }
        }
    }

    /// Searches the store page by page.
    public func results(for term: String, category: ITunesCategory) -> PageSequence<ITunesItem, ITunesError> {
        PageSequence(startingAt: 0) { [self] (start) async throws(ITunesError) in
            let items = searchItems(term, category, limit: pageSize) + [("offset", String(start))]
            let page = try await run(request("search", items))
            let isFull = page.resultCount >= pageSize
            return ListPage(page.results, next: isFull ? start + page.resultCount : nil)
        }
    }

    /// Finds items by their identifiers in the store.
    public func lookUp(_ ids: [Int]) async throws(ITunesError) -> [ITunesItem] {
        guard !ids.isEmpty else { return [] }
        return try await run(request("lookup", [("id", ids.map(String.init).joined(separator: ","))])).results
    }

    /// Finds an app by its bundle identifier, or returns nil if the store has none.
    public func lookUp(bundleID: String) async throws(ITunesError) -> ITunesItem? {
        try await run(request("lookup", [("bundleId", bundleID)])).results.first
    }

    /// Loads the artwork of an item, or returns nil if it has none.
    public func artwork(of item: ITunesItem) async throws(ITunesError) -> DownloadedImage? {
        guard let url = item.artworkURL else { return nil }
        do throws(RESTError) {
            return try await otherRequests.run { [client] () async throws(RESTError) -> DownloadedImage in
                try await client.image(from: url)
            }
        } catch {
            throw .request(error)
        }
    }

    /// The requests in progress.
    public var activity: RequestActivity { client.activity }

    /// Cancels all requests in progress.
    public func cancel() {
        searches.cancelAll()
        otherRequests.cancelAll()
    }

    /// Makes the decoder for all responses of the iTunes Search API.
    ///
    /// Dates are written as `2014-05-27T07:00:00Z`, and until 2011 also as `2010-01-26 08:00:00 Etc/GMT`.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .strict(
            StrictDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"), StrictDateFormat("yyyy-MM-dd HH:mm:ss 'Etc/GMT'"))
        return decoder
    }

    /// Makes the encoder whose output the decoder reads.
    public static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .strict(StrictDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"))
        return encoder
    }

    private func searchItems(_ term: String, _ category: ITunesCategory, limit: Int) -> [(String, String)] {
        [("term", term)] + (category.entity.map { [("entity", $0)] } ?? []) + [("limit", String(limit))]
    }

    /// Returns a request for the store of the region.
    private func request(_ path: String, _ items: [(String, String)]) -> RESTRequest {
        let country = region.country.map { [("country", $0)] } ?? []
        let language =
            if let country = region.country, let language = region.language {
                [("lang", "\(language)_\(country.lowercased())")]
            } else {
                [(String, String)]()
            }
        let query = (items + country + language).map { URLQueryItem(name: $0.0, value: $0.1) }
        return RESTRequest(.get, "\(baseURL)/\(path)", query: query)
    }

    private func run(_ request: RESTRequest) async throws(ITunesError) -> ITunesSearchResponse {
        try await otherRequests.run { [self] () async throws(ITunesError) in try await response(to: request) }
    }

    private func response(to request: RESTRequest) async throws(ITunesError) -> ITunesSearchResponse {
        do throws(RESTError) {
            return try await client.response(to: request).successful().decoded(by: Self.makeDecoder())
        } catch {
            throw ITunesError(error)
        }
    }
}
