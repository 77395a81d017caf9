public import Foundation

/// A catalogue of books.
public protocol BooksService: RemoteService {
    /// Finds the book with an ISBN, and loads its cover.
    ///
    /// - Returns: The book, or nil if the catalogue has no book with this ISBN. A missing or broken cover is
    ///   not an error.
    func book(isbn: ISBN) async throws(BooksError) -> Book?

    /// Finds volumes by words, or by fields such as `inauthor:austen`.
    ///
    /// - Returns: Pages of volumes, best match first.
    func volumes(matching text: String) -> PageSequence<Volume, BooksError>

    /// Loads all that the catalogue knows about a volume, or returns nil if it has none with this identifier.
    ///
    /// - Parameter id: The identifier of the catalogue, as in a list.
    func volume(id: String) async throws(BooksError) -> Volume?

    /// Loads the cover of a volume, or returns nil if it has none.
    func cover(of volume: Volume) async throws(BooksError) -> DownloadedImage?
}

/// A book found by its ISBN.
public struct Book: Sendable {
    /// The ISBN searched for.
    public let isbn: ISBN
    /// The title, without the subtitle.
    public let title: String
    /// The subtitle.
    public let subtitle: String?
    /// The authors; empty if unknown.
    public let authors: [String]
    /// The publisher.
    public let publisher: String?
    /// The date of publication.
    public let publishedDate: PublishedDate?
    /// The description, plain text.
    public let description: String?
    /// The language, as an ISO 639-1 code.
    public let language: String?
    /// The number of pages.
    public let pageCount: Int?
    /// The page about the book.
    public let infoURL: URL?
    /// The cover, or the error of loading it; nil if the book has no cover.
    public let cover: Result<DownloadedImage, RESTError>?

    /// Creates a book.
    public init(
        isbn: ISBN, title: String, subtitle: String? = nil, authors: [String] = [], publisher: String? = nil,
        publishedDate: PublishedDate? = nil, description: String? = nil, language: String? = nil,
        pageCount: Int? = nil, infoURL: URL? = nil, cover: Result<DownloadedImage, RESTError>? = nil
    ) {
        self.isbn = isbn
        self.title = title
        self.subtitle = subtitle
        self.authors = authors
        self.publisher = publisher
        self.publishedDate = publishedDate
        self.description = description
        self.language = language
        self.pageCount = pageCount
        self.infoURL = infoURL
        self.cover = cover
    }
}

/// A client of the Google Books API.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
public final class GoogleBooksService: BooksService {
    private let client: RESTClient
    private let apiKey: String?
    private let region: UserRegion
    private let baseURL: String
    private let pageSize: Int
    private let requests = TaskRegistry()

    /// Creates a service that loads on a session.
    ///
    /// - Parameters:
    ///   - apiKey: A key of the Google Cloud console, which is sent as a header. Without one, all users of a
    ///     network share a small quota, and many requests are refused with status 429.
    ///   - region: The country whose terms of sale the service shows.
    ///   - pageSize: The number of volumes on a page, from 1 to 40.
    public init(
        session: URLSession, apiKey: String? = nil, region: UserRegion = .current,
        pageSize: Int = 40, baseURL: String = "https://www.googleapis.com/books/v1"
    ) {
        client = RESTClient(session: session)
        self.apiKey = apiKey
        self.region = region
        self.pageSize = pageSize
        self.baseURL = baseURL
    }

    /// Finds the book with an ISBN, and loads its cover.
    public func book(isbn: ISBN) async throws(BooksError) -> Book? {
        try await run { [self] () async throws(RESTError) -> Book? in
            for query in isbn.queries {
                let list: VolumeList = try await get("volumes", ["q": query])
                guard let volume = list.volume(with: isbn) else { continue }
                return Book(isbn: isbn, volume.volumeInfo, cover: try await coverResult(of: volume))
            }
            return nil
        }
    }

    /// Finds volumes by words, or by fields such as `inauthor:austen`.
    public func volumes(matching text: String) -> PageSequence<Volume, BooksError> {
        PageSequence(startingAt: 0) { [self] (start) async throws(BooksError) in
            try await run { [self] () async throws(RESTError) in
                let list: VolumeList = try await get(
                    "volumes", ["q": text, "startIndex": String(start), "maxResults": String(pageSize)])
                let end = start + list.items.count + list.$items.count
                return ListPage(list.items, total: list.totalItems, next: end < list.totalItems ? end : nil)
            }
        }
    }

    /// Loads all that the catalogue knows about a volume, or returns nil if it has none with this identifier.
    public func volume(id: String) async throws(BooksError) -> Volume? {
        try await run { [self] () async throws(RESTError) -> Volume? in
            do throws(RESTError) {
                return try await get("volumes/\(FormEncoding.pathComponent(id))")
            } catch .clientError(let response) where response.status == 404 {
                return nil
            }
        }
    }

    /// Loads the cover of a volume, or returns nil if it has none.
    public func cover(of volume: Volume) async throws(BooksError) -> DownloadedImage? {
        guard let url = volume.volumeInfo.imageLinks?.thumbnail else { return nil }
        return try await run { [client] () async throws(RESTError) in try await client.image(from: url) }
    }

    /// The requests in progress.
    public var activity: RequestActivity { client.activity }

    /// Cancels all requests in progress.
    public func cancel() { requests.cancelAll() }

    /// Makes the decoder for all responses of Google Books.
    public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

    private func run<Value: Sendable>(
        _ request: @escaping @Sendable () async throws(RESTError) -> Value
    ) async throws(BooksError) -> Value {
        do throws(RESTError) {
            return try await requests.run(request)
        } catch {
            throw BooksError(error)
        }
    }

    private func get<Value: Decodable>(
        _ path: String, _ query: KeyValuePairs<String, String> = [:]
    ) async throws(RESTError) -> Value {
        var items = query.map { URLQueryItem(name: $0.key, value: $0.value) }
        if let country = region.country { items.append(URLQueryItem(name: "country", value: country)) }
        let request = RESTRequest(
            .get, "\(baseURL)/\(path)", query: items, headers: apiKey.map { ["X-Goog-Api-Key": $0] } ?? [:])
        return try await client.response(to: request).successful().decoded(by: Self.makeDecoder())
    }

    /// Loads a cover; throws only if the task is cancelled, and returns any other error.
    private func coverResult(
        of volume: Volume
    ) async throws(RESTError) -> Result<DownloadedImage, RESTError>? {
        guard let url = volume.volumeInfo.imageLinks?.thumbnail else { return nil }
        do throws(RESTError) {
            return .success(try await client.image(from: url))
        } catch .cancelled {
            throw .cancelled
        } catch {
            return .failure(error)
        }
    }
}

extension Book {
    fileprivate init(isbn: ISBN, _ info: VolumeInfo, cover: Result<DownloadedImage, RESTError>?) {
        self.init(
            isbn: isbn, title: info.title, subtitle: info.subtitle.flatMap(\.ifNotEmpty),
            authors: info.authors ?? [], publisher: info.publisher.flatMap(\.ifNotEmpty),
            publishedDate: info.publishedDate, description: info.description, language: info.language,
            pageCount: info.pageCount == 0 ? nil : info.pageCount, infoURL: info.infoLink, cover: cover)
    }
}

extension ISBN {
    /// The queries that find the book, the best first: by its number, and by volumes that only mention it.
    fileprivate var queries: [String] { description.isEmpty ? [""] : ["isbn:\(description)", description] }
}

extension String {
    fileprivate var ifNotEmpty: String? { isEmpty ? nil : self }
}
