import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimCommands

/// `verbatim status`: all recordings, also those that no scenario made.
@Suite struct StatusCommandTests {
    private func harness() throws -> CommandLineHarness {
        let api = API(
            name: "weather", scenarios: [Scenario("berlin", "") { _ in }, Scenario("rome", "") { _ in }])
        let harness = try CommandLineHarness(contractsOf: [], apis: [api])
        let interaction = Interaction(
            HTTPRequest("GET", "https://w.test/"), .response(HTTPResponse(200, body: .text("hi"))),
            started: "2026-01-02T03:04:05.000Z")
        for name in ["weather/berlin", "weather/tests-rain", "maps/tile"] {
            let file = harness.path("Recordings/\(name).har")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Archive([interaction]).selfContainedHAR().write(to: file)
        }
        return harness
    }

    @Test func `lists scenarios, recordings of tests and those of unknown APIs`() async throws {
        let run = try await harness().run("status")
        #expect(
            run.out.hasPrefix(
                """
                recording           interactions  recorded    origin
                weather/berlin      1             2026-01-02
                weather/rome        -             never
                maps/tile           1             2026-01-02
                weather/tests-rain  1             2026-01-02

                """), "\(run.out)")
        #expect(run.code == .holds)
        let maps = try await harness().run("status", "maps")
        #expect(maps.out.contains("maps/tile") && !maps.out.contains("weather"))
        #expect(try await harness().run("status", "map").code == .usage)
    }

    @Test func `prints the same as JSON`() async throws {
        let run = try await harness().run("status", "weather", "--format", "json")
        let rows = try JSON(parsing: Array(run.out.utf8)).value
        #expect(
            rows == [
                [
                    "recording": "weather/berlin", "scenario": true, "exists": true, "interactions": 1,
                    "recorded": "2026-01-02", "origin": nil,
                ],
                [
                    "recording": "weather/rome", "scenario": true, "exists": false, "interactions": nil,
                    "recorded": nil, "origin": nil,
                ],
                [
                    "recording": "weather/tests-rain", "scenario": false, "exists": true, "interactions": 1,
                    "recorded": "2026-01-02", "origin": nil,
                ],
            ])
    }

    @Test func `lists a recording that cannot be read`() async throws {
        let harness = try harness()
        try Data("{".utf8).write(to: harness.path("Recordings/maps/tile.har"))
        let run = await harness.run("status")
        #expect(run.out.contains("maps/tile           -             unreadable"), "\(run.out)")
        #expect(run.out.contains("weather/berlin      1"))
        #expect(run.error.contains("tile.har"))
        #expect(run.code == .unreadable)
    }

    @Test func `a table survives a narrow terminal`() async throws {
        let run = try await harness().run(words: ["status"], width: 40)
        #expect(
            run.out.hasPrefix(
                """
                weather/berlin
                  interactions: 1
                  recorded: 2026-01-02
                weather/rome
                  interactions: -
                  recorded: never

                """), "\(run.out)")
    }
}
