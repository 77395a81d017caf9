import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

/// Recordings that are large enough to be read in parts, concurrently.
@Suite struct LargeRecordingTests {
    private static let count = 2000

    /// Writes a recording of 9 MB in which the body of entry n is n; `entry` may replace entries.
    private func withRecording<Result>(
        entry: (Int) -> String? = { _ in nil }, _ work: (URL) throws -> Result
    ) throws -> Result {
        let filler = String(repeating: "x", count: 4500)
        let entries = (0..<Self.count).map { number in
            entry(number) ?? """
                {"_filler": "\(filler)", "request": {"method": "GET", "url": "https://a.test/\(number % 800)"},
                  "response": {"status": 200, "content": {"text": "\(number)"}}}
                """
        }
        return try withTemporaryFolder { folder in
            let url = folder.appending(path: "large.har")
            let text = "{\"log\": {\"entries\": [\n\(entries.joined(separator: ",\n"))]}}"
            try Data(text.utf8).write(to: url)
            return try work(url)
        }
    }

    @Test func `equal requests in different parts get their responses in recorded order`() throws {
        try withRecording { url in
            let player = try Player(recording: url)
            for number in [7, 807, 1607] {
                #expect(try player.text("GET", "https://a.test/7") == "\(number)")
            }
            #expect(try player.text("GET", "https://a.test/799") == "799")
            #expect(try player.text("GET", "https://a.test/7").contains("3 times"))
            let summary = try player.finish(.succeeded)
            let used = try summary.used.load()
            #expect(used.map { $0.location?.line } == [16, 1616, 3216, 1600])
        }
    }

    @Test func `placeholders are numbered in recorded order`() throws {
        let secrets = { (number: Int) in
            number % 200 == 0
                ? #"{"_filler": "", "request": {"method": "GET", "url": "https://a.test/?key=secret-\#(number)-key"}}"#
                : nil
        }
        try withRecording(entry: secrets) { url in
            let player = try Player(
                recording: url, options: Player.Options(redaction: Redaction([Secret("key")])))
            let miss = try player.text("GET", "https://a.test/unknown?q=secret-1800-key")
            #expect(miss.contains("'GET https://a.test/unknown?q=REDACTED-key-10'"))
        }
    }

    @Test(arguments: [
        (
            #"{"_filler": "", "request": {"url": 1}}"#, "large.har:3602:",
            "entry 1801 has no 'method'"
        ),
        (#"{"_filler": "", "request": }"#, "large.har:3602:28", ""),
    ])
    func `a broken entry is reported when the recording is opened`(
        entry: String, location: String, message: String
    ) throws {
        try withRecording(entry: { $0 == 1800 ? entry : nil }) { url in
            let error = try #require(
                #expect(throws: RecordingError.self) { try Player(recording: url) })
            #expect(error.description.contains(location))
            #expect(message.isEmpty || error.description.contains(message))
        }
    }
}
