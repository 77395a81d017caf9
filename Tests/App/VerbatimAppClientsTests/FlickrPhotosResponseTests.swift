import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct FlickrPhotosResponseTests {
    @Test(arguments: [
        #"{"photos":{"page":2,"pages":7,"perpage":5,"total":"34","photo":[]},"stat":"ok"}"#,
        #"{"photos":{"photo":[],"total":34,"page":2,"per_page":5,"pages":7},"stat":"ok"}"#,
    ])
    func `reads the paging information in either spelling`(body: String) throws {
        expectNumbers(
            try FlickrService.makeDecoder().decode(FlickrPhotosResponse.self, from: Data(body.utf8)))
    }

    @Test func `a list of photos needs no status`() throws {
        let body = #"{"photos":{"page":2,"pages":7,"perpage":5,"total":34,"photo":[]}}"#
        expectNumbers(
            try FlickrService.makeDecoder().decode(FlickrPhotosResponse.self, from: Data(body.utf8)))
    }

    @Test(arguments: ["perpage", "per_page"])
    func `reads the paging information from XML`(name: String) throws {
        expectNumbers(try response(#"<photos page="2" pages="7" \#(name)="5" total="34"></photos>"#))
    }

    @Test(arguments: [
        #"{"photos":{"page":1,"pages":1,"perpage":1,"total":1,"photo":[{"id":"1"}]},"stat":"ok"}"#,
        #"{"photos":{"page":1,"pages":1,"perpage":1,"total":1,"photo":[{"id":1,"title":""}]},"stat":"ok"}"#,
        #"{"photos":{"page":1,"pages":1,"perpage":1,"total":"many","photo":[]},"stat":"ok"}"#,
        #"{"photos":{"page":1,"pages":1,"total":1,"photo":[]},"stat":"ok"}"#,
        #"{"photos":{"page":1,"pages":1,"perpage":1,"total":1,"photo":[]},"stat":"fine"}"#,
        "{}", #"{"stat":"ok"}"#, #"{"stat":"fail"}"#, "[]",
    ])
    func `rejects JSON that lacks what the app needs`(body: String) {
        #expect(throws: DecodingError.self) {
            try FlickrService.makeDecoder().decode(FlickrPhotosResponse.self, from: Data(body.utf8))
        }
    }

    @Test(arguments: ["2013-11-02T15:58:24Z", "2013-11-02", "2013-11-31 10:00:00", "0000-00-00 00:00:00"])
    func `keeps a date that is not a time`(date: String) throws {
        let body = """
            {"photos":{"page":1,"pages":1,"perpage":1,"total":1,
             "photo":[{"id":"1","owner":"1@N01","title":"","datetaken":"\(date)"}]},"stat":"ok"}
            """
        let json = try FlickrService.makeDecoder().decode(FlickrPhotosResponse.self, from: Data(body.utf8))
        #expect(try page(json).records.map(\.dateTaken) == [.unknown(date)])
        let xml = try response(
            """
            <photos page="1" pages="1" perpage="1" total="1">
            <photo id="1" owner="1@N01" title="" datetaken="\(date)"/></photos>
            """)
        #expect(try page(xml).records.map(\.dateTaken) == [.unknown(date)])
    }

    @Test func `keeps the photos that can be read`() throws {
        let body = """
            {"photos":{"page":1,"pages":"1","perpage":"3","total":3,
             "photo":[{"id":"1"},{"id":"2","owner":"1@N01","title":"Two"},{"id":3,"title":""}]},"stat":"ok"}
            """
        let json = try page(
            FlickrService.makeDecoder().decode(FlickrPhotosResponse.self, from: Data(body.utf8)))
        #expect(json.records.map(\.id) == ["2"])
        #expect(json.$records.map(\.index) == [0, 2])
        let xml = try page(
            response(
                """
                <photos page="1" pages="1" perpage="3" total="3">
                <photo id="1"/>
                <photo id="2" owner="1@N01" title="Two"/></photos>
                """))
        #expect(xml.records.map(\.id) == ["2"])
        #expect(
            xml.$records == [
                UnreadableElement(
                    index: 0, line: 3, reason: "element 'photo': missing attribute 'owner'")
            ])
    }

    @Test(arguments: [
        (
            #"<photos page="1" pages="1" perpage="1" total="1"><photo id="1"/></photos>"#,
            "line 2: element 'photo': missing attribute 'owner'"
        ),
        (
            #"<photos page="1" pages="one" perpage="1" total="1"/>"#,
            "line 2: element 'photos': attribute 'pages' is 'one', not an integer"
        ),
        (
            #"<photos page="1" pages="1" perpage="1" total="1"><photo id="1" owner="1@N01" title="" url_z=""/></photos>"#,
            "line 2: element 'photo': attribute 'url_z' is '', not a URL"
        ),
        ("<photoset/>", "line 1: element 'rsp': missing element 'photos'"),
    ])
    func `reports the line where XML lacks what the app needs`(content: String, message: String) {
        let error = #expect(throws: FlickrXMLError.self) { try response(content) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("<html/>", "line 1: the document is not a Flickr response: its root element is not 'rsp'"),
        (#"<rsp stat="fail"/>"#, "line 1: element 'rsp': missing element 'err'"),
        ("<rsp/>", "line 1: element 'rsp': missing attribute 'stat'"),
    ])
    func `rejects documents that are not Flickr responses`(document: String, message: String) {
        let error = #expect(throws: FlickrXMLError.self) {
            try FlickrPhotosResponse(xml: Data(document.utf8))
        }
        #expect(error?.description == message)
    }

    @Test(arguments: ["", "{}", "jsonFlickrApi({})", "<rsp stat=\"ok\"><photos></rsp>", "<rsp stat=\"ok\">"])
    func `rejects malformed XML`(document: String) {
        #expect(throws: FlickrXMLError.self) { try FlickrPhotosResponse(xml: Data(document.utf8)) }
    }

    @Test func `rejects XML that is not UTF-8`() {
        let error = #expect(throws: FlickrXMLError.self) {
            try FlickrPhotosResponse(xml: Data("<r".utf8) + [0xF5] + Data("p stat=\"ok\"></rsp>".utf8))
        }
        #expect(error?.description == "line 1: the document is not UTF-8")
    }

    private func response(_ content: String) throws -> FlickrPhotosResponse {
        try FlickrPhotosResponse(xml: Data("<rsp stat=\"ok\">\n\(content)\n</rsp>".utf8))
    }

    private func page(_ response: FlickrPhotosResponse) throws -> FlickrPhotoPage {
        guard case .page(let page) = response else { throw CocoaError(.coderReadCorrupt) }
        return page
    }

    private func expectNumbers(_ response: FlickrPhotosResponse) {
        guard case .page(let page) = response else {
            Issue.record("the response is not a page")
            return
        }
        #expect((page.page, page.pages, page.perPage, page.total) == (2, 7, 5, 34))
        #expect(page.records == [])
    }
}
