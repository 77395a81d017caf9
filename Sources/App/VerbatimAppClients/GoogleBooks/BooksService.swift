/// A catalogue of books.
public protocol BooksService: Sendable {
    /// Finds the book with an ISBN, and loads its cover.
    ///
    /// - Returns: The book, or nil if the catalogue has no book with this ISBN. A missing or broken cover is
    ///   not an error.
    func book(isbn: ISBN) async throws(BooksError) -> Book?

    /// Cancels all searches in progress; they throw ``RESTError/cancelled``.
    func cancel()
}

/// A book found by its ISBN.
public struct Book: Sendable {
    /// The ISBN searched for.
    public let isbn: ISBN
    /// The title, without the subtitle.
    public let title: String
    /// The authors; empty if unknown.
    public let authors: [String]
    /// The date of publication.
    public let publishedDate: PublishedDate?
    /// The number of pages.
    public let pageCount: Int?
    /// The cover, or the error of loading it; nil if the book has no cover.
    public let cover: Result<DownloadedImage, RESTError>?

    /// Creates a book.
    public init(
        isbn: ISBN, title: String, authors: [String] = [], publishedDate: PublishedDate? = nil,
        pageCount: Int? = nil, cover: Result<DownloadedImage, RESTError>? = nil
    ) {
        self.isbn = isbn
        self.title = title
        self.authors = authors
        self.publishedDate = publishedDate
        self.pageCount = pageCount
        self.cover = cover
    }
}
