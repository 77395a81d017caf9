import Foundation
import Testing
import VerbatimJSON
import VerbatimSchema

@testable import VerbatimCommands

/// What a check knows about its causes from the history of the recordings.
@Suite(.enabled(if: Git.isSupported))
struct CauseHistoryTests {
    private static let body = "Recordings/shop/items/1.json"

    /// Returns a repository in which a check finds nothing, and what it finds later is renamed.
    private func shop() async throws -> CommandLineHarness {
        let shop = try CommandLineHarness.shop()
        try shop.write(
            "[\n  {\"id\": 1, \"name\": \"Lamp\"},\n  {\"id\": 2, \"name\": \"Desk\"}\n]\n", to: Self.body)
        _ = await shop.run("review", "--accept-all")
        try shop.git("init", "--quiet")
        try shop.commitAll("first", on: "2026-11-14")
        #expect(await shop.run("check").code == .holds)
        return shop
    }

    @Test func `a cause has the day on which the recordings changed so`() async throws {
        let shop = try await shop()
        try shop.write(try shop.text(Self.body).replacing("\"name\"", with: "\"title\""), to: Self.body)
        let headline = "breaking: shop renamed 'name' to 'title'\n"
        let fresh = await shop.run("check")
        #expect(fresh.out.hasPrefix(headline), "\(fresh.out)")
        #expect(fresh.out.contains(/\n  = since \d{4}-\d\d-\d\d \(not committed\)\n/), "\(fresh.out)")
        try shop.commitAll("second", on: "2026-11-15")
        try shop.write(try shop.text(Self.body).replacing("Lamp", with: "Sofa"), to: Self.body)
        try shop.commitAll("third", on: "2026-11-16")
        let later = await shop.run("check")
        #expect(later.out.hasPrefix(headline), "\(later.out)")
        #expect(later.out.contains(/\n  = since 2026-11-15 \([0-9a-f]{7,}\)\n/), "\(later.out)")
        let report = try JSON(parsing: await shop.run("check", "--format", "json").out)
        #expect(report["causes"][0]["since"]["day"].string == "2026-11-15")
        #expect(try ReportOutputTests.schema.get().validate(report).isEmpty)
    }

    @Test func `a check since a revision leaves out the causes that it had`() async throws {
        let shop = try await shop()
        try shop.write(try shop.text(Self.body).replacing("\"name\"", with: "\"title\""), to: Self.body)
        try shop.commitAll("second", on: "2026-11-15")
        let all = await shop.run("check", "--since", "HEAD~1")
        #expect(all.code == .broken && all.out.contains("renamed 'name' to 'title'"), "\(all.out)")
        #expect(all.error == "left out: 0 causes, found at HEAD~1 already\n")
        let none = await shop.run("check", "--since", "HEAD")
        #expect(none.code == .holds, "\(none.out)")
        #expect(none.error == "left out: 1 cause, found at HEAD already\n")
        try shop.write(try shop.text(Self.body).replacing("\"id\": 1", with: "\"id\": \"1\""), to: Self.body)
        let new = await shop.run("check", "--since", "HEAD")
        #expect(new.code == .broken && !new.out.contains("renamed"), "\(new.out)")
        #expect(new.out.contains("shop sends 'id' as a string, not as an integer\n"), "\(new.out)")
    }

    @Test func `a check since a revision judges what is added, removed or moved to another contract`()
        async throws
    {
        let shop = try await shop()
        try shop.write(try shop.text(Self.body).replacing("\"name\"", with: "\"title\""), to: Self.body)
        try shop.commitAll("second", on: "2026-11-15")
        let archive = try shop.text("Recordings/shop/items.har")
        for number in 1...2 {
            try shop.write(
                try shop.text("Recordings/shop/items/\(number).json"),
                to: "Recordings/shop/more/\(number).json")
        }
        try shop.write(archive.replacing("items/", with: "more/"), to: "Recordings/shop/more.har")
        let added = await shop.run("check", "--since", "HEAD")
        #expect(added.error == "left out: 1 cause, found at HEAD already\n")
        try shop.commitAll("third", on: "2026-11-16")
        try FileManager.default.removeItem(at: shop.path("Recordings/shop/more.har"))
        let removed = await shop.run("check", "--since", "HEAD")
        #expect(removed.error == "left out: 1 cause, found at HEAD already\n")
        let contract = try shop.text("Contracts/shop.json")
        try shop.write(
            contract.replacing(#""type": "integer""#, with: #""type": "boolean""#), to: "Contracts/shop.json")
        let edited = await shop.run("check", "--since", "HEAD")
        #expect(edited.code == .broken && edited.out.contains("shop sends 'id' as"), "\(edited.out)")
        #expect(edited.error.hasSuffix("left out: 1 cause, found at HEAD already\n"), "\(edited.error)")
        try shop.write(contract, to: "Contracts/shop.json")
        try shop.write(contract.replacing("shop", with: "bank"), to: "Contracts/bank.json")
        let other = await shop.run("check", "--since", "HEAD")
        #expect(other.error == "left out: 1 cause, found at HEAD already\n")
    }

    @Test func `changes that are not committed are looked for in the recordings of some APIs`() async throws {
        let shop = try await shop()
        try shop.write("{}", to: "Recordings/shop/new.har")
        try shop.write("{}", to: "Recordings/bank/new.har")
        func files(of apis: Set<String>?) throws -> [String] {
            try UncommittedFiles(of: apis, in: Git(folder: shop.path("Recordings"))).paths(of: apis)
        }
        let many = Set((1...20).map { "api\($0)" })
        #expect(try files(of: ["shop"]) == ["shop/new.har"])
        #expect(try files(of: many.union(["bank"])) == ["bank/new.har"])
        #expect(try files(of: []).isEmpty)
        #expect(try files(of: nil).sorted() == ["bank/new.har", "shop/new.har"])
    }

    @Test func `everything is new since a revision without the folders`() async throws {
        let shop = try CommandLineHarness.shop()
        try shop.git("init", "--quiet")
        try shop.write("{}", to: "Sources/empty.json")
        try shop.commitAll("first", on: "2026-11-14", path: "Sources")
        let run = await shop.run("check", "--since", "HEAD")
        #expect(run.code == .broken)
        #expect(run.error == "left out: 0 causes, found at HEAD already\n")
    }

    @Test(arguments: ["nowhere", "-x", "HEAD:Contracts"])
    func `what is not a revision is refused`(_ revision: String) async throws {
        let shop = try await shop()
        let run = await shop.run(words: ["check", "--since=\(revision)"])
        #expect(run.code == .usage)
        #expect(
            run.error.contains("'--since \(revision)' is not a commit, a branch or a tag"), "\(run.error)")
    }

    @Test func `explain prints the findings of an id`() async throws {
        let shop = try CommandLineHarness.shop()
        let report = try JSON(parsing: await shop.run("check", "--format", "json").out)
        let cause = report["causes"][0]
        let id = try #require(cause["id"].string)
        let fingerprint = try #require(cause["findings"][0].string)
        let title = try #require(cause["title"].string)
        for word in [id, "#\(id.prefix(6))", fingerprint] {
            let run = await shop.run("explain", word)
            #expect(run.code == .holds && run.out.hasPrefix("breaking: \(title)\n"), "\(word): \(run.out)")
            #expect(run.out.contains("cause \(id), "), "\(run.out)")
            #expect(run.out.contains("  verbatim show shop/items\n"), "\(run.out)")
        }
        let unknown = await shop.run("explain", "beef")
        #expect(unknown.code == .unreadable && unknown.error.contains("no finding and no cause"))
    }

    @Test(arguments: [("always", true), ("never", false), ("auto", false)])
    func `text is colored if the command line says so`(_ choice: String, _ isColored: Bool) async throws {
        let run = try await CommandLineHarness.shop().run("check", "--color", choice)
        #expect(run.out.contains("\u{1B}[") == isColored)
    }
}

extension CommandLineHarness {
    /// Commits everything on a day.
    fileprivate func commitAll(_ message: String, on day: String, path: String = ".") throws {
        try git("add", path)
        try git(
            "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", message,
            environment: ["GIT_COMMITTER_DATE=\(day)T12:00:00Z"])
    }
}
