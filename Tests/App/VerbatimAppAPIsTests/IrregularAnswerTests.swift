import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

/// Answers in the irregular forms of the providers, checked against the contracts and the models.
@Suite struct IrregularAnswerTests {
    private static let contracts = Result { try ContractSet(contentsOf: PackageFolder.url("Contracts")) }

    /// An answer, and the rules that it breaks, in the order of the findings.
    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let url: String
        var status = 200
        var mediaType = "application/json; charset=UTF-8"
        let body: String
        var rules: [String] = []
    }

    @Test(arguments: books + store + photos + users)
    func `contract and models accept exactly the forms that were seen`(_ answer: Answer) throws {
        let report = Checker(try Self.contracts.get(), API.all).check([Self.interaction(answer)])
        let findings = report.findings.filter { $0.severity >= .warning }
        #expect(findings.map(\.rule.id) == answer.rules, "\(findings.map { "\($0.found) \($0.expected)" })")
    }

    @Test func `a check reports what a list leaves out, with its location`() throws {
        let song = Self.song.replacing("\n", with: " ")
        let bad = song.replacing(#""trackName":"Song""#, with: #""trackName":7"#)
        let answer = Answer(
            testDescription: "", url: Self.search, mediaType: Self.script,
            body: "{\"resultCount\":2,\n\"results\": [\(song),\n\(bad)]}")
        let report = Checker(try Self.contracts.get(), API.all).check([Self.interaction(answer)])
        let dropped = try #require(report.findings.first { $0.rule.id == "model-value-dropped" })
        #expect(dropped.pointer == "/results/1/trackName")
        #expect(dropped.location?.line == 3)
        #expect(dropped.severity == .warning)
        #expect(!report.findings.contains { $0.rule.id == "model-wrong-type" })
    }

    private static func interaction(_ answer: Answer) -> Interaction {
        Interaction(
            HTTPRequest("GET", answer.url),
            .response(
                HTTPResponse(
                    answer.status,
                    headers: ["Content-Type": answer.mediaType, "Date": "Thu, 01 Jan 2026 00:00:00 GMT"],
                    body: .data(Data(answer.body.utf8)))),
            location: .init(
                archive: "Recordings/irregular.har", entry: 0, line: 1, body: "Recordings/irregular/1.json"))
    }
}

// MARK: - Google Books

extension IrregularAnswerTests {
    private static let volumes = "https://www.googleapis.com/books/v1/volumes"

    private static func volume(_ info: String, sale: String = "", host: String = "www") -> String {
        """
        {"kind": "books#volume", "id": "abcdefghijkl", "etag": "e",
         "selfLink": "https://\(host).googleapis.com/books/v1/volumes/abcdefghijkl",
         "volumeInfo": {"title": "T", \(info), "contentVersion": "1.0.0", "language": "en",
          "previewLink": "http://books.google.com/a", "infoLink": "http://books.google.com/b",
          "canonicalVolumeLink": "http://books.google.com/c"},
         "saleInfo": {"country": "US", "isEbook": true, \(sale.isEmpty ? #""saleability": "NOT_FOR_SALE""# : sale)},
         "accessInfo": {"country": "US", "viewability": "ALL_PAGES", "embeddable": true, "publicDomain": true,
          "textToSpeechPermission": "ALLOWED", "epub": {"isAvailable": false}, "pdf": {"isAvailable": false},
          "webReaderLink": "http://play.google.com/d", "accessViewStatus": "NONE"}}
        """
    }

    private static func list(
        _ name: String, _ info: String, sale: String = "", host: String = "www", rules: [String] = []
    ) -> Answer {
        Answer(
            testDescription: name, url: "\(volumes)?q=t",
            body: """
                {"kind": "books#volumes", "totalItems": 1, "items": [\(volume(info, sale: sale, host: host))]}
                """, rules: rules)
    }

    private static func failure(_ name: String, _ code: Int, _ reason: String, path: String = "?q=t")
        -> Answer
    {
        Answer(
            testDescription: name, url: volumes + path, status: code,
            body: """
                {"error": {"code": \(code), "message": "M", "errors":
                 [{"message": "M", "domain": "global", "reason": "\(reason)"}]}}
                """)
    }

    static let books = [
        list("a century", #""printType": "BOOK", "publishedDate": "18??""#),
        list("a decade", #""printType": "BOOK", "publishedDate": "199?""#),
        list(
            "another date", #""printType": "BOOK", "publishedDate": "May 1987""#,
            rules: ["response-property-date"]),
        list("a magazine", #""printType": "MAGAZINE""#),
        list("no publisher", #""printType": "BOOK", "publisher": """#),
        list("free without a link", #""printType": "BOOK""#, sale: #""saleability": "FREE""#),
        list(
            "sold without a link", #""printType": "BOOK""#, sale: #""saleability": "FOR_SALE""#,
            rules: ["response-property-missing"]),
        list("another host", #""printType": "BOOK""#, host: "content-books"),
        list(
            "a foreign host", #""printType": "BOOK""#, host: "example",
            rules: ["response-property-pattern"]),
        failure("an invalid key", 400, "badRequest"), failure("no such volume", 404, "notFound", path: "/x"),
        failure("a failed server", 500, "backendError", path: "/x"),
    ]
}

// MARK: - iTunes Store

extension IrregularAnswerTests {
    private static let search = "https://itunes.apple.com/search?term=t"
    private static let script = "text/javascript; charset=utf-8"
    private static let art = #""artworkUrl60":"https://is1-ssl.mzstatic.com/60.jpg""#

    private static let common = """
        "trackId":3, "trackName":"Song", "trackViewUrl":"https://s.example/3", \(art),
        "collectionId":2, "collectionName":"C", "collectionViewUrl":"https://s.example/2",
        "releaseDate":"2024-05-27T07:00:00Z", "country":"USA"
        """

    private static let market = """
        "collectionCensoredName":"C", "trackCensoredName":"Song", "trackExplicitness":"notExplicit",
        "collectionExplicitness":"notExplicit", "artworkUrl30":"https://is1-ssl.mzstatic.com/30.jpg",
        "artworkUrl100":"https://is1-ssl.mzstatic.com/100.jpg", "primaryGenreName":"G", "currency":"USD"
        """

    private static let unpricedSong = """
        {"wrapperType":"track", "kind":"song", "artistName":"A", "artistId":1,
         "artistViewUrl":"https://s.example/1", \(common), \(market), "discCount":1, "discNumber":1,
         "trackCount":1, "trackNumber":1, "trackTimeMillis":1000, "previewUrl":"https://s.example/p",
         "isStreamable":true}
        """

    private static let song = unpricedSong.replacing(
        #""isStreamable":true"#, with: #""trackPrice":1.29, "collectionPrice":9.99"#)

    private static let episode = """
        {"wrapperType":"podcastEpisode", "kind":"podcast-episode", "artistIds":[], \(common),
         "artworkUrl160":"https://is1-ssl.mzstatic.com/160.jpg",
         "artworkUrl600":"https://is1-ssl.mzstatic.com/600.jpg", "genres":[{"name":"G", "id":"26"}],
         "description":"D", "shortDescription":"", "feedUrl":"https://f.example/f",
         "episodeUrl":"https://f.example/e", "episodeGuid":"g", "episodeContentType":"audio",
         "episodeFileExtension":"mp3", "closedCaptioning":"none", "previewUrl":"https://f.example/e",
         "trackTimeMillis":1000}
        """

    private static let podcast = """
        {"wrapperType":"track", "kind":"podcast", "artistName":"A", \(common), \(market),
         "collectionPrice":0, "trackPrice":0, "trackCount":0, "genres":["G"]}
        """

    private static func results(
        _ name: String, _ result: String, url: String = search, rules: [String] = []
    ) -> Answer {
        Answer(
            testDescription: name, url: url, mediaType: script,
            body: "{\"resultCount\":1, \"results\": [\(result)]}", rules: rules)
    }

    static let store = [
        results("all categories", unpricedSong, url: "\(search)&limit=200&entity="),
        Answer(
            testDescription: "an address where nothing is",
            url: "https://itunes.apple.com/searchLOL?term=t&limit=200&entity=", status: 404,
            mediaType: "text/html", body: "<html></html>"),
        results("a song", song), results("a song that can only be streamed", unpricedSong),
        results(
            "a song that is sold without a price",
            unpricedSong.replacing(#""isStreamable":true"#, with: #""isStreamable":false"#),
            rules: ["response-property-missing", "response-property-missing"]),
        results("an episode of a podcast", episode),
        results(
            "an episode with the genres of a song",
            episode.replacing(#"{"name":"G", "id":"26"}"#, with: #""G""#), rules: ["response-property-type"]),
        results("a podcast without an episode", podcast),
        results(
            "a podcast without a date",
            podcast.replacing(#""releaseDate":"2024-05-27T07:00:00Z","#, with: "")),
        results(
            "a song without a date", song.replacing(#""releaseDate":"2024-05-27T07:00:00Z","#, with: ""),
            rules: ["response-property-missing"]),
        results(
            "an artist's identifier in a string", song.replacing(#""artistId":1"#, with: #""artistId":"1""#)),
        results(
            "a song without an artist", song.replacing(#""artistName":"A","#, with: ""),
            rules: ["response-property-missing"]),
        results("the address of a store", song, url: "https://itunes.apple.com/us/lookup?id=3"),
        results(
            "a lookup of an app", song, url: "https://itunes.apple.com/lookup?bundleId=com.example.app"),
        Answer(
            testDescription: "a failed gateway", url: search, status: 502, mediaType: "text/html",
            body: "<html></html>"),
    ]
}

// MARK: - Flickr and reqres.in

extension IrregularAnswerTests {
    private static func photo(_ name: String, _ members: String, rules: [String] = []) -> Answer {
        Answer(
            testDescription: name,
            url: "https://api.flickr.com/services/rest/?method=flickr.photos.search&format=json"
                + "&nojsoncallback=true&extras=geo,date_taken,url_l",
            mediaType: "application/json",
            body: """
                {"photos":{"page":1,"pages":1,"perpage":1,"total":"1","photo":[{"id":"1","owner":"1@N00",
                "secret":"0123456789","server":"1","farm":1,"title":"","ispublic":1,"isfriend":0,"isfamily":0,
                \(members)}]},"stat":"ok"}
                """, rules: rules)
    }

    private static let date = #""datetaken":"2015-10-18 14:57:08""#

    static let photos = [
        photo("numbers of a date", #"\#(date),"datetakengranularity":0,"datetakenunknown":0"#),
        photo("strings of a date", #"\#(date),"datetakengranularity":"4","datetakenunknown":"1""#),
        photo(
            "an unknown granularity", #"\#(date),"datetakengranularity":5"#,
            rules: ["response-property-value"]),
        photo("a location in numbers", #""latitude":37.59,"longitude":-118.85,"accuracy":16"#),
        photo("a location in strings", #""latitude":"-57.13","longitude":"-2.48","accuracy":"16""#),
        photo(
            "a location on no globe", #""latitude":"91.5","longitude":"-2.48","accuracy":"16""#,
            rules: ["response-property-pattern"]),
        photo(
            "sizes in numbers",
            #"""
            "url_l":"https://live.staticflickr.com/1/1_0123456789_b.jpg","height_l":757,"width_l":1024
            """#),
        Answer(
            testDescription: "too many requests",
            url:
                "https://api.flickr.com/services/rest/?method=flickr.photos.search&format=json&nojsoncallback=1",
            status: 429, mediaType: "text/html", body: "<html></html>"),
    ]

    static let users = [
        Answer(
            testDescription: "no key", url: "https://reqres.in/api/users/2", status: 401,
            body: #"{"error":"missing_api_key","message":"M","_meta":{"powered_by":"ReqRes"}}"#),
        Answer(
            testDescription: "an advertisement", url: "https://reqres.in/api/users/2",
            body: """
                {"data":{"id":2,"email":"a@reqres.in","first_name":"A","last_name":"B",
                 "avatar":"https://reqres.in/img/faces/2-image.jpg"},"_meta":{"powered_by":"ReqRes"}}
                """),
    ]
}
