import Foundation
import Testing
import VerbatimHAR

@testable import VerbatimReplay

/// The options of matching that a miss and two runs of a scenario propose.
@Suite struct MatchingOptionTests {
    private func player(_ recorded: Interaction, _ rules: MatchingRules = MatchingRules()) -> Player {
        Player(archive: Archive([recorded]), name: "api/case", options: .init(matching: rules))
    }

    private func option(
        _ method: String = "GET", _ url: String, body: String? = nil, of player: Player
    ) throws -> String? {
        _ = try player.text(method, url, body: body)
        return player.misses.first?.option
    }

    @Test func `a miss proposes to ignore a query item that differs`() throws {
        let player = player(.get("https://a.test/now?t=1&q=x", "1"))
        #expect(
            try option("GET", "https://a.test/now?t=2&q=x", of: player)
                == #"matching: MatchingRules(ignoredQueryItems: ["t"])"#)
        #expect(
            player.misses.first?.description.contains(
                """

                  option: `matching: MatchingRules(ignoredQueryItems: ["t"])` ignores the difference from entry 1, if \
                it is one in every run
                  next:
                """) == true)
    }

    @Test func `a proposal has what is ignored already`() throws {
        let rules = MatchingRules(
            ignoredQueryItems: ["r"], ignoredBodyMembers: ["/id"], matchedHeaders: ["A"])
        let player = player(.get("https://a.test/now?t=1", "1", body: #"{"at":1,"id":1}"#), rules)
        #expect(
            try option("POST", "https://a.test/now?t=2", body: #"{"at":2,"id":2}"#, of: player) == """
                matching: MatchingRules(ignoredQueryItems: ["r", "t"], ignoredBodyMembers: ["/at", "/id"], \
                matchedHeaders: ["A"])
                """)
    }

    @Test func `a name is written as Swift needs it`() throws {
        let player = player(.get("https://a.test/?a%22%5C=1", "1"))
        #expect(
            try option("GET", "https://a.test/?a%22%5C=2", of: player)
                == #"matching: MatchingRules(ignoredQueryItems: ["a\"\\"])"#)
    }

    @Test func `the option of a miss makes it a hit`() throws {
        let recorded = Interaction.get("https://a.test/now?t=1", "1", body: #"{"at":{"n":1},"x":2}"#)
        let miss = player(recorded)
        _ = try miss.text("POST", "https://a.test/now?u=2", body: #"{"at":{"n":2},"x":2}"#)
        let differences = try #require(miss.misses.first?.nearest.first?.differences)
        let rules = try #require(MatchingRules().ignoring(differences))
        #expect(
            try player(recorded, rules).text("POST", "https://a.test/now?u=2", body: #"{"at":{"n":2},"x":2}"#)
                == "1")
    }

    @Test(arguments: ["https://a.test/other?t=1", "https://b.test/now?t=1"])
    func `no option ignores another path or origin`(url: String) throws {
        #expect(try option("GET", url, of: player(.get("https://a.test/now?t=1", "1"))) == nil)
    }

    @Test func `two runs show what varies by itself, with both values`() {
        let first = [
            Interaction.get("https://a.test/a?t=1", #"{"id":"x","list":[{"at":1},{"at":2}],"n":0}"#),
            .get("https://a.test/b", "same"),
        ]
        let second = [
            Interaction.get("https://a.test/b", "same"),
            .get("https://a.test/a?t=2", #"{"id":"y","list":[{"at":3},{"at":4}],"n":0}"#),
        ]
        let found = RunVariations(first, second, MatchingRules())
        #expect(
            found.requests.map(\.differences) == [[.init(.queryItem("t"), recorded: "1", sent: "2")]])
        #expect(
            found.responses.map(\.differences) == [
                [
                    .init(.bodyMember("/id"), recorded: #""x""#, sent: #""y""#),
                    .init(.bodyMember("/list/*/at"), recorded: "1", sent: "3"),
                ], [],
            ])
        #expect(RunVariations(first, second, MatchingRules(ignoredQueryItems: ["t"])).requests.isEmpty)
    }

    @Test func `a difference is described in the words of its two sides`() {
        let item = RequestDifference(.queryItem("t"), recorded: "not recorded", sent: nil)
        #expect("\(item)" == "query item 't': recorded 'not recorded', not sent")
        #expect(item.text(of: .runs) == "query item 't': first 'not recorded', then missing")
        let body = RequestDifference(.body, recorded: "1 byte", sent: "2 bytes")
        #expect(body.text(of: .runs) == "body: first 1 byte, then 2 bytes")
    }

    @Test func `the journal has an entry for each recording, sorted`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbatim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let journal = RecordingJournal(folder: folder)
        #expect(journal.entries() == [])
        for name in ["b/two", "a/one"] {
            let player = try Player(
                recording: folder.appending(path: "Recordings/\(name).har"), mode: .record,
                transport: FakeNetwork { _ in .response(HTTPResponse(200, body: .text("12345"))) })
            _ = player.outcome(HTTPRequest("GET", "https://a.test/"))
            try journal.add(try player.finish(.succeeded))
        }
        #expect(
            journal.entries()
                == ["a/one", "b/two"].map {
                    .init(name: $0, isPublished: true, interactions: 1, bytes: 5)
                })
        #expect(RecordingJournal(environment: [:]) == nil)
    }
}
