import Foundation
import Testing
import VerbatimAppFakes
import VerbatimJSON

@Suite struct `Failing on demand` {
    /// One request of each API.
    static let urls: [Provider: String] = [
        .googleBooks: "https://www.googleapis.com/books/v1/volumes?q=isbn:9780142437247",
        .itunes: "https://itunes.apple.com/search?term=moby+dick&entity=ebook&limit=1",
        .flickr: """
        https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&api_key=0123456789abcdef0123456789abcdef&format=json\
        &nojsoncallback=1&extras=url_z,date_taken&per_page=1
        """,
        .reqres: "https://reqres.in/api/users?per_page=1",
    ]

    private static func ask(_ provider: Provider, _ fault: Fault) async throws -> Asker.Reply {
        try await Asker(FaultPlan([provider: [fault]])).ask(try #require(urls[provider]))
    }

    @Test(
        arguments: [
            (Fault.badRequest, 400), (.emptyForbidden, 403), (.notFoundPage, 404), (.tooManyRequests, 429),
            (.unavailable, 503), (.newStatus, 202),
        ], Provider.allCases)
    func `answers with another status`(_ example: (fault: Fault, status: Int), _ provider: Provider)
        async throws
    {
        let reply = try await Self.ask(provider, example.fault)
        #expect(reply.status == example.status)
        switch example.fault {
        case .emptyForbidden:
            #expect(reply.body.isEmpty)
            #expect(reply["Content-Type"] == nil)
        case .notFoundPage: #expect(reply["Content-Type"]?.hasPrefix("text/html") == true)
        default: #expect(!reply.body.isEmpty)
        }
    }

    @Test(arguments: [
        (Provider.googleBooks, Fault.tooManyRequests, #""reason": "rateLimitExceeded""#),
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
    func `says so in the provider's own words`(_ provider: Provider, _ fault: Fault, _ text: String)
        async throws
    {
        #expect(try await Self.ask(provider, fault).text.contains(text))
    }

    @Test(arguments: [
        (Provider.googleBooks, "title"), (.itunes, "artistName"), (.flickr, "datetaken"), (.reqres, "email"),
    ])
    func `drops a member`(_ provider: Provider, _ name: String) async throws {
        let honest = try await Asker().ask(try #require(Self.urls[provider]))
        #expect(honest.text.contains("\"\(name)\""))
        #expect(try await !Self.ask(provider, .droppedKey).text.contains("\"\(name)\""))
    }

    @Test func `breaks the XML of Flickr as well`() async throws {
        let url = try #require(Self.urls[.flickr]).replacing("format=json", with: "format=rest")
        let reply = try await Asker(FaultPlan([.flickr: [.otherDateFormat]])).ask(url)
        #expect(reply.text.contains(#"datetaken="2010-01-06T09:20:00Z""#))
    }

    @Test(arguments: Provider.allCases)
    func `redirects within its host`(_ provider: Provider) async throws {
        let honest = try await Asker().ask(try #require(Self.urls[provider]))
        let reply = try await Self.ask(provider, .redirect)
        #expect(reply.status == 200)
        #expect(reply.body == honest.body)
        #expect(reply.response.url?.path.hasPrefix("/moved/") == true)
    }

    @Test(arguments: Provider.allCases, [Fault.truncated, .reset])
    func `breaks off within the body`(_ provider: Provider, _ fault: Fault) async throws {
        await #expect(throws: URLError.self) { try await Self.ask(provider, fault) }
    }

    @Test(arguments: [(Fault.missingImage, 404, "text/html"), (.brokenImage, 200, "image/jpeg")])
    func `spoils images, and nothing else`(_ fault: Fault, _ status: Int, _ mediaType: String) async throws {
        let asker = try Asker(FaultPlan([.reqres: [fault]]))
        let image = try await asker.ask("https://reqres.in/img/faces/1-image.jpg")
        #expect(image.status == status)
        #expect(image["Content-Type"]?.hasPrefix(mediaType) == true)
        #expect(image.text.hasPrefix("<!DOCTYPE html>"))
        #expect(try await asker.ask("https://reqres.in/api/users").status == 200)
    }

    @Test func `leaves the other providers alone`() async throws {
        let asker = try Asker(FaultPlan([.itunes: [.unavailable]]))
        #expect(try await asker.ask(try #require(Self.urls[.flickr])).status == 200)
    }
}

@Suite struct `Reading a behaviour` {
    @Test func `takes pairs, and several for a provider`() throws {
        let behaviour = try FaultPlan(parsing: "itunes=html-404, flickr=slow\tflickr=stat-fail")
        #expect(behaviour == FaultPlan([.itunes: [.notFoundPage], .flickr: [.slow, .statFail]]))
        #expect(try FaultPlan(parsing: "") == FaultPlan())
    }

    private static let faults = """
        400, empty-403, html-404, 429, 503, stat-fail, jsonp, slow, truncated, reset, silent, redirect, redirect-host, \
        missing-image, broken-image, other-date-format, dropped-key, null-for-value, string-for-number, new-status, \
        html-for-json
        """

    @Test(arguments: [
        (
            "html-404",
            "'html-404' is not 'provider=fault'\n  next: write for example VERBATIM_FAKE=itunes=html-404"
        ),
        (
            "apple=429",
            "'apple' has no fake provider\n  next: choose one of google-books, itunes, flickr, reqres"
        ),
        ("itunes=404", "'404' is no fault of a fake provider\n  next: choose one of \(faults)"),
        (
            "itunes=jsonp",
            "'jsonp' is no fault of itunes\n  next: choose one of "
                + faults.replacing("stat-fail, jsonp, ", with: "")
        ),
    ])
    func `says what is wrong, and what there is to choose from`(_ text: String, _ words: String) {
        let error = #expect(throws: FaultPlanError.self) { try FaultPlan(parsing: text) }
        #expect(error.map(String.init(describing:)) == words)
    }
}
