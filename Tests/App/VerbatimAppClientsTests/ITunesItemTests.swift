import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct ITunesItemTests {
    @Test(arguments: [
        (#""wrapperType":"track", "kind":"song""#, ITunesKind.song),
        (#""wrapperType":"track", "kind":"music-video""#, .musicVideo),
        (#""wrapperType":"track", "kind":"feature-movie""#, .movie),
        (#""wrapperType":"track", "kind":"tv-episode""#, .tvEpisode),
        (#""wrapperType":"track", "kind":"podcast""#, .podcast),
        (#""wrapperType":"software", "kind":"mac-software""#, .software),
        (#""kind":"ebook""#, .ebook),
        (#""wrapperType":"audiobook""#, .audiobook),
        (#""wrapperType":"collection", "collectionType":"Album""#, .album),
        (#""wrapperType":"artist", "artistType":"Artist""#, .artist),
        (#""wrapperType":"track", "kind":"hologram""#, .other("hologram")),
    ])
    func `decodes the kind of a result`(members: String, kind: ITunesKind) throws {
        #expect(try JSONDecoder().decode(ITunesKind.self, from: Data("{\(members)}".utf8)) == kind)
    }

    @Test(arguments: ["{}", #"{"wrapperType":"hologram"}"#, #"{"kind":7}"#])
    func `rejects results without a known kind`(body: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ITunesKind.self, from: Data(body.utf8))
        }
    }

    @Test func `reads a song`() throws {
        let item = try item(
            """
            {"wrapperType":"track", "kind":"song", "artistId":1, "collectionId":2, "trackId":3, "artistName":"The Band",
             "collectionName":"The Record", "trackName":"The Song", "artworkUrl30":"https://a.example/30.jpg",
             "artworkUrl60":"https://a.example/60.jpg", "artworkUrl100":"https://a.example/100.jpg",
             "collectionPrice":9.99, "trackPrice":1.29, "releaseDate":"2014-05-27T07:00:00Z", "currency":"USD",
             "trackViewUrl":"https://s.example/song", "previewUrl":"https://p.example/song.m4a", "primaryGenreName":"Rock"}
            """)
        #expect(item.kind == .song)
        #expect(item.id == 3)
        #expect(item.name == "The Song")
        #expect(item.artistName == "The Band")
        #expect(item.collectionName == "The Record")
        #expect(item.genre == "Rock")
        #expect(item.releaseDate == (try date("2014-05-27T07:00:00Z")))
        #expect(item.price == Decimal(string: "1.29"))
        #expect(item.currency == "USD")
        #expect(item.artworkURL?.absoluteString == "https://a.example/100.jpg")
        #expect(item.storeURL?.absoluteString == "https://s.example/song")
        #expect(item.previewURL?.absoluteString == "https://p.example/song.m4a")
    }

    @Test func `reads a movie of 2011, with nulls, an old date format and no price of its own`() throws {
        let item = try item(
            """
            {"wrapperType":"track", "kind":"feature-movie", "artistId":null, "collectionId":null, "trackId":5,
             "artistName":"A Director", "collectionName":null, "trackName":"The Film", "artworkUrl60":"http://a.example/60.jpg",
             "trackPrice":-1.00, "releaseDate":"2010-01-26 08:00:00 Etc/GMT", "currency":"USD", "collectionViewUrl":null,
             "trackViewUrl":"http://s.example/film"}
            """)
        #expect(item.collectionName == nil)
        #expect(item.price == nil)
        #expect(item.releaseDate == (try date("2010-01-26T08:00:00Z")))
        #expect(item.artworkURL?.absoluteString == "https://a.example/60.jpg")
    }

    @Test func `reads an ebook, which has other names for its price and genre`() throws {
        let item = try item(
            """
            {"kind":"ebook", "artistName":"An Author", "price":0.0, "genres":["Fiction", "Books"], "trackId":7,
             "trackName":"The Novel", "releaseDate":"2010-10-04T11:30:28Z", "currency":"USD",
             "artworkUrl60":"http://a.example/60.jpg", "trackViewUrl":"http://s.example/novel"}
            """)
        #expect(item.price == 0)
        #expect(item.genre == "Fiction")
    }

    @Test(arguments: [
        (#""wrapperType":"audiobook""#, ITunesKind.audiobook), (#""wrapperType":"collection""#, .album),
    ])
    func `reads an item with the name of its collection`(type: String, kind: ITunesKind) throws {
        let item = try item(
            """
            {\(type), "artistId":1, "collectionId":9, "artistName":"A Reader", "collectionName":"The Collection",
             "collectionPrice":19.95, "releaseDate":"2003-01-01T12:00:00Z", "currency":"USD",
             "artworkUrl60":"http://a.example/60.jpg", "collectionViewUrl":"http://s.example/collection"}
            """)
        #expect(item.kind == kind)
        #expect(item.id == 9)
        #expect(item.name == "The Collection")
        #expect(item.price == Decimal(string: "19.95"))
        #expect(item.storeURL?.absoluteString == "http://s.example/collection")
    }

    @Test func `reads an episode of a podcast, which has no artist and whose genres are objects`() throws {
        let item = try item(
            """
            {"wrapperType":"podcastEpisode", "kind":"podcast-episode", "trackId":21, "trackName":"Episode 1",
             "collectionId":11, "collectionName":"Stories", "artistIds":[], "shortDescription":"",
             "genres":[{"name":"Fiction", "id":"1483"}], "releaseDate":"2024-10-09T04:00:00Z",
             "artworkUrl60":"https://a.example/60.jpg"}
            """)
        #expect(item.kind == .podcastEpisode)
        #expect(item.artistName == nil)
        #expect(item.genre == "Fiction")
    }

    @Test func `reads a podcast without a date`() throws {
        let item = try item(Self.podcast.replacingOccurrences(of: "releaseDate", with: "date"))
        #expect(item.releaseDate == nil)
    }

    @Test func `reads an identifier that is a string`() throws {
        #expect(try item(Self.podcast.replacingOccurrences(of: "11", with: "\"11\"")).id == 11)
    }

    @Test(arguments: [
        ("trackName", "tracklabel"), ("11", "\"eleven\""), ("11", "1.5"),
        ("2018-04-12T10:30:00Z", "2018-04-12"),
        ("0.99", "\"0.99\""), ("artworkUrl60", "artwork"),
    ])
    func `rejects results that lack what the app needs`(part: String, replacement: String) throws {
        #expect(throws: Never.self) { try item(Self.podcast) }
        #expect(throws: DecodingError.self) {
            try item(Self.podcast.replacingOccurrences(of: part, with: replacement))
        }
    }

    private static let podcast = """
        {"wrapperType":"track", "kind":"podcast", "trackId":11, "artistName":"A Library", "trackName":"Stories",
         "collectionName":"Stories", "trackPrice":0.99, "releaseDate":"2018-04-12T10:30:00Z",
         "artworkUrl60":"https://a.example/60.jpg"}
        """

    private func item(_ body: String) throws -> ITunesItem {
        try ITunesSearchService.makeDecoder().decode(ITunesItem.self, from: Data(body.utf8))
    }
}
