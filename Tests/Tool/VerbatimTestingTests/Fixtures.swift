import Foundation
import Testing
import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport

@testable import VerbatimTesting

/// Recordings in a temporary folder.
enum Fixtures {
    /// A folder with the recordings `api/0` to `api/199`, in which the same URL returns the number of the
    /// recording.
    ///
    /// The arguments of traits refer to it, so it exists until the process ends.
    static let folder: String = {
        let folder = temporaryFolder()
        for number in 0..<200 { write(recording(of: "\(number)"), to: folder + "/api/\(number).har") }
        write(
            recording(of: "named"),
            to: folder + "/recordingtraittests/the-default-recording-has-the-name-of-the-test.har")
        write(recording(of: "scenario", query: "?time=0"), to: folder + "/api/scenario.har")
        atexit { _ = try? FileManager.default.removeItem(atPath: Fixtures.folder) }
        return folder
    }()

    static let url = "http://api.example/item"

    /// Returns the path of a new folder.
    static func temporaryFolder() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("verbatim-tests-\(UUID().uuidString)")
            .path
    }

    /// Returns the folder in which tests that fail keep what they record, beside a folder of recordings.
    static func unpublished(beside folder: String) -> String {
        URL(filePath: folder).deletingLastPathComponent().path + "/.build/verbatim/unpublished"
    }

    private static func write(_ text: String, to path: String) {
        let file = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func recording(of text: String, query: String = "") -> String {
        """
        {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [{
          "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1, "cache": {},
          "timings": {"send": 0, "wait": 1, "receive": 0},
          "request": {"method": "GET", "url": "\(url)\(query)", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0},
          "response": {"status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [], "content": {"size": \(text.utf8.count), "mimeType": "text/plain", "text": "\(text)"},
            "redirectURL": "", "headersSize": -1, "bodySize": \(text.utf8.count)}
        }]}}
        """
    }
}

extension URLSession {
    func text() async throws -> String { try await text(Fixtures.url) }
}
