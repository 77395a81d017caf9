import Foundation
import Testing
import VerbatimJSON

@Suite struct FakeGoogleBooksTests {
    private static let api = "https://www.googleapis.com/books/v1/volumes"

    @Test(arguments: [
        ("9780141439518", ["Calling at Netherfield", "Pride and Prejudice"]),
        ("0142437247", ["Moby-Dick"]), ("isbn:9780142437247", ["Moby-Dick"]),
        ("316148410X", ["Die Verwandlung"]),
        ("intitle:whales", ["Whales of the North"]), ("inauthor:melville+moby", ["Moby-Dick"]),
        ("%E7%B4%85%E6%A8%93%E5%A4%A2", ["紅樓夢"]),
    ])
    func `finds the volumes that contain all words, first the one that quotes the ISBN`(
        _ query: String, _ titles: [String]
    ) async throws {
        let json = try JSON(parsing: try await FakeClient().send("\(Self.api)?q=\(query)").body)
        #expect(json["items"].elements.map { $0["volumeInfo"]["title"].string } == titles)
        #expect(json["totalItems"].int == titles.count)
    }

    @Test(arguments: ["?q=moby", "/s1gVAAAAYAAJ"])
    func `refuses a key that it never issued`(_ target: String) async throws {
        let response = try await FakeClient().send(Self.api + target, headers: ["X-Goog-Api-Key": "invalid"])
        #expect(response.status == 400)
        #expect(response.text.contains(#""status": "INVALID_ARGUMENT""#))
    }

    @Test func `omits the items if nothing matches`() async throws {
        let response = try await FakeClient().send("\(Self.api)?q=xyzzy")
        #expect(response["Content-Type"] == "application/json; charset=UTF-8")
        #expect(response["Vary"] == "Origin, Referer, X-Origin")
        #expect(
            response.text == """
                {
                  "kind": "books#volumes",
                  "totalItems": 0
                }

                """)
    }

    @Test(arguments: ["", "?q=", "?q=%20"])
    func `requires a query`(_ query: String) async throws {
        let response = try await FakeClient().send(Self.api + query)
        #expect(response.status == 400)
        #expect(
            response.text == """
                {
                  "error": {
                    "code": 400,
                    "message": "Missing query.",
                    "errors": [
                      {
                        "message": "Missing query.",
                        "domain": "global",
                        "reason": "queryRequired",
                        "location": "q",
                        "locationType": "parameter"
                      }
                    ]
                  }
                }

                """)
    }

    @Test func `writes dates in all formats, and omits unknown fields`() async throws {
        let json = try JSON(parsing: try await FakeClient().send("\(Self.api)?q=e&maxResults=40").body)
        let books = json["items"].elements.map { $0["volumeInfo"] }
        let forms = Set(
            books.compactMap { $0["publishedDate"].string.map { $0.replacing(#/[0-9]/#, with: "9") } })
        #expect(
            forms == [
                "9999", "99??", "9999-99", "9999-99-99", "9999-99-99T99:99:99Z", "9999-99-99T99:99:99+99:99",
            ])
        for name in [
            "authors", "publisher", "publishedDate", "description", "pageCount", "imageLinks", "categories",
        ] {
            #expect(books.contains { !$0[name].exists }, "\(name)")
            #expect(books.contains { $0[name].exists }, "\(name)")
        }
        #expect(books.contains { $0["pageCount"].int == 0 })
        #expect(books.contains { $0["subtitle"].string == "" })
    }

    @Test func `sends more fields of a single volume, and status 404 for an unknown one`() async throws {
        let client = try FakeClient()
        let volume = try JSON(parsing: try await client.send("\(Self.api)/XV8XAAAAYAAJ").body)
        #expect(
            volume["volumeInfo"]["categories"].elements.map(\.string) == [
                "Fiction / Classics", "Fiction / Sea Stories",
            ])
        #expect(volume["volumeInfo"]["imageLinks"]["extraLarge"].exists)
        let none = try await client.send("\(Self.api)/NOSUCHVOLUME")
        #expect(none.status == 404)
        #expect(try JSON(parsing: none.body)["error"]["errors"][0]["reason"].string == "notFound")
    }

    @Test func `serves the covers of links, except for missing ones`() async throws {
        let client = try FakeClient()
        let found = try JSON(parsing: try await client.send("\(Self.api)?q=isbn:9780142437247").body)
        let link = try #require(found["items"][0]["volumeInfo"]["imageLinks"]["thumbnail"].string)
        #expect(link.hasPrefix("http://books.google.com/"))
        let cover = try await client.send(link)
        #expect(cover["Content-Type"] == "image/jpeg")
        #expect(cover.body.starts(with: [0xff, 0xd8, 0xff, 0xe0]))
        let lost = try JSON(parsing: try await client.send("\(Self.api)?q=frankenstein").body)
        let lostLink = try #require(lost["items"][0]["volumeInfo"]["imageLinks"]["thumbnail"].string)
        #expect(try await client.send(lostLink).status == 404)
    }
}
