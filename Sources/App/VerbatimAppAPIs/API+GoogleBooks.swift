public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// The Google Books API: a book by its ISBN, and its cover.
    public static let googleBooks = API(
        name: "google-books", title: "Google Books",
        secrets: [Secret("key", in: [.query])],
        scenarios: [
            Scenario("volume-by-isbn", "finds a book by its ISBN-13 and loads its cover") { context in
                let book = try Scenario.require(
                    try await GoogleBooksService(session: context.session).book(isbn: "9780141439518"), "book"
                )
                _ = try Scenario.require(book.cover, "cover").get()
            },
            Scenario("volume-by-isbn-10", "finds the same book by its ISBN-10") { context in
                let books = GoogleBooksService(session: context.session)
                _ = try Scenario.require(try await books.book(isbn: "0141439513"), "book")
            },
            Scenario("no-such-volume", "searches for an ISBN without a book") { context in
                let book = try await GoogleBooksService(session: context.session).book(isbn: "9790000000001")
                try Scenario.require(book == nil, "empty result for an ISBN without a book")
            },
            Scenario("missing-query", "searches with an empty query, which the API refuses") { context in
                let books = GoogleBooksService(session: context.session)
                try await Scenario.expect("an error with status 400") { () async throws(BooksError) in
                    try await books.book(isbn: "")
                } where: { error in
                    if case .refused(let failure) = error { failure.code == 400 } else { false }
                }
            },
            .oddVolumes,
        ] + Scenario.googleBooksFaults,
        models: [
            ModelBinding("volumes.list", VolumeList.self, decoder: GoogleBooksService.makeDecoder),
            ModelBinding(
                "volumes.list", statuses: 400...599, GoogleBooksFailure.self,
                decoder: GoogleBooksService.makeDecoder),
            ModelBinding("volumes.get", Volume.self, decoder: GoogleBooksService.makeDecoder),
            ModelBinding(
                "volumes.get", statuses: 400...599, GoogleBooksFailure.self,
                decoder: GoogleBooksService.makeDecoder),
        ])
}
