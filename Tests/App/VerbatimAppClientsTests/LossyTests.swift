import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct LossyTests {
    private struct Pair: Decodable, Equatable {
        let name: String
        let values: [Int]
    }

    @Test(arguments: [
        (#"[]"#, [], []),
        (#"[{"name": "a", "values": [1]}]"#, ["a"], []),
        (#"[{"name": "a", "values": []}, null, {"name": 7, "values": []}]"#, ["a"], [1, 2]),
        (#"[{"name": "a", "values": ["x"]}, 7, [], {"name": "b", "values": []}, {}]"#, ["b"], [0, 1, 2, 4]),
    ])
    func `keeps the elements that can be decoded`(json: String, names: [String], unreadable: [Int]) throws {
        let list = try JSONDecoder().decode(Lossy<Pair>.self, from: Data(json.utf8))
        #expect(list.wrappedValue.map(\.name) == names)
        #expect(list.projectedValue.map(\.index) == unreadable)
    }

    @Test func `keeps strings beside null and other types`() throws {
        let list = try JSONDecoder().decode(Lossy<String>.self, from: Data(#"[null, "a", 1, "b"]"#.utf8))
        #expect(list.wrappedValue == ["a", "b"])
        #expect(list.projectedValue.map(\.index) == [0, 2])
    }

    @Test(arguments: [#"[null]"#, #"[{}, {"name": "a"}]"#, #"{}"#, "7"])
    func `rejects what is not a list, and a list of which nothing can be decoded`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Lossy<Pair>.self, from: Data(json.utf8))
        }
    }

    @Test func `encodes the elements that could be decoded`() throws {
        let list = try JSONDecoder().decode(Lossy<String>.self, from: Data(#"[null, "a", 1, "b"]"#.utf8))
        #expect(String(decoding: try JSONEncoder().encode(list), as: UTF8.self) == #"["a","b"]"#)
    }

    @Test func `a search keeps the volumes around one that cannot be read`() throws {
        let json = """
            {"totalItems": 3, "items": [
              {"id": "a", "volumeInfo": {"title": "One", "publishedDate": "19??"}},
              {"id": "b", "volumeInfo": {"subtitle": "without a title"}},
              {"id": "c", "volumeInfo": {"title": "Three"}}]}
            """
        let list = try GoogleBooksService.makeDecoder().decode(VolumeList.self, from: Data(json.utf8))
        #expect(list.items.map(\.id) == ["a", "c"])
        #expect(list.items.first?.volumeInfo.publishedDate == .unknown("19??"))
        #expect(list.$items.map(\.index) == [1])
        #expect(list.$items.first?.reason.contains("title") == true)
    }

    @Test func `a store search keeps the results around one that cannot be read`() throws {
        let track = #""wrapperType":"track", "kind":"song", "artworkUrl60":"https://a.example/60.jpg""#
        let json = """
            {"resultCount": 2, "results": [
              {\(track), "trackId": 1, "trackName": "One", "releaseDate": "2014"},
              {\(track), "trackId": 2, "trackName": "Two"}]}
            """
        let response = try ITunesSearchService.makeDecoder()
            .decode(ITunesSearchResponse.self, from: Data(json.utf8))
        #expect(response.resultCount == 2)
        #expect(response.results.map(\.id) == [2])
        #expect(response.$results.map(\.index) == [0])
    }

    @Test func `a page of users keeps those that can be read`() throws {
        let json = """
            {"page": 1, "per_page": 2, "total": 2, "total_pages": 1, "data": [{"id": 1},
              {"id": 2, "email": "b@c.example", "first_name": "B", "last_name": "C",
               "avatar": "https://reqres.in/img/faces/2-image.jpg"}]}
            """
        let page = try ReqresService.makeDecoder().decode(ReqresUserPage.self, from: Data(json.utf8))
        #expect(page.users.map(\.id) == [2])
        #expect(page.$users.map(\.index) == [0])
    }
}
