import Testing

@testable import VerbatimContract

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("application/json", "application/json; charset=UTF-8", 2),
        ("APPLICATION/JSON", "application/json", 2),
        ("text/plain;charset=utf-8", "text/plain; charset=\"UTF-8\"", 3),
        ("image/*", "image/png", 1),
        ("*/*", "image/png", 0),
    ])
    func `matches media types, the closest first`(range: String, type: String, closeness: Int) throws {
        let range = try #require(MediaType(range))
        #expect(range.closeness(to: try #require(MediaType(type))) == closeness)
    }

    @Test(arguments: [
        ("application/json", "text/json"), ("text/plain; charset=utf-8", "text/plain"),
        ("image/*", "text/html"),
    ])
    func `does not match another type or a missing parameter`(range: String, type: String) throws {
        let range = try #require(MediaType(range))
        #expect(range.closeness(to: try #require(MediaType(type))) == nil)
    }

    @Test(arguments: ["", "json", "text/", "/plain", "a b/c"])
    func `rejects text that is no media type`(text: String) {
        #expect(MediaType(text) == nil)
    }
}
