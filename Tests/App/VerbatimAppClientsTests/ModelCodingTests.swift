import Foundation
import Testing

@testable import VerbatimAppClients

/// Models that are stored and read again.
@Suite struct ModelCodingTests {
    /// Returns whether a model is the same after it has been encoded and decoded.
    private static func isKept<Model: Codable & Equatable>(
        _ type: Model.Type, _ body: String, _ decoder: JSONDecoder, _ encoder: JSONEncoder = JSONEncoder()
    ) throws -> Bool {
        let model = try decoder.decode(type, from: Data(body.utf8))
        return try decoder.decode(type, from: encoder.encode(model)) == model
    }

    @Test func `volumes are kept, with covers over TLS`() throws {
        let body = """
            {"totalItems": 3, "items": [{"id": "a", "volumeInfo": {
              "title": "T", "subtitle": "S", "authors": ["A"], "publisher": "P", "publishedDate": "19??",
              "description": "D", "industryIdentifiers": [{"type": "ISBN_13", "identifier": "9780306406157"}],
              "pageCount": 3, "categories": ["C"], "averageRating": 4.5, "ratingsCount": 2, "language": "en",
              "previewLink": "http://b.example/p?id=a&q=x%2By", "infoLink": "http://b.example/i",
              "imageLinks": {"thumbnail": "http://b.example/t", "extraLarge": "https://b.example/x"}},
             "saleInfo": {"country": "US", "saleability": "FOR_SALE", "isEbook": true,
              "listPrice": {"amount": 10.99, "currencyCode": "USD"}, "buyLink": "https://b.example/buy"},
             "accessInfo": {"country": "US", "viewability": "PARTIAL", "publicDomain": false,
              "epub": {"isAvailable": true}, "pdf": {"isAvailable": false},
              "webReaderLink": "http://play.example/r"}}]}
            """
        let decoder = GoogleBooksService.makeDecoder()
        #expect(try Self.isKept(VolumeList.self, body, decoder))
        let volume = try #require(decoder.decode(VolumeList.self, from: Data(body.utf8)).items.first)
        #expect(volume.volumeInfo.imageLinks?.thumbnail?.absoluteString == "https://b.example/t")
        #expect(volume.volumeInfo.imageLinks?.extraLarge?.absoluteString == "https://b.example/x")
        #expect(volume.accessInfo?.epub?.isAvailable == true)
        #expect(try Self.isKept(VolumeList.self, #"{"totalItems": 0}"#, decoder))
    }

    /// Results of the iTunes Store of every kind.
    private static let items = [
        """
        {"wrapperType":"track","kind":"song","artistId":"12","trackId":1,"artistName":"A","trackName":"N",
         "collectionName":"C","trackNumber":2,"discNumber":1,"trackTimeMillis":184333,"trackPrice":1.29,
         "trackExplicitness":"cleaned","collectionExplicitness":"explicit","currency":"USD",
         "releaseDate":"2014-05-27T07:00:00Z","primaryGenreName":"Pop","previewUrl":"https://p.example/a",
         "artworkUrl30":"http://a.example/30.jpg","artworkUrl60":"http://a.example/60.jpg",
         "artworkUrl100":"http://a.example/100.jpg"}
        """,
        """
        {"wrapperType":"software","kind":"mac-software","trackId":2,"artistName":"A","trackName":"N",
         "bundleId":"com.example.a","description":"D","price":0.00,"genres":["Games"],
         "releaseDate":"2014-05-27T07:00:00Z","artworkUrl60":"https://a.example/60.png",
         "artworkUrl512":"https://a.example/512.png","trackViewUrl":"https://s.example/a"}
        """,
        """
        {"wrapperType":"audiobook","collectionId":3,"collectionName":"N","collectionPrice":9.5,
         "artistName":"A","releaseDate":"1903-12-31T23:59:59Z","artworkUrl60":"https://a.example/60.jpg"}
        """,
        #"{"wrapperType":"artist","artistId":4,"artistName":"N","artistLinkUrl":"https://s.example/4"}"#,
        """
        {"wrapperType":"track","kind":"new-kind","trackId":5,"trackName":"N","longDescription":"L",
         "artworkUrl100":"https://a.example/100.jpg"}
        """,
    ]

    @Test(arguments: items)
    func `items of the store are kept`(item: String) throws {
        let body = #"{"resultCount":1,"results":[\#(item)]}"#
        #expect(
            try Self.isKept(
                ITunesSearchResponse.self, body, ITunesSearchService.makeDecoder(),
                ITunesSearchService.makeEncoder()))
    }

    @Test func `an item has what an app shows of a song`() throws {
        let item = try ITunesSearchService.makeDecoder().decode(
            ITunesItem.self, from: Data(Self.items[0].utf8))
        #expect(item.artistID == 12)
        #expect(item.duration == .milliseconds(184_333))
        #expect(item.trackNumber == 2)
        #expect(item.discNumber == 1)
        #expect(item.explicitness == .cleaned)
        #expect(item.smallArtworkURL?.absoluteString == "https://a.example/60.jpg")
        #expect(item.artworkURL?.absoluteString == "https://a.example/100.jpg")
        #expect(item.largeArtworkURL == nil)
    }

    @Test(arguments: [
        """
        {"photos":{"page":1,"pages":"2","per_page":100,"total":"130","photo":[
         {"id":"1","owner":"1@N01","title":"","ownername":"Ann","license":"4","datetakenunknown":"1",
          "datetaken":"0000-00-00 00:00:00"},
         {"id":"2","owner":"1@N01","title":"T","license":5,"datetaken":"1912-02-29 23:59:59",
          "url_q":"http://l.example/q.jpg","height_q":150,"width_q":"150","url_l":"https://l.example/l.jpg"}
         ]},"stat":"ok"}
        """,
        #"{"stat":"fail","code":100,"message":"Invalid API Key"}"#,
    ])
    func `lists of photos are kept`(body: String) throws {
        #expect(try Self.isKept(FlickrPhotosResponse.self, body, FlickrService.makeDecoder()))
    }

    @Test func `users are kept, with times to the millisecond`() throws {
        let (decoder, encoder) = (ReqresService.makeDecoder(), ReqresService.makeEncoder())
        let user = #"{"id":7,"email":"a@b","first_name":"A","last_name":"B","avatar":"http://i.example/7"}"#
        let page = #"{"page":2,"per_page":6,"total":12,"total_pages":2,"data":[\#(user)]}"#
        #expect(try Self.isKept(ReqresUserPage.self, page, decoder))
        #expect(try Self.isKept(ReqresUserEnvelope.self, #"{"data":\#(user)}"#, decoder))
        let created = #"{"createdAt":"2022-12-21T14:39:02.669Z","id":"9","job":"j","name":"n"}"#
        #expect(try Self.isKept(ReqresCreatedUser.self, created, decoder, encoder))
        encoder.outputFormatting = .sortedKeys
        let model = try decoder.decode(ReqresCreatedUser.self, from: Data(created.utf8))
        #expect(String(decoding: try encoder.encode(model), as: UTF8.self) == created)
        let updated = #"{"job":"j","updatedAt":"2022-12-21T14:39:02.001Z"}"#
        #expect(try Self.isKept(ReqresUpdatedUser.self, updated, decoder, encoder))
    }

    @Test func `failures are kept`() throws {
        let failure = #"{"error":{"code":429,"message":"Quota","errors":[{"reason":"rateLimitExceeded"}]}}"#
        #expect(try Self.isKept(GoogleBooksFailure.self, failure, GoogleBooksService.makeDecoder()))
        #expect(try Self.isKept(ITunesFailure.self, #"{"errorMessage":"E"}"#, JSONDecoder()))
    }

    @Test(arguments: [
        "0001-01-01T00:00:00.000Z", "1600-02-29T12:00:00.999Z", "1899-12-31T23:59:59.001Z",
        "1970-01-01T00:00:00.000Z", "2000-02-29T00:00:00.500Z", "2024-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59.123Z",
    ])
    func `a date is written as it is read`(text: String) throws {
        let format = StrictDateFormat("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'")
        #expect(format.text(from: try #require(format.date(from: text))) == text)
    }
}
