import Testing
import VerbatimHAR

@Suite struct URLPartsTests {
    @Test(arguments: [
        "https://u:p@Host.test:8443/a/b?x=1&y#z", "http://[::1]:80/", "https://a.test", "https://a.test?x",
        "/rel?x=1",
        "", "?", "a:b", "http:///", "https://a.test/?next=http://b.test/", "https://a.test:/", "é://ü/",
    ])
    func `the parts of any text join to the same text`(text: String) {
        #expect(URLParts(text).text == text)
    }

    @Test func `a URL is split into its parts`() {
        let parts = URLParts("https://u:p@Host.test:8443/a/b?x=1&y=&z&a=b=c#end")
        #expect(parts.scheme == "https")
        #expect(parts.userInfo == "u:p")
        #expect(parts.host == "Host.test")
        #expect(parts.port == "8443")
        #expect(parts.path == "/a/b")
        #expect(parts.fragment == "end")
        #expect(parts.origin == "https://Host.test:8443")
        #expect(parts.queryItems.map(\.name) == ["x", "y", "z", "a"])
        #expect(parts.queryItems.map(\.value) == ["1", "", nil, "b=c"])
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("%c3%a9", "é"), ("100%", "100%"), ("%zz", "%zz"), ("a+b", "a+b"),
        ("%ff", "\u{fffd}"),
    ])
    func `percent-encoding is decoded`(encoded: String, decoded: String) {
        #expect(PercentEncoding.decode(encoded) == decoded)
    }

    @Test(arguments: [
        ("%7e%2d", "~-"), ("%c3%a9", "%C3%A9"), ("é", "%C3%A9"), ("a b", "a%20b"), ("a%2fb", "a%2Fb"),
        ("a/b", "a/b"),
        ("100%", "100%"), ("!$'()*,;:@", "!$'()*,;:@"),
    ])
    func `percent-encoding is normalized`(text: String, normal: String) {
        #expect(PercentEncoding.normalize(text) == normal)
    }
}
