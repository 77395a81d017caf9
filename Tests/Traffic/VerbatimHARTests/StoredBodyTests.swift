import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimHAR

/// The forms in which exporters store the bytes of a body.
@Suite struct StoredBodyTests {
    @Test(
        arguments: [
            ("eyJhIjoxfQ==", #"{"a":1}"#), ("eyJhIjoxfQ", #"{"a":1}"#), ("eyJhIjox\r\nfQ==\n", #"{"a":1}"#),
            ("eyJhIjox\n\tfQ", #"{"a":1}"#), ("eyJhIjoiw78_In0", #"{"a":"ÿ?"}"#), ("", ""), ("YQ=", "a"),
            ("-_-_", nil), ("eyJh*Ijox", nil), ("MANUALLY REMOVED", nil), ("YQ==YQ==", nil),
            ("Y", nil), ("YWJjZ", nil), ("é", nil),
        ] as [(String, String?)])
    func `base64 is read with or without padding and line breaks, other characters are refused`(
        digits: String, expected: String?
    ) {
        let bytes = Base64.decode(digits)
        // The digits `-_-_` are bytes that are no text.
        #expect(bytes.map { String(validating: $0, as: UTF8.self) } ?? nil == expected)
        #expect((bytes == nil) == (expected == nil && digits != "-_-_"))
    }

    static let gzip = "H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA"
    static let zlib = "eJyrVkpUsjKsBQAIKgIJ"

    @Test(arguments: [
        (gzip, "gzip"), (gzip, "x-gzip"), (gzip, "GZIP"), (gzip, "br, gzip"), (zlib, "deflate"),
        // DEFLATE without the header of zlib.
        ("q1ZKVLIyrAUA", "deflate"), ("q1ZKVLIyrAUA", "Deflate"),
        // Two members; compressed twice; with the name of a file.
        ("H4sIAAAAAAACA6tWSgQATUniOgMAAAAfiwgAAAAAAAIDU7IyrAUA3NJq6gQAAAA=", "gzip"),
        ("H4sIAAAAAAACA5Pv5mAAASbm1WFeIZuM1rAyrF8jHcYOFAIAe60FqBsAAAA=", "gzip"),
        ("H4sICAAAAAAC/25hbWUuanNvbgCrVkpUsjKsBQCvrBtWBwAAAA==", "gzip"),
        // A body that is decoded already, as most are.
        ("eyJhIjoxfQ==", "gzip"), ("eyJhIjoxfQ==", "br"),
    ])
    func `stored bytes that still have their content coding are decoded`(digits: String, coding: String)
        throws
    {
        let body = try #require(Base64.decode(digits))
        var budget = InflateBudget()
        let decoded = ContentCoding.decode(body, as: coding, budget: &budget)
        #expect(decoded == Data(#"{"a":1}"#.utf8))
    }

    @Test(arguments: [
        // A wrong checksum, the first bytes, and both under another name.
        ("H4sIAAAAAAACA6tWSlSyMqwFAK+sGlYHAAAA", "gzip"), ("H4sIAAAAAAACA6tWSlSyMqwF", "gzip"),
        ("H4sIAAAAAAACA6tWSlSyMqwFAK+sGlYHAAAA", "deflate"), ("H4sIAAAAAAACA6tWSlSyMqwF", "deflate"),
    ])
    func `compressed bytes that are damaged are refused`(digits: String, coding: String) throws {
        let body = try #require(Base64.decode(digits))
        var budget = InflateBudget()
        #expect(ContentCoding.decode(body, as: coding, budget: &budget) == nil)
    }

    @Test(arguments: ["eJyrVkpUsjKsBQAIKgIK", "eJyrVkpUsg==", "eF4yICsgMg==", "q1ZKVLIyrA=="])
    func `bytes that only begin like zlib or DEFLATE stay as they are`(digits: String) throws {
        let body = try #require(Base64.decode(digits))
        var budget = InflateBudget()
        #expect(ContentCoding.decode(body, as: "deflate", budget: &budget) == body)
    }

    @Test func `text is decoded already, whatever it begins with`() throws {
        let entry = LenientArchiveTests.entry(
            headers: #"[{"name": "Content-Encoding", "value": "gzip"}]"#, content: #"{"text": "x^2 + 1"}"#)
        let archive = try Archive(
            parsing: Data(LenientArchiveTests.archive(entry).utf8), path: "a.har",
            folder: URL(filePath: "/nowhere"), isLenient: true)
        #expect(try archive.interactions[1].responseBytes() == Data("x^2 + 1".utf8))
    }

    @Test func `bytes that expand beyond the budget are refused`() throws {
        // 1 MiB of zeros, and the same bytes again: the second body exceeds what is left.
        let bomb = try #require(Base64.decode(Self.bomb))
        var budget = InflateBudget(3 << 19)
        #expect(ContentCoding.decode(bomb, as: "gzip", budget: &budget)?.count == 1 << 20)
        #expect(ContentCoding.decode(bomb, as: "gzip", budget: &budget) == nil)
        #expect(budget.isExhausted)
    }

    /// The bytes of 1 MiB of zeros in gzip: one block that repeats one byte.
    private static let bomb: String =
        "H4sIAAAAAAACA+3BMQEAAADCoErrn84QvkAB" + String(repeating: "A", count: 1353) + "HwG2nWmNwAAEAA="

    @Test(arguments: [
        // The forms of Polly.JS 6 with a content coding, 6, 4 with a content coding, 4; a list of chunks.
        (#"["\#(gzip)"]"#, #", "encoding": "base64""#), (gzip, #", "encoding": "base64", "_isBinary": true"#),
        (#"["1f8b0800000000000203ab564a54", "b232ac0500afac1b5607000000"]"#, #", "_isBinary": true"#),
        ("7b2261223a317d", #", "_isBinary": true"#), (#"["eyJh", "Ijoxf", "Q=="]"#, #", "_isBinary": true"#),
        (#"["eyJh", "Ijox", "fQ=="]"#, #", "encoding": "base64""#),
    ])
    func `the chunks of a Polly recording are one body`(text: String, members: String) throws {
        let quoted = text.replacing("\"", with: "\\\"")
        let archive = try Archive(
            parsing: Data(
                LenientArchiveTests.archive(
                    LenientArchiveTests.entry(
                        headers: #"[{"name": "Content-Encoding", "value": "gzip"}]"#,
                        content: #"{"text": "\#(quoted)"\#(members)}"#)
                ).utf8),
            path: "a.har", folder: URL(filePath: "/nowhere"), isLenient: true)
        let bytes = try archive.interactions[1].responseBytes()
        // The chunks `Ijoxf` and `Q==` are no base64 each, so that the text is taken as it is.
        let expected = text.contains("Ijoxf") ? text : #"{"a":1}"#
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("br", "application/json"), ("zstd", "text/html; charset=utf-8"), ("gzip, br", "application/xml"),
    ])
    func `text in a coding that is not decoded is a loss`(coding: String, type: String) throws {
        let headers = """
            [{"name": "Content-Encoding", "value": "\(coding)"}, {"name": "Content-Type", "value": "\(type)"}]
            """
        func read(_ digits: String, isLenient: Bool = true) throws -> Archive {
            let content = #"{"text": "\#(digits)", "encoding": "base64"}"#
            let entry = LenientArchiveTests.entry(headers: headers, content: content)
            return try Archive(
                parsing: Data(LenientArchiveTests.archive(entry).utf8), path: "a.har",
                folder: URL(filePath: "/nowhere"), isLenient: isLenient)
        }
        let archive = try read("iwOAeyJhIjoxfQP/")
        #expect(
            archive.losses.map(\.kind.reason) == [
                "the response body is unreadable: 'response.content.text' of entry 2 is data in \(coding), "
                    + "which is not decoded, expected text, or data in gzip or deflate"
            ])
        // In a replay, it is what was sent.
        let replayed = try read("iwOAeyJhIjoxfQP/", isLenient: false).interactions[1]
        #expect(try replayed.responseBytes() == Base64.decode("iwOAeyJhIjoxfQP/"))
        // What is text is decoded already.
        #expect(try read("eyJhIjoxfQ==").losses.isEmpty)
    }

    @Test(arguments: ["application/gzip", "application/x-gzip"])
    func `a gzip file stays one`(type: String) throws {
        let entry = LenientArchiveTests.entry(
            headers: """
                [{"name": "Content-Encoding", "value": "gzip"}, {"name": "Content-Type", "value": "\(type)"}]
                """,
            content: #"{"text": "\#(Self.gzip)", "encoding": "base64"}"#)
        let archive = try Archive(
            parsing: Data(LenientArchiveTests.archive(entry).utf8), path: "a.har",
            folder: URL(filePath: "/nowhere"))
        #expect(try archive.interactions[1].responseBytes() == Base64.decode(Self.gzip))
    }

    @Test(arguments: ["image/png", "image/gif; x=1"])
    func `an image in base64 that does not say so is read`(type: String) throws {
        let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        let entry = LenientArchiveTests.entry(
            headers: #"[{"name": "Content-Type", "value": "\#(type)"}]"#,
            content: #"{"text": "\#(png.base64EncodedString())"}"#)
        let text = Data(LenientArchiveTests.archive(entry).utf8)
        let folder = URL(filePath: "/nowhere")
        let archive = try Archive(parsing: text, path: "a.har", folder: folder, isLenient: true)
        #expect(try archive.interactions[1].responseBytes() == png)
        #expect(archive.losses.isEmpty)
        // In a replay, text is text.
        let replayed = try Archive(parsing: text, path: "a.har", folder: folder).interactions[1]
        #expect(try replayed.responseBytes() == Data(png.base64EncodedString().utf8))
    }
}
