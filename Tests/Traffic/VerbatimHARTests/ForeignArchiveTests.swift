import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

/// Archives in the form that other tools document, with our own content.
@Suite struct ForeignArchiveTests {
    /// The entry that a tool writes for the same request and the same JSON body.
    struct Tool: CustomTestStringConvertible, Sendable {
        var name: String
        var entry: String
        var log = ""
        var testDescription: String { name }
    }

    static let body = #"{\"a\":1}"#

    static let tools: [Tool] = [
        Tool(
            name: "Chrome",
            entry: """
                {"_connectionId": "93", "_initiator": {"type": "script", "stack": {"callFrames": []}}, "_priority": "High",
                 "_resourceType": "fetch", "cache": {}, "connection": "443", "pageref": "page_1",
                 "request": {"method": "GET", "url": "https://a.test/x?q=1#frag", "httpVersion": "http/2.0",
                   "headers": [{"name": ":authority", "value": "a.test"}, {"name": "accept", "value": "*/*"}],
                   "queryString": [{"name": "q", "value": "1"}], "cookies": [], "headersSize": -1, "bodySize": 0},
                 "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0",
                   "headers": [{"name": "content-type", "value": "application/json"}], "cookies": [],
                   "content": {"size": 7, "mimeType": "application/json", "text": "\(body)"}, "redirectURL": "",
                   "headersSize": -1, "bodySize": -1, "_transferSize": 120, "_error": null},
                 "serverIPAddress": "[::1]", "startedDateTime": "2026-11-21T10:00:00.123Z", "time": 93.24700000024,
                 "timings": {"blocked": 2.1, "dns": -1, "ssl": -1, "connect": -1, "send": 0.14, "wait": 90.0,
                   "receive": 1.0, "_blocked_queueing": 1.5}}
                """,
            log:
                #""pages": [{"startedDateTime": "2026-11-21T10:00:00Z", "id": "page_1", "title": "x", "pageTimings": {}}],"#
        ),
        Tool(
            name: "Firefox",
            entry: """
                {"startedDateTime": "2026-11-21T12:00:00.123+02:00",
                 "request": {"bodySize": 0, "method": "GET", "url": "https://a.test/x?q=1", "httpVersion": "HTTP/2",
                   "headers": [{"name": "Host", "value": "a.test"}, {"name": "accept", "value": "*/*"}], "cookies": [],
                   "queryString": [{"name": "q", "value": "1"}], "headersSize": 410},
                 "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/2",
                   "headers": [{"name": "content-type", "value": "application/json"}], "cookies": [],
                   "content": {"mimeType": "application/json", "size": 7, "text": "\(body)"}, "redirectURL": "",
                   "headersSize": 600, "bodySize": 607},
                 "cache": {}, "timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 93,
                   "receive": 0}, "time": 93, "_securityState": "secure", "serverIPAddress": "::1", "connection": "443"}
                """),
        Tool(
            name: "Safari",
            entry: """
                {"pageref": "page_0", "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 93.1,
                 "request": {"method": "GET", "url": "https://a.test/x?q=1", "httpVersion": "HTTP/2", "cookies": [],
                   "headers": [{"name": "Accept", "value": "*/*"}], "queryString": [{"name": "q", "value": "1"}],
                   "headersSize": 90, "bodySize": 0},
                 "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "cookies": [],
                   "headers": [{"name": "Content-Type", "value": "application/json"}], "redirectURL": "",
                   "content": {"size": 7, "compression": 0, "mimeType": "application/json", "text": "\(body)"},
                   "headersSize": 200, "bodySize": 7, "_transferSize": 207}, "cache": {},
                 "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 93.1, "receive": 0},
                 "serverIPAddress": "127.0.0.1", "_serverPort": 443, "_fetchType": "Network Load"}
                """),
        Tool(
            name: "Charles",
            entry: """
                {"startedDateTime": "2026-11-21T10:00:00.000+00:00", "time": 93,
                 "request": {"method": "GET", "url": "https://a.test/x?q=1", "httpVersion": "HTTP/1.1", "cookies": [],
                   "headers": [{"name": "Accept", "value": "*/*"}], "queryString": [{"name": "q", "value": "1"}],
                   "headersSize": 90, "bodySize": 0},
                 "response": {"_charlesStatus": "COMPLETE", "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                   "cookies": [], "headers": [{"name": "Content-Type", "value": "application/json"}],
                   "content": {"size": 7, "compression": 0, "mimeType": "application/json", "text": "eyJhIjoxfQ==",
                     "encoding": "base64"}, "redirectURL": null, "headersSize": 0, "bodySize": 7},
                 "serverIPAddress": "127.0.0.1", "cache": {}, "timings": {"send": 1, "wait": 91, "receive": 1,
                   "dns": 2, "connect": 3, "ssl": 4}}
                """),
        Tool(
            name: "Proxyman",
            entry: """
                {"_id": "12", "_name": "", "_isHTTPS": true, "_clientName": "App", "comment": "",
                 "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 93,
                 "request": {"method": "GET", "url": "https://a.test/x?q=1", "httpVersion": "HTTP/1.1", "cookies": [],
                   "headers": [{"name": "Accept", "value": "*/*"}], "queryString": [{"name": "q", "value": "1"}],
                   "postData": null, "headersSize": -1, "bodySize": 0},
                 "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
                   "headers": [{"name": "Content-Type", "value": "application/json"}], "redirectURL": "",
                   "content": {"size": 7, "mimeType": "application/json", "text": "eyJhIjoxfQ==", "encoding": "base64"},
                   "headersSize": -1, "bodySize": 7}, "cache": {}, "timings": {"send": 0, "wait": 93, "receive": 0}}
                """),
        Tool(
            name: "mitmproxy",
            entry: """
                {"startedDateTime": "2026-11-21T10:00:00.123456+00:00", "time": 93.0,
                 "request": {"method": "GET", "url": "https://a.test/x?q=1", "httpVersion": "HTTP/2.0", "cookies": [],
                   "headers": [{"name": "accept", "value": "*/*"}], "queryString": [{"name": "q", "value": "1"}],
                   "headersSize": 60, "bodySize": 0},
                 "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/2.0", "cookies": [],
                   "headers": [{"name": "content-type", "value": "application/json"}],
                   "content": {"size": 7, "compression": 0, "mimeType": "application/json", "text": "\(body)"},
                   "redirectURL": "", "headersSize": 80, "bodySize": 7}, "cache": {},
                 "timings": {"connect": -1.0, "ssl": -1.0, "send": 0.5, "receive": 1.5, "wait": 91.0},
                 "serverIPAddress": "127.0.0.1"}
                """),
        Tool(
            name: "Playwright",
            entry: """
                {"_frameref": "frame@1", "_monotonicTime": 1234.567, "startedDateTime": "2026-11-21T10:00:00.123Z",
                 "time": 93.247, "pageref": "page@1",
                 "request": {"method": "GET", "url": "https://a.test/x?q=1", "httpVersion": "HTTP/2.0", "cookies": [],
                   "headers": [{"name": "accept", "value": "*/*"}], "queryString": [{"name": "q", "value": "1"}],
                   "headersSize": -1, "bodySize": 0},
                 "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/2.0", "cookies": [],
                   "headers": [{"name": "content-type", "value": "application/json"}],
                   "content": {"size": -1, "mimeType": "application/json", "_file": "5b2f.json"}, "headersSize": -1,
                   "bodySize": -1, "redirectURL": "", "_transferSize": -1}, "cache": {},
                 "timings": {"send": -1, "wait": -1, "receive": 1.0}, "_securityDetails": {}}
                """, log: #""browser": {"name": "chromium", "version": "130"},"#),
    ]

    @Test(arguments: tools)
    func `a foreign archive is valid HAR when it is written self-contained`(tool: Tool) throws {
        try withTemporaryFolder { folder in
            let written = try JSON(parsing: try read(tool, in: folder).selfContainedHAR())
            #expect(try ArchiveSchema.compiled().validate(written).map(\.description) == [])
        }
    }

    private func read(_ tool: Tool, in folder: URL) throws -> Archive {
        let text = """
            \u{feff}{"log": {"version": "1.2", "creator": {"name": "\(tool.name)", "version": "1"}, \(tool.log)
             "entries": [\(tool.entry)]}}
            """
        try Data(#"{"a":1}"#.utf8).write(to: folder.appending(path: "5b2f.json"))
        let url = folder.appending(path: "foreign.har")
        try Data(text.utf8).write(to: url)
        return try Archive(contentsOf: url)
    }

    @Test(arguments: tools)
    func `a foreign archive is read`(tool: Tool) throws {
        try withTemporaryFolder { folder in
            let archive = try read(tool, in: folder)
            let interaction = try #require(archive.interactions.first)
            #expect(archive.interactions.count == 1)
            #expect(archive.losses.isEmpty)
            #expect(interaction.request.method == "GET")
            #expect(interaction.request.url == "https://a.test/x?q=1")
            #expect(interaction.request.headers["Accept"] == "*/*")
            #expect(interaction.request.body == nil)
            #expect(interaction.outcome.response?.status == 200)
            #expect(interaction.outcome.response?.headers["Content-Type"] == "application/json")
            #expect(text(try interaction.responseBytes()) == #"{"a":1}"#)
            #expect(interaction.duration.map { Int($0) } == 93)
        }
    }

    @Test(arguments: tools)
    func `a foreign archive keeps all of its members when it is written`(tool: Tool) throws {
        try withTemporaryFolder { folder in
            let archive = try read(tool, in: folder)
            let before = try #require(archive.source)
            let written = try archive.selfContainedHAR()
            let again = try Archive(parsing: written, path: "again.har", folder: folder)
            let after = try #require(again.source)
            #expect(try again.interactions.map { try $0.kept } == archive.interactions.map { try $0.kept })
            let (old, new) = (before["log"]["entries"][0], after["log"]["entries"][0])
            for name in old.members.map(\.name) where !["request", "response", "timings"].contains(name) {
                #expect(old[name].value == new[name].value, "\(name)")
            }
            for (name, span) in old["timings"].members where span.int != -1 {
                #expect(span.value == new["timings"][name].value, "\(name)")
            }
            for name in old["response"].members.map(\.name) where name.hasPrefix("_") && name != "_error" {
                #expect(old["response"][name].value == new["response"][name].value, "\(name)")
            }
            #expect(before["log"]["creator"].value == after["log"]["creator"].value)
            #expect(before["log"]["pages"].exists == after["log"]["pages"].exists)
        }
    }

    @Test(arguments: [
        (
            #"{"content": {"size": 12}, "status": 200}"#, "{}",
            "loss-response-body: the response body of 12 bytes is not in the archive; it is not judged, and a replay of it fails"
        ),
        (
            #"{"status": 200, "content": {"size": 1, "mimeType": "text/html; charset=ISO-8859-1", "text": "é"}}"#,
            "{}",
            "loss-charset: the body was sent in iso-8859-1 and is stored as text; it is read and replayed in UTF-8"
        ),
        (
            #"{"status": 204}"#,
            #"{"postData": {"mimeType": "multipart/form-data; boundary=x", "params": [{"name": "a"}]}}"#,
            "loss-request-body: the archive has only the fields of the multipart body; it is matched as empty"
        ),
        (
            #"{"status": 204}"#, #"{"bodySize": 3}"#,
            "loss-request-body: the request body of 3 bytes is not in the archive; it is matched as empty"
        ),
        (
            #"{"status": 0}"#, "{}",
            "loss-response: the archive has neither a response nor an error; the request is not judged, and fails in a replay"
        ),
    ])
    func `parts that an archive does not contain are reported`(
        response: String, request: String, message: String
    ) throws {
        let request = request.dropFirst().dropLast()
        let text = """
            {"log": {"entries": [
             {"request": {"method": "POST", "url": "https://a.test/"\(request.isEmpty ? "" : ",")\(request)},
              "response": \(response)}]}}
            """
        let archive = try Archive(parsing: Data(text.utf8), path: "f.har", folder: URL(filePath: "/tmp"))
        #expect(archive.losses.count == 1)
        #expect(
            archive.losses.first?.description.hasPrefix("\(message)\n  at f.har:2 (entry 1)\n  next: ")
                == true)
    }
}
