import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

/// Archives of other tools with parts that cannot be read: these are losses, and the rest is read.
@Suite struct LenientArchiveTests {
    /// Returns an archive with an entry between two whole ones, each on a line of its own.
    static func archive(_ entry: String, creator: String = "t") -> String {
        let whole = #"""
            {"request": {"method": "GET", "url": "https://a.test/"}, "response":
              {"status": 204, "headers": {"Date": ""}}}
            """#.replacing("\n", with: " ")
        return """
            {"log": {"version": "1.2", "creator": {"name": "\(creator)", "version": "1"}, "entries": [
            \(whole),
            \(entry.replacing("\n", with: " ")),
            \(whole)
            ]}}
            """
    }

    /// Returns an entry with a response, which has a media type and a body unless others are given.
    static func entry(
        method: String = #""GET""#, request: String = "", status: String = "200",
        headers: String = #"[{"name": "Content-Type", "value": "application/json"}]"#, content: String
    ) -> String {
        """
        {"request": {"method": \(method), "url": "https://a.test/x"\(request)},
         "response": {"status": \(status), "headers": \(headers), "content": \(content)}}
        """
    }

    private func read(_ text: String) throws -> Archive {
        try Archive(
            parsing: Data(text.utf8), path: "a.har", folder: URL(filePath: "/nowhere"), isLenient: true)
    }

    private func losses(of archive: Archive) -> [String] {
        archive.losses.map { "\($0.location.line) \($0.rule): \($0.kind.reason)" }
    }

    @Test(arguments: [
        ("null", "entry 2 is null, expected an object"),
        ("[]", "entry 2 is an array, expected an object"),
        ("{}", "entry 2 has no 'request'"),
        (#"{"request": null}"#, "entry 2 has no 'request'"),
        (#"{"request": "GET /"}"#, #"'request' of entry 2 is the string "GET /", expected an object"#),
        (#"{"request": {"method": "GET"}}"#, "entry 2 has no 'url'"),
        (#"{"request": {"url": "https://a.test/"}}"#, "entry 2 has no 'method'"),
        (
            #"{"request": {"method": "GET", "url": 7}}"#, "'request.url' of entry 2 is 7, expected a string"
        ),
    ])
    func `an entry that says no request is lost, the others are read`(entry: String, reason: String) throws {
        let archive = try read(Self.archive(entry))
        #expect(archive.interactions.map { $0.location?.entry } == [0, 2])
        #expect(losses(of: archive) == ["3 loss-entry: \(reason)"])
    }

    @Test(arguments: [
        (
            #"{"text": "{}", "encoding": "hex"}"#,
            #"'response.content.encoding' of entry 2 is the string "hex", expected 'base64' or no encoding"#
        ),
        (
            #"{"text": "eyJh*Ijox", "encoding": "base64"}"#,
            "'response.content.text' of entry 2 is text, expected base64"
        ),
        (
            #"{"text": "MANUALLY REMOVED", "encoding": "base64"}"#,
            "'response.content.text' of entry 2 is text, expected base64"
        ),
        (#"{"text": {"a": 1}}"#, "'response.content.text' of entry 2 is an object, expected a string"),
        (#"{"_file": "1.json"}"#, "the body '1.json' could not be read: no such file"),
        (#"{"_file": "../1.json"}"#, "the body '../1.json' is outside the folder of the recording"),
        (#"{"_file": 3}"#, "'response.content._file' of entry 2 is 3, expected a string"),
        (
            #"{"text": "The image is left out", "mimeType": "image/png"}"#,
            "'response.content.text' of entry 2 is text, expected base64"
        ),
    ])
    func `a body that cannot be read is lost, its entry is read`(content: String, reason: String) throws {
        let headers = content.contains("image/png") ? #"{"Date": ""}"# : Self.json
        let archive = try read(Self.archive(Self.entry(headers: headers, content: content)))
        #expect(archive.interactions.count == 3)
        #expect(archive.interactions[1].outcome.response?.status == 200)
        #expect(losses(of: archive) == ["3 loss-response-body: the response body is unreadable: \(reason)"])
        #expect(throws: ArchiveError.self) { try archive.interactions[1].responseBytes() }
        // The text that cannot be read is kept.
        let written = String(decoding: try archive.selfContainedHAR(), as: UTF8.self)
        #expect(!content.contains("REMOVED") || written.contains("MANUALLY REMOVED"))
    }

    private static let json = #"[{"name": "Content-Type", "value": "application/json"}]"#

    @Test(
        arguments: [
            ("200", #"{"size": 12}"#, " of 12 bytes"), ("200", #"{"size": 12, "text": ""}"#, " of 12 bytes"),
            ("200", #"{"size": 12, "text": null}"#, " of 12 bytes"), ("200", #"{"size": -1}"#, ""),
            ("200", "{}", ""), ("200", "null", ""), ("302", #"{"size": 1}"#, " of 1 byte"),
            ("200", #"{"size": 0}"#, nil), ("200", #"{"size": 0, "text": ""}"#, nil),
            ("204", #"{"size": -1}"#, nil), ("304", #"{"size": 12}"#, nil), ("101", "{}", nil),
        ] as [(String, String, String?)])
    func `a body that was left out is lost, one that was not sent is empty`(
        status: String, content: String, size: String?
    ) throws {
        let archive = try read(Self.archive(Self.entry(status: status, content: content)))
        #expect(
            losses(of: archive)
                == size.map { ["3 loss-response-body: the response body\($0) is not in the archive"] } ?? [])
        let body = archive.interactions[1].outcome.response?.body
        #expect((body == .empty) == (size == nil))
    }

    @Test(arguments: ["GET", "POST", "HEAD"])
    func `a response to HEAD has the size of the body that it does not have`(method: String) throws {
        let entry = Self.entry(method: "\"\(method)\"", content: #"{"size": 12}"#)
        #expect(try read(Self.archive(entry)).losses.count == (method == "HEAD" ? 0 : 1))
    }

    @Test(arguments: [
        (#"{"status": 0}"#, "the archive has neither a response nor an error"),
        (#"{"status": null}"#, "the archive has neither a response nor an error"),
        ("null", "the archive has neither a response nor an error"),
        (
            #"{"status": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT"}"#,
            "the archive has no complete response: net::ERR_BLOCKED_BY_CLIENT"
        ),
    ])
    func `a request without a response is a loss`(response: String, reason: String) throws {
        let request = #"{"method": "GET", "url": "https://a.test/"}"#
        let archive = try read(Self.archive(#"{"request": \#(request), "response": \#(response)}"#))
        #expect(losses(of: archive) == ["3 loss-response: \(reason)"])
        #expect(archive.interactions.count == 3)
    }

    @Test(arguments: [("[]", 1), ("null", 1), (#"{"Date": ""}"#, 0)])
    func `header fields that are all absent are a loss`(headers: String, count: Int) throws {
        let archive = try read(
            Self.archive(Self.entry(headers: headers, content: #"{"text": "", "mimeType": "text/plain"}"#)))
        #expect(
            losses(of: archive)
                == Array(
                    repeating: "3 loss-member: the header fields of the response are not in the archive",
                    count: count))
    }

    @Test func `a failure that this package recorded is no loss`() throws {
        let failure = TransportFailure(code: -1001, reason: "timed out")
        let archive = Archive([Interaction(HTTPRequest("GET", "https://a.test/"), .failure(failure))])
        let har = String(decoding: try archive.selfContainedHAR(), as: UTF8.self)
        #expect(try read(har).losses.isEmpty)
    }

    @Test func `a member of another type is lost, the rest of the entry is read`() throws {
        let archive = try read(
            Self.archive(
                Self.entry(
                    method: #""post""#,
                    request: #", "headers": "Authorization: Bearer 1", "postData": {"text": 7}"#,
                    status: #""2xx""#, headers: #"[{"value": "1"}, {"name": "A", "value": "1"}]"#,
                    content: "{}")))
        #expect(
            losses(of: archive) == [
                "3 loss-member: 'request.headers' of entry 2 is text, expected an array",
                "3 loss-request-body: the request body is unreadable: "
                    + "'request.postData.text' of entry 2 is 7, expected a string",
                #"3 loss-member: 'response.status' of entry 2 is the string "2xx", expected a status code"#,
                "3 loss-response: the archive has neither a response nor an error",
            ])
    }

    @Test func `members are read in the forms that tools give them`() throws {
        let archive = try read(
            Self.archive(
                Self.entry(
                    method: #""patch""#, status: #""201""#,
                    headers: #"{"X-Count": 5, "X-Null": null, "X-Two": ["a", "b"], ":status": "201"}"#,
                    content: #"{"text": "[]", "mimeType": "application/json", "size": "2"}"#)))
        let interaction = archive.interactions[1]
        #expect(interaction.request.method == "PATCH")
        let response = try #require(interaction.outcome.response)
        #expect(response.status == 201)
        #expect(
            response.headers == [
                "X-Count": "5", "X-Null": "", "X-Two": "a", "X-Two": "b", "Content-Type": "application/json",
            ])
        #expect(archive.losses.isEmpty)
    }

    @Test(
        arguments: [
            ("application/json", #""text": "{}""#, "application/json"), ("x-unknown", #""text": "{}""#, nil),
            ("application/x-unknown-content-type", #""text": "{}""#, nil), ("", #""text": "{}""#, nil),
            // Polly.JS writes text/plain for a body that is not there.
            ("text/plain", #""text": """#, nil), ("text/html", #""size": 9"#, "text/html"),
        ] as [(String, String, String?)])
    func `the media type of the content counts where no header field has one`(
        type: String, content: String, expected: String?
    ) throws {
        let content = #"{"mimeType": "\#(type)", \#(content)}"#
        let archive = try read(Self.archive(Self.entry(headers: "[]", content: content)))
        #expect(archive.interactions[1].outcome.response?.headers["Content-Type"] == expected)
    }

    @Test(arguments: [
        ("api.shop.test", "https://api.shop.test/x"), ("localhost:8080", "http://localhost:8080/x"),
        ("api.shop.test:443", "https://api.shop.test:443/x"), (nil, "/x"),
    ])
    func `a URL without a host gets that of the header field`(host: String?, url: String) throws {
        let headers = host.map { #"[{"name": "Host", "value": "\#($0)"}]"# } ?? "[]"
        let request = #"{"method": "GET", "url": "/x", "headers": \#(headers)}"#
        let archive = try read(Self.archive(#"{"request": \#(request), "response": {"status": 204}}"#))
        #expect(archive.interactions[1].request.url == url)
    }

    @Test(arguments: ["GET", "get", "Get", "query", "PURGE", "purge"])
    func `a standard method in lower case is the method`(method: String) throws {
        let archive = try read(Self.archive(Self.entry(method: "\"\(method)\"", content: "{}")))
        let expected = ["get": "GET", "query": "QUERY"][method.lowercased()] ?? method
        #expect(archive.interactions[1].request.method == expected)
    }

    @Test(arguments: [
        "null", #"{"request": {"method": "GET"}}"#, entry(content: #"{"text": "", "encoding": "hex"}"#),
        entry(headers: "7", content: "{}"), entry(status: #""200""#, content: "{}"),
    ])
    func `what cannot be read is an error in a recording of this package, and in a replay`(
        entry: String
    ) throws {
        #expect(throws: ArchiveError.self) { try read(Self.archive(entry, creator: "verbatim")) }
        #expect(throws: ArchiveError.self) {
            let text = Data(Self.archive(entry).utf8)
            return try Archive(parsing: text, path: "a.har", folder: URL(filePath: "/nowhere"))
        }
    }

    @Test(arguments: [
        ("[]", "the file is an array, expected an object with 'log'"), ("{}", "no 'log'"),
        (#"{"log": null}"#, "'log' is null, expected an object"), (#"{"log": {}}"#, "no 'entries'"),
        (#"{"log": {"entries": 1}}"#, "'entries' is 1, expected an array"),
    ])
    func `a file that is no HAR is refused with the part that it lacks`(text: String, message: String) throws
    {
        let error = try #require(#expect(throws: ArchiveError.self) { try read(text) })
        #expect(error.description.hasPrefix("recording-unexpected: \(message)\n  at a.har:1:"))
    }

    @Test func `a file in UTF-16 or in gzip is read`() throws {
        let text = Self.archive("null")
        let gzip = "H4sIAAAAAAACA6tWyslPV7JSqFZKzSspykwtBrKjY2trAZo9fQsYAAAA"
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "a.har")
            for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
                try #require(("\u{feff}" + text).data(using: encoding)).write(to: url)
                #expect(try Archive(contentsOf: url, isLenient: true).interactions.count == 2)
                #expect(throws: ArchiveError.self) { try Archive(contentsOf: url) }
            }
            try #require(Data(base64Encoded: gzip)).write(to: url)
            #expect(try Archive(contentsOf: url, isLenient: true).interactions.isEmpty)
            try #require(Data(base64Encoded: gzip)).dropLast(9).write(to: url)
            #expect(throws: ArchiveError.self) { try Archive(contentsOf: url, isLenient: true) }
        }
    }
}
