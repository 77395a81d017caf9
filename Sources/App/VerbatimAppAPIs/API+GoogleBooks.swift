public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// Google Books: finding a book by its number, and its cover.
    public static let googleBooks = API(
        name: "google-books", title: "Google Books",
        secrets: [Secret("key", in: [.query])],
        scenarios: [
            Scenario("volume-by-isbn", "finds a book by its ISBN, with its cover") { stage in
                let book = try Scenario.require(
                    try await GoogleBooksService(session: stage.session).book(isbn: "9780141439518"), "book")
                _ = try Scenario.require(book.cover, "cover").get()
            },
            Scenario("volume-by-isbn-10", "finds the same book by its ISBN of ten digits") { stage in
                let books = GoogleBooksService(session: stage.session)
                _ = try Scenario.require(try await books.book(isbn: "0141439513"), "book")
            },
            Scenario("no-such-volume", "looks for a book that does not exist") { stage in
                let book = try await GoogleBooksService(session: stage.session).book(isbn: "9790000000001")
                try Scenario.require(book == nil, "empty answer for an ISBN nobody has")
            },
            Scenario("missing-query", "searches for nothing, which the API refuses") { stage in
                let books = GoogleBooksService(session: stage.session)
                try await Scenario.expect("an error 400") { () async throws(BooksError) in
                    try await books.book(isbn: "")
                } where: { error in
                    if case .refused(let failure) = error { failure.code == 400 } else { false }
                }
            },
        ],
        models: [
            ModelBinding("volumes.list", VolumeList.self, decoder: GoogleBooksService.makeDecoder),
            ModelBinding(
                "volumes.list", statuses: 400...599, GoogleBooksFailure.self,
                decoder: GoogleBooksService.makeDecoder),
            ModelBinding("volumes.get", Volume.self, decoder: GoogleBooksService.makeDecoder),
        ])
}
