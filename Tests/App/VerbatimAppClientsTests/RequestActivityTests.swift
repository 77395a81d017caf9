import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct RequestActivityTests {
    @Test(.timeLimit(.minutes(5))) func `a service counts its requests in progress`() async throws {
        let stub = StubResponder { _ in .never }
        let flickr = FlickrService(session: stub.session, apiKey: "k")
        var counts = flickr.activity.counts.makeAsyncIterator()
        #expect(await counts.next() == 0)
        async let photos = flickr.recentPhotos()
        await stub.waitForRequests(1)
        #expect(await counts.next() == 1)
        #expect(flickr.activity.count == 1)
        flickr.cancel()
        _ = try? await photos
        #expect(flickr.activity.count == 0)
        #expect(await counts.next() == 0)
    }

    @Test func `a failed request and an image end as well`() async throws {
        let books = GoogleBooksService(session: StubResponder(status: 503, "").session)
        _ = try? await books.book(isbn: "0306406152")
        #expect(books.activity.count == 0)
        let client = RESTClient(session: StubResponder("no image").session)
        _ = try? await client.image(from: #require(URL(string: "https://a.example/1.jpg")))
        #expect(client.activity.count == 0)
    }

    @Test(.timeLimit(.minutes(5))) func `a slow reader gets the latest number, until the service is gone`()
        async
    {
        var activity: RequestActivity? = RequestActivity()
        var counts = activity?.counts.makeAsyncIterator()
        activity?.begin()
        activity?.begin()
        #expect(await counts?.next() == 2)
        activity = nil
        #expect(await counts?.next() == nil)
    }
}
