import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimCommands

/// The days and origins in recordings and in the log.
@Suite struct RecordingOriginsTests {
    private static let name: RecordingName = "reqres/list-users"

    /// Returns the origins of one recording, of 21 November.
    private func origins(
        logged: String?, origin: RecordingOrigin? = .fake,
        started: String = "2026-11-20T23:59:59.000Z"
    ) -> RecordingOrigins {
        var archive = Archive([
            Interaction(HTTPRequest("GET", "https://a.test/"), .response(HTTPResponse(200)), started: started)
        ])
        archive.origin = origin
        return RecordingOrigins(
            log: logged.map { [Self.name: $0] } ?? [:],
            recordings: [Self.name: RecordingOrigins.Recording(archive)],
            of: API.all.filter { $0.name == "reqres" }, today: "2026-11-21")
    }

    @Test(arguments: [
        ("2026-11-21", true, "2026-11-21"), ("2026-11-20", true, "2026-11-20"),
        // A process that was killed after it published the recording has not written the day.
        ("2026-11-19", true, "2026-11-20"), ("2026-11-22", false, "2026-11-20"),
    ])
    func `the day is that of the log, or of a newer interaction`(logged: String, isDated: Bool, day: String) {
        let origins = origins(logged: logged)
        #expect(origins.undated == (isDated ? [] : [Self.name]))
        #expect(origins.day(of: Self.name) == day)
        #expect(origins.origin(of: Self.name) == .fake)
    }

    @Test func `a recording that the log lacks has the day of its newest interaction`() {
        let unlisted = origins(logged: nil)
        #expect(unlisted.undated == [Self.name])
        #expect(unlisted.day(of: Self.name) == "2026-11-20")
        #expect(origins(logged: nil, started: "2030-01-01T00:00:00.000Z").day(of: Self.name) == nil)
        #expect(origins(logged: nil, started: "2026-02-30T00:00:00.000Z").day(of: Self.name) == nil)
        #expect(origins(logged: nil, started: Interaction.unknownStart).day(of: Self.name) == nil)
    }

    @Test func `a recording of another tool has the day of the log, and no origin`() {
        let foreign = origins(logged: "2026-11-19", origin: nil, started: "2026-11-20T10:00:00+02:00")
        #expect(foreign.undated.isEmpty)
        #expect(foreign.day(of: Self.name) == "2026-11-19")
        #expect(foreign.origin(of: Self.name) == nil)
    }

    @Test func `check and status report a recording that the log lacks`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        _ = await tool.run("record", "--origin", "fake", "reqres")
        let log = tool.path("Recordings/refreshed.json")
        let count = API.reqres.scenarios.count
        let text = try String(contentsOf: log, encoding: .utf8)
        try "{}".write(to: log, atomically: true, encoding: .utf8)
        let check = await tool.run("check", "reqres", "--verbose")
        #expect(check.code == .holds)
        #expect(
            check.out.contains(
                """
                recording-log-mismatch: recording 'reqres/list-users': expected a day in refreshed.json, found none
                  at Recordings/reqres/list-users.har
                  and \(count - 1) more like it
                  next: run `verbatim record`, which corrects the log

                """), "\(check.out)")
        #expect(check.out.contains("recording-from-fake: "))
        let status = await tool.run("status", "reqres")
        #expect(
            status.out.contains(
                "\(API.reqres.scenarios.count { !$0.isFakeOnly }) recordings from fake providers"),
            "\(status.out)")
        #expect(
            status.out.contains("recording 'reqres/list-users': refreshed.json has no day"), "\(status.out)")
        let again = await tool.run("record", "--origin", "fake", "reqres")
        #expect(again.out == "reqres  \(count) recordings, unchanged (fake)\n")
        #expect(try String(contentsOf: log, encoding: .utf8) == text)
    }

    @Test(.enabled(if: SystemCallFault.isSupported))
    func `check reports a recording whose publication was interrupted`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        _ = await tool.run("record", "--origin", "fake", "reqres")
        let url = tool.path("Recordings/reqres/list-users.har")
        var archive = try Archive(contentsOf: url)
        archive.interactions.removeLast()
        let files = try ArchiveFiles(archive, at: url)
        var call = 0
        repeat {
            call += 1
            _ = SystemCallFault.stop.inject(at: call, below: tool.folder) { _ = try? files.publish() }
        } while try !Archive(contentsOf: url).isInterim
        let check = await tool.run("check", "reqres", "--verbose")
        #expect(check.code == .holds)
        #expect(
            check.out.contains(
                """
                recording-unfinished: recording 'reqres/list-users': its publication was interrupted; bodies have \
                temporary names
                  at Recordings/reqres/list-users.har
                  next: run `verbatim record` before the next commit, which puts it in order

                """), "\(check.out)")
    }

    @Test func `with a damaged log nothing is recorded, and everything is checked`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        _ = await tool.run("record", "--origin", "fake", "reqres")
        let log = tool.path("Recordings/refreshed.json")
        try ("{\n<<<<<<< HEAD\n" + String(contentsOf: log, encoding: .utf8).dropFirst(2)).write(
            to: log, atomically: true, encoding: .utf8)
        let old = try tool.files()
        let record = await tool.run("record", "--origin", "fake", "reqres")
        #expect(record.code == .unreadable)
        #expect(record.out == "")
        #expect(
            record.error == """
                verbatim: refresh-log-damaged: the log of days is damaged: unresolved merge conflict; \
                keep one of the two versions
                  at Recordings/refreshed.json:2:1
                  next: correct it, or delete it: the days are then unknown until the APIs are recorded again

                """)
        #expect(try tool.files() == old)
        let status = await tool.run("status", "reqres")
        #expect(status.code == .unreadable)
        #expect(status.error == record.error)
        #expect(
            status.out.contains("\(API.reqres.scenarios.count { !$0.isFakeOnly }) recordings from fake"),
            "\(status.out)")
        #expect(status.out.contains(" providers"), "\(status.out)")
        let check = await tool.run("check", "reqres", "--verbose")
        #expect(check.code == .holds)
        #expect(
            check.out.contains(
                """
                recording-log-mismatch: all recordings: the log of days is damaged: unresolved merge \
                conflict; keep one of the two versions
                  at Recordings/refreshed.json:2:1

                """), "\(check.out)")
    }
}
