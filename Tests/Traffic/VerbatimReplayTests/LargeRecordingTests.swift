import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

/// Recordings so large that they are read in parts.
@Suite struct `a large recording` {
    private static let count = 10_000

    /// A recording of 10 MB in a file, of which every answer is a number; `entry` may change one.
    private func withRecording<Result>(
        entry: (Int) -> String? = { _ in nil }, _ work: (URL) throws -> Result
    ) throws -> Result {
        let filler = String(repeating: "x", count: 900)
        let entries = (0..<Self.count).map { number in
            entry(number) ?? """
                {"_filler": "\(filler)", "request": {"method": "GET", "url": "https://a.test/\(number % 4000)"},
                  "response": {"status": 200, "content": {"text": "\(number)"}}}
                """
        }
        return try withFolder { folder in
            let url = folder.appendingPathComponent("large.har")
            let text = "{\"log\": {\"entries\": [\n\(entries.joined(separator: ",\n"))]}}"
            try Data(text.utf8).write(to: url)
            return try work(url)
        }
    }

    @Test func `answers equal requests in recorded order, whichever part they are in`() throws {
        try withRecording { url in
            let player = try Player(recording: url)
            for number in [7, 4007, 8007] {
                #expect(try player.text("GET", "https://a.test/7") == "\(number)")
            }
            #expect(try player.text("GET", "https://a.test/3999") == "3999")
            #expect(try player.text("GET", "https://a.test/7").contains("3 times"))
            let summary = try player.finish(.succeeded)
            let used = try summary.used.load()
            #expect(used.map { $0.location?.line } == [16, 8016, 16_016, 8000])
        }
    }

    @Test func `gives pseudonyms in recorded order`() throws {
        let secrets = { (number: Int) in
            number % 1000 == 0
                ? #"{"_filler": "", "request": {"method": "GET", "url": "https://a.test/?key=secret-\#(number)-key"}}"#
                : nil
        }
        try withRecording(entry: secrets) { url in
            let player = try Player(
                recording: url, options: Player.Options(redaction: Redaction([Secret("key")])))
            let miss = try player.text("GET", "https://a.test/unknown?q=secret-9000-key")
            #expect(miss.contains("'GET https://a.test/unknown?q=SCRUBBED-key-10'"))
        }
    }

    @Test func `says where it is broken when it is opened`() throws {
        try withRecording(entry: { $0 == 9000 ? #"{"_filler": "", "request": {"url": 1}}"# : nil }) { url in
            let error = #expect(throws: RecordingError.self) { try Player(recording: url) }
            #expect(error?.description.contains("large.har:18002:") == true)
            #expect(error?.description.contains("'/log/entries/9000/request' is missing") == true)
        }
        try withRecording(entry: { $0 == 9000 ? #"{"_filler": "", "request": }"# : nil }) { url in
            let error = #expect(throws: RecordingError.self) { try Player(recording: url) }
            #expect(error?.description.contains("large.har:18002:28") == true)
        }
    }
}
