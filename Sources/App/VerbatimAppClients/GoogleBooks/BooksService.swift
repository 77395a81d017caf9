/// A catalogue of books.
public protocol BooksService: Sendable {
    /// Finds the book with a number, and its cover.
    ///
    /// - Returns: The book, or nil when the catalogue has none with this number. A cover that is missing or broken
    ///   does not keep the book back.
    func book(isbn: ISBN) async throws(BooksError) -> Book?

    /// Cancels all searches that are under way; they end with ``RESTError/cancelled``.
    func cancel()
}
