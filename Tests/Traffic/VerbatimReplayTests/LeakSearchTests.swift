import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

@Suite struct LeakSearchTests {
    /// Records one interaction with a secret whose value is known, and returns the text of each file by its
    /// name.
    private func record(
        _ secret: String, _ request: HTTPRequest, _ response: HTTPResponse, name: String = "case",
        mode: RecordingMode = .record, in folder: URL
    ) throws -> [String: String] {
        let options = Player.Options(redaction: Redaction([Secret("token", value: secret)]))
        let player = try Player(
            recording: folder.appending(path: "api/\(name).har"), mode: mode, options: options,
            transport: FakeNetwork { _ in .response(response) })
        _ = player.outcome(request)
        try player.finish(.succeeded)
        return try TemporaryFolder.files(in: folder).mapValues { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        "search", "1.json", "search/1.json", "entries", "startedDateTime", "request", "verbatim", "HTTP/1.1",
        "minified", "content", "redirectURL",
    ])
    func `a secret may equal the name of a file or a word of the format`(secret: String) throws {
        try withTemporaryFolder { folder in
            let files = try record(
                secret, HTTPRequest("GET", "https://a.test/\(secret)/x"),
                HTTPResponse(
                    200, headers: ["Content-Type": "application/json"],
                    body: .text(#"{"a":"\#(secret)","b":1}"#)), name: "search", in: folder)
            let har = try #require(files["api/search.har"])
            #expect(har.contains(#""url": "https://a.test/REDACTED-token-1/x""#), "\(har)")
            #expect(har.contains(#""_file": "search/1.json""#))
            #expect(files["api/search/1.json"]?.contains(#""a": "REDACTED-token-1""#) == true)
        }
    }

    /// Streams with the key 0123456789 in pieces, and the texts as they are recorded.
    @Test(
        arguments: [
            (
                #"data: {"d": {"t": "key 0123"}}|data: {"d": {"t": "456"}}|data: {"d": {"t": "789!"}}|"#,
                #"data: {"d": {"t": "key REDACTED-token-1"}}|data: {"d": {"t": ""}}|data: {"d": {"t": "!"}}|"#
            ),
            // The arguments of a tool, beside another string.
            (
                #"{"a": ["01234", "x"]}|{"b": "y"}|{"a": ["56789", "z"]}|"#,
                #"{"a": ["REDACTED-token-1", "x"]}|{"b": "y"}|{"a": ["", "z"]}|"#
            ),
            // In base64 in pieces, of which the padding is no part.
            (
                #"data: {"t": "MDEyMzQ1"}|data: {"t": "Njc4OQ=="}|"#,
                #"data: {"t": "UkVEQUNURUQtdG9rZW4tMQ"}|data: {"t": "=="}|"#
            ),
            // Not at the same place.
            (#"{"a": "01234"}|{"b": "56789"}|"#, #"{"a": "01234"}|{"b": "56789"}|"#),
        ])
    func `a secret in pieces of a stream is replaced`(stream: String, expected: String) throws {
        try withTemporaryFolder { folder in
            let body = stream.replacing("|", with: "\n")
            let files = try record(
                "0123456789", HTTPRequest("GET", "https://a.test/"),
                HTTPResponse(200, headers: ["Content-Type": "text/event-stream"], body: .text(body)),
                in: folder)
            let text = try #require(files.first { !$0.key.hasSuffix(".har") && $0.key.contains("case/") })
            #expect(text.value == expected.replacing("|", with: "\n"))
        }
    }

    @Test func `a secret in escaped pieces of a stream refuses the recording`() throws {
        try withTemporaryFolder { folder in
            let body = #"data: {"t": "\n01234"}"# + "\n" + #"data: {"t": "56789"}"# + "\n"
            #expect {
                try record(
                    "0123456789", HTTPRequest("GET", "https://a.test/"),
                    HTTPResponse(200, headers: ["Content-Type": "text/event-stream"], body: .text(body)),
                    in: folder)
            } throws: { error in
                "\(error)".contains("in plain text, in pieces of a stream")
                    && "\(error)".contains("in escaped pieces of a stream, it cannot be replaced")
            }
        }
    }

    @Test(arguments: ["secret", "REDACTED", "client_secret", "cret-1"])
    func `a secret may equal a part of a placeholder`(secret: String) throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            let secrets = [Secret("client_secret"), Secret("token", value: secret)]
            let player = try Player(
                recording: url, mode: .record, options: Player.Options(redaction: Redaction(secrets)),
                transport: FakeNetwork { _ in
                    .response(HTTPResponse(200, body: .text("[\(secret)] client_secret=0123456789")))
                })
            _ = player.outcome(HTTPRequest("GET", "https://a.test/?client_secret=0123456789"))
            try player.finish(.succeeded)
            let har = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            #expect(har.contains("REDACTED-client_secret-1"))
            let body = try #require(try TemporaryFolder.files(in: folder)["api/case/1.txt"])
            #expect(String(decoding: body, as: UTF8.self).hasPrefix("[REDACTED-token-1]"))
        }
    }

    @Test(arguments: ["", "x", "xy"])
    func `a secret between other bytes in base64 is redacted, and they stay`(prefix: String) throws {
        try withTemporaryFolder { folder in
            let encoded = Data("\(prefix)topsecretvalue and more".utf8).base64EncodedString()
            let files = try record(
                "topsecretvalue", HTTPRequest("GET", "https://a.test/"),
                HTTPResponse(200, body: .text("line one\n\(encoded)")), in: folder)
            let line = try #require(files["api/case/1.txt"]?.split(separator: "\n").last)
            let text = try #require(
                Data(base64Encoded: String(line)).map { String(decoding: $0, as: UTF8.self) })
            #expect(text.replacing(/-0*1/, with: "-1") == "\(prefix)REDACTED-token-1 and more")
        }
    }

    @Test func `an older entry with a secret is not published again`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            _ = try record(
                "another-value", HTTPRequest("GET", "https://a.test/old"),
                HTTPResponse(200, headers: ["X-Old": "known-value"]), in: folder)
            let before = try Data(contentsOf: url)
            let error = #expect(throws: RecordingError.self) {
                try record(
                    "known-value", HTTPRequest("GET", "https://a.test/new"), HTTPResponse(200),
                    mode: .extend, in: folder)
            }
            #expect(
                error?.description == """
                    secret-in-recording: the recording would contain a secret, so nothing was written
                      at \(url.path):30, the value of 'token', in plain text
                      next: record the whole scenario again, which redacts older entries too, or leave this request out
                    """)
            #expect(try Data(contentsOf: url) == before)
        }
    }

    @Test func `the message lists some of many leaks`() {
        let leaks = (1...50).map { Leak(file: "a.har", line: $0, secret: "token", encoding: "in plain text") }
        let lines = RecordingError.leak(leaks).description.split(separator: "\n")
        #expect(lines.count == 23)
        #expect(lines[20] == "  at a.har:20, the value of 'token', in plain text")
        #expect(lines[21] == "  and at 30 other locations")
    }

    @Test func `every value that was found under a name is replaced everywhere, or nothing is written`()
        throws
    {
        let last = "q7Zx9Lk2Pw4Rt8Vb3Nm6Jh5G"
        for surplus in [0, 1] {
            let others = (0..<(Redaction.maximumFoundCount - 1 + surplus)).map { "a7Zx9Lk\($0)" }
            let tokens = (others + [last]).map { "{\"access_token\":\"\($0)\"}\n" }.joined()
            let response = HTTPResponse(200, body: .text(tokens + "\(last) of \(others[0])"))
            try withTemporaryFolder { folder in
                let request = HTTPRequest("GET", "https://a.test/")
                guard surplus == 0 else {
                    #expect(throws: RecordingError.tooManySecrets(name: "access_token")) {
                        try record("known-value", request, response, in: folder)
                    }
                    return #expect(try TemporaryFolder.files(in: folder).isEmpty)
                }
                let files = try record("known-value", request, response, in: folder)
                #expect(!files.values.contains { $0.contains(last) || $0.contains(others[0]) })
            }
        }
    }

    @Test(arguments: [("string", "string"), ("pageSize", "pageSize"), ("4f9a27c1b2d3", "REDACTED-key-1")])
    func `a key that is an ordinary word changes no file but reports`(value: String, written: String) {
        let redactor = OutputRedactor([Redaction([Secret("key", value: value)], environment: [:])])
        #expect(redactor.ofFiles.redact("a \(value)") == "a \(written)")
        #expect(redactor.redact("a \(value)") == "a REDACTED-key-1")
    }

    @Test func `a player says which files were searched in part`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "api/case.har")
            let options = Player.Options(redaction: Redaction([Secret("token", value: "known-value")]))
            let zstd = Data([0x28, 0xb5, 0x2f, 0xfd, 0x80])
            let player = try Player(
                recording: url, mode: .record, options: options,
                transport: FakeNetwork { _ in .response(HTTPResponse(200, body: .data(zstd))) })
            _ = player.outcome(HTTPRequest("GET", "https://a.test/"))
            try player.finish(.succeeded)
            let file = folder.appending(path: "api/case/1.bin").path
            #expect(player.partialSearches == ["\(file): zstd is not decompressed"])
        }
    }

    @Test func `a body that is searched in part is named with the reason`() throws {
        let response = { (coding: String, body: [UInt8]) in
            Interaction(
                HTTPRequest("GET", "https://a.test/"),
                .response(HTTPResponse(200, headers: ["Content-Encoding": coding], body: .data(Data(body)))))
        }
        let archive = Archive([
            response("br", [0xff, 0xfe, 0x80]), response("br", Array("decoded".utf8)),
            response("gzip", Compressor.gzip([0x80])), response("", [0x28, 0xb5, 0x2f, 0xfd, 0x80]),
            response("br", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        ])
        let files = try ArchiveFiles(archive, at: URL(filePath: "/tmp/api/case.har"))
        let result = LeakSearch([KnownSecret(name: "token", value: "known-value")]).result(of: files)
        #expect(result.leaks.isEmpty)
        #expect(
            result.partial == [
                "/tmp/api/case/1.bin: br is not decompressed",
                "/tmp/api/case/4.bin: zstd is not decompressed",
            ])
    }
}
