public import Foundation

/// A client of the iTunes Search API.
///
/// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/
public final class ITunesSearchService: ITunesService {
    private let client: RESTClient
    private let baseURL: String
    private let searches = TaskRegistry()

    /// Creates a service that loads on a session.
    public init(session: URLSession, baseURL: String = "https://itunes.apple.com") {
        client = RESTClient(session: session)
        self.baseURL = baseURL
    }

    /// Searches the store, and cancels the previous search if it is still in progress.
    public func search(
        _ term: String, category: ITunesCategory, country: String, language: String
    ) async throws(ITunesError) -> [ITunesItem] {
        let request = RESTRequest(
            .get, "\(baseURL)/search",
            query: [
                URLQueryItem(name: "term", value: term),
                category.entity.map { URLQueryItem(name: "entity", value: $0) },
                URLQueryItem(name: "limit", value: "200"),
                URLQueryItem(name: "country", value: country),
                URLQueryItem(name: "lang", value: language),
            ].compactMap(\.self))
        return try await searches.run(cancellingOthers: true) { [self] () async throws(ITunesError) in
            try await results(of: request).sorted { $0.precedes($1) }
        }
    }

    /// Loads the artwork of an item, or returns nil if it has none.
    public func artwork(of item: ITunesItem) async throws(ITunesError) -> DownloadedImage? {
        guard let url = item.artworkURL else { return nil }
        do throws(RESTError) {
            return try await client.image(from: url)
        } catch {
            throw .request(error)
        }
    }

    /// Cancels the search in progress.
    public func cancel() {
        searches.cancelAll()
    }

    /// Makes the decoder for all responses of the iTunes Search API.
    ///
    /// Dates are written as `2014-05-27T07:00:00Z`, and until 2011 also as `2010-01-26 08:00:00 Etc/GMT`.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .strict(
            StrictDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'"),
            StrictDateFormat("yyyy-MM-dd HH:mm:ss 'Etc/GMT'"))
        return decoder
    }

    private func results(of request: RESTRequest) async throws(ITunesError) -> [ITunesItem] {
        do throws(RESTError) {
            let response = try await client.response(to: request).successful()
            return try response.decoded(as: ITunesSearchResponse.self, by: Self.makeDecoder()).results
        } catch {
            throw ITunesError(error)
        }
    }
}
