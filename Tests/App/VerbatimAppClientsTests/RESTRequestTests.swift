import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct RESTRequestTests {
    @Test func `applies its options, and otherwise those of the session`() throws {
        let plain = try RESTRequest(.get, "https://a.example/").urlRequest()
        let options = RESTOptions(
            timeout: 7, cachePolicy: .reloadIgnoringLocalCacheData, allowsCellularAccess: false)
        let request = try RESTRequest(.get, "https://a.example/", options: options).urlRequest()
        #expect(plain.timeoutInterval == 60)
        #expect(plain.cachePolicy == .useProtocolCachePolicy)
        #expect(plain.allowsCellularAccess)
        #expect(request.timeoutInterval == 7)
        #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(!request.allowsCellularAccess)
    }

    @Test func `has no body if a file cannot be read`() {
        let file = URL(filePath: "/nowhere/a.bin")
        let request = RESTRequest(.post, "https://a.example/", body: .file(file))
        #expect(throws: InvalidRequest.unreadableFile(file)) { try request.urlRequest() }
    }

    @Test(arguments: RESTMethod.allCases)
    func `sends the method`(method: RESTMethod) throws {
        #expect(try RESTRequest(method, "https://example.com/").urlRequest().httpMethod == method.rawValue)
    }

    @Test(arguments: [
        ("1+1=2", "1%2B1%3D2"), ("a b", "a%20b"), ("url_z,date_taken", "url_z%2Cdate_taken"),
        ("a&b;c", "a%26b%3Bc"),
        ("-._~", "-._~"), ("Æ", "%C3%86"), ("🎵", "%F0%9F%8E%B5"), ("50%", "50%25"), ("", ""),
    ])
    func `percent-encodes everything but unreserved characters in query values`(
        value: String, encoded: String
    ) throws {
        let request = RESTRequest(
            .get, "https://example.com/a", query: [URLQueryItem(name: "q", value: value)])
        #expect(try request.urlRequest().url?.absoluteString == "https://example.com/a?q=\(encoded)")
    }

    @Test func `appends query items in order to the query of the URL`() throws {
        let items = [
            URLQueryItem(name: "b", value: "2"), URLQueryItem(name: "a&", value: "1"),
            URLQueryItem(name: "c", value: nil),
        ]
        let request = RESTRequest(.get, "https://example.com/?x=%2B", query: items)
        #expect(try request.urlRequest().url?.absoluteString == "https://example.com/?x=%2B&b=2&a%26=1&c")
    }

    @Test func `sends headers`() throws {
        let request = RESTRequest(.get, "https://example.com/", headers: ["Accept": "application/json"])
        #expect(try request.urlRequest().value(forHTTPHeaderField: "accept") == "application/json")
    }

    @Test(arguments: [
        "application/json", "application/json; charset=utf-8", "Application/JSON", "application/ld+json",
    ])
    func `encodes parameters as JSON`(contentType: String) throws {
        let request = RESTRequest(
            .post, "https://example.com/", headers: ["Content-Type": contentType],
            body: .parameters(["name": "Ada \"L\"", "age": 36, "paid": true, "fee": .decimal(0.5)]))
        #expect(try bodyText(of: request) == #"{"age":36,"fee":0.5,"name":"Ada \"L\"","paid":true}"#)
    }

    @Test func `encodes parameters as JSON without a content type, and sets it`() throws {
        let request = RESTRequest(.put, "https://example.com/", body: .parameters(["a": 1]))
        #expect(try request.urlRequest().value(forHTTPHeaderField: "Content-Type") == "application/json")
        #expect(try bodyText(of: request) == #"{"a":1}"#)
    }

    @Test func `encodes parameters as a form`() throws {
        let request = RESTRequest(
            .patch, "https://example.com/", headers: ["content-type": "application/x-www-form-urlencoded"],
            body: .parameters(["sum": "1+1 = 2", "b~": "ü", "a": true]))
        #expect(try bodyText(of: request) == "a=true&b%7E=%C3%BC&sum=1%2B1+%3D+2")
    }

    @Test func `sends raw bodies unchanged`() throws {
        let request = RESTRequest(.delete, "https://example.com/", body: .raw(Data([0, 255])))
        #expect(try request.urlRequest().httpBody == Data([0, 255]))
    }

    @Test(arguments: [
        (RESTRequest(.get, ""), "'' is not an http or https URL"),
        (RESTRequest(.get, "https://exa mple.com/"), "'https://exa mple.com/' is not a URL"),
        (RESTRequest(.get, "ftp://example.com/"), "'ftp://example.com/' is not an http or https URL"),
        (RESTRequest(.get, "https:///users"), "'https:///users' has no host"),
        (
            RESTRequest(.get, "https://example.com/", headers: ["X Y": "1"]),
            "'X Y' is not a valid header name"
        ),
        (
            RESTRequest(.get, "https://example.com/", headers: ["X": "1\r\nY: 2"]),
            "the value of header 'X' contains a control character"
        ),
        (RESTRequest(.get, "https://example.com/", body: .raw(Data())), "a GET request cannot have a body"),
        (
            RESTRequest(
                .post, "https://example.com/", headers: ["Content-Type": "text/csv"], body: .parameters([:])),
            "parameters cannot be encoded as 'text/csv'"
        ),
    ])
    func `reports the reason why a request cannot be sent`(request: RESTRequest, reason: String) {
        let error = #expect(throws: InvalidRequest.self) { try request.urlRequest() }
        #expect(error?.description == reason)
    }

    private func bodyText(of request: RESTRequest) throws -> String {
        String(decoding: try #require(try request.urlRequest().httpBody), as: UTF8.self)
    }
}
