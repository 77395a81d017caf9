import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct GoogleBooksServiceTests {
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

    /// Responds to searches with a list, and to requests for covers with another response.
    private func stub(
        list: String = list,
        cover: StubResponder.Response = .response(200, ["Content-Type": "image/png"], pngBytes)
    ) -> StubResponder {
        StubResponder { request in
            request.url?.host == "books.example" ? cover : .response(200, [:], Data(list.utf8))
        }
    }

    @Test func `finds the book with the ISBN, and loads its cover over HTTPS`() async throws {
        let stub = stub()
        let service = GoogleBooksService(session: stub.session, region: unitedStates)
        let book = try #require(try await service.book(isbn: "978-0-306-40615-7"))
        #expect(book.title == "The Book")
        #expect(book.authors == ["Ann Author", "Bo Writer"])
        #expect(book.publishedDate?.precision == .month)
        #expect(book.pageCount == 312)
        #expect(try book.cover?.get().data == pngBytes)
        #expect(
            stub.urls == [
                "https://www.googleapis.com/books/v1/volumes?q=isbn%3A9780306406157&country=US",
                "https://books.example/c?id=asked&zoom=1&q=a%2Bb",
            ])
    }

    @Test func `searches all texts for an ISBN that no volume has as its own`() async throws {
        let stub = StubResponder { request in
            let isFirst = request.url?.query?.contains("q=isbn") == true
            return .response(200, [:], Data((isFirst ? #"{"totalItems": 0}"# : Self.list).utf8))
        }
        let service = GoogleBooksService(session: stub.session, region: unitedStates)
        #expect(try await service.book(isbn: "0306406152")?.title == "The Book")
        let queries = stub.requests.compactMap { $0.url?.query }
        #expect(queries.prefix(2) == ["q=isbn%3A0306406152&country=US", "q=0306406152&country=US"])
    }

    @Test(arguments: [list, #"{"kind": "books#volumes", "totalItems": 0}"#])
    func `finds nothing if no volume has the ISBN`(list: String) async throws {
        let service = GoogleBooksService(session: stub(list: list).session)
        #expect(try await service.book(isbn: "9783161484100") == nil)
    }

    @Test func `returns a book with little information`() async throws {
        let list = """
            {"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"title": "Bare", "pageCount": 0,
              "industryIdentifiers": [{"type": "ISBN_13", "identifier": "9780306406157"}]}}]}
            """
        let service = GoogleBooksService(session: stub(list: list).session)
        let book = try #require(try await service.book(isbn: "9780306406157"))
        #expect(book.authors == [])
        #expect(book.publishedDate == nil)
        #expect(book.pageCount == nil)
        #expect(book.cover == nil)
    }

    @Test(arguments: [
        (
            StubResponder.Response.response(404, [:], Data()),
            "'books.example/c' answered 404 with an empty body (client error)"
        ),
        (
            .response(200, [:], Data("oops".utf8)),
            "'books.example/c' answered 200 with 'oops', which is not an image"
        ),
    ])
    func `returns a book with a broken cover, and the error of loading it`(
        cover: StubResponder.Response, message: String
    )
        async throws
    {
        let service = GoogleBooksService(session: stub(cover: cover).session)
        let book = try #require(try await service.book(isbn: "0306406152"))
        #expect(book.cover?.failure?.description == message)
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
    func `reports the explanation of a refusal`(body: String) async throws {
        let service = GoogleBooksService(session: StubResponder(status: 400, body).session)
        let error = await #expect(throws: BooksError.self) { try await service.book(isbn: "") }
        #expect(error?.description == "Google Books answered 400 (queryRequired): 'Missing query.'")
    }

    @Test func `reports an error page without an explanation`() async throws {
        let service = GoogleBooksService(
            session: StubResponder(status: 502, "<html>Bad Gateway</html>").session)
        let error = await #expect(throws: BooksError.self) { try await service.book(isbn: "0306406152") }
        #expect(
            error?.description
                == "'www.googleapis.com/books/v1/volumes' answered 502 with '<html>Bad Gateway</html>' (server error)"
        )
    }

    @Test(arguments: [
        #"{"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"authors": []}}]}"#,
        #"{"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"title": "T", "publishedDate": 1987}}]}"#,
        #"{"totalItems": 1, "items": [{"id": "a", "volumeInfo": {"title": "T", "pageCount": "312"}}]}"#,
        #"{"items": []}"#, "", "<html>",
    ])
    func `rejects responses that lack what the app needs`(list: String) async throws {
        let service = GoogleBooksService(session: stub(list: list).session)
        let error = await #expect(throws: BooksError.self) { try await service.book(isbn: "0306406152") }
        #expect(error?.description.contains(", which cannot be decoded: ") == true)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["www.googleapis.com", "books.example"])
    func `cancels the search or the download in progress`(host: String) async throws {
        let stub = StubResponder { request in
            request.url?.host == host ? .never : .response(200, [:], Data(Self.list.utf8))
        }
        let service = GoogleBooksService(session: stub.session)
        async let search = service.book(isbn: "0306406152")
        await stub.waitForRequests(host == "books.example" ? 2 : 1)
        service.cancel()
        do {
            _ = try await search
            Issue.record("the search went on")
        } catch {
            #expect("\(error)" == "the request was cancelled")
        }
    }

    @Test func `sends its key as a header, which no log of URLs contains`() async throws {
        let stub = stub()
        _ = try await GoogleBooksService(session: stub.session, apiKey: "k3y").book(isbn: "0306406152")
        let sent = try #require(stub.requests.first)
        #expect(sent.value(forHTTPHeaderField: "X-Goog-Api-Key") == "k3y")
        #expect(stub.urls.allSatisfy { !$0.contains("k3y") })
        #expect(stub.requests.last?.value(forHTTPHeaderField: "X-Goog-Api-Key") == nil)
    }

    /// Responds with as many volumes as requested, of 100.
    private static func pages(_ request: URLRequest) -> StubResponder.Response {
        let items = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true)?.queryItems }
        func number(_ name: String) -> Int {
            items?.first { $0.name == name }?.value.flatMap { Int($0) } ?? 0
        }
        let range = number("startIndex")..<min(100, number("startIndex") + number("maxResults"))
        let volumes = range.map { #"{"id": "v\#($0)", "volumeInfo": {"title": "Title"}}"# }
        let list = #"{"totalItems": 100, "items": [\#(volumes.joined(separator: ","))]}"#
        return .response(200, [:], Data(list.utf8))
    }

    @Test func `reads a search to its last page`() async throws {
        let stub = StubResponder(Self.pages)
        let volumes = GoogleBooksService(session: stub.session, region: unitedStates)
            .volumes(matching: "a & b")
        var ids: [String] = []
        for try await volume in volumes.items { ids.append(volume.id) }
        #expect(ids == (0..<100).map { "v\($0)" })
        let query = "https://www.googleapis.com/books/v1/volumes?q=a%20%26%20b&startIndex="
        #expect(stub.urls == [0, 40, 80].map { "\(query)\($0)&maxResults=40&country=US" })
    }

    @Test func `ends a search at an empty page, whatever the estimated total`() async throws {
        let stub = StubResponder(#"{"totalItems": 471}"#)
        var pages = 0
        for try await page in GoogleBooksService(session: stub.session).volumes(matching: "x") {
            pages += 1
            #expect(page.total == 471)
        }
        #expect(pages == 1)
    }

    @Test func `loads a volume by its identifier, which is one part of the path`() async throws {
        let stub = StubResponder(#"{"id": "a/b?c", "volumeInfo": {"title": "The Book"}}"#)
        let books = GoogleBooksService(session: stub.session, region: unitedStates)
        #expect(try await books.volume(id: "a/b?c")?.volumeInfo.title == "The Book")
        #expect(stub.urls == ["https://www.googleapis.com/books/v1/volumes/a%2Fb%3Fc?country=US"])
    }

    @Test func `has no volume with an unknown identifier`() async throws {
        let stub = StubResponder(status: 404, #"{"error": {"code": 404, "message": "Not found"}}"#)
        #expect(try await GoogleBooksService(session: stub.session).volume(id: "x") == nil)
    }

    @Test func `searches again after being cancelled`() async throws {
        let service = GoogleBooksService(session: stub().session)
        service.cancel()
        #expect(try await service.book(isbn: "0306406152")?.title == "The Book")
    }

    @Test func `decodes prices exactly`() throws {
        let body = """
            {"country": "US", "saleability": "FOR_SALE", "isEbook": true,
             "listPrice": {"amount": 10.99, "currencyCode": "USD"}, "retailPrice": {"amount": 4.0, "currencyCode": "USD"}}
            """
        let sale = try GoogleBooksService.makeDecoder().decode(SaleInfo.self, from: Data(body.utf8))
        #expect(sale.listPrice?.amount == Decimal(string: "10.99"))
        #expect(sale.retailPrice?.amount == 4)
    }
}
