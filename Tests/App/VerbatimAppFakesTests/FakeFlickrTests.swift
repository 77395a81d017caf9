import Foundation
import Testing
import VerbatimJSON

@Suite struct FakeFlickrTests {
    private static let recent =
        "https://api.flickr.com/services/rest/?method=flickr.photos.getRecent&api_key=0123456789abcdef0123456789abcdef"
    private static let json = recent + "&format=json&nojsoncallback=1"

    @Test func `lists photos in JSON, with the requested extras`() async throws {
        let client = try FakeClient()
        let response = try await client.send(Self.json + "&extras=url_z,date_taken&per_page=1")
        #expect(response["Content-Type"] == "application/json")
        #expect(
            response.text == #"""
                {"photos":{"page":1,"pages":8,"perpage":1,"total":8,"photo":[{"id":"53676893910",\#
                "owner":"61180233@N00","secret":"59be519876","server":"65535","farm":66,\#
                "title":"Snow on the allotments","ispublic":1,"isfriend":0,"isfamily":0,\#
                "datetaken":"2010-01-06 09:20:00","datetakengranularity":"0","datetakenunknown":"0",\#
                "url_z":"https:\/\/live.staticflickr.com\/65535\/53676893910_59be519876_z.jpg",\#
                "height_z":"480","width_z":"640"}]},"stat":"ok"}
                """#)
        let bare = try JSON(parsing: try await client.send(Self.json).body)
        #expect(bare["photos"]["photo"][0].members.count == 9)
    }

    @Test func `lists the same photos in XML`() async throws {
        let response = try await FakeClient().send(
            Self.recent + "&extras=date_taken,description&per_page=1&page=4")
        #expect(response["Content-Type"] == "text/xml; charset=utf-8")
        #expect(
            response.text == """
                <?xml version="1.0" encoding="utf-8" ?>
                <rsp stat="ok">
                <photos page="4" pages="8" perpage="1" total="8">
                \t<photo id="53610375836" owner="118203377@N04" secret="203b6f12a5" server="65535" farm="66" \
                title="&quot;Tea&quot; &amp; biscuits &lt;3" ispublic="1" isfriend="0" isfamily="0" \
                datetaken="2024-01-06 15:58:44" datetakengranularity="0" datetakenunknown="0">
                \t\t<description>Five o&#039;clock, or near enough.</description>
                \t</photo>
                </photos>
                </rsp>

                """)
    }

    @Test func `lists interesting photos, one of them without a large image`() async throws {
        let url = Self.json.replacing("photos.getRecent", with: "interestingness.getList") + "&extras=url_z"
        let photos = try JSON(parsing: try await FakeClient().send(url).body)["photos"]["photo"]
        #expect(photos.count == 8)
        #expect(photos.elements.count { !$0["url_z"].exists } == 1)
        #expect(photos.elements.contains { $0["title"].string == "" })
        #expect(photos.elements.contains { $0["title"].string == "Übergang am Fluß" })
    }

    @Test(arguments: [
        ("&format=json", "text/javascript; charset=utf-8", #"jsonFlickrApi({"photos":{"#),
        ("&format=json&jsoncallback=show", "text/javascript; charset=utf-8", #"show({"photos":{"#),
    ])
    func `responds with JSONP by default`(_ query: String, _ mediaType: String, _ start: String)
        async throws
    {
        let response = try await FakeClient().send(Self.recent + query)
        #expect(response["Content-Type"] == mediaType)
        #expect(response.text.hasPrefix(start))
        #expect(response.text.hasSuffix(")"))
    }

    @Test(arguments: [
        (
            "?format=json&nojsoncallback=1&method=flickr.photos.getRecent",
            #"{"stat":"fail","code":100,"message":"Invalid API Key (Key has invalid format)"}"#
        ),
        (
            "?format=json&nojsoncallback=1&api_key=0123456789abcdef0123456789abcdef&method=flickr.nothing",
            #"{"stat":"fail","code":112,"message":"Method \"flickr.nothing\" not found"}"#
        ),
        (
            "?api_key=0123456789abcdef0123456789abcdef&method=a%26b",
            """
            <?xml version="1.0" encoding="utf-8" ?>
            <rsp stat="fail">
            \t<err code="112" msg="Method &quot;a&amp;b&quot; not found" />
            </rsp>

            """
        ),
    ])
    func `sends errors with status 200`(_ query: String, _ text: String) async throws {
        let response = try await FakeClient().send("https://api.flickr.com/services/rest/" + query)
        #expect(response.status == 200)
        #expect(response.text == text)
    }

    @Test func `serves the image of every link`() async throws {
        let client = try FakeClient()
        let photos = try JSON(parsing: try await client.send(Self.json + "&extras=url_z").body)["photos"][
            "photo"]
        for link in photos.elements.compactMap({ $0["url_z"].string }) {
            let picture = try await client.send(link)
            #expect(picture["Content-Type"] == "image/jpeg")
            #expect(picture.body.starts(with: [0xff, 0xd8, 0xff]))
        }
    }
}
