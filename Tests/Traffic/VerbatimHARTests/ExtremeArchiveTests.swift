import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

/// Archives with numbers that no exporter writes: each is read, and written again, or refused with an error.
@Suite struct ExtremeArchiveTests {
    static let numbers = [
        "-9223372036854775808", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "-1",
        "0",
        "-0", "0.5", "1e308", "-1e308", "1e400", "-1e400", "1e-400", "18446744073709551616", "1e7999",
        "2147483648",
        "\"\(Int.max)\"", "null", "[]",
    ]

    /// Every number of an entry, named so that it can be replaced.
    private static let entry = """
        {"startedDateTime": "2026-11-21T10:00:00Z", "time": <time>,
          "request": {"method": "GET", "url": "https://a.test:99999999999999999999/", "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [], "queryString": [], "headersSize": <size>, "bodySize": <size>},
          "response": {"status": <status>, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [{"name": "Content-Length", "value": <length>}, {"name": "Retry-After", "value": <length>}],
            "content": {"size": <size>, "compression": <size>, "mimeType": "text/plain", "text": "abc",
              "_chunks": [{"length": <chunk>, "time": <chunkTime>}, {"length": <chunk>, "time": <chunkTime>}]},
            "redirectURL": "", "headersSize": <size>, "bodySize": <size>,
            "_error": {"domain": "d", "code": <code>, "reason": "r"}},
          "cache": {}, "timings": {"blocked": <timing>, "dns": <timing>, "send": <timing>, "wait": <timing>,
            "receive": <timing>, "ssl": <timing>}}
        """

    static let fields = [
        "time", "size", "status", "length", "chunk", "chunkTime", "code", "timing",
    ]

    private func archive(_ field: String, _ number: String) -> Data {
        var entry = Self.entry.replacing("<\(field)>", with: number).replacing("<status>", with: "200")
        entry = entry.replacing("<length>", with: "\"3\"")
        for other in Self.fields { entry = entry.replacing("<\(other)>", with: "1") }
        return Data("{\"log\": {\"version\": \"1.2\", \"entries\": [\(entry), \(entry)]}}".utf8)
    }

    @Test(arguments: fields)
    func `each number of an entry may be extreme`(field: String) throws {
        try withTemporaryFolder { folder in
            for number in Self.numbers {
                let bytes = archive(field, number)
                let archive: Archive
                do {
                    archive = try Archive(parsing: bytes, path: "a.har", folder: folder)
                } catch {
                    #expect("\(error)".contains("a.har:"), "\(field) \(number)")
                    continue
                }
                let written = try Archive(
                    parsing: try archive.selfContainedHAR(), path: "b.har", folder: folder)
                #expect(written.interactions.count == 2)
                try ArchiveFiles(archive, at: folder.appending(path: "c.har")).publish()
                for interaction in archive.interactions {
                    for chunk in interaction.outcome.response?.chunks ?? [] {
                        #expect(chunk.arrival >= 0 && chunk.arrival <= 1e12)
                    }
                }
                let large = try ArchiveReader.open(
                    folder.appending(path: "c.har"), large: 0, withHeaders: true, into: 0
                ) { count, _ in count += 1 }
                #expect(large.parts == [2])
            }
        }
    }
}
