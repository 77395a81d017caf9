import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

/// Large archives are read in a different way than small ones, with the same results.
@Suite struct LargeArchiveTests {
    /// Returns all requests and interactions of an archive, or its error.
    private func read(_ bytes: Data, large: Int, withHeaders: Bool) throws -> [String] {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "a.har")
            try bytes.write(to: url)
            do {
                let read = try ArchiveReader.open(
                    url, large: large, parts: 3, withHeaders: withHeaders, into: [String]()
                ) { $0.append(description(of: $1)) }
                var lines = read.parts.flatMap { $0 }
                for entry in 0..<read.reader.count {
                    do {
                        let interaction = try read.reader.interaction(at: entry)
                        lines.append(description(of: try read.reader.request(at: entry)))
                        lines.append("\(try interaction.kept) \(String(describing: interaction.location))")
                        lines.append("\(try read.reader.outcome(at: entry))")
                    } catch {
                        lines.append("\(error)")
                    }
                }
                return lines.map { $0.replacing(folder.path, with: "") }
            } catch {
                return ["\(error)".replacing(folder.path, with: "")]
            }
        }
    }

    private func description(of request: HTTPRequest) -> String {
        let body = request.body.map { [UInt8]($0).description } ?? "no body"
        return "\(request.method) \(request.url) \(request.headers.fields) \(body)"
    }

    private func compare(_ bytes: Data) throws {
        for withHeaders in [false, true] {
            let small = try read(bytes, large: .max, withHeaders: withHeaders)
            let large = try read(bytes, large: 0, withHeaders: withHeaders)
            #expect(small == large, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test func `random archives are read like small ones`() throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<TestEffort.count(10, of: 40) { try compare(try random.archive().selfContainedHAR()) }
    }

    @Test(arguments: ForeignArchiveTests.tools)
    func `foreign archives are read like small ones`(tool: ForeignArchiveTests.Tool) throws {
        let text =
            "{\"log\": {\"version\": \"1.2\", \(tool.log) \"entries\": [\(tool.entry), \(tool.entry)]}}"
        try compare(Data(text.utf8))
        try compare(Data(("\u{feff}" + text).utf8))
    }

    static let entries = [
        #"{"request": {"method": "GET", "url": "https://a.test/#f"}, "response": {"status": 200}}"#,
        #"{"request": {"\u006dethod": "GET", "\u0075rl": "https:\/\/a.test\/\u00e9"}, "response": {"status": 204}}"#,
        #"{"request": {"method": "GET", "method": 3, "url": "u", "url": "v"}, "request": {}, "response": {"status": 1}}"#,
        #"{"request": {"method": "POST", "url": "u", "headers": [{"name": "A", "value": "b"}], "postData": {"text": "é"}}}"#,
        #"{"request": {"method": "POST", "url": "u", "post\u0044ata": {"text": "AA==", "encoding": "base64"}}}"#,
        #"{"request": {"method": "GET", "url": "u", "postData": null, "headers": [{"name": 3}]}}"#,
        #"{"request": {"method": 3, "url": "u"}}"#, #"{"request": {"method": "GET"}}"#, #"{"request": []}"#,
        "{}", "7",
        #"{"request": {"method": "GET", "url": "u"}, "response": {"status": "x"}}"#,
        #"{"request": {"method": "GET", "url": "u"}, "response": {"status": 200, "content": {"_file": "../x"}}}"#,
    ]

    @Test func `broken entries have the same errors as in a small archive`() throws {
        for entry in Self.entries {
            for (prefix, suffix) in [
                ("", ""), (Self.entries[0] + ",\n  ", ""), ("", ",\n  " + Self.entries[1]),
            ] {
                try compare(Data("{\"log\": {\n \"entries\": [\(prefix)\(entry)\(suffix)]}}".utf8))
            }
        }
    }

    @Test func `truncated archives have the same errors as small ones`() throws {
        let bytes = Data("{\"log\": {\"entries\": [\(Self.entries[0]),\n\(Self.entries[3])], \"x\": 1}}".utf8)
        for count in stride(from: 0, through: bytes.count, by: TestEffort.isExhaustive ? 1 : 10) {
            try compare(bytes.prefix(count))
        }
    }

    @Test func `mutated archives have the same errors as small ones`() throws {
        var random = SeededRandom(seed: 9)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0075", "0", "null", " ", "\u{1}", "é", "\"url\":",
        ]
        let text = Self.entries[..<4].joined(separator: ",\n ")
        for _ in 0..<TestEffort.count(40, of: 400) {
            var bytes = Data("{\"log\": {\"entries\": [\(text)], \"x\": [1, 2]}}".utf8)
            let start = random.number(0...bytes.count - 1)
            let end = min(bytes.count, start + random.number(0...3))
            bytes.replaceSubrange(start..<end, with: Data(random.pick(pieces).utf8))
            try compare(bytes)
        }
    }

    @Test func `a large archive is read in parts that begin at entries`() throws {
        let entries = (0..<4000).map { number in
            """
                {
                  "startedDateTime": "2026-11-21T10:00:00Z", "_text": "\(String(repeating: "x", count: 700))",
                  "request": {"method": "GET", "url": "https://a.test/\(number)"}, "response": {"status": 200}
                }
            """
        }
        let text = "{\"log\": {\"entries\": [\n\(entries.joined(separator: ",\n"))\n]}}"
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "a.har")
            try Data(text.utf8).write(to: url)
            for parts in 1...4 {
                let read = try ArchiveReader.open(
                    url, parts: parts, withHeaders: false, into: [String]()
                ) {
                    $0.append($1.url)
                }
                #expect(read.parts.count == parts)
                #expect(read.parts.flatMap { $0 } == (0..<4000).map { "https://a.test/\($0)" })
                #expect(try read.reader.interaction(at: 2345).location?.line == 2 + 4 * 2345)
            }
        }
    }
}
