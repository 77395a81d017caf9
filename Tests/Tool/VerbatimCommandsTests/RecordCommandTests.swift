import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

@testable import VerbatimCommands

/// `verbatim record`: its lines, its retries, and the changes at its end.
@Suite struct RecordCommandTests {
    /// Returns the body of an item.
    private func item(_ id: String = "1", kind: String = #""book""#) -> HTTPResponse {
        RecordingHarness.json(#"{"id":\#(id),"kind":\#(kind)}"#)
    }

    // MARK: Lines

    @Test func `each API has a line, and each scenario on demand, in the order of the APIs`() async throws {
        let shop = try RecordingHarness { _, _ in item() }
        let apis = [
            shop.api("b", paths: ["one": "/item?n=1", "two": "/item?n=2"]), shop.api("a"), shop.api("shop"),
        ]
        for (verb, counts) in [
            ("published", ["2 new", "1 new"]), ("unchanged", ["unchanged", "unchanged"]),
        ] {
            let run = await shop.run(["record", "--verbose"], apis: apis)
            #expect(run.code == .holds)
            #expect(
                run.error == """
                    [1/4] b/one: \(verb), 1 interaction, 22 bytes in 0.0 s (live)
                    [2/4] b/two: \(verb), 1 interaction, 22 bytes in 0.0 s (live)
                    [3/4] a/item: \(verb), 1 interaction, 22 bytes in 0.0 s (live)
                    [4/4] shop/item: \(verb), 1 interaction, 22 bytes in 0.0 s (live)

                    """)
            #expect(
                run.out == """
                    b     2 recordings, \(counts[0]) (live)
                    a     1 recording, \(counts[1]) (live)
                    shop  1 recording, \(counts[1]) (live)

                    """)
        }
        #expect(await shop.run(["record"], apis: apis).error.isEmpty)
    }

    @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)])
    func `a terminal shows what runs, on a line that the next one replaces`(
        environment: [String: String], isLive: Bool
    ) async throws {
        let shop = try RecordingHarness { _, _ in item() }
        let line = "[1/1] shop/item: published, 1 interaction, 22 bytes in 0.0 s (live)\n"
        let erased = "\r\u{1b}[K"
        for (words, line) in [(["record", "--verbose"], line), (["record"], "")] {
            let run = await shop.run(words, apis: [shop.api()], environment: environment, terminal: true)
            #expect(
                run.error == (isLive ? "\(erased)0 of 1: shop/item\(erased)\(line)\(erased)\(erased)" : line),
                "\(run.error.debugDescription)")
        }
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (14_249, "14.2 kB"),
        (999_949, "999.9 kB"), (999_950, "1.0 MB"), (3_100_000, "3.1 MB"),
    ])
    func `sizes are short`(bytes: Int, text: String) {
        #expect(ScenarioRun.Figures.size(bytes) == text)
    }

    // MARK: Retries

    @Test(arguments: [["../../evil"], [".."], ["a/.b"], ["a\\b"], ["same", "Same"]])
    func `names of scenarios are those of files`(names: [String]) async throws {
        let api = API(name: "shop", scenarios: names.map { Scenario($0, "asks for nothing") { _ in } })
        let tool = try CommandLineHarness(contractsOf: [], apis: [api])
        let run = await tool.run("record")
        #expect(run.code == .usage && run.error.contains("'shop/"), "\(run.error)")
        #expect(try tool.files(in: ".").keys.filter { $0.hasSuffix(".har") }.isEmpty)
    }

    @Test func `a busy provider is asked again, and the line says so`() async throws {
        let shop = try RecordingHarness { _, count in
            count < 2
                ? HTTPResponse(count == 0 ? 429 : 503, headers: ["Retry-After": "7"], body: .empty) : item()
        }
        let run = await shop.run(["record"], apis: [shop.api()])
        #expect(run.code == .holds)
        #expect(
            run.error == """
                shop/item: published, 1 interaction, 22 bytes in 14.0 s (live), after 2 repeated requests \
                (429, 503) and 14.0 s of waiting

                """)
        #expect(shop.waits.withLock { $0 } == [.seconds(7), .seconds(7)])
        let archive = try Archive(contentsOf: shop.folder.appending(path: "Recordings/shop/item.har"))
        #expect(archive.interactions.map { $0.outcome.response?.status } == [200])
    }

    @Test func `a provider that stays busy leaves the recording as it is`() async throws {
        let isBusy = Atomic(false)
        let shop = try RecordingHarness { _, _ in
            isBusy.load(ordering: .relaxed) ? HTTPResponse(503, body: .empty) : item()
        }
        _ = await shop.run(["record"], apis: [shop.api()])
        isBusy.store(true, ordering: .relaxed)
        let run = await shop.run(["record", "--retries", "3"], apis: [shop.api()])
        #expect(run.code == .unreadable)
        #expect(
            run.error.hasPrefix(
                "shop/item: failed, after 3 repeated requests (503) and 3.5 s of waiting, no"))
        #expect(shop.waits.withLock { $0 } == [0.5, 1, 2].map { .seconds($0) })
        let none = await shop.run(["record", "--retries", "0"], apis: [shop.api()])
        #expect(
            none.error.hasPrefix("shop/item: failed, no recording replaced: http://"), "\(none.error)")
    }

    // MARK: Refusals

    /// A response that is no answer to the request, and what is said about it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        var type = "application/json"
        let body: String
        var environment: [String: String] = [:]
        let reason: String
        let next: String
    }

    private static let page = "<!DOCTYPE html><html><head><title>Sign in</title></head></html>"
    private static let refusals = [
        Refusal(
            testDescription: "no key", status: 401, body: #"{"error":"missing_api_key"}"#,
            reason: #"/item returned 401 with "{\"error\":\"missing_api_key\"}""#,
            next: "get a key at https://shop.test/keys and set SHOP_KEY"),
        Refusal(
            testDescription: "a key that may not", status: 403, body: #"{"error":"accessNotConfigured"}"#,
            environment: ["SHOP_KEY": "5ec4e7c0ffee"], reason: "accessNotConfigured",
            next: "look at https://shop.test/keys whether the key in SHOP_KEY is right and may use the API"),
        Refusal(
            testDescription: "a wall", status: 403, type: "text/html", body: page,
            reason: #"/item returned 403 with HTML titled "Sign in""#,
            next: "open it in a browser: a network may ask to sign in, or a provider whether you are human"),
        Refusal(
            testDescription: "nothing there", status: 404, body: "{}",
            reason: "/item returned 404 with \"{}\"",
            next: "if the scenario is about that, declare `refusals: [404]`"),
        Refusal(
            testDescription: "a proxy", status: 407, body: "",
            reason: "/item returned 407 with an empty body",
            next: "sign in to the proxy of the network, and record again"),
        Refusal(
            testDescription: "a failure", status: 500, body: #"{"error": "database is down"}"#,
            reason: #"/item returned 500 with "{\"error\": \"database is down\"}""#,
            next: "record again later"),
        Refusal(
            testDescription: "a busy provider", status: 503, body: "{}",
            reason: "/item returned 503: the provider is busy",
            next: "record again later"),
        Refusal(
            testDescription: "a busy provider of its own kind", status: 200, body: #"{"busy":true}"#,
            environment: ["SHOP_KEY": "5ec4e7c0ffee"], reason: "/item returned 200: the provider is too busy",
            next: "wait, and record again"),
        Refusal(
            testDescription: "a captive portal", status: 200, type: "text/html", body: page,
            reason: #"/item returned 200 with HTML titled "Sign in", where the contract expects data"#,
            next: "open it in a browser: a network may ask to sign in, or a provider whether you are human"),
    ]

    @Test(arguments: refusals)
    func `what a scenario is not about replaces no recording, although the app took it`(
        _ refusal: Refusal
    ) async throws {
        let shop = try RecordingHarness { _, count in
            count == 0
                ? item()
                : HTTPResponse(
                    refusal.status, headers: ["Content-Type": refusal.type], body: .text(refusal.body))
        }
        let url = try #require(URL(string: shop.origin + "/item"))
        let key = AccessKey(
            variable: "SHOP_KEY", secret: Secret("key"), source: "https://shop.test/keys", isRequired: false)
        var api = shop.api()
        api.keys = [key]
        api.isBusy = { $0 == 200 && String(decoding: $1, as: UTF8.self).contains("busy") }
        api.scenarios = [Scenario("item", "looks at nothing") { _ = try await $0.session.data(from: url) }]
        #expect(await shop.run(["record"], apis: [api]).code == .holds)
        let recorded = try Data(contentsOf: shop.folder.appending(path: "Recordings/shop/item.har"))
        let words = ["record", "--retries", "0"]
        let run = await shop.run(words, apis: [api], environment: refusal.environment)
        #expect(run.code == .unreadable)
        #expect(run.error.contains("shop/item: failed, no recording replaced: "), "\(run.error)")
        #expect(run.error.contains(refusal.reason), "\(run.error)")
        #expect(run.error.contains("\n  next: \(refusal.next)\n"), "\(run.error)")
        #expect(try Data(contentsOf: shop.folder.appending(path: "Recordings/shop/item.har")) == recorded)
        if refusal.status >= 400 {
            api.scenarios[0].refusals = [refusal.status]
            #expect(await shop.run(words, apis: [api]).code == .holds)
        }
    }

    @Test func `a provider that stays busy is not asked for the rest`() async throws {
        let shop = try RecordingHarness { _, _ in HTTPResponse(429) }
        let run = await shop.run(
            ["record", "--retries", "1"],
            apis: [shop.api(paths: ["a": "/item?1", "b": "/item?2", "c": "/item?3"])])
        #expect(run.code == .unreadable)
        #expect(run.out == "shop  3 recordings, 1 failed, 2 not asked (live)\n", "\(run.out)")
    }

    @Test(arguments: [[:], ["SHOP_KEY": ""]])
    func `without a required key, what does without it is recorded`(environment: [String: String])
        async throws
    {
        let shop = try RecordingHarness { _, _ in item() }
        var api = shop.api(paths: ["a": "/item?1", "b": "/item?2"])
        api.keys = [AccessKey(variable: "SHOP_KEY", secret: Secret("key"), source: "https://shop.test/keys")]
        api.scenarios[0].needsKeys = false
        let run = await shop.run(["record"], apis: [api], environment: environment)
        #expect(run.code == .unreadable)
        #expect(
            run.out == """
                shop  2 recordings, 1 new, 1 without a key (live)
                  next: get a key at https://shop.test/keys, set SHOP_KEY, and run `verbatim record shop`

                """)
        let plan = await shop.run(["record", "--dry-run"], apis: [api], environment: environment)
        #expect(
            plan.out.hasSuffix(
                """
                1 of 2 scenarios would be recorded

                key       API                      issued at
                SHOP_KEY  shop  required  not set  https://shop.test/keys

                """), "\(plan.out)")
    }

    @Test func `the scenarios of an API keep its rate`() async throws {
        let shop = try RecordingHarness { _, _ in item() }
        let paths = ["a": "/item?n=1", "b": "/item?n=2", "c": "/item?n=3"]
        _ = await shop.run(["record"], apis: [shop.api(paths: paths, rate: .every(.seconds(3)))])
        #expect(shop.waits.withLock { $0 } == [.seconds(3), .seconds(3)])
    }

    @Test(arguments: [["--retries", "-1"], ["--retries", "101"], ["--only-stale", "soon"]])
    func `a number without sense is refused`(words: [String]) async throws {
        let shop = try RecordingHarness { _, _ in item() }
        #expect(await shop.run(["record"] + words, apis: [shop.api()]).code == .usage)
    }

    // MARK: Changes

    @Test func `a check shows where the property is declared that does not decode a value`() async throws {
        let shop = try RecordingHarness { _, _ in item(#""1""#) }
        _ = await shop.run(["record"], apis: [shop.api()])
        let run = await shop.run(["check", "--verbose", "--report", "r.json"], apis: [shop.api()])
        #expect(
            run.out.contains(
                """
                model-wrong-type: '/id' is the string "1", StockItem.id expects Int
                  at Recordings/shop/item/1.json:2:9 (GET /item -> 200), Sources/StockItem.swift:2:9

                """), "\(run.out)")
        let report = try JSON(
            parsing: Data(contentsOf: shop.folder.appending(path: "r.json"))
        ).value
        let finding = report["findings"]?.array?.first { $0["rule"] == "model-wrong-type" }
        #expect(
            finding?["modelLocation"] == ["file": "Sources/StockItem.swift", "line": 2, "column": 9],
            "\(String(describing: finding))")
    }

    @Test func `the changes since the last recording name the property that they break`() async throws {
        let shop = try RecordingHarness { _, count in count == 0 ? item() : item(#""1""#) }
        _ = await shop.run(["record"], apis: [shop.api()])
        let run = await shop.run(["record"], apis: [shop.api()])
        #expect(run.code == .holds && run.error.isEmpty, "\(run.error)")
        #expect(
            run.out == """
                shop  1 recording, 1 changed (live)

                breaking: shop sends 'id' as a string, not as an integer
                  --> Recordings/shop/item/1.json:2:9
                   2 |   "id": "1",
                     |         ^^^ was integer
                  --> Sources/StockItem.swift:2:9
                   2 |     let id: Int
                     |         ^^ expects Int, but it is the string "1"
                  = 1 value in 1 recording: GET /item -> 200
                  = 1 finding of drift-type-added
                  = fix: let `StockItem.id` read both, and accept it with `verbatim review shop`

                1 recording compared with the last one

                ✗ 1 breaking · changes since the last recording
                  decide with `verbatim review shop`, `--verbose` lists the finding
                next: run `verbatim check shop`, then `git diff Recordings`, which shows every value, and commit

                """)
        let failing = await shop.run(["record", "--fail-on", "breaking"], apis: [shop.api()])
        #expect(failing.code == .holds, "nothing has changed since")
    }

    @Test func `a first recording that the app cannot decode says so, as there are no changes`() async throws
    {
        let shop = try RecordingHarness { _, _ in item(#""1""#) }
        let run = await shop.run(["record"], apis: [shop.api()])
        #expect(
            run.error == """
                shop/item: published, 1 interaction, 24 bytes in 0.0 s (live), but the app cannot decode it: \
                StockItem.id expects Int, but it is the string "1" (Sources/StockItem.swift:2:9); run `verbatim check shop`

                """)
        #expect(run.out == "shop  1 recording, 1 new (live)\n")
    }

    @Test func `the exit code can be that of the changes`() async throws {
        let shop = try RecordingHarness { _, count in item("\(count).5") }
        _ = await shop.run(["record"], apis: [shop.api()])
        let values = await shop.run(["record", "--fail-on", "warning"], apis: [shop.api()])
        #expect(values.code == .holds, "\(values.out)")
        #expect(
            values.out.contains("✓ holds · changes since the last recording\nnext: run `git diff Recordings`")
        )
        let broken = try RecordingHarness { _, count in count == 0 ? item() : item("null") }
        _ = await broken.run(["record"], apis: [broken.api()])
        let run = await broken.run(["record", "--fail-on", "breaking"], apis: [broken.api()])
        #expect(run.code == .broken)
    }

    @Test func `two recordings are compared as the app sees them`() async throws {
        let shop = try RecordingHarness { _, count in count == 0 ? item() : item(#""1""#) }
        _ = await shop.run(["record"], apis: [shop.api()])
        _ = await shop.run(["record", "--recordings", "New"], apis: [shop.api()])
        let run = await shop.run(["diff", "--verbose", "Recordings", "New"], apis: [shop.api()])
        #expect(run.code == .broken)
        #expect(run.out.contains("  breaks StockItem.id (Sources/StockItem.swift:2:9): "), "\(run.out)")
        #expect(
            run.out.contains("New/shop/item/1.json:2:9, was Recordings/shop/item/1.json:2:9"), "\(run.out)")
    }

    @Test(.enabled(if: Git.isSupported))
    func `recordings are compared with those of a revision`() async throws {
        let shop = try RecordingHarness { _, count in count == 0 ? item() : item(#""1""#) }
        _ = await shop.run(["record"], apis: [shop.api()])
        let user = ["-c", "user.name=v", "-c", "user.email=v"]
        for words in [["init", "-q"], ["add", "."], user + ["commit", "-q", "-m", "Start"]] {
            _ = try Git.run(["-C", shop.folder.path(percentEncoded: false)] + words)
        }
        _ = await shop.run(["record"], apis: [shop.api()])
        let run = await shop.run(["diff", "--verbose", "HEAD:Recordings", "Recordings"], apis: [shop.api()])
        #expect(run.code == .broken, "\(run.error)")
        #expect(
            run.out.contains(
                "  at Recordings/shop/item/1.json:2:9, was HEAD:Recordings/shop/item/1.json:2:9 (GET /item -> 200)\n"
            ),
            "\(run.out)")
    }

    @Test(
        .enabled(if: Git.isSupported),
        arguments: ["export-ignore", "export-subst", "filter=x eol=crlf", "ident"])
    func `attributes hide and change no recording of a revision`(attribute: String) async throws {
        let shop = try RecordingHarness { _, _ in
            RecordingHarness.json(#"{"id": 1, "kind": "$Format:%H$ $Id$"}"#)
        }
        _ = await shop.run(["record"], apis: [shop.api()])
        let recordings = shop.folder.appending(path: "Recordings")
        try Data("* \(attribute)\n".utf8).write(to: recordings.appending(path: ".gitattributes"))
        let user = ["-c", "user.name=v", "-c", "user.email=v", "-c", "filter.x.smudge=tr a-z A-Z"]
        for words in [["init", "-q"], ["add", "."], user + ["commit", "-q", "-m", "Start"]] {
            try Git.output(of: ["-C", shop.folder.path(percentEncoded: false)] + words)
        }
        let run = await shop.run(["diff", "--verbose", "HEAD:Recordings", "Recordings"], apis: [shop.api()])
        #expect(run.code == .holds, "\(run.error)")
        #expect(run.out == "✓ holds · changes of recordings\n", "\(run.out)")
    }

    // MARK: Plans

    @Test func `only old recordings are made again`() async throws {
        let shop = try RecordingHarness(today: Date(timeIntervalSince1970: 4_000_000_000)) { _, _ in item() }
        let log = shop.folder.appending(path: "Recordings/refreshed.json")
        let paths = ["fake": "/item", "new": "/item", "old": "/item", "young": "/item"]
        _ = await shop.run(["record"], apis: [shop.api(paths: paths)])
        // The day of the tool's clock is 2096-10-02.
        try Data(
            """
            {"shop/fake": "2096-10-01", "shop/old": "2096-09-01", "shop/young": "2096-10-01"}
            """.utf8
        ).write(to: log)
        try FileManager.default.removeItem(at: shop.folder.appending(path: "Recordings/shop/new.har"))
        let fake = shop.folder.appending(path: "Recordings/shop/fake.har")
        try Data(try String(contentsOf: fake, encoding: .utf8).replacing("\"live\"", with: "\"fake\"").utf8)
            .write(to: fake)
        let before = try Data(contentsOf: log)
        let plan = await shop.run(
            ["record", "--only-stale", "7d", "--dry-run"], apis: [shop.api(paths: paths)])
        let lines = plan.out.split(separator: "\n").map { $0.replacing(/http:[^ ]+/, with: "URL") }
        #expect(plan.code == .holds)
        #expect(plan.error == "")
        #expect(
            lines.map { $0.replacing(/\ {2,}/, with: "  ") } == [
                "recording  from  last recorded  would be",
                "shop/fake  URL  2096-10-01, 1 day ago (fake)  recorded",
                "shop/new  the provider  never  recorded",
                "shop/old  URL  2096-09-01, 31 days ago (live)  recorded",
                "shop/young  URL  2096-10-01, 1 day ago (live)  kept: younger than 7 days",
                "3 of 4 scenarios would be recorded",
            ])
        #expect(try Data(contentsOf: log) == before)
        let run = await shop.run(
            ["record", "--verbose", "--only-stale", "7"], apis: [shop.api(paths: paths)])
        #expect(
            run.error.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                "[1/3] shop/fake", "[2/3] shop/new", "[3/3] shop/old",
            ])
        #expect(
            run.out.hasPrefix("shop  4 recordings, 1 new, 1 changed, 1 young enough (live)\n"), "\(run.out)")
    }

    @Test func `a plan says which key is missing, and starts no fake provider`() async throws {
        let shop = try RecordingHarness { _, _ in item() }
        var api = shop.api()
        api.keys = [AccessKey(variable: "SHOP_KEY", secret: Secret("key"), source: "https://a.test")]
        let live = await shop.run(["record", "--dry-run"], apis: [api])
        #expect(
            live.out.contains("kept: SHOP_KEY is not set\n0 of 1 scenario would be recorded\n"), "\(live.out)"
        )
        let fake = await shop.run(["record", "--dry-run", "--origin", "fake"], apis: [api])
        #expect(fake.out.contains("shop/item  fake providers  never          recorded\n"), "\(fake.out)")
        #expect(!FileManager.default.fileExists(atPath: shop.folder.appending(path: "Recordings").path))
    }

    // MARK: Twice

    @Test func `two runs show what varies, and the option that ignores it`() async throws {
        let shop = try RecordingHarness { url, count in
            RecordingHarness.json(#"{"id":\#(count),"kind":"book"}"#)
        }
        let api = shop.api(
            paths: ["item": "/item?nonce=RANDOM", "same": "/other"],
            matching: MatchingRules(ignoredQueryItems: ["t"]))
        let run = await shop.run(["record", "--twice"], apis: [api])
        #expect(run.code == .holds)
        let text = run.out.replacing(/[0-9A-F]{8}-[0-9A-F-]{27}/, with: "UUID").replacing(
            /http:\/\/127.0.0.1:\d+/, with: "URL")
        #expect(
            text == """
                shop  2 recordings, 2 new (live)
                shop: these parts vary by themselves
                  item: query item 'nonce': first 'UUID', then 'UUID' in GET URL/item?nonce=UUID
                  item: body member '/id': first '0', then '1' in the response to GET URL/item?nonce=UUID
                  same: body member '/id': first '2', then '3' in the response to GET URL/other
                  next: write `matching: MatchingRules(ignoredQueryItems: ["nonce", "t"])` into the API 'shop'; nothing \
                for values in bodies, as recordings are compared by types and formats

                """)
        // The second run is not published.
        let archive = try Archive(contentsOf: shop.folder.appending(path: "Recordings/shop/same.har"))
        #expect(
            try archive.interactions.map { String(decoding: try $0.responseBytes(), as: UTF8.self) } == [
                #"{"id":2,"kind":"book"}"#
            ])
    }

    @Test func `two runs show the header fields that vary, and the option that ignores them`() async throws {
        let shop = try RecordingHarness { _, count in
            var response = item()
            response.headers["X-Shard"] = "\(count)"
            return response
        }
        let api = shop.api()
        let run = await shop.run(["record", "--twice"], apis: [api])
        let text = run.out.replacing(/http:\/\/127.0.0.1:\d+/, with: "URL")
        #expect(
            text == """
                shop  1 recording, 1 new (live)
                shop: these parts vary by themselves
                  item: header 'x-shard': first '0', then '1' in the response to GET URL/item
                  next: write `matching: MatchingRules(ignoredResponseHeaders: ["x-shard"])` into the API 'shop'

                """)
        let ignoring = shop.api(matching: MatchingRules(ignoredResponseHeaders: ["x-shard"]))
        let again = await shop.run(["record", "--twice"], apis: [ignoring])
        #expect(again.out == "shop  1 recording, unchanged (live)\nshop: nothing varied between two runs\n")
    }

    @Test func `values in bodies that vary need no rule, and the report says why`() async throws {
        let shop = try RecordingHarness { _, count in item("\(count)") }
        let run = await shop.run(["record", "--twice"], apis: [shop.api()])
        #expect(
            run.out.hasSuffix(
                """

                  next: nothing for values in bodies, as recordings are compared by types and formats

                """), "\(run.out)")
    }

    @Test func `two equal runs have nothing to ignore`() async throws {
        let shop = try RecordingHarness { _, _ in item() }
        let run = await shop.run(["record", "--twice"], apis: [shop.api()])
        #expect(run.out == "shop  1 recording, 1 new (live)\nshop: nothing varied between two runs\n")
    }
}
