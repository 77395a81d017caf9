import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim import`: fixtures of other tools as recordings.
@Suite struct ImportCommandTests {
    /// A fixture, and the interactions that its recording has.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        var options: [String] = []
        let interactions: [String]
        let body: String
        var losses: [String] = []
        var fileExtension = "json"

        var testDescription: String { name }
    }

    @Test(arguments: cases.map(\.name))
    func `bodies that are too large together end the import with their file`(name: String) throws {
        let item = try #require(Self.cases.first { $0.name == name })
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "case.\(item.fileExtension)")
            try Data(item.text.utf8).write(to: file)
            let url = item.options.firstIndex(of: "--url").map { item.options[$0 + 1] }
            let size = item.body.utf8.count
            let path = file.lastPathComponent
            #expect(throws: Never.self) {
                try ForeignFixture(contentsOf: file, path: path, url: url, bodyLimit: 1000)
            }
            let problem = try #require(throws: FileProblem.self) {
                try ForeignFixture(contentsOf: file, path: path, url: url, bodyLimit: size - 1)
            }
            #expect("\(problem)".hasPrefix("\(path): the bodies have too many bytes for one recording"))
        }
    }

    private static let cases = [
        Case(
            name: "dvr",
            text: """
                {"name": "dvr", "interactions": [{"recorded_at": 1434171536.5,
                  "request": {"method": "GET", "url": "https://w.test/now?city=Berlin", "headers": {}},
                  "response": {"url": "https://w.test/now", "status": 200,
                    "headers": {"Content-Type": "application/json"}, "body": {"celsius": 21}}}]}
                """,
            interactions: ["GET https://w.test/now?city=Berlin -> 200"], body: #"{"celsius":21}"#,
            losses: ["the white space of a body that is stored as JSON"]),
        Case(
            name: "vcr",
            text: """
                {"http_interactions": [{"request": {"method": "post", "uri": "https://w.test/places",
                    "body": {"encoding": "UTF-8", "string": "city=Berlin"}, "headers": {"Accept": ["*/*"]}},
                  "response": {"status": {"code": 201, "message": "Created"},
                    "headers": {"Content-Encoding": ["gzip"]},
                    "body": {"encoding": "UTF-8", "base64_string": "aGk="}},
                  "recorded_at": "Tue, 01 Nov 2011 04:58:44 GMT"}], "recorded_with": "VCR 6.0.0"}
                """,
            interactions: ["POST https://w.test/places -> 201"], body: "hi"),
        Case(
            name: "vcrpy",
            text: """
                {"version": 1, "interactions": [{"request": {"method": "GET", "uri": "https://w.test/a",
                    "body": null, "headers": {}}, "response": {"status": {"code": 200, "message": "OK"},
                    "headers": {}, "body": {"string": "hi"}}}]}
                """, interactions: ["GET https://w.test/a -> 200"], body: "hi"),
        Case(
            name: "vcrpy-gzip",
            text: """
                version: 1
                interactions:
                - request: {method: GET, uri: https://w.test/now, body: null, headers: {}}
                  response:
                    status: {code: 200, message: OK}
                    headers: {Content-Encoding: [gzip], Content-Length: ['36']}
                    body:
                      string: !!binary |
                        H4sIAAAAAAACA6tWSk7NKc4sLVayMjLUM60F
                        AOhpR4UQAAAA
                - request: {method: GET, uri: https://w.test/br, body: null, headers: {}}
                  response:
                    status: {code: 200, message: OK}
                    headers: {Content-Encoding: [br]}
                    body: {string: !!binary "iwOAAAECAwQFBgcICQr/Aw=="}
                """, interactions: ["GET https://w.test/now -> 200", "GET https://w.test/br -> 200"],
            body: #"{"celsius":21.5}"#,
            losses: ["the body, whose content coding 'br' cannot be undone"], fileExtension: "yaml"),
        Case(
            name: "polly",
            text: """
                {"log": {"_recordingName": "p", "version": "1.2", "creator": {"name": "Polly.JS", "version": "6"},
                  "entries": [{"_id": "1", "_order": 0, "startedDateTime": "2026-01-02T03:04:05.000Z", "time": 5,
                    "request": {"method": "GET", "url": "https://w.test/a", "httpVersion": "HTTP/1.1",
                      "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0},
                    "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
                      "headers": [], "redirectURL": "", "headersSize": -1, "bodySize": 2,
                      "content": {"size": 2, "mimeType": "text/plain", "text": "hi"}},
                    "cache": {}, "timings": {"send": 0, "wait": 5, "receive": 0}}], "pages": []}}
                """, interactions: ["GET https://w.test/a -> 200"], body: "hi"),
        Case(
            name: "polly-yaml",
            text: """
                log:
                  _recordingName: p
                  creator: {comment: persister:fs, name: Polly.JS, version: 6.0.6}
                  entries:
                    - _id: 1
                      request: {method: GET, url: https://w.test/a, cookies: [], headers: []}
                      response:
                        content: {mimeType: application/json, size: 12, text: "{\\"a\\": \\"é\\"}"}
                        headers: [{name: content-type, value: application/json}]
                        status: 200
                        statusText: OK
                      startedDateTime: 2026-01-02T03:04:05.000Z
                      time: 5
                  pages: []
                  version: "1.2"
                """, interactions: ["GET https://w.test/a -> 200"], body: #"{"a": "é"}"#,
            fileExtension: "yaml"),
        Case(
            name: "hoverfly-server",
            text: """
                {"data": {"pairs": [
                  {"request": {"scheme": [{"matcher": "Exact", "value": ""}],
                    "destination": [{"matcher": "EXACT", "value": "w.test"}]}, "response": {"body": "hi"}},
                  {"request": {"path": [{"matcher": "exact", "value": "/now"}]}, "response": {"status": 404}}
                ]}}
                """, options: ["--url", "https://a.test/"],
            interactions: ["GET http://w.test/ -> 200", "GET https://a.test/now -> 404"], body: "hi"),
        Case(
            name: "hoverfly",
            text: """
                {"data": {"pairs": [
                  {"request": {"method": [{"matcher": "exact", "value": "GET"}],
                    "scheme": [{"matcher": "exact", "value": "https"}],
                    "destination": [{"matcher": "exact", "value": "w.test"}],
                    "path": [{"matcher": "exact", "value": "/now"}],
                    "query": {"city": [{"matcher": "exact", "value": "New York"}]}},
                   "response": {"status": 200, "body": "aGk=", "encodedBody": true, "headers": {"X": ["1"]},
                     "fixedDelay": 5}},
                  {"request": {"destination": [{"matcher": "exact", "value": "w.test"}],
                    "path": [{"matcher": "glob", "value": "/*"}]}, "response": {"status": 404, "body": ""}}
                ]}, "meta": {"schemaVersion": "v5.2"}}
                """, interactions: ["GET https://w.test/now?city=New%20York -> 200"], body: "hi",
            losses: ["'fixedDelay'", "a pair, because it matches by 'glob'"]),
        Case(
            name: "wiremock",
            text: """
                {"mappings": [
                  {"request": {"method": "GET", "urlPath": "/now", "queryParameters": {"city": {"equalTo": "Rome"}}},
                   "response": {"status": 200, "jsonBody": {"celsius": 21}, "fixedDelayMilliseconds": 9}},
                  {"request": {"method": "GET", "urlPathPattern": "/x/.*"}, "response": {"status": 200}}]}
                """, options: ["--url", "https://w.test/"],
            interactions: ["GET https://w.test/now?city=Rome -> 200"], body: #"{"celsius":21}"#,
            losses: ["'fixedDelayMilliseconds'", "a mapping, because its URL or query is a pattern"]),
        Case(
            name: "mocker", text: #"{"celsius": 21}"#, options: ["--url", "https://w.test/now"],
            interactions: ["GET https://w.test/now -> 200"], body: #"{"celsius": 21}"#,
            losses: ["the status and header fields are assumed: 200, JSON"]),
    ]

    @Test(arguments: cases)
    func `a fixture becomes a recording, and losses are reported`(item: Case) async throws {
        let harness = try CommandLineHarness(contractsOf: [], apis: [])
        let file = "\(item.name).\(item.fileExtension)"
        try Data(item.text.utf8).write(to: harness.path(file))
        let words = ["import", "weather", file] + item.options
        let run = await harness.run(words: words)
        #expect(run.code == .holds, "\(run)")
        #expect(run.out.hasPrefix("weather/\(item.name): imported from a"))
        let losses = run.error.split(separator: "\n").filter { $0.hasPrefix("  lost: ") }
        #expect(losses.count == item.losses.count, "\(run.error)")
        for (loss, expected) in zip(losses, item.losses) { #expect(loss.hasSuffix(expected), "\(loss)") }

        let archive = try Archive(contentsOf: harness.path("Recordings/weather/\(item.name).har"))
        let lines = archive.interactions.map {
            "\($0.request.method) \($0.request.url) -> \($0.outcome.response?.status ?? 0)"
        }
        #expect(lines == item.interactions)
        let body = try #require(archive.interactions.first).responseBytes()
        #expect(String(decoding: body, as: UTF8.self) == item.body)

        let again = await harness.run(words: words)
        #expect(again.code == .unreadable && again.error.contains("the recording exists"))
    }

    @Test func `an imported recording has an origin and a day that check and status accept`() async throws {
        let scenario = Scenario("a", "sends a request") { _ in }
        let harness = try CommandLineHarness(
            contractsOf: [], apis: [API(name: "weather", scenarios: [scenario])])
        let text = """
            {"interactions": [{"recorded_at": 1434171536, "request": {"method": "GET", "url": "https://w.test/a"},
              "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"x": 1}}}]}
            """
        try Data(text.utf8).write(to: harness.path("a.json"))
        #expect(await harness.run("import", "weather", "a.json").code == .holds)
        #expect(await harness.run("infer", "weather").code == .holds)
        let file = harness.path("Recordings/weather/a.har")
        #expect(try Archive(contentsOf: file).origin == .imported)
        #expect(try RefreshLog(in: harness.path("Recordings")).days()["weather/a"] != nil)

        let check = await harness.run("check", "weather")
        #expect(check.code == .holds && !check.out.contains("recording-"), "\(check)")
        // It is as old as its interaction, not as its import.
        #expect(await harness.run("check", "--max-age", "30").out.contains("recording-stale"))
        let status = await harness.run("status", "--verbose")
        #expect(status.out.contains(#/weather/a +1 +2015-06-13 +imported\n/#), "\(status.out)")
    }

    @Test(arguments: ["link.txt", "../outside.txt"])
    func `a mapping of WireMock reads no body outside of its folder`(name: String) async throws {
        let tool = try CommandLineHarness(contractsOf: [])
        try tool.write("outside", to: "outside.txt")
        try tool.write(
            #"{"request": {"method": "GET", "url": "/a"}, "response": {"bodyFileName": "\#(name)"}}"#,
            to: "mappings/m.json")
        try FileManager.default.createSymbolicLink(
            at: tool.path("mappings/link.txt"), withDestinationURL: tool.path("outside.txt"))
        let run = await tool.run("import", "flickr", "mappings/m.json", "--url", "https://a.test")
        #expect(run.error.contains("the body in '\(name)', which is not there"), "\(run.error)")
    }

    @Test func `a body that is searched in part is named`() async throws {
        let harness = try CommandLineHarness(contractsOf: [])
        let zstd = Data([0x28, 0xb5, 0x2f, 0xfd, 0x80]).base64EncodedString()
        try Data(
            """
            {"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [
              {"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
               "request": {"method": "GET", "url": "https://w.test/a", "httpVersion": "HTTP/1.1",
                 "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
               "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
                 "headers": [{"name": "Content-Type", "value": "application/octet-stream"}],
                 "content": {"size": 5, "mimeType": "", "encoding": "base64", "text": "\(zstd)"},
                 "redirectURL": "", "headersSize": -1, "bodySize": -1},
               "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}
            ]}}
            """.utf8
        ).write(to: harness.path("a.har"))
        let environment = ["FLICKR_API_KEY": "s3cr3tK3yOfMine99"]
        let run = await harness.run("import", "flickr", "a.har", environment: environment)
        #expect(run.code == .holds)
        let file = "Recordings/flickr/a/1.bin"
        #expect((run.out + run.error).contains("not all searched for secrets: "), "\(run.error)")
        #expect((run.out + run.error).contains("\(file): zstd is not decompressed"), "\(run.error)")
    }

    @Test func `times are kept, and secrets are redacted`() async throws {
        let harness = try CommandLineHarness(contractsOf: [], apis: [])
        try Data(
            """
            {"interactions": [{"recorded_at": 1434171536,
              "request": {"method": "GET", "url": "https://w.test/a?api_key=s3cr3tK3yOfMine99", "headers": {}},
              "response": {"status": 200, "headers": {}, "body": "x"}}]}
            """.utf8
        ).write(to: harness.path("a.json"))
        #expect(await harness.run("import", "weather", "a.json", "--name", "first").code == .holds)
        let file = harness.path("Recordings/weather/first.har")
        #expect(!(try String(contentsOf: file, encoding: .utf8)).contains("s3cr3tK3yOfMine99"))
        let started = try Archive(contentsOf: file).interactions.first?.started
        #expect(started == "2015-06-13T04:58:56.000Z")
    }

    @Test(arguments: [
        (["a.json"], "{\"x\": 1}", "neither an archive, a cassette, a simulation nor a stub mapping"),
        (["a.json"], "[", "invalid JSON"),
        (["a.json"], #"{"mappings": []}"#, "the stub mappings of WireMock name no server"),
        (["a.json"], #"{"interactions": [{}]}"#, "no interaction in a DVR cassette"),
        (["none.json"], "{}", "the file cannot be read"),
    ])
    func `a file that is no fixture is refused`(files: [String], text: String, message: String) async throws {
        let harness = try CommandLineHarness(contractsOf: [], apis: [])
        try Data(text.utf8).write(to: harness.path("a.json"))
        let run = await harness.run(words: ["import", "weather"] + files)
        #expect(run.code == .unreadable && run.error.contains(message), "\(run)")
        #expect(try harness.files().isEmpty)
    }

    @Test(arguments: [["../x", "a.json"], [".x", "a.json"], ["x", "a.json", "--name", "../../y"]])
    func `no name leaves the folder of the recordings`(words: [String]) async throws {
        let run = try await CommandLineHarness(contractsOf: [], apis: []).run(words: ["import"] + words)
        #expect(run.code == .usage)
    }
}
