import Foundation
import Testing
import VerbatimJSON

@Suite struct `Google Books` {
    private static let api = "https://www.googleapis.com/books/v1/volumes"

    @Test(arguments: [
        ("9780141439518", ["Calling at Netherfield", "Pride and Prejudice"]),
        ("0142437247", ["Moby-Dick"]), ("isbn:9780142437247", ["Moby-Dick"]),
        ("316148410X", ["Die Verwandlung"]),
        ("intitle:whales", ["Whales of the North"]), ("inauthor:melville+moby", ["Moby-Dick"]),
        ("%E7%B4%85%E6%A8%93%E5%A4%A2", ["紅樓夢"]),
    ])
    func `finds what holds all the words, first the book that only quotes the number`(
        _ query: String, _ titles: [String]
    ) async throws {
        let json = try JSON(parsing: try await Asker().ask("\(Self.api)?q=\(query)").body)
        #expect(json["items"].elements.map { $0["volumeInfo"]["title"].string } == titles)
        #expect(json["totalItems"].int == titles.count)
    }

    @Test func `leaves the items out when nothing is found`() async throws {
        let reply = try await Asker().ask("\(Self.api)?q=xyzzy")
        #expect(reply["Content-Type"] == "application/json; charset=UTF-8")
        #expect(reply["Vary"] == "Origin, Referer, X-Origin")
        #expect(
            reply.text == """
                {
                  "kind": "books#volumes",
                  "totalItems": 0
                }

                """)
    }

    @Test(arguments: ["", "?q=", "?q=%20"])
    func `wants a query`(_ query: String) async throws {
        let reply = try await Asker().ask(Self.api + query)
        #expect(reply.status == 400)
        #expect(
            reply.text == """
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

    @Test func `writes dates in every form, and leaves out what is not known`() async throws {
        let json = try JSON(parsing: try await Asker().ask("\(Self.api)?q=e&maxResults=40").body)
        let books = json["items"].elements.map { $0["volumeInfo"] }
        let forms = Set(
            books.compactMap { $0["publishedDate"].string.map { $0.replacing(#/[0-9]/#, with: "9") } })
        #expect(
            forms == [
                "9999", "9999-99", "9999-99-99", "9999-99-99T99:99:99Z", "9999-99-99T99:99:99+99:99",
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

    @Test func `says more about a volume alone, and that it is unavailable when there is none`() async throws
    {
        let asker = try Asker()
        let volume = try JSON(parsing: try await asker.ask("\(Self.api)/XV8XAAAAYAAJ").body)
        #expect(
            volume["volumeInfo"]["categories"].elements.map(\.string) == [
                "Fiction / Classics", "Fiction / Sea Stories",
            ])
        #expect(volume["volumeInfo"]["imageLinks"]["extraLarge"].exists)
        let none = try await asker.ask("\(Self.api)/NOSUCHVOLUME")
        #expect(none.status == 503)
        #expect(try JSON(parsing: none.body)["error"]["errors"][0]["reason"].string == "backendFailed")
    }

    @Test func `has a cover behind its links, or nothing`() async throws {
        let asker = try Asker()
        let found = try JSON(parsing: try await asker.ask("\(Self.api)?q=isbn:9780142437247").body)
        let link = try #require(found["items"][0]["volumeInfo"]["imageLinks"]["thumbnail"].string)
        #expect(link.hasPrefix("http://books.google.com/"))
        let cover = try await asker.ask(link)
        #expect(cover["Content-Type"] == "image/jpeg")
        #expect(cover.body.starts(with: [0xff, 0xd8, 0xff, 0xe0]))
        let lost = try JSON(parsing: try await asker.ask("\(Self.api)?q=frankenstein").body)
        let lostLink = try #require(lost["items"][0]["volumeInfo"]["imageLinks"]["thumbnail"].string)
        #expect(try await asker.ask(lostLink).status == 404)
    }
}
