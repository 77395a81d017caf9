import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

/// What a test that fails while it records leaves.
@Suite struct UnpublishedRecordingTests {
    private static let url = "https://a.test/x?api_key=5ec4e7c0ffee5ec4e7c0ffee"

    /// Records a request of a test, and ends it.
    @discardableResult
    private func record(
        _ test: String, _ response: String, _ ending: Player.Ending, mode: RecordingMode = .record,
        paths: [String] = [], in folder: URL
    ) throws -> URL? {
        let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(response))) }
        var options = Player.Options(testCase: RecordingCase(test))
        options.unpublished = unpublished(in: folder)
        let player = try Player(
            recording: folder.appending(path: "Recordings/api/x.har"), mode: mode, options: options,
            transport: network)
        for url in [Self.url] + paths { _ = player.outcome(HTTPRequest("GET", url)) }
        try player.finish(ending)
        return try player.keepUnpublished(ending)
    }

    private func unpublished(in folder: URL) -> URL {
        let path = RecordingStore.unpublishedPath(beside: folder.appending(path: "Recordings").path)
        return URL(filePath: path).appending(path: "api/x.har")
    }

    private func contents(of file: URL) throws -> [String] {
        try Archive(contentsOf: file).interactions.map { interaction in
            let body = String(decoding: try interaction.responseBytes(), as: UTF8.self)
            return "\(interaction.testCase?.name ?? ""): \(body)"
        }
    }

    @Test(arguments: [
        ("Recordings", ".build/verbatim/unpublished"), ("../Recordings", "../.build/verbatim/unpublished"),
        ("/app/Recordings/", "/app/.build/verbatim/unpublished"),
    ])
    func `the folder is beside that of the recordings`(recordings: String, path: String) {
        #expect(RecordingStore.unpublishedPath(beside: recordings) == path)
    }

    @Test func `the recording stays, and what came is kept, without secrets`() throws {
        try withTemporaryFolder { folder in
            try record("a", "old", .succeeded, in: folder)
            let file = try record("a", "new", .failed, in: folder)
            #expect(file == unpublished(in: folder))
            #expect(try contents(of: folder.appending(path: "Recordings/api/x.har")) == ["a: old"])
            #expect(try contents(of: unpublished(in: folder)) == ["a: new"])
            let text = try String(contentsOf: unpublished(in: folder), encoding: .utf8)
            #expect(text.contains("api_key=REDACTED-api_key-1"))
            #expect(!text.contains("5ec4e7c0ffee"))
        }
    }

    @Test func `the next run that passes removes it, with the files of its bodies`() throws {
        try withTemporaryFolder { folder in
            try record("a", "new", .failed, in: folder)
            #expect(try record("a", "good", .succeeded, in: folder) == nil)
            let left = FileManager.default.enumerator(atPath: folder.appending(path: ".build").path)?
                .compactMap { $0 as? String }
            #expect(left?.sorted() == ["verbatim", "verbatim/unpublished", "verbatim/unpublished/api"])
        }
    }

    @Test func `tests that share a recording keep and remove their own`() throws {
        try withTemporaryFolder { folder in
            try record("a", "1", .failed, in: folder)
            try record("b", "2", .failed, in: folder)
            try record("a", "3", .failed, in: folder)
            #expect(try contents(of: unpublished(in: folder)) == ["b: 2", "a: 3"])
            #expect(try record("b", "4", .succeeded, in: folder) != nil)
            #expect(try contents(of: unpublished(in: folder)) == ["a: 3"])
        }
    }

    @Test func `what an extended recording replayed is kept as well`() throws {
        try withTemporaryFolder { folder in
            try record("a", "old", .succeeded, in: folder)
            try record("a", "new", .failed, mode: .extend, paths: ["https://a.test/y"], in: folder)
            #expect(try contents(of: unpublished(in: folder)) == ["a: old", "a: new"])
        }
    }

    @Test func `a test that sends nothing to the network leaves nothing`() throws {
        try withTemporaryFolder { folder in
            try record("a", "old", .succeeded, in: folder)
            for mode in [RecordingMode.live, .extend] {
                #expect(try record("a", "new", .failed, mode: mode, in: folder) == nil)
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: ".build").path))
        }
    }

    @Test func `a secret that cannot be redacted is not kept`() throws {
        try withTemporaryFolder { folder in
            let secret = "hidden-in-gzip"
            let network = FakeNetwork { _ in
                .response(HTTPResponse(200, body: .data(Data(Compressor.gzip(Array(secret.utf8))))))
            }
            var options = Player.Options(
                redaction: Redaction([Secret("token", value: secret)]), testCase: RecordingCase("a"))
            options.unpublished = unpublished(in: folder)
            let player = try Player(
                recording: folder.appending(path: "Recordings/api/x.har"), mode: .record, options: options,
                transport: network)
            _ = player.outcome(HTTPRequest("GET", "https://a.test/x"))
            try player.finish(.failed)
            #expect(throws: RecordingError.self) { try player.keepUnpublished(.failed) }
            #expect(!FileManager.default.fileExists(atPath: unpublished(in: folder).path))
        }
    }
}
