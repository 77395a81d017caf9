public import Foundation

/// The catalogue of Google Books.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
public final class GoogleBooksService: BooksService {
    private let client: RESTClient
    private let baseURL: String
    private let searches = InFlight()

    /// Creates a service that loads on a session.
    public init(session: URLSession, baseURL: String = "https://www.googleapis.com/books/v1") {
        client = RESTClient(session: session)
        self.baseURL = baseURL
    }

    /// Finds the book with a number, and its cover.
    public func book(isbn: ISBN) async throws(BooksError) -> Book? {
        try await searches.run { [self] () async throws(BooksError) -> Book? in
            do throws(RESTError) {
                guard let volume = try await volumes(matching: isbn).volume(with: isbn) else { return nil }
                return Book(isbn: isbn, volume.volumeInfo, cover: try await cover(of: volume))
            } catch {
                throw BooksError(error)
            }
        }
    }

    /// Cancels all searches that are under way.
    public func cancel() {
        searches.cancelAll()
    }

    /// Makes the decoder of everything Google Books answers.
    public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

    private func volumes(matching isbn: ISBN) async throws(RESTError) -> VolumeList {
        let query = [URLQueryItem(name: "q", value: isbn.description)]
        let response = try await client.response(to: RESTRequest(.get, "\(baseURL)/volumes", query: query))
        return try response.successful().decoded(by: Self.makeDecoder())
    }

    /// Loads a cover; of all that can go wrong, only being cancelled is an error.
    private func cover(of volume: Volume) async throws(RESTError) -> Result<DownloadedImage, RESTError>? {
        guard let link = volume.volumeInfo.imageLinks?.thumbnail else { return nil }
        do throws(RESTError) {
            return .success(try await client.image(from: link.upgradedToHTTPS))
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
            isbn: isbn, title: info.title, authors: info.authors ?? [], publishedDate: info.publishedDate,
            pageCount: info.pageCount == 0 ? nil : info.pageCount, cover: cover)
    }
}

extension URL {
    /// The same address over TLS: the service gives links to covers as `http`, which apps may not load.
    fileprivate var upgradedToHTTPS: URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            components.scheme?.lowercased() == "http"
        else { return self }
        components.scheme = "https"
        return components.url ?? self
    }
}
