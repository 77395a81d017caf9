import Foundation
import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// Traffic that a hostile provider made: every command shows it, and none obeys it or prints a key.
@Suite struct HostileTrafficTests {
    private static let key = "5ec4e7c0ffee5ec4e7c0ffee5ec4e7c0"
    /// A key that only the archive has, in a header field and in a body.
    private static let token = "b2d5f1a9c3e84760b2d5f1a9c3e84760"
    /// Begins with what a build server or a terminal would obey, and ends with a key, which excerpts cut.
    private static let hostile =
        "\n::error::x\u{1b}]0;t\u{7}\u{1b}[2J\u{202e}y\u{2028}\u{85}##vso[task.complete]##[group]\(key)"

    /// An archive in which every text is hostile.
    private static let archive: JSONValue = {
        let text = JSONValue.string(hostile)
        let field: JSONValue = ["name": .string("x-" + hostile), "value": text]
        let type: JSONValue = ["name": "Content-Type", "value": "application/json"]
        let body: JSONValue = [
            "page": text, "data": [["id": text, hostile: text]], hostile: [text, text],
            "long": .string(String(repeating: "z", count: 60) + key + hostile),
            "per_page": .string("your token is " + token),
        ]
        func entry(_ path: String, _ status: Int, _ body: String) -> JSONValue {
            [
                "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1, "cache": [:] as JSONValue,
                "timings": ["send": 0, "wait": 1, "receive": 0],
                "request": [
                    "method": "GET", "url": .string("https://reqres.in/api\(path)"),
                    "httpVersion": "HTTP/1.1",
                    "headers": [field, ["name": "Authorization", "value": .string("Bearer " + token)]],
                    "queryString": [],
                    "cookies": [], "headersSize": -1, "bodySize": 0,
                ],
                "response": [
                    "status": .number(JSONNumber(status)), "statusText": text, "httpVersion": "HTTP/1.1",
                    "cookies": [], "headers": [type, field],
                    "content": ["size": -1, "mimeType": "application/json", "text": .string(body)],
                    "redirectURL": "", "headersSize": -1, "bodySize": -1,
                ],
            ]
        }
        let entries = [
            entry("/users?page=\(key)&\(hostile)=\(hostile)", 200, body.text()),
            entry("/users/2", 200, hostile),
            entry("/\(hostile)", 418, hostile), entry("/users/23", 200, JSONValue.string(hostile).text()),
        ]
        return [
            "log": ["version": "1.2", "creator": ["name": text, "version": "1"], "entries": .array(entries)]
        ]
    }()

    private static let commands = [
        ["check", "--recordings", "hostile.har"], ["check", "--recordings", "hostile.har", "--coverage"],
        ["check", "--recordings", "hostile.har", "--format", "json"],
        ["check", "--recordings", "hostile.har", "--reproduce", "Tests"],
        ["models", "reqres", "--recordings", "hostile.har"],
        ["models", "reqres", "--recordings", "hostile.har", "--format", "json"],
        ["mutate", "reqres", "--recordings", "hostile.har"],
        ["mutate", "reqres", "--recordings", "hostile.har", "--format", "json"],
        ["infer", "reqres", "--recordings", "hostile.har", "--output", "-", "--counts"],
        ["infer", "shop", "--recordings", "hostile.har", "--output", "made.json", "--evidence", "1"],
        ["diff", "hostile.har", "other.har"], ["diff", "hostile.har", "other.har", "--format", "json"],
        ["diff", "Contracts/reqres.json", "made.json"],
        ["show", "hostile.har"], ["show", "hostile.har", "--entry", "1"],
        ["show", "hostile.har", "--entry", "4"],
        ["show", "hostile.har", "--embed"],
        ["schema", "schema.json", "hostile.har"], ["schema", "hostile.har", "schema.json"],
        ["schema", "schema.json", "hostile.har", "--format", "json"],
        [hostile], ["check", hostile], ["check", "--\(hostile)"], ["show", "\(hostile).har"],
        ["check", "--format", hostile], ["diff", hostile, hostile], ["infer", hostile],
    ]

    private static func folder() throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        try Data(archive.bytes()).write(to: tool.path("hostile.har"))
        try Data(#"{"log": {"version": "1.2", "entries": []}}"#.utf8).write(to: tool.path("other.har"))
        let schema: JSONValue = [
            "properties": ["log": ["required": [.string(hostile)], "additionalProperties": false]],
            hostile: 1, "pattern": .string(hostile),
        ]
        try Data(schema.bytes()).write(to: tool.path("schema.json"))
        return tool
    }

    @Test func `no command obeys it, and none prints a key`() async throws {
        let tool = try Self.folder()
        for words in Self.commands {
            let run = await tool.run(words: words, environment: ["REQRES_API_KEY": Self.key])
            #expect(!(run.out + run.error).isEmpty, "\(words)")
            for text in [run.out, run.error] {
                let raw = text.unicodeScalars.filter {
                    $0.value < 0x20 && $0 != "\n" || $0.value > 0x7e && !"…✗✓·".unicodeScalars.contains($0)
                }
                #expect(raw.isEmpty, "\(words): \(text.debugDescription)")
                #expect(text.firstMatch(of: /(?m)^\s*::/) == nil && !text.contains("##"), "\(words): \(text)")
                #expect(!text.contains("5ec4e7c0") && !text.contains("b2d5f1a9"), "\(words): \(text)")
            }
            if words.contains("json") || words.contains("--embed") {
                #expect(throws: Never.self, "\(words)") { try JSON(parsing: Array(run.out.utf8)) }
            }
        }
        let tests = try tool.files(in: "Tests").mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(tests.count > 3)
        for (name, text) in tests {
            let raw = text.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || $0.value > 0x7e && !"…✗✓·".unicodeScalars.contains($0)
            }
            #expect(raw.isEmpty, "\(name)")
            #expect(text.firstMatch(of: /(?m)^\s*::/) == nil, "\(name)")
            #expect(!text.contains("5ec4e7c0") && !text.contains("b2d5f1a9"), "\(name)")
        }
        let made = String(decoding: try Data(contentsOf: tool.path("made.json")), as: UTF8.self)
        #expect(!made.contains("5ec4e7c0") && !made.contains("b2d5f1a9"))
    }

    /// Archives are searched for keys only if something is found in any of them.
    @Test(arguments: [[], ["--shard", "1/1", "--partial", "part.json"]])
    func `a key of an archive that holds is hidden in what is found in another`(share: [String]) async throws
    {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        func write(_ name: String, authorization: String, body: String) throws {
            let type: JSONValue = ["name": "Content-Type", "value": "application/json"]
            let date: JSONValue = ["name": "Date", "value": "Sat, 21 Nov 2026 10:05:56 GMT"]
            let archive: JSONValue = [
                "log": [
                    "version": "1.2", "creator": ["name": "t", "version": "1"],
                    "entries": [
                        [
                            "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1,
                            "request": [
                                "method": "GET", "url": "https://reqres.in/api/users/2",
                                "headers": [["name": "Authorization", "value": .string(authorization)]],
                            ],
                            "response": [
                                "status": 200, "headers": [type, date],
                                "content": ["mimeType": "application/json", "text": .string(body)],
                            ],
                        ]
                    ],
                ]
            ]
            try Data(archive.bytes()).write(to: tool.path(name))
        }
        let user =
            #"{"id": 2, "email": "a@b.test", "first_name": "A", "last_name": "B", "avatar": "https://b.test/2"}"#
        try write("holds.har", authorization: "Bearer " + Self.token, body: #"{"data": \#(user)}"#)
        try write("other.har", authorization: "", body: #"{"data": "your token is \#(Self.token)"}"#)
        let words = ["check", "--recordings", "holds.har", "--recordings", "other.har"]
        var run = await tool.run(words: words + (share.isEmpty ? ["--verbose"] : share))
        if !share.isEmpty { run = await tool.run("merge", "part.json", "--verbose") }
        #expect(run.out.contains("your token is REDACTED"), "\(run.out)\(run.error)")
        #expect(!run.out.contains(Self.token.prefix(8)))
    }

    @Test(arguments: [(2, 3, 7), (300, 10, 641), (3, 2_000, 1_000)])
    func `servers whose variables multiply have a limited number of URLs`(
        variables: Int, values: Int, count: Int
    ) throws {
        let names = (0..<variables).map { "v\($0)" }
        let members = names.map { name in
            let values = (0..<values).map { "\"\(name)-\($0)\"" }.joined(separator: ", ")
            return "\"\(name)\": {\"default\": \"\(name)\", \"enum\": [\(values)]}"
        }
        var contract = GeneratedContract()
        contract.servers = """
            [{"url": "https://a.test/\(names.map { "{\($0)}" }.joined())/",
              "variables": {\(members.joined(separator: ", "))}}]
            """
        #expect(try Contract(parsing: contract.data, file: "a.json").serverURLs.count == count)
    }
}
