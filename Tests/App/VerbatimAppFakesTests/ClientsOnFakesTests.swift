import Foundation
import Testing
import VerbatimAppClients
import VerbatimAppFakes
import VerbatimReplay
import VerbatimURLSession

/// The app's clients, whose requests are sent to the fake providers.
@Suite struct ClientsOnFakesTests {
    private static let key = "0123456789abcdef0123456789abcdef"

    private static let region = UserRegion(country: "US", language: "en")

    /// Passes a session whose requests are sent to fake providers.
    private static func withFakes<Result>(
        _ faults: [FakeProvider: Set<Fault>] = [:], _ body: (URLSession) async throws -> Result
    ) async throws -> Result {
        let fakes = try FakeServers.start(FaultPlan(faults))
        defer { fakes.stop() }
        let player = try Player(
            recording: URL(filePath: "/nowhere/live.har"), mode: .live,
            options: .init(originMap: OriginMap(fakes.origins)), transport: URLSessionTransport())
        let interceptor = URLSessionInterceptor(player)
        defer { interceptor.close() }
        return try await body(interceptor.session())
    }

    @Test func `finds the book with the ISBN, not the one that quotes it`() async throws {
        try await Self.withFakes { session in
            let books = GoogleBooksService(session: session, region: Self.region)
            let book = try #require(try await books.book(isbn: "978-0-14-143951-8"))
            #expect(book.title == "Pride and Prejudice")
            #expect(book.authors == ["Jane Austen"])
            #expect(book.publishedDate?.precision == .year)
            #expect(try book.cover?.get().format == .jpeg)
            #expect(try await books.book(isbn: "9790000000001") == nil)
        }
    }

    @Test(arguments: [Fault.missingImage, .brokenImage])
    func `finds the book even if its cover cannot be loaded`(_ fault: Fault) async throws {
        try await Self.withFakes([.googleBooks: [fault]]) { session in
            let book = try await GoogleBooksService(session: session, region: Self.region).book(
                isbn: "0141439513")
            #expect(book?.title == "Pride and Prejudice")
            #expect(throws: RESTError.self) { try book?.cover?.get() }
        }
    }

    @Test func `finds items of every kind, sorted by name`() async throws {
        try await Self.withFakes { session in
            let store = ITunesSearchService(session: session, region: Self.region)
            let items = try await store.search("jack johnson")
            #expect(
                Set(items.map(\.kind)) == [
                    .song, .album, .musicVideo, .movie, .podcast, .audiobook, .ebook, .software,
                ])
            #expect(items.map(\.name) == items.sorted { $0.precedes($1) }.map(\.name))
            #expect(items.contains { $0.price == nil })
            for item in items { #expect(try await store.artwork(of: item) != nil) }
        }
    }

    @Test func `reads the same photos from JSON and from XML`() async throws {
        try await Self.withFakes { session in
            let flickr = FlickrService(session: session, apiKey: Self.key)
            let photos = try await flickr.recentPhotos()
            #expect(photos.count == 7)
            #expect(try await flickr.recentPhotos(as: .xml) == photos)
            #expect(try await flickr.image(of: photos[0]).format == .jpeg)
        }
    }

    @Test(arguments: [
        (Fault.emptyForbidden, "too many searches"), (.notFoundPage, "an HTML page"),
        (.htmlForJSON, "an HTML page"),
        (.badRequest, "Invalid value(s) for key(s): [country]"), (.truncated, "no response"),
    ])
    func `distinguishes errors of the iTunes Store`(_ fault: Fault, _ message: String) async throws {
        try await Self.withFakes([.itunes: [fault]]) { session in
            let error = await #expect(throws: ITunesError.self) {
                try await ITunesSearchService(session: session, region: Self.region).search(
                    "chess", category: .software)
            }
            #expect(error.map { "\($0)".contains(message) } == true)
        }
    }

    @Test(arguments: [
        (Fault.statFail, "code 105"), (.jsonp, "JSONP instead of JSON"), (.badRequest, "parameter_absent"),
        (.unavailable, "answered 503"),
    ])
    func `distinguishes errors of Flickr`(_ fault: Fault, _ message: String) async throws {
        try await Self.withFakes([.flickr: [fault]]) { session in
            let error = await #expect(throws: FlickrError.self) {
                try await FlickrService(session: session, apiKey: Self.key).recentPhotos()
            }
            #expect(error.map { "\($0)".contains(message) } == true)
        }
    }

    @Test(arguments: [Fault.redirect, .redirectToOtherHost])
    func `follows redirects to another path and another host without reaching the network`(_ fault: Fault)
        async throws
    {
        try await Self.withFakes([.googleBooks: [fault], .reqres: [fault]]) { session in
            let book = try await GoogleBooksService(session: session, region: Self.region).book(
                isbn: "0142437247")
            #expect(book?.title == "Moby-Dick")
            #expect(
                try await ReqresService(session: session, apiKey: Self.key).users(page: 2).users.count == 6)
        }
    }
}
