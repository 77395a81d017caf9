/// A book found by its number.
public struct Book: Sendable {
    /// The number asked for.
    public let isbn: ISBN
    /// The title, without the subtitle.
    public let title: String
    /// The authors; empty when none is known.
    public let authors: [String]
    /// When the book was published.
    public let publishedDate: PublishedDate?
    /// The number of pages, if known.
    public let pageCount: Int?
    /// The cover, or why it could not be loaded; nil when there is none.
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
