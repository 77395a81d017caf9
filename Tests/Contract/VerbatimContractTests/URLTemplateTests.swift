import Testing

@testable import VerbatimContract

@Suite struct URLTemplateTests {
    @Test(arguments: [
        ("HTTPS://API.Example.com:443/a/B?x=1&y=a+b%21", "https://api.example.com/a/B"),
        ("http://example.com:80", "http://example.com/"),
        ("https://example.com:80/a", "https://example.com:80/a"),
        ("https://user:pw@example.com/a#part", "https://example.com/a"),
    ])
    func `normalizes the URL of a request`(url: String, text: String) {
        #expect(RequestTarget(url).text == text)
    }

    @Test func `decodes the query`() {
        let target = RequestTarget("https://example.com/?q=a+b%21&q=&flag")
        #expect(target.values(of: "q") == ["a b!", ""])
        #expect(target.values(of: "flag") == [""])
    }

    @Test(
        arguments: [
            ("/volumes", "https://a.test/volumes", [:]),
            ("/volumes/{id}", "https://a.test/volumes/x%2Fy", ["id": "x%2Fy"]),
            ("/{a}.{b}", "https://a.test/one.two.jpg", ["a": "one.two", "b": "jpg"]),
        ] as [(String, String, [String: Substring])])
    func `matches paths`(path: String, url: String, parameters: [String: Substring]) {
        let template = URLTemplate(pieces: [.literal("https://a.test")]).appending(path: path)
        #expect(template.match(url) == parameters)
    }

    @Test(arguments: [
        "https://a.test/volumes", "https://a.test/volumes/", "https://a.test/volumes/x/y",
        "https://b.test/volumes/x",
    ])
    func `does not match another path`(url: String) {
        let template = URLTemplate(pieces: [.literal("https://a.test")]).appending(path: "/volumes/{id}")
        #expect(template.match(url) == nil)
    }

    @Test(arguments: [
        ("https://a.test", true), ("https://a.test/x", true), ("https://a.test?x", true),
        ("https://a.test.evil.test/x", false), ("https://a.testing/x", false),
        ("https://a.test:8080/x", false),
    ])
    func `a server owns the URLs below it, not those of longer hosts and ports`(url: String, owns: Bool) {
        for pieces in [[URLTemplate.Piece.literal("https://a.test")], [.choice(["https://a.test"])]] {
            #expect((URLTemplate(pieces: pieces).match(url, isWhole: false) != nil) == owns)
        }
    }

    @Test(arguments: [
        ("https://is1-ssl.example.com/thumb/a/b/c/100x100.jpg", true),
        ("https://is9-ssl.example.com/thumb/a/b/c/100x100.jpg", false),
        ("https://is1-ssl.example.com/thumb/c/100x100.jpg", true),
        ("https://is1-ssl.example.com/thumb/100x100.jpg", false),
    ])
    func `matches server variables`(url: String, matches: Bool) {
        let server = URLTemplate(pieces: [
            .literal("https://is"), .choice(["1", "2"]), .literal("-ssl.example.com/thumb/"),
            .variable(spansSegments: true),
        ])
        #expect((server.appending(path: "/{size}").match(url) != nil) == matches)
    }
}
