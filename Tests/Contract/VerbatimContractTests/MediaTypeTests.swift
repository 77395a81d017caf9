import Testing
import VerbatimJSON

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

    @Test(arguments: [
        ("image/x-icon", "image/vnd.microsoft.icon"), ("application/json", "text/json; charset=utf-8"),
        ("application/javascript", "text/javascript"), ("application/x-javascript", "text/ecmascript"),
        ("text/xml", "application/xml"), ("image/jpg", "image/jpeg"),
        ("font/woff2", "application/font-woff2"),
    ])
    func `knows the other names of a format`(range: String, type: String) throws {
        let (range, type) = (try #require(MediaType(range)), try #require(MediaType(type)))
        #expect(range.isSynonym(of: type))
        #expect(range.closeness(to: type) == nil)
    }

    @Test(arguments: [
        ("application/json", "application/json"), ("application/json", "application/hal+json"),
        ("text/xml; version=1", "application/xml"), ("text/*", "text/javascript"),
    ])
    func `another format or another parameter is no other name`(range: String, type: String) throws {
        let (range, type) = (try #require(MediaType(range)), try #require(MediaType(type)))
        #expect(!range.isSynonym(of: type))
    }

    @Test(arguments: [
        ("text/json", true, false), ("application/x-json", true, false),
        ("application/hal+json", true, false),
        ("application/xhtml+xml", false, true), ("application/vnd.wap.xhtml+xml", false, true),
        ("application/jsonl", false, false), ("text/html; charset=x", false, true),
    ])
    func `knows JSON and HTML by any name`(type: String, isJSON: Bool, isHTML: Bool) throws {
        let type = try #require(MediaType(type))
        #expect(type.isJSON == isJSON)
        #expect(type.isHTML == isHTML)
    }

    @Test(arguments: [
        ("application/json", "application/json; charset=utf-8"),
        ("application/json; charset=latin1", "application/json; charset=utf-8"),
        ("application/json; version=2", "application/json; charset=utf-8"),
        ("text/plain", "text/*"), ("text/csv", "text/*"),
        ("application/xml; version=1", "application/xml; version=1"),
        ("application/xml", "application/xml; version=1"),
        ("application/xml; version=2", nil),
    ])
    func `finds a range with parameters that are not sent`(type: String, range: String?) throws {
        let ranges = [
            "application/json; charset=utf-8", "application/xml; version=1", "text/csv; header=absent",
            "text/*",
        ]
        let content = try ranges.map { text in
            let range = try #require(MediaType(text))
            return MediaTypeObject(range: range, schema: nil, itemSchema: nil, node: try JSON(parsing: "{}"))
        }
        #expect(content.closest(to: try #require(MediaType(type)))?.range.text == range)
    }

    @Test(arguments: ["", "json", "text/", "/plain", "a b/c"])
    func `rejects text that is no media type`(text: String) {
        #expect(MediaType(text) == nil)
    }
}
