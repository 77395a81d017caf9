import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct FlickrServiceTests {
    private static let json = """
        {"photos":{"page":1, "pages":5, "perpage":3, "total":15, "photo":[
        {"id":"101", "owner":"1@N01", "title":"", "datetaken":"2013-11-02 15:58:24", "datetakengranularity":"0",
         "url_z":"https:\\/\\/live.example\\/65535\\/101_z.jpg", "height_z":"427", "width_z":"640"},
        {"id":"102", "owner":"1@N01", "title":"Too small", "datetaken":"2013-11-03 10:00:00"},
        {"id":"103", "owner":"2@N01", "title":"Caf\\u00e9 & bar", "datetaken":"1912-01-01 00:00:00",
         "url_z":"http:\\/\\/farm3.example\\/1\\/103_z.jpg"}]}, "stat":"ok"}
        """

    private static let xml = """
        <?xml version="1.0" encoding="utf-8" ?>
        <rsp stat="ok">
        <photos page="1" pages="5" perpage="3" total="15">
        \t<photo id="101" owner="1@N01" title="" datetaken="2013-11-02 15:58:24" datetakengranularity="0"
             url_z="https://live.example/65535/101_z.jpg" height_z="427" width_z="640" />
        \t<photo id="102" owner="1@N01" title="Too small" datetaken="2013-11-03 10:00:00">
        \t\t<description>A &quot;small&quot; one</description>
        \t</photo>
        \t<photo id="103" owner="2@N01" title="Café &amp; bar" datetaken="1912-01-01 00:00:00"
             url_z="http://farm3.example/1/103_z.jpg" />
        </photos>
        </rsp>
        """

    private static let fail =
        #"{"stat":"fail", "code":100, "message":"Invalid API Key (Key has invalid format)"}"#

    private static let failXML = """
        <?xml version="1.0" encoding="utf-8" ?>
        <rsp stat="fail">
        \t<err code="100" msg="Invalid API Key (Key has invalid format)" />
        </rsp>
        """

    private func service(_ stub: StubResponder) -> FlickrService {
        FlickrService(session: stub.session, apiKey: "k+y")
    }

    @Test(arguments: [(FlickrFormat.json, json), (.xml, xml)])
    func `lists the photos that have an image`(format: FlickrFormat, body: String) async throws {
        let photos = try await service(StubResponder(body)).interestingPhotos(as: format)
        #expect(photos.map(\.id) == ["101", "103"])
        #expect(photos.map(\.title) == ["", "Café & bar"])
        #expect(
            photos.map(\.dateTaken.date) == (try ["2013-11-02T15:58:24Z", "1912-01-01T00:00:00Z"].map(date)))
        #expect(
            photos.map(\.remoteURL.absoluteString) == [
                "https://live.example/65535/101_z.jpg", "https://farm3.example/1/103_z.jpg",
            ])
    }

    @Test(arguments: [
        (FlickrFormat.json, json, "format=json&nojsoncallback=1"), (.xml, xml, "format=rest"),
    ])
    func `requests image URLs and dates, with its key`(format: FlickrFormat, body: String, form: String)
        async throws
    {
        let stub = StubResponder(body)
        _ = try await service(stub).interestingPhotos(as: format)
        _ = try await service(stub).recentPhotos(as: format)
        let rest = "&api_key=k%2By&extras=date_taken%2Clicense%2Cowner_name%2Curl_q%2Curl_z%2Curl_l&\(form)"
        #expect(
            stub.urls == [
                "https://api.flickr.com/services/rest/?method=flickr.interestingness.getList\(rest)",
                "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent\(rest)",
            ])
    }

    @Test(arguments: [(FlickrFormat.json, fail), (.xml, failXML)])
    func `reports the explanation of a failure with status 200`(format: FlickrFormat, body: String)
        async throws
    {
        let error = await #expect(throws: FlickrError.self) {
            try await service(StubResponder(body)).recentPhotos(as: format)
        }
        #expect(
            error?.description == "Flickr failed with code 100: 'Invalid API Key (Key has invalid format)'")
    }

    @Test func `reports JSONP that arrives instead of JSON`() async throws {
        let error = await #expect(throws: FlickrError.self) {
            try await service(StubResponder("jsonFlickrApi({})")).recentPhotos()
        }
        #expect(
            error?.description
                == "'api.flickr.com/services/rest/' answered 200 with 'jsonFlickrApi({})', "
                + "JSONP instead of JSON: the parameter 'nojsoncallback=1' was lost")
    }

    @Test(arguments: [400, 401])
    func `reports an OAuth problem`(status: Int) async throws {
        let body = "oauth_problem=parameter_absent&debug_sbs=POST&https%3A%2F%2Fx.example&key%3D<KEY>"
        let error = await #expect(throws: FlickrError.self) {
            try await service(StubResponder(status: status, body)).recentPhotos()
        }
        #expect(error?.description == "Flickr answered \(status): OAuth problem 'parameter_absent'")
    }

    @Test func `leaves out a photo without a date`() async throws {
        let body = Self.json.replacingOccurrences(of: "datetaken\":\"1912", with: "date\":\"1912")
        #expect(try await service(StubResponder(body)).recentPhotos().map(\.id) == ["101"])
    }

    @Test(arguments: [503, 404])
    func `reports other error responses`(status: Int) async throws {
        let error = await #expect(throws: FlickrError.self) {
            try await service(StubResponder(status: status, "<p>Sorry & 100% so")).recentPhotos()
        }
        #expect(error?.description.contains("answered \(status) with '<p>Sorry & 100% so'") == true)
    }

    /// A photo with all that an app shows, in both formats; Flickr writes numbers in JSON in two ways.
    private static let shown = [
        """
        {"photos":{"page":1,"pages":1,"perpage":1,"total":1,"photo":[{"id":"1","owner":"1@N01","title":"T",
         "ownername":"Ann","license":"4","datetaken":"2013-11-02 15:58:24","datetakenunknown":"1",
         "url_q":"http://live.example/1_q.jpg","height_q":"150","width_q":"150",
         "url_z":"http://live.example/1_z.jpg","height_z":427,"width_z":"640"}]},"stat":"ok"}
        """,
        """
        <rsp stat="ok"><photos page="1" pages="1" perpage="1" total="1"><photo id="1" owner="1@N01" title="T"
         ownername="Ann" license="4" datetaken="2013-11-02 15:58:24" datetakenunknown="1"
         url_q="http://live.example/1_q.jpg" height_q="150" width_q="150"
         url_z="http://live.example/1_z.jpg" height_z="427" width_z="640" /></photos></rsp>
        """,
    ]

    @Test(arguments: [(FlickrFormat.json, shown[0]), (.xml, shown[1])])
    func `names the owner and the license, and links images over TLS`(
        format: FlickrFormat, body: String
    ) async throws {
        let photo = try #require(try await service(StubResponder(body)).recentPhotos(as: format).first)
        #expect(photo.ownerName == "Ann")
        #expect(photo.license.name == "CC BY 2.0")
        #expect(photo.dateTaken == .unknown("2013-11-02 15:58:24"))
        #expect(photo.remoteURL.absoluteString == "https://live.example/1_z.jpg")
        #expect(photo.thumbnailURL?.absoluteString == "https://live.example/1_q.jpg")
        #expect(photo.largeURL == nil)
    }

    @Test func `reads pages to the last one, of photos that match a text`() async throws {
        let stub = StubResponder { request in
            let isLast = request.url?.query?.hasSuffix("&page=5") == true
            let body =
                isLast ? Self.json : Self.json.replacingOccurrences(of: "\"page\":1", with: "\"page\":2")
            return .response(200, [:], Data(body.utf8))
        }
        let photos = service(stub).photos(in: .matching("tea & cake"))
        let pages = try await photos.reduce(into: []) { $0.append($1) }
        #expect(pages.map(\.items.count) == [2, 2, 2, 2, 2])
        #expect(pages.map(\.total) == [15, 15, 15, 15, 15])
        let query = "https://api.flickr.com/services/rest/?method=flickr.photos.search&text=tea%20%26%20cake"
        #expect(stub.urls.first?.hasPrefix(query + "&api_key=k%2By&") == true)
        #expect(stub.urls.last?.hasSuffix("&page=5") == true)
    }

    @Test(.timeLimit(.minutes(5))) func `cancels the requests in progress`() async throws {
        let stub = StubResponder { _ in .never }
        let flickr = service(stub)
        async let photos = flickr.recentPhotos()
        await stub.waitForRequests(1)
        flickr.cancel()
        do {
            _ = try await photos
            Issue.record("the request went on")
        } catch {
            #expect((error as? FlickrError)?.isCancelled == true)
        }
    }

    @Test func `loads the image of a photo`() async throws {
        let stub = StubResponder { _ in .response(200, [:], pngBytes) }
        #expect(try await service(stub).image(of: photo()).data == pngBytes)
        #expect(stub.urls == ["https://live.example/1.jpg"])
    }

    @Test func `rejects data that is not an image`() async throws {
        let error = await #expect(throws: FlickrError.self) {
            try await service(StubResponder("This photo is no longer available")).image(of: photo())
        }
        #expect(
            error?.description
                == "'live.example/1.jpg' answered 200 with 'This photo is no longer available', which is not an image"
        )
    }

    private func photo() throws -> FlickrPhoto {
        FlickrPhoto(
            id: "1", title: "One", dateTaken: .known(Date(timeIntervalSince1970: 0)),
            remoteURL: try #require(URL(string: "https://live.example/1.jpg")))
    }
}
