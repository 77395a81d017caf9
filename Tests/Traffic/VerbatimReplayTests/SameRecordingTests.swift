import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay

@Suite struct `a recording that two processes make at once` {
    private static func archive(in folder: URL) -> URL { folder.appendingPathComponent("api/case.har") }

    /// Asks a player for requests that are all answered by the same words.
    private static func ask(_ paths: [String], _ words: String, in folder: URL, _ mode: RecordingMode) throws
    {
        let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(words))) }
        let player = try Player(recording: archive(in: folder), mode: mode, transport: network)
        for path in paths { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(path)")) }
        try player.finish(.succeeded)
    }

    /// Does the work of a process of its own; what it throws is an issue of the test, in its words.
    private static func telling(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            Issue.record("\(error)")
        }
    }

    /// Records a scenario of as many requests as its words say over and over.
    private static func record(_ words: String, in folder: URL) throws {
        try meet(words, in: folder)
        let paths = (0..<words.utf8.count).map { "\($0)" }
        for _ in 0..<60 { try ask(paths, words, in: folder, .record) }
    }

    /// Extends by a request of its own and by one the other process makes as well, over and over.
    private static func extend(_ words: String, in folder: URL) throws {
        try meet(words, in: folder)
        for round in 0..<30 { try ask(["\(words)/\(round)", "both/\(round)"], words, in: folder, .extend) }
    }

    /// Waits until the other process is there as well, so that both record at the same time.
    private static func meet(_ words: String, in folder: URL) throws {
        let lobby = folder.appendingPathComponent("lobby")
        try FileManager.default.createDirectory(at: lobby, withIntermediateDirectories: true)
        try Data().write(to: lobby.appendingPathComponent(words))
        while try FileManager.default.contentsOfDirectory(atPath: lobby.path).count < 2 { sched_yield() }
    }

    @Test(.timeLimit(.minutes(1))) func `is wholly the one or the other`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        async let one = #expect(processExitsWith: .success) { [path = folder.path as String] in
            Self.telling { try Self.record("one", in: URL(filePath: path)) }
        }
        async let other = #expect(processExitsWith: .success) { [path = folder.path as String] in
            Self.telling { try Self.record("another", in: URL(filePath: path)) }
        }
        _ = await (one, other)
        let bodies = try Archive(contentsOf: Self.archive(in: folder)).interactions.map {
            String(decoding: try $0.responseBytes(), as: UTF8.self)
        }
        let words = try #require(bodies.first)
        #expect(["one", "another"].contains(words))
        #expect(bodies == Array(repeating: words, count: words.utf8.count))
        try expectNothingElse(in: folder, bodies: bodies.count)
    }

    @Test(.timeLimit(.minutes(1))) func `is extended by what both add, once`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        async let one = #expect(processExitsWith: .success) { [path = folder.path as String] in
            Self.telling { try Self.extend("one", in: URL(filePath: path)) }
        }
        async let other = #expect(processExitsWith: .success) { [path = folder.path as String] in
            Self.telling { try Self.extend("another", in: URL(filePath: path)) }
        }
        _ = await (one, other)
        let interactions = try Archive(contentsOf: Self.archive(in: folder)).interactions
        let asked = (0..<30).flatMap { round in ["one", "another", "both"].map { "\($0)/\(round)" } }
        #expect(interactions.map(\.request.url).sorted() == asked.map { "https://a.test/\($0)" }.sorted())
        for interaction in interactions {
            let words = String(decoding: try interaction.responseBytes(), as: UTF8.self)
            let isShared = interaction.request.url.contains("/both/")
            #expect(
                isShared
                    ? ["one", "another"].contains(words) : interaction.request.url.contains("/\(words)/"))
        }
        try expectNothingElse(in: folder, bodies: interactions.count)
    }

    /// The archive, its bodies, and nothing hidden.
    private func expectNothingElse(in folder: URL, bodies: Int) throws {
        let api = folder.appendingPathComponent("api")
        let sidecars = (1...bodies).map { "case/\($0).txt" }.sorted()
        #expect(try files(in: api).keys.sorted() == ["case.har"] + sidecars)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: api.path).sorted() == ["case", "case.har"])
    }
}
