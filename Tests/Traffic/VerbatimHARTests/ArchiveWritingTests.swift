import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@Suite struct ArchiveWritingTests {
    private let search = Interaction(
        HTTPRequest("GET", "https://itunes.apple.com/search?term=a%20b&limit", headers: ["Accept": "*/*"]),
        .response(
            HTTPResponse(
                200, reason: "OK", headers: ["Content-Type": "text/javascript; charset=utf-8"],
                body: .text(#"{"resultCount":0,"results":[]}"#))),
        started: "2026-11-21T10:00:00.000Z", duration: 12)

    @Test func `bodies are written beside the archive, in a layout for review`() throws {
        try withTemporaryFolder { folder in
            try ArchiveFiles(Archive([search]), at: folder.appending(path: "music.har")).publish()
            let files = try TemporaryFolder.files(in: folder)
            #expect(files.keys.sorted() == ["music.har", "music/1.json"])
            #expect(text(files["music/1.json"]) == "{\n  \"resultCount\": 0,\n  \"results\": []\n}\n")
            #expect(
                text(files["music.har"]) == #"""
                    {
                      "log": {
                        "version": "1.2",
                        "creator": {
                          "name": "verbatim",
                          "version": "1"
                        },
                        "entries": [
                          {
                            "startedDateTime": "2026-11-21T10:00:00.000Z",
                            "time": 12,
                            "request": {
                              "method": "GET",
                              "url": "https://itunes.apple.com/search?term=a%20b&limit",
                              "httpVersion": "HTTP/1.1",
                              "cookies": [],
                              "headers": [
                                {
                                  "name": "Accept",
                                  "value": "*/*"
                                }
                              ],
                              "queryString": [
                                {
                                  "name": "term",
                                  "value": "a b"
                                },
                                {
                                  "name": "limit",
                                  "value": ""
                                }
                              ],
                              "headersSize": -1,
                              "bodySize": 0
                            },
                            "response": {
                              "status": 200,
                              "statusText": "OK",
                              "httpVersion": "HTTP/1.1",
                              "cookies": [],
                              "headers": [
                                {
                                  "name": "Content-Type",
                                  "value": "text/javascript; charset=utf-8"
                                }
                              ],
                              "content": {
                                "size": 30,
                                "mimeType": "text/javascript; charset=utf-8",
                                "_file": "music/1.json",
                                "_layout": "minified"
                              },
                              "redirectURL": "",
                              "headersSize": -1,
                              "bodySize": -1
                            },
                            "cache": {},
                            "timings": {
                              "send": 0,
                              "wait": 12,
                              "receive": 0
                            }
                          }
                        ]
                      }
                    }

                    """#)
        }
    }

    @Test func `members of a foreign archive that are not part of interactions are kept`() throws {
        let foreign = """
            {"log": {"version": "1.2", "creator": {"name": "Other", "version": "9"}, "pages": [{"id": "p1"}],
             "entries": [{"pageref": "p1", "startedDateTime": "", "time": 1.5, "_initiator": {"type": "x"},
               "request": {"method": "GET", "url": "https://a.test/", "httpVersion": "h2", "headers": [],
                 "cookies": [{"name": "c", "value": "1"}], "queryString": [], "_p": 1},
               "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [],
                 "content": {"size": 2, "mimeType": "a/b", "text": "hi", "compression": 3}, "_transferSize": 9},
               "cache": {}, "timings": {"dns": 0.25, "wait": 1.25}, "serverIPAddress": "1.2.3.4"}]}, "_top": true}
            """
        let archive = try Archive(parsing: Data(foreign.utf8), path: "f.har", folder: URL(filePath: "/tmp"))
        let written = try #require(text(try archive.selfContainedHAR()))
        for part in [
            #""name": "Other""#, #""id": "p1""#, #""_initiator""#, #""_p": 1"#, #""compression": 3"#,
            #""_transferSize": 9"#, #""dns": 0.25"#, #""serverIPAddress": "1.2.3.4""#, #""_top": true"#,
            #""httpVersion": "h2""#, #""name": "c""#, #""time": 1.5"#,
        ] {
            #expect(written.contains(part))
        }
        let again = try Archive(parsing: Data(written.utf8), path: "f.har", folder: URL(filePath: "/tmp"))
        #expect(try again.selfContainedHAR() == Data(written.utf8))
    }

    static let bodies: [[UInt8]] = [
        [], [0], [0xff, 0xfe, 0], Array("\u{feff}{}".utf8), Array("a\r\nb\n\rc".utf8),
        Array("{\"a\":1}".utf8),
        Array("{ \"a\":1}".utf8), Array("[]".utf8), Array("[1,[2,{\"\\\"{,:\":\" , \"}]]".utf8),
        Array("{\"a\":".utf8), Array("{}\n".utf8), [0x7b, 0x22, 0xc3, 0x22, 0x3a, 0x31, 0x7d],
        Array("\u{0}".utf8),
        [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], Array("\u{2028}é😀".utf8),
        Array("{\"a\":1,\"a\":2}".utf8),
    ]

    @Test(arguments: bodies, [true, false])
    func `bodies are read as they were written, byte for byte`(body: [UInt8], isEmbedded: Bool) throws {
        let interaction = Interaction(
            HTTPRequest("POST", "https://a.test/", headers: [:], body: Data(body)),
            .response(
                HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .data(Data(body)))))
        let archive = Archive([interaction])
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "a.har")
            if isEmbedded {
                try archive.selfContainedHAR().write(to: url)
            } else {
                try ArchiveFiles(archive, at: url).publish()
            }
            let read = try #require(try Archive(contentsOf: url).interactions.first)
            #expect(try [UInt8](read.responseBytes()) == body)
            #expect(read.request.body == Data(body))
        }
    }

    @Test(arguments: 1...40)
    func `random archives are read as they were written, and written to the same bytes again`(seed: UInt64)
        throws
    {
        var random = SeededRandom(seed: seed)
        let archive = random.archive()
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            let changed = try ArchiveFiles(archive, at: url).publish()
            let read = try Archive(contentsOf: url)
            #expect(changed)
            #expect(try read.interactions.map { try $0.kept } == archive.interactions.map { try $0.kept })
            let before = try TemporaryFolder.files(in: folder)
            #expect(try ArchiveFiles(read, at: url).publish() == false)
            #expect(try TemporaryFolder.files(in: folder) == before)
        }
    }

    @Test(arguments: [
        ("{\"a\":1}", "application/json", "json"), ("{\"a\":1}", "text/javascript", "json"),
        ("cb({})", "text/javascript", "js"), ("<!DOCTYPE html><p>", "application/json", "html"),
        ("<?xml version='1.0'?><a/>", "text/xml; charset=utf-8", "xml"), ("hello", "text/plain", "txt"),
        ("hello", nil, "txt"), ("{nonsense", "text/plain", "txt"), ("<a/>", "application/atom+xml", "xml"),
        ("GIF89a", "image/jpeg", "gif"), ("{\"e\":1}", "application/problem+json", "json"),
    ])
    func `the file type of a body depends on its bytes, then on its media type`(
        body: String, type: String?, name: String
    ) {
        #expect(BodyFileType.fileExtension(of: Data(body.utf8), mediaType: type) == name)
    }

    @Test func `bytes that are not text have a binary file type`() {
        let long = Data(repeating: UInt8(ascii: "x"), count: 4095) + Data("é".utf8)
        #expect(BodyFileType.fileExtension(of: long, mediaType: nil) == "txt")
        #expect(BodyFileType.fileExtension(of: Data([0xff, 0]), mediaType: "text/plain") == "bin")
        #expect(BodyFileType.fileExtension(of: Data([0xff, 0xd8, 0xff, 1]), mediaType: nil) == "jpg")
    }
}
