import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

/// Secrets that are known by their names only.
@Suite struct NamedSecretTests {
    static let value = "s3cr3t-Va1ue-7Qx"

    /// Texts in which `NAME` has the value `VALUE`, by the media type of the body.
    static let forms: [(type: String, text: String)] = [
        ("application/json", #"{"NAME":"VALUE"}"#),
        ("application/json", #"{"a":[{"NAME" : "VALUE"}],"b":1}"#),
        ("application/json", #"{"NAME":["VALUE","VALUE2"]}"#),
        ("application/json", #"{"NAME":{"a":{"b":"VALUE"},"c":["VALUE"]}}"#),
        ("application/json", #"{"text":"{\"NAME\":\"VALUE\"}"}"#),
        ("application/json", #"{"text":"{\"text\":\"{\\\"NAME\\\":\\\"VALUE\\\"}\"}"}"#),
        ("application/json", #"{"text":"{\"NAME\":[\"VALUE\"]}"}"#),
        ("application/json", #"{"query":"mutation { a(NAME: \"VALUE\") { b } }"}"#),
        ("application/graphql", #"mutation { a(b: {NAME: """VALUE"""}) { c } }"#),
        ("application/json", #"{"\u004eAME":1,"next":"https:\/\/a.test\/?p=2\u0026NAME=VALUE"}"#),
        ("application/json", #"{"next":"https://a.test/#NAME=VALUE&expires_in=3600"}"#),
        ("application/json", #"{"NAME":"VALUE"#),
        ("application/json", #"[{"name":"NAME","value":"VALUE"},{"name":"q","value":"1"}]"#),
        ("application/json", #"[{"name":"q","value":"1"},{"value":"VALUE","enabled":true,"name":"NAME"}]"#),
        ("application/json", #"{"key" : "NAME", "type":"a\"b", "on":true, "Value" : "VALUE"}"#),
        ("application/json", #"{"text":"[{\"name\":\"NAME\",\"value\":\"VALUE\"}]"}"#),
        ("text/xml", "<dict>\n<key>NAME</key>\n<string>VALUE</string></dict>"),
        ("text/xml", "<member><name>NAME</name><value><string>VALUE</string></value></member>"),
        ("text/html", "<script>NAME='VALUE'</script>"), ("text/javascript", "f({a:1});NAME='VALUE'"),
        ("text/javascript", #"callback({"NAME":"VALUE"})"#),
        ("text/javascript", #"var config = {NAME: 'VALUE'}"#),
        ("text/javascript", #"var NAME = "VALUE";"#),
        ("application/x-ndjson", "{\"a\":1}\n{\"NAME\":\"VALUE\"}\n{\"NAME\":\"VALUE2\"}\n"),
        ("text/event-stream", "data: {\"NAME\":\"VALUE\"}\n\n"),
        ("text/html", "<a href='/?p=2&amp;NAME=VALUE'>x</a>"),
        ("text/html", "<a href='/?p=2&#38;NAME&equals;VALUE&num;top'>x</a>"),
        ("text/html", #"<input type="hidden" name="NAME" value="VALUE">"#),
        ("text/html", #"<input value='VALUE' type=hidden name=NAME />"#),
        ("text/html", #"<INPUT Value=VALUE Name="NAME">"#),
        ("text/html", #"<input title="a > b" name="NAME" value="VALUE">"#),
        ("text/html", #"<meta content="VALUE" name="NAME"><p>"#),
        ("text/html", #"<textarea name="NAME">VALUE</textarea>"#),
        ("text/html", #"<div data-x="{&quot;NAME&quot;:&quot;VALUE&quot;}">"#),
        ("application/json", #"{"html":"<input name=\"NAME\" value=\"VALUE\">"}"#),
        ("application/json", #"{"html":"\u003cinput name=\"NAME\" value=\"VALUE\"\u003e"}"#),
        ("text/xml", "<r><NAME>VALUE</NAME></r>"),
        ("text/xml", "<r><x:NAME t=\"1\">\n  VALUE\n</x:NAME></r>"),
        ("text/xml", "<r><NAME><![CDATA[VALUE]]></NAME></r>"),
        ("text/xml", "<r><NAME><v>VALUE</v><w a='1'>VALUE2</w></NAME></r>"),
        ("text/xml", "<r NAME='VALUE'/>"),
        ("text/xml", "<r x:NAME = \"VALUE\"/>"),
        ("text/xml", "<add key=\"NAME\" value=\"VALUE\"/>"),
        ("text/plain", "NAME=VALUE&other=1"),
        ("text/plain", "NAME=VALUE"),
        ("", "a=1&NAME=VALUE"),
        ("text/plain", "see https://a.test/?a=1;NAME=VALUE;b=2"),
        ("text/plain", "see https://a.test/?u=https%3A%2F%2Fb.test%2F%3FNAME%3DVALUE%26b%3D2"),
        ("text/plain", "see https://a.test/?u=https%253A%252F%252Fb.test%253FNAME%253DVALUE%2526b%253D2"),
        ("text/plain", "see https://a.test/?u=%7B%22NAME%22%3A%22VALUE%22%7D"),
        ("application/x-www-form-urlencoded", "NAME=VALUE&b=2"),
        ("application/x-www-form-urlencoded", "user%5BNAME%5D=VALUE&b=2"),
        ("application/x-www-form-urlencoded", "user[NAME]=VALUE&b=2"),
        ("application/x-www-form-urlencoded", "b=2&NAME[]=VALUE&NAME[]=VALUE2"),
    ]

    /// A part of a multipart body, by its `Content-Disposition`.
    static let parts = [
        "form-data; name=\"NAME\"", "form-data; name=NAME", "form-data; name='NAME'; filename=\"a\"",
        "form-data; name*=UTF-8''NAME", "form-data; filename=a; name = \"NAME\"",
        "form-data;\r\n name=\"NAME\"", "form-data;\r\n\tfilename=\"a\";\r\n  name = NAME",
        "form-data; name=\"NAME\"\r\nX-Long: " + String(repeating: "x", count: 5000),
    ]

    static let usualNames = [
        "api_key", "apiKey", "API-KEY", "token", "access_token", "refreshToken", "id_token", "secret",
        "client_secret", "password", "passwd", "pwd", "signature", "sig", "session", "session_id",
        "x-api-key",
        "X-Auth-Token", "csrf-token", "db.password", "my_app_password", "pass", "otp", "user_key",
        "license_key", "DPoP",
    ]

    /// Every name in one form, and every form with one name; all of both if the tests are exhaustive.
    static let cases: [(name: String, type: String, text: String)] = {
        let multipart = parts.map { part in
            (
                type: "multipart/form-data; boundary=b",
                text: "--b\r\nContent-Disposition: \(part)\r\n\r\nVALUE\r\n--b--\r\n"
            )
        }
        let all = forms + multipart
        return all.enumerated().flatMap { index, form in
            let names = TestEffort.isExhaustive ? usualNames : [usualNames[index % usualNames.count]]
            return names.map { ($0, form.type, form.text) }
        }
    }()

    @Test(arguments: cases)
    func `the value of a usual name is redacted in every form`(
        name: String, type: String, text: String
    ) throws {
        let body = text.replacing("VALUE2", with: Self.value + "2")
            .replacing("VALUE", with: Self.value).replacing("NAME", with: name)
        for recorded in [
            try recordedFiles(.post(body, type: type), HTTPResponse(200)),
            try recordedFiles(.init("GET", "https://a.test/"), .text(body, type: type)),
        ] {
            #expect(!recorded.contains("s3cr3t"), "\(recorded)")
            #expect(recorded.contains("REDACTED-"), "\(recorded)")
        }
    }

    @Test(arguments: cases)
    func `the value of a given name is redacted in every form`(
        name: String, type: String, text: String
    ) throws {
        let body = text.replacing("VALUE", with: "word").replacing("NAME", with: "Pin.Code")
        let files = try recordedFiles(
            .post("", type: "text/plain"), .text(body, type: type), Redaction([Secret("pin.code")]))
        #expect(!files.contains("word"), "\(files)")
    }

    /// Header fields and URLs of a request or a response with the value.
    static let fields: [(name: String, value: String)] = [
        ("X-Api-Key", "VALUE"), ("X-Auth-Token", "VALUE"), ("PRIVATE-TOKEN", "VALUE"), ("Api-Key", "VALUE"),
        ("Authorization", "Bearer VALUE"), ("authorization", "VALUE"), ("Authorization", "Bearer\tVALUE"),
        ("Proxy-Authorization", "Basic VALUE"),
        ("Authorization", "Digest username=\"u\", realm=\"r\", response=\"VALUE\""),
        ("Authorization", "OAuth oauth_token=\"VALUE\",oauth_version=\"1.0\""),
        ("Authorization", "AWS4-HMAC-SHA256 Credential=VALUE/20261121/eu/s3/aws4_request, Signature=VALUE"),
        ("Cookie", "sid=VALUE"), ("Cookie", "a=1; sid = \"VALUE\" ; b=2"), ("Cookie", "VALUE"),
        ("Cookie", "a=b, c; sid=x VALUE, y"), ("Cookie", "sid=\"x;VALUE\"; b=1"), ("Cookie", "=VALUE"),
        ("Set-Cookie", "sid=VALUE; Path=/; HttpOnly"), ("Set-Cookie", "a=1, sid=\"VALUE\"; Secure"),
        ("Set-Cookie", "sid=\"x;VALUE\"; Path=/"), ("Set-Cookie", "sid=x VALUE; Path=/"),
        ("Set-Cookie", "VALUE; Path=/"), ("Set-Cookie2", "sid=VALUE"),
        ("Location", "https://b.test/cb#access_token=VALUE&token_type=bearer"),
        ("Location", "/cb?code=VALUE&state=1"), ("Location", "https://u:VALUE@b.test/"),
        ("Link", "<https://b.test/?page=2&api_key=VALUE>; rel=\"next\""),
        ("Refresh", "0; url=https://b.test/?token=VALUE"),
        ("X-Debug", "{\"password\":\"VALUE\"}"), ("Referer", "https://b.test/?a=1;token=VALUE"),
    ]

    @Test(arguments: fields)
    func `the value of a header field is redacted`(name: String, value: String) throws {
        let headers: HeaderFields = [name: value.replacing("VALUE", with: Self.value)]
        for recorded in [
            try recordedFiles(.init("GET", "https://a.test/", headers: headers), HTTPResponse(200)),
            try recordedFiles(.init("GET", "https://a.test/"), HTTPResponse(200, headers: headers)),
        ] {
            #expect(!recorded.contains("s3cr3t"), "\(recorded)")
            #expect(recorded.contains("REDACTED-"), "\(recorded)")
        }
    }

    /// Bodies with header fields, as batches of requests and dumps of messages have them.
    @Test(arguments: [
        "--b\r\n\r\nGET /a HTTP/1.1\r\nAuthorization: Bearer VALUE\r\n\r\n--b--",
        "--b\r\n\r\nGET /a HTTP/1.1\r\nCookie: a=b; sid=VALUE\r\n\r\n--b--",
        "--b\r\n\r\nHTTP/1.1 200 OK\r\nset-cookie: sid=VALUE; Path=/\r\n\r\n--b--",
        "GET /a HTTP/1.1\nX-Api-Key: VALUE\n\n", "Proxy-Authorization: VALUE",
        #"{"dump":"GET / HTTP/1.1\r\nX-Auth-Token: VALUE\r\nCookie: sid=VALUE\r\n\r\n"}"#,
        #"{"error":"refused: Authorization: Bearer VALUE"}"#,
        "curl -H 'Authorization: token VALUE' https://a.test/",
    ])
    func `the value of a header field in a body is redacted`(body: String) throws {
        let body = body.replacing("VALUE", with: Self.value)
        for recorded in [
            try recordedFiles(.post(body, type: "text/plain"), HTTPResponse(200)),
            try recordedFiles(.init("GET", "https://a.test/"), .text(body, type: "text/plain")),
        ] {
            #expect(!recorded.contains("s3cr3t"), "\(recorded)")
            #expect(recorded.contains("REDACTED-"), "\(recorded)")
        }
    }

    @Test(arguments: [
        "Authorization: see the documentation of 2026-11-21", "Authorization: Bearer token",
        "Authorization:\nBearer x7Q9z2kLm4",
        "password: string\n", "token: Cookie: a=s3cr3t-Va1ue-7Qx", "Set-Cookie: theme=dark; Path=/",
        "Cookie: ", "Cookie: =;;=",
        "X-Api-Key: the key of your account, s3cr3t-Va1ue-7Qx",
    ])
    func `a text that is like a header field stays`(body: String) throws {
        let recorded = try recordedFiles(.init("GET", "https://a.test/"), .text(body, type: "text/plain"))
        #expect(recorded.contains(body), "\(recorded)")
    }

    @Test(arguments: [
        "?api_key=VALUE", "?a=1&token=VALUE&b=2", "?a=1;token=VALUE;b=2", "?%61pi%5Fkey=VALUE",
        "?api%255Fkey=VALUE", "#access_token=VALUE", "?u=https%3A%2F%2Fu:VALUE@b.test", "?key=VALUE",
        "?u=%2Fcb%3Fcode%3DVALUE", "?X-Amz-Signature=VALUE", "?user[password]=VALUE",
        "?p={\"token\":\"VALUE\"}",
    ])
    func `the value of a part of a URL is redacted`(part: String) throws {
        let url = "https://a.test/p" + part.replacing("VALUE", with: Self.value)
        let files = try recordedFiles(.init("GET", url), .text("<a href='\(url)'>x</a>", type: "text/html"))
        #expect(!files.contains("s3cr3t"), "\(files)")
    }

    @Test(arguments: [
        ("Set-Cookie", "sid=VALUE; Path=/"), ("Set-Cookie", "id=\"VALUE\"; HttpOnly"),
        ("Set-Cookie", "id=s3cr3t%2DVa1ue-7Qx"), ("X-Api-Key", "VALUE"),
        ("Authorization", "OAuth oauth_token=\"VALUE\""),
        ("Authorization", "Basic " + Data("user:\(value)".utf8).base64EncodedString()),
        ("Authorization", "AWS4-HMAC-SHA256 Credential=VALUE/20261121/eu/s3/aws4_request"),
        ("X-Other", "https://u:VALUE@b.test/"),
    ])
    func `the value of a header field is known from then on`(name: String, value: String) throws {
        let headers: HeaderFields = [name: value.replacing("VALUE", with: Self.value)]
        let files = try recordedFiles(
            .init("GET", "https://a.test/", headers: name == "Set-Cookie" ? [:] : headers),
            HTTPResponse(
                200, headers: name == "Set-Cookie" ? headers : [:],
                body: .text("<p>Your session: \(Self.value)</p>")))
        #expect(!files.contains("s3cr3t"), "\(files)")
    }

    @Test(arguments: ["en", "1", "dark-mode", "America/New_York", "2026-11-21T10:00:00Z", "https://a.test/x"])
    func `the setting in a cookie is no secret elsewhere`(value: String) throws {
        let body = "<p>\(value) and \(value)</p>"
        let files = try recordedFiles(
            .init("GET", "https://a.test/"),
            HTTPResponse(200, headers: ["Set-Cookie": "pref=\(value); Path=/"], body: .text(body)))
        #expect(files.contains(body))
        #expect(files.contains("pref=REDACTED-pref-1; Path=/"))
    }
}

extension HTTPRequest {
    /// A request with a body.
    static func post(_ body: String, type: String) -> HTTPRequest {
        HTTPRequest(
            "POST", "https://a.test/", headers: type.isEmpty ? [:] : ["Content-Type": type],
            body: Data(body.utf8))
    }
}

extension HTTPResponse {
    /// A response with a text.
    static func text(_ body: String, type: String) -> HTTPResponse {
        HTTPResponse(200, headers: type.isEmpty ? [:] : ["Content-Type": type], body: .text(body))
    }
}

/// Records an interaction and returns the text of all files.
func recordedFiles(
    _ request: HTTPRequest, _ response: HTTPResponse, _ redaction: Redaction = Redaction()
) throws -> String {
    try withTemporaryFolder { folder in
        let url = folder.appending(path: "api/case.har")
        let network = FakeNetwork { _ in .response(response) }
        let player = try Player(
            recording: url, mode: .record, options: .init(redaction: redaction), transport: network)
        _ = player.outcome(request)
        try player.finish(.succeeded)
        // A body in JSON is formatted in its file; its own bytes follow.
        let bodies = try Archive(contentsOf: url).interactions.map { try $0.responseBytes() }
        let files = try TemporaryFolder.files(in: folder).sorted { $0.key < $1.key }.map(\.value)
        return (files + bodies).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}
