import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay
import VerbatimTestSupport

@Suite struct ReplayTests {
    private func player(_ interactions: [Interaction], options: Player.Options = .init()) -> Player {
        Player(archive: Archive(interactions), name: "api/case", options: options)
    }

    @Test func `equal requests get their responses in recorded order`() throws {
        let player = player([
            .get("https://a.test/", "1"), .get("https://b.test/", "b"), .get("https://a.test/", "2"),
        ])
        #expect(try player.text("GET", "https://a.test/") == "1")
        #expect(try player.text("GET", "https://a.test/") == "2")
        #expect(try player.text("GET", "https://b.test/") == "b")
        #expect(player.misses.isEmpty)
    }

    @Test(arguments: [
        ("https://a.test/x?b=2&a=1", "https://a.test/x?a=1&b=2"),
        ("https://A.test:443/x", "https://a.test/x"),
        ("HTTPS://a.test/%7euser", "https://a.test/~user"), ("https://a.test", "https://a.test/"),
        ("https://a.test/?q=%c3%a9", "https://a.test/?q=é"),
        ("https://a.test/?a=1&a=2", "https://a.test/?a=2&a=1"),
        ("HTTPS://u:p@A.test:443/", "https://a.test"), ("http://[::1]:80/", "http://[::1]"),
        ("http://a.test:/x#y", "http://a.test/x"),
    ])
    func `equivalent URLs match`(recorded: String, sent: String) throws {
        #expect(try player([.get(recorded, "found")]).text("GET", sent) == "found")
    }

    @Test(arguments: [
        ("https://a.test/x", "https://a.test/X"), ("https://a.test/?a=1&a=1", "https://a.test/?a=1"),
        ("https://a.test/?a", "https://a.test/?a="), ("https://a.test:80/", "https://a.test/"),
        ("http://a.test/", "https://a.test/"), ("https://a.test/a%2Fb", "https://a.test/a/b"),
        ("https://a.test/?a=1%262", "https://a.test/?a=1&2"),
    ])
    func `different URLs do not match`(recorded: String, sent: String) throws {
        #expect(try player([.get(recorded, "found")]).text("GET", sent).hasPrefix("request-not-recorded: "))
    }

    @Test func `a call that is not recorded is named`() throws {
        func body(_ method: String) -> String { #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)"}"# }
        let request = HTTPRequest("POST", "https://a.test/rpc", body: Data(body("eth_call").utf8))
        let player = player([Interaction(request, .response(HTTPResponse(200, body: .text("found"))))])
        let miss = try player.text("POST", "https://a.test/rpc", body: body("eth_chainId"))
        #expect(miss.hasPrefix("request-not-recorded: 'POST https://a.test/rpc#eth_chainId' is not"))
        #expect(miss.contains("near: entry 1, 'POST https://a.test/rpc#eth_call'"))
        #expect(try player.text("POST", "https://a.test/rpc", body: body("eth_call")) == "found")
    }

    @Test(arguments: ["ftp://a.test/x", "file:///etc/hostname", "ws://a.test/", "data:,x", "x", ""])
    func `only HTTP requests are recorded or replayed`(url: String) throws {
        try withTemporaryFolder { folder in
            for mode in RecordingMode.allCases {
                let file = folder.appending(path: "api/\(mode.rawValue).har")
                let player =
                    mode == .replay
                    ? player([.get("https://a.test/x", "found")])
                    : try Player(recording: file, mode: mode, transport: noNetwork)
                let message = try player.text("GET", url)
                #expect(message.hasPrefix("request-scheme-unsupported: 'GET \(url)' was not sent: "))
                #expect(player.misses.map(\.reason) == [.unsupportedScheme])
            }
        }
    }

    static let bodies: [(recorded: String, sent: String, type: String, matches: Bool)] = [
        (#"{"a": 1, "b": [1.0, true]}"#, #"{"b":[1,true],"a":1e0}"#, "application/json", true),
        (#"{"a": 1}"#, #"{"a": 2}"#, "application/json", false),
        (#"[1,2]"#, #"[2,1]"#, "application/json", false),
        ("a=1&b=2", "b=2&a=1", "application/x-www-form-urlencoded", true),
        ("a=1&b=2", "b=2&a=2", "application/x-www-form-urlencoded; charset=utf-8", false),
        ("plain", "plain", "text/plain", true), ("plain", "plain ", "text/plain", false),
        (#"{"a":"#, #"{"a":"#, "application/json", true),
    ]

    @Test(arguments: bodies)
    func `bodies are compared by value`(recorded: String, sent: String, type: String, matches: Bool) throws {
        let player = player([.get("https://a.test/", "found", body: recorded, type: type)])
        let text = try player.text("POST", "https://a.test/", headers: ["Content-Type": type], body: sent)
        #expect((text == "found") == matches)
    }

    @Test func `the boundary of a multipart body is not compared`() throws {
        let body = { (boundary: String, value: String) in
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(value)\r\n--\(boundary)--\r\n"
        }
        let recorded = Interaction.get(
            "https://a.test/", "found", body: body("xYz1", "v"), type: "multipart/form-data; boundary=xYz1")
        let headers: HeaderFields = ["Content-Type": "multipart/form-data; boundary=\"other\""]
        let equal = try player([recorded]).text(
            "POST", "https://a.test/", headers: headers, body: body("other", "v"))
        #expect(equal == "found")
        let different = try player([recorded]).text(
            "POST", "https://a.test/", headers: headers, body: body("other", "w"))
        #expect(different != "found")
    }

    @Test func `matching rules decide what is compared`() throws {
        let matching = MatchingRules(
            ignoredQueryItems: ["ts"], ignoredBodyMembers: ["/meta/id", "/nonce"], matchedHeaders: ["Accept"],
            normalize: { $0.url = $0.url.replacing("/v1/", with: "/v2/") })
        var recorded = Interaction.get(
            "https://a.test/v1/x?ts=1&a=1", "found", body: #"{"meta":{"id":1,"n":2},"nonce":"x"}"#)
        recorded.request.headers["Accept"] = "text/plain"
        let text = { (accept: String) in
            try player([recorded], options: .init(matching: matching)).text(
                "POST", "https://a.test/v2/x?a=1&ts=9", headers: ["accept": accept],
                body: #"{"nonce":"y","meta":{"id":7,"n":2}}"#)
        }
        #expect(try text("text/plain") == "found")
        #expect(try text("text/html").contains("header 'Accept': recorded 'text/plain', sent 'text/html'"))
    }

    @Test func `a request whose responses are used up fails, or gets the last one again`() throws {
        let once = [Interaction.get("https://a.test/", "only")]
        let failing = player(once)
        _ = try failing.text("GET", "https://a.test/")
        #expect(
            try failing.text("GET", "https://a.test/") == """
                request-used-up: 'GET https://a.test/' was recorded once, and its response has been used
                  at api/case (1 interaction, mode replay)
                  next: if the app should send this request more often, run `verbatim record api --scenario case`
                """)
        let repeating = player(once, options: .init(exhausted: .repeatLast))
        _ = try repeating.text("GET", "https://a.test/")
        #expect(try repeating.text("GET", "https://a.test/") == "only")
    }

    @Test func `a miss lists the most similar recorded requests and their differences`() throws {
        let player = player([
            .get("https://itunes.apple.com/search?term=john&entity=song", "1"),
            .get("https://itunes.apple.com/lookup?id=1", "2"), .get("https://other.test/", "3"),
            .get("https://itunes.apple.com/search?term=jack&entity=song&limit=5", "4"),
            .get("https://itunes.apple.com/search?term=john&entity=song", "5"),
        ])
        let outcome = player.outcome(
            HTTPRequest("GET", "https://itunes.apple.com/search?term=jack&entity=song"))
        guard case .failure(let failure, nil) = outcome else {
            Issue.record("no failure")
            return
        }
        #expect(failure.domain == "NSURLErrorDomain")
        #expect(failure.code == -2000)
        #expect(
            failure.reason == """
                request-not-recorded: 'GET https://itunes.apple.com/search?term=jack&entity=song' is not in the recording
                  at api/case (5 interactions, mode replay)
                  near: entry 1, 'GET https://itunes.apple.com/search?term=john&entity=song': query item 'term': recorded 'john', sent 'jack'
                  near: entry 4, 'GET https://itunes.apple.com/search?term=jack&entity=song&limit=5': query item 'limit': recorded '5', not sent
                  near: entry 2, 'GET https://itunes.apple.com/lookup?id=1': path: recorded '/lookup', sent '/search'; query item 'id': recorded '1', not sent; query item 'term': not recorded, sent 'jack'; query item 'entity': not recorded, sent 'song'
                  option: `matching: MatchingRules(ignoredQueryItems: ["term"])` ignores the difference from entry 1, if it is one in every run
                  next: if the app should send this request, run `verbatim record api --scenario case`
                """)
        #expect(player.misses.map(\.description) == [failure.reason])
    }

    @Test func `a miss names the members of a body that differ`() throws {
        let recorded = Interaction.get("https://a.test/", "x", body: #"{"a":{"b":[1,2]},"c":3}"#)
        let miss = try player([recorded]).text(
            "POST", "https://a.test/", body: #"{"a":{"b":[1,4]},"d":null}"#)
        #expect(
            miss.contains(
                "body member '/a/b/1': recorded '2', sent '4'; body member '/c': recorded '3', not sent; "
                    + "body member '/d': not recorded, sent 'null'"))
    }

    @Test func `a secret is neither compared nor shown`() throws {
        let redaction = Redaction([Secret("api_key")])
        let recorded = Interaction.get("https://a.test/?api_key=REDACTED-api_key-1&page=1", "found")
        let player = player([recorded], options: .init(redaction: redaction))
        let miss = try player.text("GET", "https://a.test/?page=2&api_key=topsecret1")
        #expect(!miss.contains("topsecret1"))
        #expect(miss.contains("'GET https://a.test/?page=2&api_key=REDACTED-api_key-1'"))
        #expect(miss.contains("query item 'page': recorded '1', sent '2'\n"))
        #expect(try player.text("GET", "https://a.test/?page=1&api_key=topsecret2") == "found")
    }

    @Test func `a missing recording is reported with the command that makes it`() throws {
        let url = URL(filePath: "/nowhere/Recordings/itunes/search-music.har")
        let error = #expect(throws: RecordingError.self) { try Player(recording: url) }
        #expect(
            error?.description == """
                recording-missing: the recording does not exist
                  at /nowhere/Recordings/itunes/search-music.har
                  next: run `verbatim record itunes --scenario search-music`
                """)
    }

    @Test(arguments: [RecordingMode.record, .extend, .live])
    func `recording needs a transport`(mode: RecordingMode) throws {
        let url = URL(filePath: "/nowhere/a.har")
        let error = #expect(throws: RecordingError.self) { try Player(recording: url, mode: mode) }
        #expect(error == .noTransport(mode: mode))
    }

    @Test func `the summary of a foreign recording has no secrets`() throws {
        let player = player(
            [.get("https://a.test/?api_key=0123456789", "1")],
            options: .init(redaction: Redaction([Secret("api_key")])))
        let unused = try player.finish(.succeeded).unused.load()
        #expect(unused.map(\.request.url) == ["https://a.test/?api_key=REDACTED-api_key-1"])
    }

    @Test(arguments: [
        ("https://a.test/items/700?a=1&b=2", 700, "query item 'b': not recorded, sent '2'"),
        ("https://a.test/items/1?a=2", 1, "query item 'a': recorded '1', sent '2'"),
        ("https://a.test/items/999?a=", 999, "query item 'a': recorded '1', sent ''"),
    ])
    func `a request that resembles one of very many is compared with that`(
        sent: String, entry: Int, difference: String
    ) throws {
        let recorded = (0..<1000).map { Interaction.get("https://a.test/items/\($0)?a=1", "\($0)") }
        let player = player(recorded + recorded)
        _ = try player.text("GET", sent)
        let nearest = try #require(player.misses.first?.nearest)
        #expect(nearest.count == 3)
        #expect(nearest.first?.entry == entry)
        #expect(nearest.first?.differences.map(\.description) == [difference])
    }

    @Test func `recordings are replayed as one, and again from the beginning`() throws {
        try withTemporaryFolder { folder in
            let texts = [["1", "2"], [], ["3"]]
            let urls = try texts.enumerated().map { number, texts in
                let url = folder.appending(path: "\(number).har")
                let entries = texts.map {
                    #"{"request": {"method": "GET", "url": "https://\#(number).test/a"}, "#
                        + #""response": {"status": 200, "content": {"text": "\#($0)"}}}"#
                }
                try Data(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#.utf8).write(to: url)
                return url
            }
            let whole = try Player(joining: urls, name: "api")
            #expect(whole.recordedOrigins.keys == ["https://0.test", "https://2.test"])
            #expect(whole.recordedOrigins.values == [2, 1])
            for _ in 0..<2 {
                let player = whole.restarted()
                #expect(try player.text("GET", "https://0.test/a") == "1")
                #expect(try player.text("GET", "https://2.test/a") == "3")
                #expect(try player.text("GET", "https://0.test/a") == "2")
                let miss = try player.text("GET", "https://2.test/b")
                #expect(miss.contains("at api (3 interactions, mode replay)"))
                #expect(
                    miss.contains("near: entry 3, 'GET https://2.test/a': path: recorded '/a', sent '/b'"))
                let used = try player.finish(.succeeded).used.load()
                #expect(used.map { URLParts($0.request.url).host } == ["0.test", "2.test", "0.test"])
                #expect(used.allSatisfy { $0.location == nil })
            }
        }
    }

    @Test func `the summary lists used and unused interactions`() throws {
        let player = player([.get("https://a.test/", "1"), .get("https://b.test/", "2")])
        _ = try player.text("GET", "https://b.test/")
        _ = try player.text("GET", "https://c.test/")
        let summary = try player.finish(.succeeded)
        #expect(try summary.used.load().map(\.request.url) == ["https://b.test/"])
        #expect(try summary.unused.load().map(\.request.url) == ["https://a.test/"])
        #expect(summary.misses.count == 1)
        #expect(summary.publication == .none)
    }

    @Test func `unused interactions are counted without being read`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "case.har")
            let body = #""content": {"size": 0, "text": "", "encoding": "rot13"}"#
            let entry =
                #"{"request": {"method": "GET", "url": "https://a.test/"}, "response": {"status": 200, \#(body)}}"#
            try Data(#"{"log": {"entries": [\#(entry)]}}"#.utf8).write(to: url)
            let summary = try Player(recording: url).finish(.succeeded)
            #expect(summary.unused.count == 1)
            let error = #expect(throws: RecordingError.self) { try summary.unused.load() }
            #expect(error?.description.contains("base64") == true)
        }
    }

    @Test func `each of many concurrent requests gets a different response`() async throws {
        let player = player((0..<200).map { .get("https://a.test/", "\($0)") })
        let responses = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try player.text("GET", "https://a.test/") } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(responses.count == 200)
    }
}
