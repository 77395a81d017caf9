import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@Suite struct `replaying` {
    private func player(_ interactions: [Interaction], options: Player.Options = .init()) -> Player {
        Player(archive: Archive(interactions), name: "api/case", options: options)
    }

    @Test func `answers equal requests in recorded order`() throws {
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
    func `takes two spellings of a URL for the same`(recorded: String, asked: String) throws {
        #expect(try player([.get(recorded, "found")]).text("GET", asked) == "found")
    }

    @Test(arguments: [
        ("https://a.test/x", "https://a.test/X"), ("https://a.test/?a=1&a=1", "https://a.test/?a=1"),
        ("https://a.test/?a", "https://a.test/?a="), ("https://a.test:80/", "https://a.test/"),
        ("http://a.test/", "https://a.test/"), ("https://a.test/a%2Fb", "https://a.test/a/b"),
        ("https://a.test/?a=1%262", "https://a.test/?a=1&2"),
    ])
    func `takes different URLs for different`(recorded: String, asked: String) throws {
        #expect(try player([.get(recorded, "found")]).text("GET", asked).hasPrefix("request-not-recorded: "))
    }

    static let bodies: [(recorded: String, asked: String, type: String, same: Bool)] = [
        (#"{"a": 1, "b": [1.0, true]}"#, #"{"b":[1,true],"a":1e0}"#, "application/json", true),
        (#"{"a": 1}"#, #"{"a": 2}"#, "application/json", false),
        (#"[1,2]"#, #"[2,1]"#, "application/json", false),
        ("a=1&b=2", "b=2&a=1", "application/x-www-form-urlencoded", true),
        ("a=1&b=2", "b=2&a=2", "application/x-www-form-urlencoded; charset=utf-8", false),
        ("plain", "plain", "text/plain", true), ("plain", "plain ", "text/plain", false),
        (#"{"a":"#, #"{"a":"#, "application/json", true),
    ]

    @Test(arguments: bodies)
    func `compares bodies by what they mean`(recorded: String, asked: String, type: String, same: Bool) throws
    {
        let player = player([.get("https://a.test/", "found", body: recorded, type: type)])
        let answer = try player.text("POST", "https://a.test/", headers: ["Content-Type": type], body: asked)
        #expect((answer == "found") == same)
    }

    @Test func `compares multipart bodies without their boundaries`() throws {
        let body = { (boundary: String, value: String) in
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(value)\r\n--\(boundary)--\r\n"
        }
        let recorded = Interaction.get(
            "https://a.test/", "found", body: body("xYz1", "v"), type: "multipart/form-data; boundary=xYz1")
        let headers: HeaderFields = ["Content-Type": "multipart/form-data; boundary=\"other\""]
        let answer = try player([recorded]).text(
            "POST", "https://a.test/", headers: headers, body: body("other", "v"))
        #expect(answer == "found")
        let other = try player([recorded]).text(
            "POST", "https://a.test/", headers: headers, body: body("other", "w"))
        #expect(other != "found")
    }

    @Test func `leaves out of the comparison what it is told to`() throws {
        let matching = MatchingRules(
            ignoredQueryItems: ["ts"], ignoredBodyMembers: ["/meta/id", "/nonce"], matchedHeaders: ["Accept"],
            normalize: { $0.url = $0.url.replacing("/v1/", with: "/v2/") })
        var recorded = Interaction.get(
            "https://a.test/v1/x?ts=1&a=1", "found", body: #"{"meta":{"id":1,"n":2},"nonce":"x"}"#)
        recorded.request.headers["Accept"] = "text/plain"
        let ask = { (accept: String) in
            try player([recorded], options: .init(matching: matching)).text(
                "POST", "https://a.test/v2/x?a=1&ts=9", headers: ["accept": accept],
                body: #"{"nonce":"y","meta":{"id":7,"n":2}}"#)
        }
        #expect(try ask("text/plain") == "found")
        #expect(try ask("text/html").contains("header 'Accept' is 'text/plain' there, 'text/html' here"))
    }

    @Test func `fails or repeats when every answer has been given`() throws {
        let once = [Interaction.get("https://a.test/", "only")]
        let failing = player(once)
        _ = try failing.text("GET", "https://a.test/")
        #expect(
            try failing.text("GET", "https://a.test/") == """
                request-used-up: 'GET https://a.test/' was recorded once, and that answer has been given
                  at api/case (1 interaction, mode replay)
                  next: if the app is meant to ask this more often, run `make record API=api SCENARIO=case`
                """)
        let repeating = player(once, options: .init(exhausted: .repeatLast))
        _ = try repeating.text("GET", "https://a.test/")
        #expect(try repeating.text("GET", "https://a.test/") == "only")
    }

    @Test func `names the nearest recordings and how each differs`() throws {
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
                  near: entry 1, 'GET https://itunes.apple.com/search?term=john&entity=song': query item 'term' is 'john' there, 'jack' here
                  near: entry 4, 'GET https://itunes.apple.com/search?term=jack&entity=song&limit=5': query item 'limit' is '5' there, missing here
                  near: entry 2, 'GET https://itunes.apple.com/lookup?id=1': the path is '/lookup' there, '/search' here; query item 'id' is '1' there, missing here; query item 'term' is missing there, 'jack' here; query item 'entity' is missing there, 'song' here
                  next: if the app is meant to ask this, run `make record API=api SCENARIO=case`
                """)
        #expect(player.misses.map(\.description) == [failure.reason])
    }

    @Test func `says which member of a body differs`() throws {
        let recorded = Interaction.get("https://a.test/", "x", body: #"{"a":{"b":[1,2]},"c":3}"#)
        let answer = try player([recorded]).text(
            "POST", "https://a.test/", body: #"{"a":{"b":[1,4]},"d":null}"#)
        #expect(
            answer.contains(
                "body member '/a/b/1' is '2' there, '4' here; body member '/c' is '3' there, missing here; "
                    + "body member '/d' is missing there, 'null' here"))
    }

    @Test func `matches whatever the key is and never tells it`() throws {
        let redaction = Redaction([Secret("api_key")])
        let recorded = Interaction.get("https://a.test/?api_key=SCRUBBED-api_key-1&page=1", "found")
        let player = player([recorded], options: .init(redaction: redaction))
        let miss = try player.text("GET", "https://a.test/?page=2&api_key=topsecret1")
        #expect(!miss.contains("topsecret1"))
        #expect(miss.contains("'GET https://a.test/?page=2&api_key=SCRUBBED-api_key-1'"))
        #expect(miss.contains("query item 'page' is '1' there, '2' here\n"))
        #expect(try player.text("GET", "https://a.test/?page=1&api_key=topsecret2") == "found")
    }

    @Test func `says how to make a recording that is missing`() throws {
        let url = URL(filePath: "/nowhere/Recordings/itunes/search-music.har")
        let error = #expect(throws: RecordingError.self) { try Player(recording: url) }
        #expect(
            error?.description == """
                recording-missing: there is no recording to replay
                  at /nowhere/Recordings/itunes/search-music.har
                  next: run `make record API=itunes SCENARIO=search-music`
                """)
    }

    @Test(arguments: [RecordingMode.record, .extend, .live])
    func `does not start to record without a network`(mode: RecordingMode) throws {
        let url = URL(filePath: "/nowhere/a.har")
        let error = #expect(throws: RecordingError.self) { try Player(recording: url, mode: mode) }
        #expect(error == .noTransport(mode: mode))
    }

    @Test func `reports what was used and what was not`() throws {
        let player = player([.get("https://a.test/", "1"), .get("https://b.test/", "2")])
        _ = try player.text("GET", "https://b.test/")
        _ = try player.text("GET", "https://c.test/")
        let summary = try player.finish(.succeeded)
        #expect(try summary.used.load().map(\.request.url) == ["https://b.test/"])
        #expect(try summary.unused.load().map(\.request.url) == ["https://a.test/"])
        #expect(summary.misses.count == 1)
        #expect(summary.publication == .none)
    }

    @Test func `counts interactions nobody asked for without reading them`() throws {
        try withFolder { folder in
            let url = folder.appendingPathComponent("case.har")
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

    @Test func `gives each of many askers an answer of its own`() async throws {
        let player = player((0..<200).map { .get("https://a.test/", "\($0)") })
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try player.text("GET", "https://a.test/") } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(answers.count == 200)
    }
}
