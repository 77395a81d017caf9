import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimServer
import VerbatimTestSupport
import VerbatimURLSession

@testable import VerbatimTesting

/// What is left of a test that records: the journal of the command that runs it.
@Suite struct RecordedAgainTests {
    @Test func `a test that records again reports to the command`() async throws {
        let count = Mutex(0)
        let server = try HTTPServer.start { _, respond in
            let number = count.withLock { count in
                defer { count += 1 }
                return count
            }
            let value = number == 0 ? "1" : #""1""#
            respond(
                ServerResponse(
                    HTTPResponse(
                        200, headers: ["Content-Type": "application/json"], body: .text(#"{"a":\#(value)}"#)))
            )
        }
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            let journal = RecordingJournal(folder: folder)
            for _ in 0..<2 {
                let player = try Player(
                    recording: folder.appending(path: "api/again.har"), mode: .record,
                    transport: URLSessionTransport())
                let recording = OpenRecording(player, .immediate, stubs: [], nil, journal: journal)
                _ = try await recording.session.text(server.origin + "/a")
                let report = recording.close(passed: true)
                #expect(report.problems.isEmpty)
                #expect(report.attachments.isEmpty)
            }
            let entries = journal.entries()
            #expect(entries.map(\.name) == ["api/again", "api/again"])
            #expect(entries.map(\.bytes).sorted() == [7, 9])
            #expect(entries.allSatisfy { $0.isPublished && $0.interactions == 1 })
        }
    }

    @Test func `a test that fails is not in the journal`() throws {
        try withTemporaryFolder { folder in
            let player = try Player(
                recording: folder.appending(path: "api/none.har"), mode: .record,
                transport: URLSessionTransport())
            let journal = RecordingJournal(folder: folder)
            _ = OpenRecording(player, .immediate, stubs: [], nil, journal: journal).close(passed: false)
            #expect(journal.entries() == [])
        }
    }
}
