import Foundation
import Testing
import VerbatimAPI
import VerbatimHAR
import VerbatimJSON

@testable import VerbatimCommands

/// `verbatim status`: a line for each API, or all recordings, also those that no scenario made.
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
        let run = try await harness().run("status", "--verbose")
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
        let run = await harness.run("status", "--verbose")
        #expect(run.out.contains("maps/tile           -             unreadable"), "\(run.out)")
        #expect(run.out.contains("weather/berlin      1"))
        #expect(run.error.contains("tile.har"))
        #expect(run.code == .unreadable)
    }

    @Test func `a table survives a narrow terminal`() async throws {
        let run = try await harness().run(words: ["status", "--verbose"], width: 40)
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

    // MARK: The dashboard

    @Test func `each API has a line with its recordings, their age and what they show`() async throws {
        let tool = try CommandLineHarness.shop()
        let days = { (count: Double) in Date().addingTimeInterval(-count * 86_400).isoDay }
        try tool.write("{\"shop/items\": \"\(days(1))\"}", to: "Recordings/refreshed.json")
        for (name, day) in [("new", days(0)), ("old", days(30))] {
            let entry = Interaction(
                HTTPRequest("GET", "https://w.test/"), .response(HTTPResponse(200, body: .text("hi"))),
                started: "\(day)T00:00:00.000Z")
            try tool.write("", to: "Recordings/maps/\(name).har")
            try Archive([entry]).selfContainedHAR().write(to: tool.path("Recordings/maps/\(name).har"))
        }
        let run = await tool.run(words: ["status"], environment: ["NO_COLOR": "1"], width: 80)
        #expect(
            run.out == """
                  API   recordings  age           origin  operations  verdict
                ✗ shop           1  1 day         -       1 of 1      2 breaking
                  maps           2  0 to 30 days  -       -           no contract

                ✗ 2 breaking · 3 recordings
                  see why with `verbatim check shop`

                """, "\(run.out)\(run.error)")
        #expect(run.code == .holds)
        let check = await tool.run("check", "shop")
        #expect(check.out.contains("✗ shop  2 interactions  1 of 1 operations  2 breaking\n"), "\(check.out)")
    }

    @Test func `what is to be done next is one command`() async throws {
        let missing = try await harness().run("status")
        #expect(
            missing.out.hasSuffix(
                "not checked · 3 recordings, 1 missing\n  record what is missing with `verbatim record weather`\n"
            ),
            "\(missing.out)\(missing.error)")
        #expect(missing.out.contains("\n  weather      2 of 3  "), "\(missing.out)")
        let none = try await CommandLineHarness(contractsOf: [], apis: []).run("status")
        #expect(none.out.hasPrefix("nothing is recorded yet\n  next: run `verbatim init API`"), "\(none.out)")
    }

    @Test func `a recording that cannot be read is no reason to check nothing`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.write("{", to: "Recordings/shop/other.har")
        let run = await tool.run("status")
        #expect(run.code == .unreadable && run.error.contains("other.har"), "\(run.error)")
        #expect(run.out.contains("  2 breaking\n"), "\(run.out)")
        try tool.write("{", to: "Contracts/shop.json")
        let damaged = await tool.run("status")
        #expect(damaged.code == .unreadable && damaged.error.contains("Contracts/shop.json"))
        #expect(damaged.out.contains("not checked · 2 recordings\n"), "\(damaged.out)")
    }
}
