import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

/// What is redacted without any configuration, and what is not.
@Suite struct UsualSecretTests {
    @Test func `each name of the list is recognized by its end`() {
        for name in UsualNames.all {
            #expect(UsualNames.hasEnding(name.utf8), "\(name)")
            #expect(Secret.Location.allCases.contains { UsualNames.confidence(of: name.utf8, in: $0) != nil })
        }
        for name in ["title", "id", "authors"] { #expect(!UsualNames.hasEnding(name.utf8)) }
    }

    @Test(arguments: [
        #"{"key":"name","keyword":"abc","keys":["a"],"monkey":"y","publicKey":"abcdefgh12345678"}"#,
        #"{"key":"mlflow.source.type","value":"x"}"#, #"[{"key":"setForPageAction"},{"key":"v1.2.3-beta"}]"#,
        #"{"key":"a/b/c","key":12,"key":"https://a.test/4f9a27c1b2d3e4f5a6b7c8d9"}"#,
        #"{"token":" the","tokens":["of"],"max_tokens":12,"total_tokens":3}"#,
        #"{"nextPageToken":"CAUQAA4f9a27c1b2d3","continuationToken":"4f9a27c1b2d3e4f5","cursor":"4f9a27c1b2"}"#,
        #"{"etag":"\"4f9a27c1b2d3e4f5a6b7\"","id":"3fa85f64-5717-4562-b3fc-2c963f66afa6"}"#,
        #"{"id":1,"secret":"780e01decd","server":"8191"}"#, #"{"code":"INVALID_ARGUMENT","codes":[1]}"#,
        #"{"errors":{"password":["is too short","is required"],"token":"can not be blank"}}"#,
        #"{"password":"must have 8 characters","otp":"Please enter the code","passphrase":"New passphrase"}"#,
        #"[{"name":"title","value":"The Raven"},{"name":"token","value":" the"},{"value":"x","name":"key"}]"#,
        "<key>token</key><true/><string>of</string>",
        #"{"password":true,"session":null,"token":false,"secret":"","session":12,"signature":{}}"#,
        #"{"session":"checkout","session_count":48,"auth":"required","author":"Poe"}"#,
        ##"{"properties":{"password":{"type":"string","format":"date-time"},"token":{"$ref":"#/a/b"}}}"##,
        #"{"session":{"user":{"name":"Ada","url":"https://a.test/1"},"created_at":"2026-11-21T10:00:00Z"}}"#,
        #"fetch(url,{credentials:"same-origin",cookie:"x"}); if(a<b)this._password=c.password;"#,
        "the secret is out; key = value, token: none, password:", "<p>Your password is safe.</p>",
        "<key>title</key><string>Poe</string>", "<token>the</token>", "<a name=\"session\">Session</a>",
        "<input name=\"q\" value=\"password\"><label>Password</label>",
        "<input name=\"password\" value=\"\">", #"{"appid":440,"appid":"440","pin":"north","pinned":true}"#,
        "https://a.test/?appid=440&pinned=4f9a27c1b2d3e4f5a6b7",
        "https://a.test/?key=name&code=200&token=&session=true&page_token=4f9a27c1b2d3e4f5a6b7",
    ])
    func `ordinary content keeps its bytes`(body: String) throws {
        let files = try recordedFiles(
            .init("GET", "https://a.test/?key=title&code=DE&pageToken=CAUQAA4f9a27c1b2d3"),
            .text(body, type: "text/plain"))
        #expect(files.contains(body), "\(files)")
        #expect(!files.contains("REDACTED"), "\(files)")
    }

    @Test func `a name that is its own value stays a name`() throws {
        let body = #"{"private_key":"private_key","private_key_id":"123"}"#
        let files = try recordedFiles(
            .post(body, type: "application/json"), .text("{}", type: "application/json"))
        #expect(
            files.contains(#"\"private_key\":\"REDACTED-private_key-1\",\"private_key_id\":\"123\""#),
            "\(files)")
    }

    @Test(arguments: [
        ("key", "AIzaSyB-4f9a27c1b2d3e4f5a6b7c8d9e0f1a2"), ("api_key", "plain"), ("token", "abc12"),
        ("password", "correct horse"), ("secret", "780e01decd"), ("code", "4/0AX4XfWhQ9a27c1b2d3e4f"),
        ("appid", "4f9a27c1b2d3e4f5a6b7c8d9e0f1a2b3"), ("sessionKey", "plain"), ("pin", "4711"),
    ])
    func `a value that the app sends is redacted`(name: String, value: String) throws {
        let encoded = value.replacing(" ", with: "%20")
        for request in [
            HTTPRequest("GET", "https://a.test/?\(name)=\(encoded)"),
            .post("\(name)=\(encoded)", type: "application/x-www-form-urlencoded"),
            .post(
                name == "code" ? "code=\(encoded)" : #"{"\#(name)":"\#(value)"}"#, type: "application/json"),
        ] {
            let files = try recordedFiles(request, HTTPResponse(200))
            #expect(!files.contains(value) && !files.contains(encoded), "\(files)")
        }
    }

    private static let answered = "wJalrXUtnFEMI7K7MDENG3bPxRfiCYEXAMPLEKE1"

    private static let signature = """
        -----BEGIN PGP SIGNATURE-----\\nVersion: GnuPG v2\\n\\n\(answered)==\\n=tQI9\\n-----END PGP SIGNATURE-----\\n
        """

    @Test(arguments: [
        (#"{"signature":"\#(signature)"}"#, true),
        (#"{"key":"ssh-rsa AAAAB3NzaC1yc2E\#(answered) ann"}"#, true),
        (#"{"signature":"-----BEGIN PRIVATE KEY-----\n\#(answered)\n-----END PRIVATE KEY-----"}"#, false),
        (#"{"signature":"\#(signature)\#(answered)"}"#, false),
        (#"{"signature":"token=\#(answered)\n\#(signature)"}"#, false),
        (#"{"client_secret":"\#(signature)"}"#, false), (#"{"signature":"\#(answered)"}"#, false),
        (#"{"signature":"\#(signature.replacing("Version: GnuPG v2", with: "Comment: a"))"}"#, false),
    ])
    func `signatures and public keys in their own formats are not redacted in a response`(
        body: String, isPublic: Bool
    ) throws {
        let response = HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))
        let files = try recordedFiles(HTTPRequest("GET", "https://shop.test/commits"), response)
        #expect(files.contains(Self.answered) == isPublic, "\(files)")
    }

    @Test(arguments: [
        (#"{"secret_access_key":"/\#(answered)"}"#, "application/json"),
        (
            #"{"private_key":"-----BEGIN PRIVATE KEY-----\n\#(answered)\n-----END PRIVATE KEY-----\n"}"#,
            "application/json"
        ),
        (#"{"access_token":"\#(answered)\n"}"#, "application/json"),
        (#"{"access_token":" \#(answered)"}"#, "application/json"),
        (#"{"headers":{"Authorization":["Bearer \#(answered)"]}}"#, "application/json"),
        (#"{"passphrase":"correct horse \#(answered)"}"#, "application/json"),
        (#"{"db":{"password":"battery staple \#(answered)"}}"#, "application/json"),
        ("<script>access_token='\(answered)'</script>", "text/html"),
        ("<a><access_token>\n<![CDATA[\n\(answered)\n]]>\n</access_token></a>", "application/xml"),
    ])
    func `a value of a certain name in a response is redacted, however it begins and ends`(
        body: String, type: String
    ) throws {
        let files = try recordedFiles(HTTPRequest("GET", "https://a.test/"), .text(body, type: type))
        #expect(!files.contains(Self.answered) && files.contains("REDACTED"), "\(files)")
    }

    @Test(
        arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16],
        [
            #"{"access_token":"VALUE","text":"é"}"#, "<a><token>VALUE</token>é</a>",
        ])
    func `a value in a body in UTF-16 is redacted, and the encoding stays`(
        encoding: String.Encoding, text: String
    ) throws {
        let body = try #require(text.replacing("VALUE", with: Self.answered).data(using: encoding))
        var state = Redactor.State(Redaction())
        state.purpose = .recording
        let redacted = try #require(String(data: state.redact(body, .answered), encoding: encoding))
        let name = text.contains("access_token") ? "access_token" : "token"
        #expect(redacted == text.replacing("VALUE", with: "REDACTED-\(name)-1"))
    }

    @Test func `known values in a reason phrase and in the name of a header field are redacted`() throws {
        let response = HTTPResponse(
            403, reason: "No key \(Self.answered)", headers: ["X-\(Self.answered)": "1"])
        let files = try recordedFiles(
            HTTPRequest("GET", "https://a.test/?api_key=\(Self.answered)"), response)
        #expect(!files.contains(Self.answered) && files.contains("X-REDACTED-api_key-1"), "\(files)")
    }

    @Test(arguments: [
        ("api_key", "?api_key=4f9a27c1b2d3", "Apikey", #"{"apiKey":"4f9a27c1b2d3"}"#),
        ("Token", "?token=4f9a27c1b2d3", "X-A", #"{"token":"4f9a27c1b2d3"}"#),
    ])
    func `an excepted name is not redacted`(name: String, query: String, field: String, body: String) throws {
        let request = HTTPRequest("GET", "https://a.test/\(query)", headers: [field: "4f9a27c1b2d3"])
        let response = HTTPResponse.text(body, type: "application/json")
        #expect(try recordedFiles(request, response).contains("REDACTED"))
        let files = try recordedFiles(request, response, Redaction(except: [name]))
        #expect(files.contains(query) && files.contains(body) && !files.contains("REDACTED"), "\(files)")
    }

    @Test(arguments: ["X-Weather-Credential", "X-Session-Key", "X-Api-Key"])
    func `a header whose name says that it is a credential is redacted`(name: String) throws {
        let request = HTTPRequest("GET", "https://a.test/", headers: [name: "4f9a27c1b2d3"])
        let files = try recordedFiles(request, HTTPResponse(200))
        #expect(!files.contains("4f9a27c1b2d3"), "\(files)")
    }

    @Test func `fields, cookies and the user of a URL can be excepted`() throws {
        let request = HTTPRequest(
            "GET", "https://u:pass-4f9a27@a.test/",
            headers: ["Authorization": "Bearer 4f9a27c1b2d3", "Cookie": "theme=dark-4f9a27; sid=5e6f7a8b9c"])
        let files = try recordedFiles(
            request, HTTPResponse(200), Redaction(except: ["authorization", "theme", "userinfo"]))
        #expect(files.contains("Bearer 4f9a27c1b2d3") && files.contains("//u:pass-4f9a27@a.test"))
        #expect(files.contains("theme=dark-4f9a27; sid=REDACTED-sid-1"), "\(files)")
    }

    @Test(arguments: [
        (["HOME": "/home/ada-q", "USER": "ada.lovelace"], ["/home/ada-q/x", "by ada.lovelace."]),
        (
            ["HOME": "/Users/jquackenbush", "USER": "jquackenbush"],
            ["/Users/jquackenbush/x", "jquackenbush!"]
        ),
    ])
    func `the home folder and the user of the machine are secret`(
        environment: [String: String], texts: [String]
    ) throws {
        for text in texts {
            let redaction = Redaction(environment: environment)
            let files = try recordedFiles(.post(text, type: "text/plain"), .text(text, type: ""), redaction)
            #expect(!files.contains("ada") && !files.contains("jquackenbush"), "\(files)")
            let excepting = Redaction(except: ["HOME", "USER"], environment: environment)
            #expect(
                try recordedFiles(.init("GET", "https://a.test/"), .text(text, type: ""), excepting)
                    .contains(text))
        }
    }

    @Test(arguments: [
        ["HOME": "/root", "USER": "root"], ["HOME": "/home/runner", "USER": "runner"],
        ["HOME": "/Users/runner", "USER": "administrator"], ["HOME": "/home/user", "USER": "elizabeth"],
        ["HOME": "/", "USER": ""], [:],
    ])
    func `ordinary names of users are no secrets`(environment: [String: String]) throws {
        let text = "root, runner, administrator, elizabeth, user, /root/x, /home/runner/x, /home/user/x"
        let files = try recordedFiles(
            .init("GET", "https://a.test/"), .text(text, type: ""), Redaction(environment: environment))
        #expect(files.contains(text), "\(files)")
    }

    @Test func `a summary lists what was redacted and where`() throws {
        try withTemporaryFolder { folder in
            let network = FakeNetwork { _ in
                let body = #"{"access_token":"4f9a27c1b2d3","pin":1234,"x":"4f9a27c1b2d3"}"#
                return .response(
                    HTTPResponse(200, headers: ["Set-Cookie": "sid=9e8d7c6b5a; Path=/"], body: .text(body)))
            }
            let player = try Player(
                recording: folder.appending(path: "api/case.har"), mode: .record,
                options: .init(redaction: Redaction([Secret("pin")])), transport: network)
            _ = player.outcome(HTTPRequest("GET", "https://a.test/?api_key=0a1b2c3d4e&api_key=0a1b2c3d4e"))
            _ = player.outcome(
                HTTPRequest("GET", "https://a.test/?api_key=0a1b2c3d4e", headers: ["X-Auth": "short"]))
            let redactions = try player.finish(.succeeded).redactions
            #expect(
                redactions.description == """
                    sid in Set-Cookie (2), access_token in body (4), pin in body (2), x-auth in header (1), \
                    api_key in query (3); too short or ordinary to search for elsewhere: pin, x-auth
                    """)
        }
    }

    /// A login, a redirect with a code, its exchange for a token, and requests that carry the token.
    @Test func `an OAuth flow is recorded without secrets and replays`() throws {
        let access = "ya29.A0ARrdaM-4f9a27c1b2d3e4f5"
        let refresh = "1//0e9a27c1b2d3e4f5a6b7"
        let code = "SplxlOBeZQQYbYS6WxSbIA4f9a27"
        let network = FakeNetwork { request in
            let parts = request.url.split(separator: "/").last ?? ""
            switch parts.prefix(while: { $0 != "?" }) {
            case "authorize":
                return .response(
                    HTTPResponse(
                        302,
                        headers: [
                            "Location": "https://app.test/cb?code=\(code)&state=1",
                            "Set-Cookie": "session=5e6f7a8b9c0d; HttpOnly",
                        ]))
            case "token":
                let body =
                    #"{"access_token":"\#(access)","refresh_token":"\#(refresh)","expires_in":3600,"token_type":"bearer"}"#
                return .response(.text(body, type: "application/json"))
            default: return .response(.text("hello, bearer of \(access)", type: "text/plain"))
            }
        }
        let flow = { (player: Player, password: String, secret: String) -> [String] in
            let login = HTTPRequest.post(
                #"{"username":"ada","password":"\#(password)"}"#, type: "application/json")
            var request = login
            request.url = "https://a.test/authorize?client_id=app"
            let location = player.outcome(request).response?.headers["Location"] ?? ""
            let code = try #require(location.split(separator: "&").first?.split(separator: "=").last)
            var exchange = HTTPRequest.post(
                "grant_type=authorization_code&code=\(code)&client_secret=\(secret)",
                type: "application/x-www-form-urlencoded")
            exchange.url = "https://a.test/token"
            let bytes = try player.outcome(exchange).response?.body.bytes() ?? Data()
            let token = try #require(
                String(decoding: bytes, as: UTF8.self).split(separator: "\"").dropFirst(3).first)
            return [
                try player.text(
                    "GET", "https://a.test/me/\(token)", headers: ["Authorization": "Bearer \(token)"]),
                try player.text("GET", "https://a.test/items?access_token=\(token)&key=\(secret)"),
            ]
        }
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/oauth.har")
            let options = Player.Options(matching: MatchingRules(matchedHeaders: ["Authorization"]))
            let recorder = try Player(recording: url, mode: .record, options: options, transport: network)
            let secret = "GOCSPX-4f9a27c1b2d3e4f5a6"
            #expect(try flow(recorder, "hunter2-hunter2", secret).allSatisfy { $0.contains(access) })
            try recorder.finish(.succeeded)
            for (path, bytes) in try TemporaryFolder.files(in: folder) {
                let text = String(decoding: bytes, as: UTF8.self)
                for value in [access, refresh, code, secret, "hunter2", "5e6f7a8b9c0d"] {
                    #expect(!text.contains(value), "\(path): \(text)")
                }
            }
            for password in ["hunter2-hunter2", "none"] {
                let player = try Player(recording: url, options: options)
                let texts = try flow(player, password, password == "none" ? "dummy" : secret)
                #expect(texts == Array(repeating: "hello, bearer of REDACTED-access_token-1", count: 2))
                #expect(player.misses.isEmpty, "\(player.misses)")
            }
        }
    }

    @Test func `a request without the key that was recorded still matches`() throws {
        let key = "AIzaSyB-4f9a27c1b2d3e4f5a6b7c8d9e0f1a2"
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/key.har")
            let network = FakeNetwork { .response(.text($0.url.suffix(1) + "!", type: "text/plain")) }
            let recorder = try Player(recording: url, mode: .record, transport: network)
            for suffix in ["key=\(key)&q=1", "key=name&q=2", "key=size&q=3", "pin=\(key)&q=4"] {
                _ = recorder.outcome(HTTPRequest("GET", "https://a.test/?\(suffix)"))
            }
            try recorder.finish(.succeeded)
            let player = try Player(recording: url)
            #expect(try player.text("GET", "https://a.test/?key=size&q=3") == "3!")
            #expect(try player.text("GET", "https://a.test/?key=dummy&q=1") == "1!")
            #expect(try player.text("GET", "https://a.test/?key=name&q=2") == "2!")
            #expect(try player.text("GET", "https://a.test/?key=other&q=2").contains("request-not-recorded"))
        }
    }

    @Test func `a number under a secret name stays a number and matches`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/pin.har")
            let options = Player.Options(redaction: Redaction([Secret("pin")]))
            let network = FakeNetwork { _ in
                .response(.text(#"{"pin":4711,"pins":[{"pin":[1,"a"]}]}"#, type: ""))
            }
            let recorder = try Player(recording: url, mode: .record, options: options, transport: network)
            _ = try recorder.text("POST", "https://a.test/", body: #"{"pin": 4711, "user": 1}"#)
            try recorder.finish(.succeeded)
            let player = try Player(recording: url, options: options)
            let text = try player.text("POST", "https://a.test/", body: #"{"pin": 9999, "user": 1}"#)
            #expect(text == #"{"pin":1,"pins":[{"pin":[2,"REDACTED-pin-3"]}]}"#)
        }
    }
}
