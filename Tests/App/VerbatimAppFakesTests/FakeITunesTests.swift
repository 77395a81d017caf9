import Foundation
import Testing
import VerbatimJSON

@Suite struct FakeITunesTests {
    private static let search = "https://itunes.apple.com/search?term=moby+dick"

    @Test(arguments: [
        ("", 15), ("&entity=musicTrack", 5), ("&entity=software", 2), ("&entity=ebook", 2),
        ("&media=music", 5),
        ("&entity=macSoftware", 1), ("&entity=tvEpisode", 0), ("&limit=3", 3), ("&limit=1000", 15),
    ])
    func `searches in a scope, up to a limit`(_ scope: String, _ count: Int) async throws {
        let json = try JSON(parsing: try await FakeClient().send(Self.search + scope).body)
        #expect(json["resultCount"].int == count)
        #expect(json["results"].count == count)
    }

    @Test func `writes results in the layout of the store`() async throws {
        let client = try FakeClient()
        let none = try await client.send("https://itunes.apple.com/search?term=zzz")
        #expect(none.text == "\n\n\n{\n \"resultCount\":0,\n \"results\": []\n}\n\n\n")
        #expect(none["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(none["Content-Disposition"] == "attachment; filename=1.txt")
        let one = try await client.send(Self.search + "&entity=album&limit=1")
        #expect(
            one.text.hasPrefix(
                """



                {
                 "resultCount":1,
                 "results": [
                {"wrapperType":"collection", "collectionType":"Album", "artistId":1112604330, 
                """))
        #expect(one.text.hasSuffix("\"primaryGenreName\":\"Singer/Songwriter\"}]\n}\n\n\n"))
    }

    @Test func `writes every kind with its own fields`() async throws {
        let json = try JSON(parsing: try await FakeClient().send(Self.search).body)
        let kinds = json["results"].elements.map { result in
            [result["wrapperType"], result["kind"]].map { $0.string ?? "-" }.joined(separator: "/")
        }
        #expect(
            Set(kinds) == [
                "track/song", "track/music-video", "collection/-", "track/feature-movie", "track/podcast",
                "audiobook/-", "-/ebook", "software/software", "software/mac-software",
            ])
        let prices = json["results"].elements.map { $0["trackPrice"].text }
        #expect(prices.contains("-1.00"))
        #expect(
            json["results"].elements.contains { $0["kind"].string == "mac-software" && !$0["price"].exists })
    }

    @Test func `writes prices in the currency of the country`() async throws {
        let json = try JSON(
            parsing: try await FakeClient().send(Self.search + "&country=JP&lang=ja_jp&entity=ebook").body)
        #expect(json["results"].elements.map { $0["formattedPrice"].string } == ["無料", "¥4.99"])
        #expect(json["results"][0]["currency"].string == "JPY")
    }

    @Test(arguments: [
        ("search?term=a&entity=ebookss", "resultEntity"), ("search?term=a&media=x", "mediaType"),
        ("search?term=a&country=uk", "country"), ("search?term=a&lang=english", "language"),
        ("search", "term"),
        ("search?term=a&media=x&country=uk", "mediaType, country"),
    ])
    func `lists the invalid keys by the names of the provider`(_ query: String, _ keys: String) async throws {
        let response = try await FakeClient().send("https://itunes.apple.com/" + query)
        #expect(response.status == 400)
        #expect(
            try JSON(parsing: response.body)["errorMessage"].string
                == "Invalid value(s) for key(s): [\(keys)]")
    }

    @Test func `looks up by identifier, and finds nothing for an unknown one`() async throws {
        let client = try FakeClient()
        let found = try JSON(
            parsing: try await client.send("https://itunes.apple.com/lookup?id=498112004,1,1440800112").body)
        #expect(found["results"].elements.map { $0["trackId"].int } == [1_440_800_112, 498_112_004])
        #expect(
            try JSON(parsing: try await client.send("https://itunes.apple.com/lookup?id=1").body)[
                "resultCount"
            ]
            .int == 0)
    }

    @Test func `writes an artist, and an episode of a podcast without one`() async throws {
        let found = try JSON(
            parsing: try await FakeClient().send("https://itunes.apple.com/lookup?id=1530220871,1477090301")
                .body)
        #expect(found["results"].elements.map { $0["wrapperType"].string } == ["podcastEpisode", "artist"])
        #expect(!found["results"][0]["artistName"].exists)
        #expect(found["results"][0]["genres"][0]["name"].string == "History")
    }

    @Test func `omits the prices of what is not sold`() async throws {
        let url = "https://itunes.apple.com/search?term=jack+johnson"
        let results = try JSON(parsing: try await FakeClient().send(url).body)["results"].elements
        let song = try #require(results.first { $0["trackName"].string == "Jack Johnson Walks Home" })
        #expect(!song["trackPrice"].exists && !song["collectionPrice"].exists)
        let podcast = try #require(results.first { $0["trackName"].string == "Jack Johnson, Announced" })
        #expect(!podcast["releaseDate"].exists)
        let app = try #require(results.first { $0["trackName"].string == "Jack Johnson Scorecard" })
        #expect(!app["price"].exists)
        #expect(app["languageCodesISO2A"].count == 0)
    }

    @Test func `serves the rest of an artwork that has not changed`() async throws {
        let client = try FakeClient()
        let json = try JSON(parsing: try await client.send(Self.search).body)
        let link = try #require(json["results"][0]["artworkUrl100"].string)
        let whole = try await client.send(link)
        let tag = try #require(whole["ETag"])
        let rest = try await client.send(link, headers: ["Range": "bytes=100-", "If-Range": tag])
        #expect(rest.status == 206)
        #expect(rest.body == whole.body.dropFirst(100))
        #expect(rest["Content-Range"] == "bytes 100-\(whole.body.count - 1)/\(whole.body.count)")
        let other = try await client.send(link, headers: ["Range": "bytes=100-", "If-Range": "\"x\""])
        #expect(other.status == 200)
    }

    @Test func `an empty entity is as none`() async throws {
        let client = try FakeClient()
        let url = "https://itunes.apple.com/search?term=moby+dick"
        #expect(try await client.send(url + "&entity=").body == client.send(url).body)
    }

    @Test func `serves artwork in the format of its URL`() async throws {
        let client = try FakeClient()
        let json = try JSON(parsing: try await client.send(Self.search).body)
        let links = json["results"].elements.compactMap { $0["artworkUrl100"].string }
        #expect(links.count == 15)
        for link in links {
            let image = try await client.send(link)
            let isPNG = link.hasSuffix(".png")
            #expect(image["Content-Type"] == (isPNG ? "image/png" : "image/jpeg"))
            #expect(image.body.starts(with: isPNG ? [0x89, 0x50, 0x4e, 0x47] : [0xff, 0xd8, 0xff]))
            #expect(image.body.count < 2048)
        }
        for size in ["\(Int.max)x\(Int.max)", "70000x70000", "0x0", "99999999999999999999x1"] {
            #expect(try await client.send(links[0].replacing("100x100", with: size)).status == 404)
        }
    }
}
