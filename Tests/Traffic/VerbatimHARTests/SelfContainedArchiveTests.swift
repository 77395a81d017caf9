import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema
import VerbatimTestSupport

@Suite struct SelfContainedArchiveTests {
    /// Returns the violations of HAR 1.2 in an archive that is written self-contained.
    private func violations(of archive: Archive) throws -> [String] {
        try violations(in: try archive.selfContainedHAR())
    }

    private func violations(in har: Data) throws -> [String] {
        try ArchiveSchema.compiled().validate(try JSON(parsing: har)).map(\.description)
    }

    @Test(arguments: 1...UInt64(TestEffort.count(12, of: 60)))
    func `random archives are valid`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        #expect(try violations(of: random.archive()) == [])
    }

    @Test func `committed recordings are valid`() throws {
        let folder = PackageFolder.url("Recordings")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".har") }
        #expect(!paths.isEmpty)
        for path in paths {
            let archive = try Archive(contentsOf: folder.appending(path: path))
            #expect(!archive.interactions.isEmpty)
            #expect(try violations(of: archive) == [], "\(path)")
        }
    }

    private func archive(of entry: String) throws -> Archive {
        let har = #"""
            {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [\#(entry)]}}
            """#
        return try Archive(parsing: Data(har.utf8), path: "a.har", folder: URL(filePath: "/tmp"))
    }

    static let entries: [String] = [
        // The minimum that is read.
        #"{"request": {"method": "GET", "url": "https://a.test/"}, "response": {"status": 200}}"#,
        #"{"request": {"method": "GET", "url": "https://a.test/"}, "response": {"status": -1}}"#,
        #"{"request": {"method": "GET", "url": "https://a.test/"}, "response": {"_error": "net::ERR_FAILED"}}"#,
        // A form as fields, one as fields and text, and one that is not text.
        #"""
        {"request": {"method": "POST", "url": "https://a.test/", "bodySize": 7, "postData":
           {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "1"}]}},
         "response": {"status": 200}, "timings": {"wait": 3}}
        """#,
        #"""
        {"request": {"method": "POST", "url": "https://a.test/", "postData":
           {"mimeType": "application/x-www-form-urlencoded", "text": "a=1", "params": [{"name": "a", "value": "1"}]}},
         "response": {"status": 200}}
        """#,
        #"""
        {"request": {"method": "POST", "url": "https://a.test/", "bodySize": 90, "postData":
           {"mimeType": "multipart/form-data; boundary=x", "params": [{"name": "f", "fileName": "a.png",
            "contentType": "image/png"}]}},
         "response": {"status": 200, "redirectURL": null}}
        """#,
        // Cookies, a cache, and chunks of a body.
        #"""
        {"startedDateTime": "2026-11-21T10:00:00+01:00", "time": 1.5,
         "request": {"method": "GET", "url": "https://a.test/", "cookies": [{"name": "c", "value": "1"}]},
         "response": {"status": 200, "cookies": [{"name": "s", "value": "2", "path": "/", "domain": "a.test",
            "expires": "2027-01-01T00:00:00Z", "httpOnly": true, "secure": false, "comment": ""}],
           "content": {"text": "abc", "_chunks": [{"length": 1, "time": 0}, {"length": 2, "time": 3}]}},
         "cache": {"afterRequest": {"lastAccess": "2026-11-21T10:00:00Z", "eTag": "e", "hitCount": 0}}}
        """#,
    ]

    @Test(arguments: entries)
    func `entries with few or many members are valid`(entry: String) throws {
        let archive = try archive(of: entry)
        let har = try archive.selfContainedHAR()
        #expect(try violations(in: har) == [])
        let again = try Archive(parsing: har, path: "a.har", folder: URL(filePath: "/tmp"))
        #expect(try again.interactions.map { try $0.kept } == archive.interactions.map { try $0.kept })
        #expect(again.losses.map(\.kind) == archive.losses.map(\.kind))
        #expect(try again.selfContainedHAR() == har)
    }

    static let mistakes: [(right: String, wrong: String)] = [
        (#""version": "1.2""#, #""version": "2""#), (#""send": 0"#, #""send": -1"#), (#""send": 0,"#, ""),
        (#""cookies": []"#, #""cookies": {}"#), (#""cache": {},"#, ""), (#""cache""#, #""stash""#),
        (#""status": 200"#, #""status": "200""#), (#""redirectURL": """#, #""redirectURL": null"#),
        ("1970-01-01T00:00:00.000Z", "yesterday"), (#""mimeType""#, #""type""#),
        (#""size": 2"#, #""size": 2.5"#),
        (#""text": "hi""#, #""text": "hi", "params": []"#),
    ]

    @Test(arguments: mistakes)
    func `invalid archives are rejected`(right: String, wrong: String) throws {
        let request = HTTPRequest("POST", "https://a.test/", body: Data("hi".utf8))
        let archive = Archive([Interaction(request, .response(HTTPResponse(200, body: .text("hi"))))])
        let har = String(decoding: try archive.selfContainedHAR(), as: UTF8.self)
        #expect(try violations(in: Data(har.utf8)) == [])
        try #require(har.contains(right))
        #expect(try violations(in: Data(har.replacing(right, with: wrong).utf8)) != [])
    }
}
