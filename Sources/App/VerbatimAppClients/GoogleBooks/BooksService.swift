public import Foundation

/// A catalogue of books.
public protocol BooksService: Sendable {
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

    /// Cancels all requests in progress; they throw errors that are ``ServiceError/isCancelled``.
    func cancel()
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
        isbn: ISBN, title: String, subtitle: String? = nil, authors: [String] = [],
        publisher: String? = nil, publishedDate: PublishedDate? = nil, description: String? = nil,
        language: String? = nil, pageCount: Int? = nil, infoURL: URL? = nil,
        cover: Result<DownloadedImage, RESTError>? = nil
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
