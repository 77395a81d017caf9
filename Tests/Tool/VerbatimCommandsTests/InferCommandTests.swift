import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim infer` as people use it.
struct InferCommandTests {
    private static let archive = """
        {"log": {"version": "1.2", "creator": {"name": "a browser", "version": "1"}, "entries": [
          {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
           "request": {"method": "GET", "url": "https://api.shop.test/items?q=lamp", "httpVersion": "HTTP/1.1",
             "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
           "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
             "headers": [{"name": "Content-Type", "value": "application/json"},
               {"name": "Date", "value": "Sat, 21 Nov 2026 10:00:00 GMT"}, {"name": "X-Noise", "value": "1"}],
             "content": {"size": -1, "mimeType": "application/json", "text": "{\\"made\\": \\"2026-11-21\\"}"},
             "redirectURL": "", "headersSize": -1, "bodySize": -1},
           "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}
        ]}}
        """

    @Test func `changes nothing where contracts and recordings are committed together`() async throws {
        let tool = try CommandLineHarness()
        try FileManager.default.copyItem(
            at: PackageFolder.frozen("Recordings"), to: tool.path("Recordings"))
        let before = try tool.files(in: "Contracts")
        for api in API.all.map(\.name) {
            let run = await tool.run("infer", api)
            #expect(run.code == .holds && run.out.isEmpty)
            #expect(run.error.hasSuffix(" interactions, the contract is unchanged\n"))
        }
        #expect(try tool.files(in: "Contracts") == before)
    }

    @Test func `a key that is an ordinary word does not change the contract`() async throws {
        let tool = try CommandLineHarness()
        try Data(Self.archive.utf8).write(to: tool.path("a.har"))
        let environment = ["FLICKR_API_KEY": "string"]
        let words = ["infer", "--recordings", "a.har", "shop", "--output"]
        let printed = await tool.run(words: words + ["-"], environment: environment)
        _ = await tool.run(words: words + ["shop.json"], environment: environment)
        let written = try String(contentsOf: tool.path("shop.json"), encoding: .utf8)
        #expect(written.contains("\"type\": \"string\"") && !written.contains("REDACTED"), "\(written)")
        #expect(printed.out == written)
    }

    @Test func `a recording that is reached by two paths is evidence once`() async throws {
        let tool = try CommandLineHarness()
        try Data(Self.archive.utf8).write(to: tool.path("export.har"))
        try FileManager.default.createSymbolicLink(at: tool.path("here"), withDestinationURL: tool.folder)
        let run = await tool.run(
            "infer", "--recordings", "export.har", "--recordings", "here/export.har", "--output", "shop.json",
            "shop")
        #expect(run.error.contains("shop: 1 interaction, "), "\(run.error)")
    }

    @Test func `makes a contract of an archive from elsewhere`() async throws {
        let tool = try CommandLineHarness()
        try Data(Self.archive.utf8).write(to: tool.path("export.har"))
        let run = await tool.run(
            "infer", "--recordings", "export.har", "--evidence", "1", "--output", "made/shop.json", "shop")
        #expect(run.code == .holds)
        #expect(
            run.error == """
                added: 'paths["/items"].get' is an operation
                  evidence: export.har:2
                shop: 1 interaction, 0 widened, 1 added
                wrote made/shop.json
                  next: review the change and run `verbatim check --contracts made`

                """)
        let contract = try String(contentsOf: tool.path("made/shop.json"), encoding: .utf8)
        #expect(
            contract.hasSuffix(
                """
                        "responses": {
                          "200": {
                            "description": "OK",
                            "content": {
                              "application/json": {
                                "schema": {
                                  "type": "object",
                                  "required": [
                                    "made"
                                  ],
                                  "x-responses": 1,
                                  "properties": {
                                    "made": {
                                      "type": "string",
                                      "format": "date",
                                      "x-date-formats": [
                                        "yyyy-MM-dd"
                                      ]
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }

                """))
        let again = await tool.run(
            "infer", "--recordings", "export.har", "--contract", "made/shop.json", "--output", "-", "shop")
        #expect(again.out == contract)
    }

    @Test func `describes one host, and lists the others`() async throws {
        let tool = try CommandLineHarness()
        let other = Self.archive.replacing("https://api.shop.test/items", with: "https://ads.test/7")
        try Data(Self.archive.utf8).write(to: tool.path("a.har"))
        try Data(other.utf8).write(to: tool.path("b.har"))
        let archives = ["--recordings", "a.har", "--recordings", "b.har"]
        let run = await tool.run(
            words: ["infer"] + archives + ["--host", "api.shop.test", "--output", "-", "shop"])
        #expect(run.out.contains("https://api.shop.test") && !run.out.contains("ads.test"))
        #expect(
            run.error.contains(
                """
                left out: 1 request to 1 other host
                  ads.test: 1
                  next: add `--host HOST` to describe another host

                """))
        let unknown = await tool.run(
            words: ["infer"] + archives + ["--host", "api.shop.tst", "--output", "-", "shop"])
        #expect(unknown.code == .usage)
        #expect(
            unknown.error.hasPrefix("verbatim: unknown host 'api.shop.tst', did you mean 'api.shop.test'?"))
        let literal = ["--host", "ads.test", "--literal-paths", "--only", "json", "--path", "/7"]
        let third = await tool.run(words: ["infer"] + archives + literal + ["--output", "-", "shop"])
        #expect(third.out.contains("\"/7\": {"))
    }

    @Test func `describes the hosts of one API, and says so`() async throws {
        let tool = try CommandLineHarness()
        let other = Self.archive.replacing("https://api.shop.test/", with: "https://test.shop.test/")
        try Data(Self.archive.utf8).write(to: tool.path("a.har"))
        try Data(other.utf8).write(to: tool.path("b.har"))
        let run = await tool.run(
            "infer", "--recordings", "a.har", "--recordings", "b.har", "--output", "-", "shop")
        #expect(run.out.contains("https://api.shop.test") && run.out.contains("https://test.shop.test"))
        #expect(
            run.error.contains(
                "api.shop.test and test.shop.test are servers of one API, as their paths are alike; "
                    + "add `--host HOST` to describe one"), "\(run.error)")
    }

    @Test func `recommends JSON alone if most of a new contract is a web page`() async throws {
        let tool = try CommandLineHarness()
        var archives: [String] = []
        for (path, type) in [("items", "application/json"), ("", "text/html"), ("lamp.png", "image/png")] {
            let text = Self.archive.replacing("test/items?q=lamp", with: "test/\(path)")
                .replacing("application/json", with: type)
            archives += ["--recordings", "\(archives.count).har"]
            try Data(text.utf8).write(to: tool.path("\(archives.count - 2).har"))
        }
        let all = await tool.run(words: ["infer"] + archives + ["--output", "a.json", "shop"])
        #expect(
            all.error.hasSuffix(
                """
                wrote a.json
                  next: review the change and run `verbatim check --contracts .`, or delete it and add \
                `--only json`, as most responses are pages, images and the like

                """), "\(all.error)")
        let some = await tool.run(
            words: ["infer"] + archives + ["--only", "json", "--output", "b.json", "shop"])
        #expect(some.error.hasSuffix("next: review the change and run `verbatim check --contracts .`\n"))
        let half = await tool.run(
            words: ["infer"] + archives.prefix(4) + ["--output", "c.json", "shop"])
        #expect(half.error.hasSuffix("next: review the change and run `verbatim check --contracts .`\n"))
    }

    @Test func `a contract for swift-openapi-generator has alternatives, and dates that its client reads`()
        async throws
    {
        let tool = try CommandLineHarness()
        let items =
            #"[{\"tags\": [\"a\"], \"at\": \"2026-11-21T10:00:00.123Z\"}, {\"tags\": {\"a\": 1}, \"at\": \"2026-11-21T10:00:01.456Z\"}]"#
        try tool.write(Self.archive.replacing(#"{\"made\": \"2026-11-21\"}"#, with: items), to: "items.har")
        let words = [
            "infer", "--recordings", "items.har", "--output", "-", "--for", "swift-openapi-generator",
        ]
        let run = await tool.run(words: words + ["shop"])
        let properties = try JSON(parsing: run.out)["paths"]["/items"]["get"]["responses"]["200"]["content"]
            .members.first?.value["schema"]["items"]["properties"]
        let tags = try #require(properties?["tags"]["oneOf"])
        #expect(tags.elements.map { $0["type"].string } == ["object", "array"], "\(run.out)")
        #expect(properties?["at"]["format"].exists == false)
        #expect(
            run.error.contains("1 schema with several types: written as alternatives, `oneOf`\n"),
            "\(run.error)")
        #expect(
            run.error.contains(
                "1 date that `.iso8601` does not read: written as strings; with "
                    + "`--transcoder iso8601WithFractionalSeconds`, those with fractions stay dates\n"),
            "\(run.error)")
        let named = await tool.run(words: words + ["--transcoder", "iso8601WithFractionalSeconds", "shop"])
        #expect(named.out.contains("\"format\": \"date-time\""))
        #expect(
            named.error.contains(
                "create the client with `Configuration(dateTranscoder: .iso8601WithFractionalSeconds)`\n"))
        let alone = await tool.run("infer", "--transcoder", "iso8601", "shop")
        #expect(alone.code == .usage && alone.error.contains("option '--transcoder' needs '--for'"))
    }

    @Test func `says what it cannot read`() async throws {
        let tool = try CommandLineHarness()
        #expect(await tool.run("infer").code == .usage)
        #expect(await tool.run("infer", "--evidence", "none", "itunes").code == .usage)
        #expect(await tool.run("infer", "no-such-api").code == .unreadable)
        try Data(#"{"log": {"version": "1.2", "entries": []}}"#.utf8).write(to: tool.path("empty.har"))
        let empty = await tool.run("infer", "--recordings", "empty.har", "shop")
        #expect(empty.code == .unreadable)
        #expect(
            empty.error == """
                verbatim: Contracts/shop.json: no interactions to infer a contract from
                  next: name recordings with `--recordings DIR|FILE.har`

                """)
    }
}
