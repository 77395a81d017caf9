import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct ITunesSearchServiceTests {
    /// A body in the layout of the store, with songs of the given names.
    private static func body(names: [String]) -> String {
        let results = names.enumerated().map { number, name in
            """
            {"wrapperType":"track", "kind":"song", "trackId":\(number), "artistName":"Band", "trackName":"\(name)",
            "releaseDate":"2014-05-27T07:00:00Z", "artworkUrl60":"https://a.example/\(number).jpg"}
            """
        }
        let list = results.joined(separator: ", \n")
        return "\n\n\n{\n \"resultCount\":\(names.count),\n \"results\": [\(list)]\n}\n\n\n"
    }

    private static let headers = ["Content-Type": "text/javascript; charset=utf-8"]

    @Test func `sorts the results by name, ignoring case and accents`() async throws {
        let names = ["zebra", "Éclair", "apple", "Zebra", "eclipse", "Apple"]
        let service = ITunesSearchService(
            session: StubResponder(headers: Self.headers, Self.body(names: names)).session)
        let found = try await service.search("anything")
        #expect(found.map(\.name) == ["Apple", "apple", "Éclair", "eclipse", "Zebra", "zebra"])
    }

    @Test func `lists results of all kinds together`() async throws {
        let facts =
            #""artistName":"A", "releaseDate":"2014-05-27T07:00:00Z", "artworkUrl60":"https://a.example/1.jpg""#
        let body = """
            {"resultCount":6, "results":[
            {"wrapperType":"track", "kind":"song", "trackId":1, "trackName":"F", \(facts)},
            {"wrapperType":"software", "kind":"software", "trackId":2, "trackName":"E", \(facts)},
            {"kind":"ebook", "trackId":3, "trackName":"D", \(facts)},
            {"wrapperType":"audiobook", "collectionId":4, "collectionName":"C", \(facts)},
            {"wrapperType":"track", "kind":"podcast", "trackId":5, "trackName":"B", \(facts)},
            {"wrapperType":"collection", "collectionType":"Album", "collectionId":6, "collectionName":"A", \(facts)}]}
            """
        let service = ITunesSearchService(session: StubResponder(headers: Self.headers, body).session)
        let found = try await service.search("anything")
        #expect(found.map(\.name) == ["A", "B", "C", "D", "E", "F"])
        #expect(found.map(\.kind) == [.album, .podcast, .audiobook, .ebook, .software, .song])
    }

    @Test func `returns an empty list if nothing matches`() async throws {
        let service = ITunesSearchService(
            session: StubResponder(headers: Self.headers, Self.body(names: [])).session)
        #expect(try await service.search("nothing") == [])
    }

    @Test(arguments: [
        (ITunesCategory.all, ""), (.music, "&entity=musicTrack"), (.software, "&entity=software"),
        (.ebooks, "&entity=ebook"),
    ])
    func `searches in a category`(category: ITunesCategory, entity: String) async throws {
        let stub = StubResponder(headers: Self.headers, Self.body(names: []))
        let region = UserRegion(country: "is", language: "IS")
        _ = try await ITunesSearchService(session: stub.session, region: region)
            .search("Sigur Rós + co", category: category)
        let term = "Sigur%20R%C3%B3s%20%2B%20co"
        let rest = "\(entity)&limit=200&country=IS&lang=is_is"
        #expect(stub.urls == ["https://itunes.apple.com/search?term=\(term)\(rest)"])
    }

    /// Responses of the store, and the messages of the errors.
    private static let refusals: [(Int, contentType: String, body: String, message: String)] = [
        (403, "", "", "the iTunes Store answered 403 with an empty body: too many searches in a short time"),
        (
            404, "text/html;charset=utf-8", "<p>Not Found</p>",
            "'itunes.apple.com/search' answered 404 with '<p>Not Found</p>', an HTML page instead of results"
        ),
        (
            404, "text/plain", "\n<!DOCTYPE html>",
            "'itunes.apple.com/search' answered 404 with '<!DOCTYPE html>', an HTML page instead of results"
        ),
        (
            200, "text/html", "<html>",
            "'itunes.apple.com/search' answered 200 with '<html>', an HTML page instead of results"
        ),
        (
            400, "text/javascript", #"{"errorMessage":"Invalid value(s) for key(s): [country]"}"#,
            "the iTunes Store answered 400: 'Invalid value(s) for key(s): [country]'"
        ),
        (403, "text/plain", "no", "'itunes.apple.com/search' answered 403 with 'no' instead of results"),
        (503, "", "", "'itunes.apple.com/search' answered 503 with an empty body instead of results"),
    ]

    @Test(arguments: refusals)
    func `distinguishes refusals`(
        status: Int, contentType: String, body: String, message: String
    ) async throws {
        let headers = contentType.isEmpty ? [:] : ["Content-Type": contentType]
        let service = ITunesSearchService(
            session: StubResponder(status: status, headers: headers, body).session)
        let error = await #expect(throws: ITunesError.self) { try await service.search("anything") }
        #expect(error?.description == message)
    }

    @Test func `rejects results that cannot be decoded`() async throws {
        let service = ITunesSearchService(
            session: StubResponder(headers: Self.headers, #"{"resultCount":1}"#).session)
        let error = await #expect(throws: ITunesError.self) { try await service.search("anything") }
        #expect(error?.description.contains(", which cannot be decoded: ") == true)
    }

    @Test(.timeLimit(.minutes(5))) func `cancels a search when the next one begins`() async throws {
        let stub = StubResponder { request in
            let isFirst = request.url?.query?.contains("first") == true
            return isFirst ? .never : .response(200, Self.headers, Data(Self.body(names: ["Second"]).utf8))
        }
        let service = ITunesSearchService(session: stub.session)
        async let first = service.search("first")
        await stub.waitForRequests(1)
        #expect(try await service.search("second").map(\.name) == ["Second"])
        do {
            _ = try await first
            Issue.record("the first search went on")
        } catch {
            #expect("\(error)" == "the request was cancelled")
        }
    }

    @Test(.timeLimit(.minutes(5))) func `cancels the search in progress`() async throws {
        let stub = StubResponder { _ in .never }
        let service = ITunesSearchService(session: stub.session)
        async let search = service.search("anything")
        await stub.waitForRequests(1)
        service.cancel()
        do {
            _ = try await search
            Issue.record("the search went on")
        } catch {
            #expect("\(error)" == "the request was cancelled")
        }
    }

    @Test func `reads pages until one is not full`() async throws {
        let stub = StubResponder { request in
            let isFirst = request.url?.query?.contains("offset=0") == true
            let names = (0..<(isFirst ? 50 : 3)).map { "N\($0)" }
            return .response(200, Self.headers, Data(Self.body(names: names).utf8))
        }
        let service = ITunesSearchService(session: stub.session, region: unitedStates)
        var counts: [Int] = []
        for try await page in service.results(for: "x", category: .software) {
            counts.append(page.items.count)
        }
        #expect(counts == [50, 3])
        let query = "https://itunes.apple.com/search?term=x&entity=software&limit=50&offset="
        #expect(stub.urls == ["0", "50"].map { "\(query)\($0)&country=US&lang=en_us" })
    }

    @Test func `looks up identifiers and a bundle in the store of the region`() async throws {
        let stub = StubResponder(headers: Self.headers, Self.body(names: ["Only"]))
        let service = ITunesSearchService(session: stub.session, region: UserRegion(country: "JP"))
        #expect(try await service.lookUp([7, 8]).map(\.name) == ["Only"])
        #expect(try await service.lookUp(bundleID: "com.example.a")?.name == "Only")
        #expect(try await service.lookUp([]) == [])
        #expect(
            stub.urls == [
                "https://itunes.apple.com/lookup?id=7%2C8&country=JP",
                "https://itunes.apple.com/lookup?bundleId=com.example.a&country=JP",
            ])
    }

    @Test(.timeLimit(.minutes(5))) func `cancels pages, lookups and artwork in progress`() async throws {
        let stub = StubResponder { _ in .never }
        let service = ITunesSearchService(session: stub.session)
        let lookup = Task { try await service.lookUp([1]).count }
        let pages = service.results(for: "x", category: .all)
        let page = Task { try await pages.reduce(0) { $0 + $1.items.count } }
        await stub.waitForRequests(2)
        service.cancel()
        for task in [lookup, page] {
            let error = await #expect(throws: ITunesError.self) { try await task.value }
            #expect(error?.isCancelled == true)
        }
    }

    @Test func `loads the artwork of an item`() async throws {
        let stub = StubResponder { request in
            request.url?.host == "a.example"
                ? .response(200, [:], pngBytes)
                : .response(200, Self.headers, Data(Self.body(names: ["Only"]).utf8))
        }
        let service = ITunesSearchService(session: stub.session)
        let item = try #require(try await service.search("only").first)
        #expect(try await service.artwork(of: item)?.format == .png)
        #expect(stub.urls.last == "https://a.example/0.jpg")
    }
}
