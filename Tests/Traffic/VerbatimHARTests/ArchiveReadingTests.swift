import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@Suite struct ArchiveReadingTests {
    private func read(_ text: String) throws -> Archive {
        try Archive(parsing: Data(text.utf8), path: "a.har", folder: URL(filePath: "/tmp"))
    }

    /// Returns an archive with one entry, in the form of Chrome unless a part is given.
    private func entry(request: String = "", response: String, rest: String = "") -> String {
        """
        {"log": {"version": "1.2", "entries": [{
          "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 150.75\(rest),
          "request": {"method": "GET", "url": "https://a.test/x#part", "headers": []\(request)},
          "response": \(response)
        }]}}
        """
    }

    @Test func `fractions, -1, unknown members and pseudo-header fields are read as browsers write them`()
        throws
    {
        let archive = try read(
            entry(
                request: #", "_priority": "High", "headersSize": -1"#,
                response: """
                    {"status": 200.0, "statusText": "", "bodySize": -1, "headers": [
                       {"name": ":status", "value": "200"}, {"name": "set-cookie", "value": "a=1"},
                       {"name": "set-cookie", "value": "b=2"}],
                     "content": {"size": 2, "mimeType": "text/plain", "text": "hi", "compression": -11}}
                    """,
                rest: #", "_initiator": {"type": "other"}, "timings": {"blocked": -1, "wait": 1.5}"#))
        let interaction = try #require(archive.interactions.first)
        #expect(interaction.duration == 150.75)
        #expect(interaction.request.url == "https://a.test/x")
        #expect(interaction.outcome.response?.headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
        #expect(interaction.outcome.response?.headers.count == 3)
        #expect(interaction.outcome.response?.headers["Content-Type"] == "text/plain")
        #expect(text(try interaction.responseBytes()) == "hi")
        #expect(interaction.location == .init(archive: "a.har", entry: 0, line: 1))
    }

    @Test(arguments: ["1e999", "-1e999", "1e300"])
    func `a time beyond what clocks accept is ignored`(_ time: String) throws {
        let archive = try read(
            entry(
                response: #"{"status": 200, "content": {"_chunks": [{"length": 1, "time": \#(time)}]}}"#
            ).replacing("150.75", with: time))
        let interaction = try #require(archive.interactions.first)
        #expect(interaction.duration == nil)
        #expect(interaction.outcome.response?.chunks == [.init(length: 1, time: 0)])
    }

    @Test func `a byte order mark is skipped`() throws {
        #expect(try read("\u{feff}" + entry(response: #"{"status": 204}"#)).interactions.count == 1)
    }

    @Test(arguments: [
        (#"{"mimeType": "text/plain", "text": "a=b"}"#, "a=b"),
        (#"{"mimeType": "application/octet-stream", "text": "AAH/", "encoding": "base64"}"#, "AAH/"),
        (#"{"mimeType": "x", "params": [{"name": "a b", "value": "c&d"}, {"name": "e"}]}"#, "a%20b=c%26d&e"),
        (#"{"mimeType": "text/plain", "text": ""}"#, ""),
    ])
    func `every form of a request body is read`(post: String, expected: String) throws {
        let archive = try read(entry(request: #", "postData": \#(post)"#, response: #"{"status": 200}"#))
        let body = try #require(archive.interactions.first?.request.body)
        let wanted = expected == "AAH/" ? Data([0, 1, 255]) : Data(expected.utf8)
        #expect(body == wanted)
    }

    @Test(arguments: [
        ("", "a=b", "text/plain"), (#"{"name": "Content-Type", "value": "a/b"}"#, "a=b", "a/b"),
        ("", "", nil),
    ])
    func `a body without a field for its type has the one of the archive`(
        field: String, text: String, expected: String?
    ) throws {
        let post = #"{"mimeType": "text/plain", "text": "\#(text)"}"#
        let known = entry(request: #", "postData": \#(post)"#, response: #"{"status": 200}"#)
        let archive = try read(known.replacing(#""headers": []"#, with: #""headers": [\#(field)]"#))
        #expect(archive.interactions.first?.request.headers["Content-Type"] == expected)
    }

    @Test(arguments: [
        (#"{"status": 0, "_error": "net::ERR_CONNECTION_REFUSED"}"#, -1004, "net::ERR_CONNECTION_REFUSED"),
        (#"{"status": 0}"#, -1, "the recording has no response and does not say why"),
        (#"{"status": -1, "_error": {"domain": "D", "code": 7, "reason": "r"}}"#, 7, "r"),
    ])
    func `a failed request is read`(response: String, code: Int, reason: String) throws {
        let archive = try read(entry(response: response))
        guard case .failure(let failure, nil)? = archive.interactions.first?.outcome else {
            Issue.record("no failure")
            return
        }
        #expect(failure.code == code)
        #expect(failure.reason == reason)
    }

    @Test(arguments: [
        (
            #"{"log": {"entries": {}}}"#,
            """
            recording-unexpected: 'entries' is an object, expected an array
              at a.har:1:21
              next: export it again as HAR 1.2
            """
        ),
        (
            "{\"log\": {\n \"entries\": [{\"request\": {\"url\": \"u\", \"method\": 3}}]}}",
            """
            recording-unexpected: 'request.method' of entry 1 is 3, expected a string
              at a.har:2:49 (entry 1)
              next: export it again as HAR 1.2
            """
        ),
        (
            #"{"log": {"entries": [{"request": {"url": "u", "method": "GET"}, "response": {"status": "x"}}]}}"#,
            """
            recording-unexpected: 'response.status' of entry 1 is the string "x", expected a status code
              at a.har:1:88 (entry 1)
              next: export it again as HAR 1.2
            """
        ),
    ])
    func `an archive that is not a HAR is reported with the location`(text: String, message: String) throws {
        let error = #expect(throws: ArchiveError.self) { try read(text) }
        #expect(error?.description == message)
    }

    @Test func `an archive that is not JSON is reported with the location`() throws {
        let error = #expect(throws: ArchiveError.self) { try read("{\"log\":\n {") }
        #expect(error?.description.hasPrefix("recording-malformed: the recording is not JSON: ") == true)
        #expect(error?.description.contains("\n  at a.har:2:3\n") == true)
    }

    @Test(arguments: ["<<<<<<< HEAD", "=======", ">>>>>>> branch", "||||||| base"])
    func `an unresolved merge conflict is reported with its line`(marker: String) throws {
        let error = #expect(throws: ArchiveError.self) { try read("{\"log\": {\n\(marker)\n}}") }
        #expect(
            error?.description == """
                recording-malformed: the recording is not JSON: unresolved merge conflict; keep one of the two versions
                  at a.har:2:1
                  next: export it again as HAR 1.2
                """)
    }

    @Test(arguments: ["../up.json", "/etc/passwd", "a/../../b", "a\\..\\b", "..", ""])
    func `a sidecar file outside the folder is refused`(path: String) throws {
        let escaped = path.replacing("\\", with: "\\\\")
        let error = #expect(throws: ArchiveError.self) {
            try read(entry(response: #"{"status": 200, "content": {"_file": "\#(escaped)"}}"#))
        }
        #expect(error?.problem == .bodyOutside(path: path))
        #expect(error?.line == 4)
    }

    @Test(arguments: [
        ("a/1.json", "../../outside/1.json", true), ("a", "../outside", true),
        ("a/1.json", "/nowhere", true), ("a", "inside", false), ("a/1.json", "../inside/1.json", false),
    ])
    func `a sidecar file outside the folder is refused through a symbolic link as well`(
        link: String, target: String, isRefused: Bool
    ) throws {
        try withTemporaryFolder { root in
            let folder = root.appending(path: "folder")
            for name in ["outside", "folder/inside", "folder/a"] {
                let file = root.appending(path: name + "/1.json")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("{}".utf8).write(to: file)
            }
            try FileManager.default.removeItem(at: folder.appending(path: link))
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: link).path, withDestinationPath: target)
            let url = folder.appending(path: "a.har")
            let text = entry(response: #"{"status": 200, "content": {"_file": "a/1.json"}}"#)
            try Data(text.utf8).write(to: url)
            if isRefused {
                let error = #expect(throws: ArchiveError.self) { try Archive(contentsOf: url) }
                #expect(error?.problem == .bodyOutside(path: "a/1.json"))
            } else {
                #expect(try Archive(contentsOf: url).interactions[0].responseBytes() == Data("{}".utf8))
            }
        }
    }

    @Test func `a missing sidecar file is reported when it is read`() throws {
        try withTemporaryFolder { folder in
            let folder = folder.appending(path: "Recordings")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let url = folder.appending(path: "a.har")
            let text = entry(response: #"{"status": 200, "content": {"_file": "a/1.json"}}"#)
            try Data(text.utf8).write(to: url)
            let interaction = try #require(try Archive(contentsOf: url).interactions.first)
            let error = #expect(throws: ArchiveError.self) { try interaction.responseBytes() }
            #expect(
                error?.description == """
                    recording-body-unreadable: the body '\(folder.path)/a/1.json' could not be read: no such file
                      at \(url.path):1 (entry 1)
                      next: restore it with `git checkout -- \(url.path)` and the folder beside it, or record it again
                    """)
        }
    }

    @Test func `a missing recording is reported`() throws {
        let error = #expect(throws: ArchiveError.self) {
            try Archive(contentsOf: URL(filePath: "/nowhere/a.har"))
        }
        #expect(error?.problem == .unreadable(reason: "no such file"))
    }
}
