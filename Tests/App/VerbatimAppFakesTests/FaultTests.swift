import Foundation
import Testing
import VerbatimAppFakes
import VerbatimJSON

@Suite struct FaultTests {
    /// A request to each API.
    static let urls: [FakeProvider: String] = [
        .googleBooks: "https://www.googleapis.com/books/v1/volumes?q=isbn:9780142437247",
        .itunes: "https://itunes.apple.com/search?term=moby+dick&entity=ebook&limit=1",
        .flickr: """
        https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&api_key=0123456789abcdef0123456789abcdef&format=json\
        &nojsoncallback=1&extras=url_z,date_taken&per_page=1
        """,
        .reqres: "https://reqres.in/api/users?per_page=1",
    ]

    private static func send(_ provider: FakeProvider, _ fault: Fault) async throws -> FakeClient.Response {
        try await FakeClient(FaultPlan([provider: [fault]])).send(try #require(urls[provider]))
    }

    @Test(
        arguments: [
            (Fault.badRequest, 400), (.emptyForbidden, 403), (.notFoundPage, 404), (.tooManyRequests, 429),
            (.internalError, 500), (.badGateway, 502), (.unavailable, 503), (.newStatus, 202),
        ], FakeProvider.all)
    func `responds with another status`(_ example: (fault: Fault, status: Int), _ provider: FakeProvider)
        async throws
    {
        let response = try await Self.send(provider, example.fault)
        #expect(response.status == example.status)
        switch example.fault {
        case .emptyForbidden:
            #expect(response.body.isEmpty)
            #expect(response["Content-Type"] == nil)
        case .notFoundPage: #expect(response["Content-Type"]?.hasPrefix("text/html") == true)
        default: #expect(!response.body.isEmpty)
        }
    }

    @Test(arguments: [
        (FakeProvider.googleBooks, Fault.tooManyRequests, #""reason": "rateLimitExceeded""#),
        (.googleBooks, .badRequest, #""status": "INVALID_ARGUMENT""#),
        (.googleBooks, .forbidden, #""reason": "unknownLocation""#),
        (.googleBooks, .internalError, #""reason": "backendError""#),
        (.flickr, .unauthorized, "oauth_problem=signature_invalid&"),
        (.reqres, .unauthorized, #"{"error":"missing_api_key""#),
        (.googleBooks, .unavailable, #""reason": "backendFailed""#),
        (.googleBooks, .otherDateFormat, #""publishedDate": "31/12/2002 AD""#),
        (.googleBooks, .stringForNumber, #""pageCount": "720""#),
        (.googleBooks, .nullForValue, #""title": null"#),
        (.itunes, .badRequest, #"{"errorMessage":"Invalid value(s) for key(s): [country]""#),
        (.itunes, .otherDateFormat, #""releaseDate":"1851-10-18 07:00:00 +0000""#),
        (.itunes, .stringForNumber, #""trackId":"498112004""#),
        (.flickr, .badRequest, "oauth_problem=parameter_absent&"),
        (.flickr, .statFail, #"{"stat":"fail","code":105,"message":"Service currently unavailable"}"#),
        (.flickr, .jsonp, #"jsonFlickrApi({"photos":"#),
        (.flickr, .otherDateFormat, #""datetaken":"2010-01-06T09:20:00Z""#),
        (.flickr, .stringForNumber, #""pages":"8""#),
        (.reqres, .stringForNumber, #""id":"1""#),
        (.reqres, .htmlForJSON, "<!DOCTYPE html>"),
    ])
    func `responds in the provider's format`(_ provider: FakeProvider, _ fault: Fault, _ text: String)
        async throws
    {
        #expect(try await Self.send(provider, fault).text.contains(text))
    }

    @Test(arguments: [
        (FakeProvider.googleBooks, "title"), (.itunes, "artistName"), (.flickr, "datetaken"),
        (.reqres, "email"),
    ])
    func `removes a field`(_ provider: FakeProvider, _ name: String) async throws {
        let correct = try await FakeClient().send(try #require(Self.urls[provider]))
        #expect(correct.text.contains("\"\(name)\""))
        #expect(try await !Self.send(provider, .droppedKey).text.contains("\"\(name)\""))
    }

    @Test func `changes XML as well`() async throws {
        let url = try #require(Self.urls[.flickr]).replacing("format=json", with: "format=rest")
        let response = try await FakeClient(FaultPlan([.flickr: [.otherDateFormat]])).send(url)
        #expect(response.text.contains(#"datetaken="2010-01-06T09:20:00Z""#))
    }

    @Test(arguments: FakeProvider.all)
    func `redirects to another path`(_ provider: FakeProvider) async throws {
        let correct = try await FakeClient().send(try #require(Self.urls[provider]))
        let response = try await Self.send(provider, .redirect)
        #expect(response.status == 200)
        #expect(response.body == correct.body)
        #expect(response.http.url?.path.hasPrefix("/moved/") == true)
    }

    @Test(arguments: FakeProvider.all, [Fault.truncated, .reset])
    func `ends the connection within the body`(_ provider: FakeProvider, _ fault: Fault) async throws {
        await #expect(throws: URLError.self) { try await Self.send(provider, fault) }
    }

    @Test(arguments: [(Fault.missingImage, 404, "text/html"), (.brokenImage, 200, "image/jpeg")])
    func `breaks only images`(_ fault: Fault, _ status: Int, _ mediaType: String) async throws {
        let client = try FakeClient(FaultPlan([.reqres: [fault]]))
        let image = try await client.send("https://reqres.in/img/faces/1-image.jpg")
        #expect(image.status == status)
        #expect(image["Content-Type"]?.hasPrefix(mediaType) == true)
        #expect(image.text.hasPrefix("<!DOCTYPE html>"))
        #expect(try await client.send("https://reqres.in/api/users").status == 200)
    }

    @Test func `does not change other providers`() async throws {
        let client = try FakeClient(FaultPlan([.itunes: [.unavailable]]))
        #expect(try await client.send(try #require(Self.urls[.flickr])).status == 200)
    }
}
