import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimAppClients
import VerbatimReplay
import VerbatimTestSupport
import VerbatimURLSession

/// The message for a request that was not recorded.
@Suite struct MissTests {
    @Test func `a missing recording is reported with the nearest recorded requests and their differences`()
        async throws
    {
        let recording = PackageFolder.frozen("Recordings/google-books/volume-by-isbn.har")
        let player = try Player(recording: recording, options: .init(redaction: API.googleBooks.redaction()))
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        let error = await #expect(throws: BooksError.self) {
            try await GoogleBooksService(
                session: interceptor.session(), region: UserRegion(country: "US", language: "en")
            ).book(isbn: "9780142437247")
        }
        #expect(
            player.misses.map(\.description) == [
                """
                request-not-recorded: 'GET https://www.googleapis.com/books/v1/volumes?q=isbn%3A9780142437247&country=US' is not in the recording
                  at Tests/Frozen/Recordings/google-books/volume-by-isbn.har (2 interactions, mode replay)
                  near: entry 1, line 9, 'GET https://www.googleapis.com/books/v1/volumes?q=isbn%3A9780141439518&country=US': query item 'q': recorded 'isbn:9780141439518', sent 'isbn:9780142437247'
                  near: entry 2, line 90, 'GET https://books.google.com/books/content?id=s1gVAAAAYAAJ&printsec=frontcover&img=1&zoom=1&edge=curl&source=gbs_api': origin: recorded https://books.google.com, sent https://www.googleapis.com; path: recorded '/books/content', sent '/books/v1/volumes'; query item 'id': recorded 's1gVAAAAYAAJ', not sent; query item 'printsec': recorded 'frontcover', not sent; query item 'img': recorded '1', not sent; and 5 more
                  option: `matching: MatchingRules(ignoredQueryItems: ["q"])` ignores the difference from entry 1, if it is one in every run
                  next: if the app should send this request, run `verbatim record google-books --scenario volume-by-isbn`
                """
            ])
        #expect("\(try #require(error))".contains("request-not-recorded"))
    }
}
