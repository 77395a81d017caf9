public import Foundation

/// A client of the Google Books API.
///
/// https://developers.google.com/books/docs/v1/using#PerformingSearch
public final class GoogleBooksService: BooksService {
    private let client: RESTClient
    private let baseURL: String
    private let searches = TaskRegistry()

    /// Creates a service that loads on a session.
    public init(session: URLSession, baseURL: String = "https://www.googleapis.com/books/v1") {
        client = RESTClient(session: session)
        self.baseURL = baseURL
    }

    /// Finds the book with an ISBN, and loads its cover.
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

    /// Cancels all searches in progress.
    public func cancel() {
        searches.cancelAll()
    }

    /// Makes the decoder for all responses of Google Books.
    public static func makeDecoder() -> JSONDecoder { JSONDecoder() }

    private func volumes(matching isbn: ISBN) async throws(RESTError) -> VolumeList {
        let query = [URLQueryItem(name: "q", value: isbn.description)]
        let response = try await client.response(to: RESTRequest(.get, "\(baseURL)/volumes", query: query))
        return try response.successful().decoded(by: Self.makeDecoder())
    }

    /// Loads a cover; throws only if the task is cancelled, and returns any other error.
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
    /// The same URL over TLS: the service links covers with `http`, which App Transport Security blocks.
    fileprivate var upgradedToHTTPS: URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
            components.scheme?.lowercased() == "http"
        else { return self }
        components.scheme = "https"
        return components.url ?? self
    }
}
