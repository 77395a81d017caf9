import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@Suite struct RedirectsTests {
    /// The examples of RFC 3986, section 5.4.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("g;x=1/../y", "http://a/b/c/y"),
        ("http://h/x/../y", "http://h/y"), ("g:h", "g:h"), ("data:,a/b", "data:,a/b"),
    ])
    func `a reference is resolved against the URL of the request`(reference: String, target: String) {
        #expect(Redirects.resolve(reference, against: "http://a/b/c/d;p?q") == target)
    }

    @Test(arguments: [
        (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "POST", "GET", false),
        (303, "HEAD", "HEAD", false), (303, "PUT", "GET", false), (301, "PUT", "PUT", true),
        (302, "GET", "GET", true),
        (307, "POST", "POST", true), (308, "PATCH", "PATCH", true),
    ])
    func `the status decides whether a redirect keeps the method and the body`(
        status: Int, method: String, next: String, keepsBody: Bool
    ) throws {
        let request = HTTPRequest(
            method, "https://a.test/x", headers: ["Content-Type": "text/plain", "Accept": "*/*"],
            body: Data("b".utf8))
        let response = HTTPResponse(status, headers: ["location": "/y"])
        let redirected = try #require(Redirects.next(after: response, to: request))
        #expect(redirected.method == next)
        #expect(redirected.url == "https://a.test/y")
        #expect((redirected.body != nil) == keepsBody)
        #expect((redirected.headers["Content-Type"] != nil) == keepsBody)
        #expect(redirected.headers["Accept"] == "*/*")
    }

    @Test(arguments: [
        ("/y", true), ("https://A.test:443/y", true), ("http://a.test/y", false), ("https://b.test/", false),
    ])
    func `credentials are kept within an origin only`(location: String, keeps: Bool) throws {
        let request = HTTPRequest(
            "GET", "https://a.test/x", headers: ["Authorization": "a", "Cookie": "b", "X": "c"])
        let next = try #require(
            Redirects.next(after: HTTPResponse(307, headers: ["Location": location]), to: request))
        #expect((next.headers["Authorization"] != nil) == keeps)
        #expect((next.headers["Cookie"] != nil) == keeps)
        #expect(next.headers["X"] == "c")
    }

    @Test(arguments: [200, 204, 300, 304, 305, 404])
    func `other statuses do not redirect`(status: Int) {
        let response = HTTPResponse(status, headers: ["Location": "/y"])
        #expect(Redirects.next(after: response, to: HTTPRequest("GET", "https://a.test/")) == nil)
    }

    @Test func `a response without Location does not redirect`() {
        #expect(Redirects.next(after: HTTPResponse(302), to: HTTPRequest("GET", "https://a.test/")) == nil)
    }
}
