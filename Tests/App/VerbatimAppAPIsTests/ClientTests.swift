import Testing
import VerbatimAppClients
import VerbatimTesting

/// Tests of clients on recordings, as an app's developers write them.
@Suite struct ClientTests {
    /// The region of the recordings, whatever that of the computer is.
    private static let region = UserRegion(country: "US", language: "en")

    @Test(.recording("google-books/volume-by-isbn"))
    func `finds a book by its ISBN`() async throws {
        let books = GoogleBooksService(session: .recorded, region: Self.region)
        let book = try #require(try await books.book(isbn: "9780141439518"))
        #expect(book.title == "Pride and Prejudice")
        #expect(book.authors == ["Jane Austen"])
        #expect(try book.cover?.get().format == .jpeg)
    }

    @Test(.recording("google-books/no-such-volume"))
    func `finds nothing for an ISBN without a book`() async throws {
        #expect(
            try await GoogleBooksService(session: .recorded, region: Self.region).book(isbn: "9790000000001")
                == nil)
    }

    @Test(.recording("reqres/missing-user"))
    func `reports a missing user`() async throws {
        let error = try await #require(throws: RESTError.self) {
            try await ReqresService(session: .recorded).user(id: 23)
        }
        guard case .clientError(let response) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(response.status == 404)
    }
}
