public import VerbatimAPI
import VerbatimAppClients
import VerbatimModels
import VerbatimReplay

extension API {
    /// The Google Books API: a book by its ISBN, searches, volumes and covers.
    public static let googleBooks = API(
        name: "google-books",
        keys: [googleBooksKey],
        // The key may also be a query item, although the app sends it as a header.
        secrets: [Secret("key", in: [.query])],
        scenarios: [
            Scenario("volume-by-isbn", "finds a book by its ISBN-13 and loads its cover") { context in
                let books = GoogleBooksService(context)
                let book = try Scenario.require(try await books.book(isbn: "9780141439518"), "book")
                _ = try Scenario.require(book.cover, "cover").get()
            },
            Scenario("volume-by-isbn-10", "finds the same book by its ISBN-10 and loads its cover") {
                context in
                let books = GoogleBooksService(context)
                let book = try Scenario.require(try await books.book(isbn: "0141439513"), "book")
                _ = try Scenario.require(book.cover, "cover").get()
            },
            Scenario("volume-by-identifier", "loads a volume by its identifier") { context in
                let volume = try await GoogleBooksService(context).volume(id: knownVolume)
                try Scenario.require(volume?.id == knownVolume, "volume with the identifier")
            },
            Scenario("search", "searches for words and reads two pages") { context in
                let pages = GoogleBooksService(context, pageSize: 3).volumes(matching: "the")
                let read = try await pages.prefix(2).reduce(into: []) { $0.append($1) }
                try Scenario.require(read.count == 2, "second page")
            },
            Scenario(
                "unknown-identifier", "loads a volume that does not exist", refusals: [404, 503]
            ) { context in
                do {
                    let volume = try await GoogleBooksService(context).volume(id: "aaaaaaaaaaaa")
                    try Scenario.require(volume == nil, "error for an unknown identifier")
                } catch BooksError.refused(let failure) where failure.code == 503 {
                    // The API's response to most unknown identifiers.
                }
            },
            Scenario(
                "missing-cover", "loads a cover that does not exist", refusals: [404],
                guess: "status 404 for a cover that does not exist"
            ) { context in
                try await Scenario.expectStatus(
                    404,
                    of: "https://books.google.com/books/content?id=aaaaaaaaaaaa&printsec=frontcover&img=1",
                    in: context)
            },
            Scenario("no-such-volume", "searches for an ISBN without a book") { context in
                let book = try await GoogleBooksService(context).book(isbn: "9790000000001")
                try Scenario.require(book == nil, "empty result for an ISBN without a book")
            },
            Scenario(
                "missing-query", "searches with an empty query, which the API refuses", refusals: [400]
            ) { context in
                try await Scenario.expect("the error 'queryRequired'") { () async throws(BooksError) in
                    try await GoogleBooksService(context).book(isbn: "")
                } where: { error in
                    guard case .refused(let failure) = error else { return false }
                    return failure.reasons.contains("queryRequired")
                }
            },
            Scenario("odd-volumes", "finds magazines and old books without a date") { context in
                let books = GoogleBooksService(context, pageSize: 5)
                var pages = books.volumes(matching: "intitle:lighthouse").makeAsyncIterator()
                try Scenario.require(try await pages.next()?.items.isEmpty == false, "volume")
            },
            Scenario("refused-key", "sends an API key that Google never issued", refusals: [400]) { context in
                let books = GoogleBooksService(
                    session: context.session, apiKey: "invalid", region: .unitedStates)
                try await expectRefusedKey { () async throws(BooksError) in
                    try await books.book(isbn: "9780141439518")
                }
                try await expectRefusedKey { () async throws(BooksError) in
                    try await books.volume(id: knownVolume)
                }
            },
        ] + googleBooksFaults,
        models: [
            ModelBinding("volumes.list", VolumeList.self, decoder: GoogleBooksService.makeDecoder),
            ModelBinding(
                "volumes.list", statuses: 400...599, GoogleBooksFailure.self,
                decoder: GoogleBooksService.makeDecoder),
            ModelBinding("volumes.get", Volume.self, decoder: GoogleBooksService.makeDecoder),
            ModelBinding(
                "volumes.get", statuses: 400...599, GoogleBooksFailure.self,
                decoder: GoogleBooksService.makeDecoder),
            .image("covers.get"),
        ])

    /// A volume that the catalogue has had since its beginning, *Pride and Prejudice*.
    private static let knownVolume = "s1gVAAAAYAAJ"

    private static func expectRefusedKey(from work: () async throws(BooksError) -> some Any) async throws {
        try await Scenario.expect("an error with status 400", from: work) { error in
            if case .refused(let failure) = error { failure.code == 400 } else { false }
        }
    }

    /// Failures that only the fake provider shows on request.
    private static let googleBooksFaults = Scenario.failures(
        [
            ("unknown-location", "google-books=403", 403, "asks from a place that Google cannot determine"),
            ("quota-exceeded", "google-books=429", 429, "asks after the quota is used up"),
            ("internal-error", "google-books=500", 500, "asks while a server fails"),
            ("unavailable", "google-books=503", 503, "asks while the service is unavailable"),
        ],
        requests: ["?q=isbn:9780141439518", "/\(knownVolume)"].map { target in
            RESTRequest(.get, "https://www.googleapis.com/books/v1/volumes\(target)")
        })

    /// The key that raises the quota of requests, which without one is that of all users of a network.
    fileprivate static let googleBooksKey = AccessKey(
        variable: "GOOGLE_BOOKS_API_KEY", secret: Secret("X-Goog-Api-Key", in: [.header]),
        source: "https://console.cloud.google.com/apis/credentials", isRequired: false)
}

extension GoogleBooksService {
    fileprivate convenience init(_ context: ScenarioContext, pageSize: Int = 40) {
        self.init(
            session: context.session, apiKey: context.keyIfSet(API.googleBooksKey), region: .unitedStates,
            pageSize: pageSize)
    }
}
