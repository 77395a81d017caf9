import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct RedactionTests {
    /// Records an interaction, and returns the text of all files and the archive.
    private func recorded(
        _ secrets: [Secret], _ request: HTTPRequest, _ response: HTTPResponse
    ) throws -> (text: String, archive: Archive) {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            let network = FakeNetwork { sent in
                #expect(sent == request)
                return .response(response)
            }
            let options = Player.Options(redaction: Redaction(secrets))
            let player = try Player(recording: url, mode: .record, options: options, transport: network)
            let outcome = player.outcome(request)
            #expect(try outcome.response?.body.bytes() == response.body.bytes())
            try player.finish(.succeeded)
            let text = try TemporaryFolder.files(in: folder).sorted { $0.key < $1.key }
                .map { String(decoding: $0.value, as: UTF8.self) }.joined(separator: "\n")
            var archive = try Archive(contentsOf: url)
            for index in archive.interactions.indices {
                guard var response = archive.interactions[index].outcome.response else { continue }
                response.body = .data(try response.body.bytes())
                archive.interactions[index].outcome = .response(response)
            }
            return (text, archive)
        }
    }

    static let value = "s3cr3t/+&=\"ä key"

    /// A request or a response with the value in each location, under the name `api_key`.
    static let locations: [(location: String, request: HTTPRequest, response: HTTPResponse)] = {
        let percent = "s3cr3t%2F%2B%26%3D%22%C3%A4%20key"
        let form = "s3cr3t%2F%2B%26%3D%22%C3%A4+key"
        let json = #"s3cr3t/+&=\"ä key"#
        let ok = HTTPResponse(200)
        let get = HTTPRequest("GET", "https://a.test/")
        let response = { (type: String, text: String) in
            HTTPResponse(200, headers: ["Content-Type": type], body: .text(text))
        }
        let post = { (type: String, text: String) in
            HTTPRequest("POST", "https://a.test/", headers: ["Content-Type": type], body: Data(text.utf8))
        }
        return [
            ("query item", HTTPRequest("GET", "https://a.test/?x=1&api_key=\(percent)&y=2"), ok),
            ("query item in other case", HTTPRequest("GET", "https://a.test/?API_Key=\(percent)"), ok),
            ("header", HTTPRequest("GET", "https://a.test/", headers: ["Api_Key": value]), ok),
            (
                "authorization",
                HTTPRequest("GET", "https://a.test/", headers: ["authorization": "Bearer \(value)"]), ok
            ),
            (
                "cookie",
                HTTPRequest("GET", "https://a.test/", headers: ["Cookie": "a=\(value); b=\(value)"]), ok
            ),
            ("form", post("application/x-www-form-urlencoded", "api_key=\(form)&b=2"), ok),
            ("JSON request", post("application/json", #"{"a":[{"api_key" : "\#(json)"}]}"#), ok),
            (
                "multipart",
                post(
                    "multipart/form-data; boundary=b",
                    "--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n\(value)\r\n--b--\r\n"),
                ok
            ),
            ("set cookie", get, HTTPResponse(200, headers: ["Set-Cookie": "a=\(value); Path=/"])),
            (
                "redirect", get,
                HTTPResponse(302, headers: ["Location": "https://b.test/?api_key=\(percent)#x"])
            ),
            ("JSON response", get, response("application/json", #"{"a":{"API_KEY":"\#(json)"}}"#)),
            ("JSONP", get, response("text/javascript", #"cb({"api_key":"\#(json)"})"#)),
            ("truncated JSON", get, response("application/json", #"{"api_key":"\#(json)","#)),
            (
                "link in JSON", get,
                response("application/json", #"{"next":"https://a.test/?p=2\u0026api_key=\#(percent)"}"#)
            ),
            ("link in HTML", get, response("text/html", "<a href='/?p=2&amp;api_key=\(percent)'>x</a>")),
            ("XML attribute", get, response("text/xml", "<u api_key='s3cr3t/+&amp;=&quot;ä key'/>")),
            (
                "XML element", get,
                response("text/xml", "<u><x:api_key t=\"1\">s3cr3t/+&amp;=\"ä key</x:api_key></u>")
            ),
        ]
    }()

    @Test(arguments: locations)
    func `no file contains a secret`(location: String, request: HTTPRequest, response: HTTPResponse) throws {
        let text = try recorded([Secret("api_key")], request, response).text
        #expect(!text.contains("s3cr3t"))
        #expect(text.contains("REDACTED-"))
    }

    @Test func `every cookie of a field is redacted, and its attributes are kept`() throws {
        let folded =
            "a=first; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b=second; HttpOnly,c=; d=kept, no cookie"
        let archive = try recorded(
            [Secret("token")],
            HTTPRequest("GET", "https://a.test/?token=known-value", headers: ["Cookie": "x=1; y"]),
            HTTPResponse(200, headers: ["Set-Cookie": folded, "set-cookie": "e=f; domain=known-value"])
        ).archive
        let interaction = archive.interactions[0]
        #expect(interaction.request.headers["Cookie"] == "x=REDACTED-x-1; y")
        #expect(
            interaction.outcome.response?.headers.values(of: "Set-Cookie") == [
                "a=REDACTED-a-1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, b=REDACTED-b-1; HttpOnly,"
                    + "c=; d=kept, no cookie",
                "e=REDACTED-e-1; domain=REDACTED-token-1",
            ])
    }

    @Test func `a known value is redacted in every location`() throws {
        let value = "abc/def+ghi"
        let basic = Data(value.utf8).base64EncodedString()
        let text = try recorded(
            [Secret("token", value: value)],
            HTTPRequest("GET", "https://a.test/abc%2Fdef%2bghi/x", headers: ["X-Other": "pre \(value) post"]),
            HTTPResponse(200, headers: ["X-B": basic], body: .text(#"{"u":"abc\/def+ghi","v":"\#(basic)"}"#))
        ).text
        for form in ["abc/def", "abc%2F", #"abc\/def"#, String(basic.prefix(8))] {
            #expect(!text.contains(form))
        }
        #expect(text.contains("https://a.test/REDACTED-token-1/x"))
        #expect(text.contains("pre REDACTED-token-1 post"))
    }

    @Test func `a value that is the name of a secret is redacted only under its name`() throws {
        let text = try recorded(
            [], HTTPRequest("GET", "https://a.test/", headers: ["Kc-Api-Passphrase": "API-PASSPHRASE"]),
            HTTPResponse(
                401, headers: [:], body: .text(#"{"error": "no kc-api-passphrase, API-PASSPHRASE"}"#))
        ).text
        #expect(text.contains("no kc-api-passphrase, API-PASSPHRASE"))
        #expect(text.contains("REDACTED-kc_api_passphrase-1"))
    }

    @Test func `equal values have equal placeholders, different values different ones`() throws {
        let archive = try recorded(
            [Secret("token")],
            HTTPRequest("GET", "https://a.test/?token=first-value-1&token=second-value", headers: [:]),
            HTTPResponse(
                200, body: .text(#"{"token":"second-value","t":{"token":"third-value"},"x":"first-value-1"}"#)
            )
        ).archive
        #expect(
            archive.interactions[0].request.url
                == "https://a.test/?token=REDACTED-token-1&token=REDACTED-token-2")
        #expect(
            String(decoding: try archive.interactions[0].responseBytes(), as: UTF8.self)
                == #"{"token":"REDACTED-token-2","t":{"token":"REDACTED-token-3"},"x":"REDACTED-token-1"}"#)
    }

    @Test(arguments: [
        #"{"keyword":"abc","key":true,"key2":"x","monkey":"y"}"#, "key=value in prose", "<monkey>1</monkey>",
        "\u{0}\u{1}key\u{ff}", "key", "\"key\"", "\"key\":", "?key=", "<key", "<key>", "key='",
    ])
    func `text that is not secret keeps its bytes`(body: String) throws {
        let archive = try recorded(
            [Secret("key")], HTTPRequest("GET", "https://a.test/"),
            HTTPResponse(200, headers: ["Content-Type": "text/plain"], body: .text(body))
        ).archive
        #expect(String(decoding: try archive.interactions[0].responseBytes(), as: UTF8.self) == body)
    }

    @Test func `a secret is redacted only in its locations`() throws {
        let archive = try recorded(
            [Secret("key", in: [.query])], HTTPRequest("GET", "https://a.test/?key=abcdefgh"),
            HTTPResponse(200, body: .text(#"{"key":"not a secret"}"#))
        ).archive
        #expect(archive.interactions[0].request.url == "https://a.test/?key=REDACTED-key-1")
        #expect(
            String(decoding: try archive.interactions[0].responseBytes(), as: UTF8.self).contains(
                "not a secret"))
    }

    /// Texts that contain `hidden-in-gzip`, compressed in every way that DEFLATE has.
    static let compressed = [
        "H4sIAAAAAAACA0vLrEhNUUjOT0m1UsjITElJzdPNzNNNr8osAAD0thlFGgAAAA==",
        "H4sICAAAAAAC/2EudHh0AEupzEvMzUxWSEGjMzJTUlLzdDPzdNOrMgsUEpOSkREAkx/aZzYAAAA=",
        "H4sIAAAAAAAEAwAOAPH/c3RvcmVkIGhpZGRlbi0AAAD//wEHAPj/aW4tZ3ppcE8kIqcVAAAA",
        "eNqryslMUsjITElJzdPNzNNNr8osUKgCicEJAN0xDJw=",
        "H4sIAAAAAAACA1WPTQ4DIQiFr8IFJhEcQY8z/rR1M+m6p+8AY5MuVPIejw9jxQOIMlCAqHWAjqkJ7JUzmRNLIKECDSQidpB2dR6Vgcfgu+z8"
            + "GLxXH7EC5gtmLJpZLev19DhAEl1UJTHSEOVcirNcUW/thb22W9ZFWvJj3wjgivU42AxDefy3m00wV9ofRm+HaOo1ex/nNs/t+ZnvL1yx+Yc"
            + "uAQAA",
    ]

    @Test(arguments: compressed)
    func `a recording with a compressed secret is not published`(base64: String) throws {
        let body = try #require(Data(base64Encoded: base64))
        for response in [Data(), body] {
            try withTemporaryFolder { folder in
                let url = folder.appending(path: "api/case.har")
                let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .data(response))) }
                let options = Player.Options(redaction: Redaction([Secret("token", value: "hidden-in-gzip")]))
                let player = try Player(recording: url, mode: .record, options: options, transport: network)
                _ = player.outcome(
                    HTTPRequest("POST", "https://a.test/", body: response.isEmpty ? body : nil))
                let error = #expect(throws: RecordingError.self) { try player.finish(.succeeded) }
                let location = response.isEmpty ? "api/case.har:21" : "api/case/1.bin:1"
                let place = "  at \(folder.path)/\(location), the value of 'token', in plain text, in "
                let message = error?.description ?? ""
                #expect(message.contains(place + "gzip") || message.contains(place + "zlib"), "\(message)")
                #expect(message.contains("record a response that is not compressed"), "\(message)")
            }
        }
    }

    @Test(arguments: compressed)
    func `damaged compressed bytes are recorded as they are`(base64: String) throws {
        let whole = try #require(Data(base64Encoded: base64))
        try withTemporaryFolder { folder in
            for index in stride(from: 0, to: whole.count, by: TestEffort.isExhaustive ? 1 : 20) {
                var body = whole
                body[index] ^= UInt8(truncatingIfNeeded: 1 << (index % 8))
                if index % 3 == 0 { body = body.prefix(index) }
                let bytes = body
                let url = folder.appending(path: "api/case.har")
                let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .data(bytes))) }
                let options = Player.Options(redaction: Redaction([Secret("token", value: "nowhere-in-it")]))
                let player = try Player(recording: url, mode: .record, options: options, transport: network)
                _ = player.outcome(HTTPRequest("GET", "https://a.test/"))
                try player.finish(.succeeded)
                #expect(try Archive(contentsOf: url).interactions[0].responseBytes() == body)
            }
        }
    }

    @Test func `a value that becomes known later is redacted in earlier interactions`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            let network = FakeNetwork { request in
                .response(
                    HTTPResponse(
                        200,
                        body: .text(
                            request.url.hasSuffix("2") ? #"{"token":"found-later"}"# : "found-later")))
            }
            let options = Player.Options(redaction: Redaction([Secret("token")]))
            let player = try Player(recording: url, mode: .record, options: options, transport: network)
            let text = try player.text("GET", "https://a.test/1")
            #expect(text == "found-later")
            _ = player.outcome(HTTPRequest("GET", "https://a.test/2"))
            try player.finish(.succeeded)
            for (_, bytes) in try TemporaryFolder.files(in: folder) {
                #expect(!String(decoding: bytes, as: UTF8.self).contains("found-later"))
            }
        }
    }

    @Test func `a token from one response matches in the next request`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            let network = FakeNetwork { request in
                .response(
                    HTTPResponse(
                        200, body: .text(request.method == "POST" ? #"{"token":"real-token-7"}"# : "welcome"))
                )
            }
            let options = Player.Options(redaction: Redaction([Secret("token")]))
            let scenario = { (player: Player) in
                let login = try player.text("POST", "https://a.test/login")
                let token = login.split(separator: "\"")[3]
                return try player.text("GET", "https://a.test/me/\(token)")
            }
            let recorder = try Player(recording: url, mode: .record, options: options, transport: network)
            #expect(try scenario(recorder) == "welcome")
            try recorder.finish(.succeeded)
            #expect(network.requests.last?.url == "https://a.test/me/real-token-7")
            #expect(try scenario(try Player(recording: url, options: options)) == "welcome")
        }
    }
}
