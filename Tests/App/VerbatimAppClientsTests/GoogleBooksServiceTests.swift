import Foundation
import Testing

@testable import VerbatimAppClients

struct GoogleBooksServiceTests {
    private static let list = """
        {
          "kind": "books#volumes",
          "totalItems": 471,
          "items": [
            {"id": "first", "volumeInfo": {"title": "Another Book", "industryIdentifiers": [
              {"type": "OTHER", "identifier": "9780306406157"}, {"type": "ISBN_13", "identifier": "9780975229804"}]}},
            {"id": "none", "volumeInfo": {"title": "A Book Without Numbers"}},
            {"id": "asked", "volumeInfo": {
              "title": "The Book", "authors": ["Ann Author", "Bo Writer"], "publishedDate": "1987-05", "pageCount": 312,
              "industryIdentifiers": [{"type": "ISBN_10", "identifier": "0306406152"}],
              "imageLinks": {
                "smallThumbnail": "http://books.example/c?id=asked&zoom=5",
                "thumbnail": "http://books.example/c?id=asked&zoom=1&q=a%2Bb"}}}
          ]
        }
        """

    /// Answers searches with a list, and covers as told.
    private func canned(
        list: String = list,
        cover: StubResponder.Answer = .response(200, ["Content-Type": "image/png"], pngBytes)
    ) -> StubResponder {
        StubResponder { request in
            request.url?.host == "books.example" ? cover : .response(200, [:], Data(list.utf8))
        }
    }

    @Test func `finds the book that bears the number, and loads its cover over https`() async throws {
        let canned = canned()
        let service = GoogleBooksService(session: canned.session)
        let book = try #require(try await service.book(isbn: "978-0-306-40615-7"))
        #expect(book.title == "The Book")
        #expect(book.authors == ["Ann Author", "Bo Writer"])
        #expect(book.publishedDate?.precision == .month)
        #expect(book.pageCount == 312)
        #expect(try book.cover?.get().data == pngBytes)
        #expect(
            canned.addresses == [
                "https://www.googleapis.com/books/v1/volumes?q=9780306406157",
                "https://books.example/c?id=asked&zoom=1&q=a%2Bb",
            ])
    }

    @Test(arguments: [list, #"{"kind": "books#volumes", "totalItems": 0}"#])
    func `finds nothing when no volume bears the number`(list: String) async throws {
        let service = GoogleBooksService(session: canned(list: list).session)
        #expect(try await service.book(isbn: "9783161484100") == nil)
    }

    @Test func `gives a book of which little is known`() async throws {
        let list = """
            {"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"title": "Bare", "pageCount": 0,
              "industryIdentifiers": [{"type": "ISBN_13", "identifier": "9780306406157"}]}}]}
            """
        let service = GoogleBooksService(session: canned(list: list).session)
        let book = try #require(try await service.book(isbn: "9780306406157"))
        #expect(book.authors == [])
        #expect(book.publishedDate == nil)
        #expect(book.pageCount == nil)
        #expect(book.cover == nil)
    }

    @Test(arguments: [
        (
            StubResponder.Answer.response(404, [:], Data()),
            "'books.example/c' answered 404 with an empty body, which says the request is at fault"
        ),
        (
            .response(200, [:], Data("oops".utf8)),
            "'books.example/c' answered 200 with 'oops', which is not an image"
        ),
    ])
    func `gives a book whose cover is broken, and says why`(cover: StubResponder.Answer, words: String)
        async throws
    {
        let service = GoogleBooksService(session: canned(cover: cover).session)
        let book = try #require(try await service.book(isbn: "0306406152"))
        #expect(book.cover?.failure?.description == words)
    }

    @Test(arguments: [
        """
        {"error": {"errors": [{"domain": "global", "reason": "queryRequired", "message": "Missing query."}],
         "code": 400, "message": "Missing query."}}
        """,
        """
        {"error": {"code": 400, "message": "Missing query.", "errors": [{"message": "Missing query.",
         "domain": "global", "reason": "queryRequired", "location": "q", "locationType": "parameter"}]}}
        """,
    ])
    func `repeats why the catalogue refuses`(body: String) async throws {
        let service = GoogleBooksService(session: StubResponder(status: 400, body).session)
        let error = await #expect(throws: BooksError.self) { try await service.book(isbn: "") }
        #expect(error?.description == "Google Books answered 400 (queryRequired): 'Missing query.'")
    }

    @Test func `reports an error page that is not in the catalogue's words`() async throws {
        let service = GoogleBooksService(
            session: StubResponder(status: 502, "<html>Bad Gateway</html>").session)
        let error = await #expect(throws: BooksError.self) { try await service.book(isbn: "0306406152") }
        #expect(
            error?.description
                == "'www.googleapis.com/books/v1/volumes' answered 502 with '<html>Bad Gateway</html>', "
                + "which says the server is at fault")
    }

    @Test(arguments: [
        #"{"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"authors": []}}]}"#,
        #"{"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"title": "T", "publishedDate": "May 1987"}}]}"#,
        #"{"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"title": "T", "pageCount": "312"}}]}"#,
        #"{"items": []}"#, "", "<html>",
    ])
    func `refuses an answer that is not what the app relies on`(list: String) async throws {
        let service = GoogleBooksService(session: canned(list: list).session)
        let error = await #expect(throws: BooksError.self) { try await service.book(isbn: "0306406152") }
        #expect(error?.description.contains(", which cannot be decoded: ") == true)
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["www.googleapis.com", "books.example"])
    func `cancels the search or the download that is under way`(host: String) async throws {
        let canned = StubResponder { request in
            request.url?.host == host ? .never : .response(200, [:], Data(Self.list.utf8))
        }
        let service = GoogleBooksService(session: canned.session)
        async let search = service.book(isbn: "0306406152")
        await canned.waitForRequests(host == "books.example" ? 2 : 1)
        service.cancel()
        do {
            _ = try await search
            Issue.record("the search went on")
        } catch {
            #expect("\(error)" == "the request was cancelled")
        }
    }

    @Test func `searches again after being cancelled`() async throws {
        let service = GoogleBooksService(session: canned().session)
        service.cancel()
        #expect(try await service.book(isbn: "0306406152")?.title == "The Book")
    }

    @Test func `decodes prices exactly, whatever way the number is written`() throws {
        let body = """
            {"country": "US", "saleability": "FOR_SALE", "isEbook": true,
             "listPrice": {"amount": 10.99, "currencyCode": "USD"}, "retailPrice": {"amount": 4.0, "currencyCode": "USD"}}
            """
        let sale = try GoogleBooksService.makeDecoder().decode(SaleInfo.self, from: Data(body.utf8))
        #expect(sale.listPrice?.amount == Decimal(string: "10.99"))
        #expect(sale.retailPrice?.amount == 4)
    }
}
