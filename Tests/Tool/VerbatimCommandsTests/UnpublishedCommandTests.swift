import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimCommands

/// The commands that read what tests that failed while they recorded have left.
@Suite struct UnpublishedCommandTests {
    /// A shop whose provider now sends ids as strings, which a test has noticed.
    private func shop() throws -> CommandLineHarness {
        let tool = try CommandLineHarness.shop()
        try tool.write(try tool.text("Recordings/shop/items.har"), to: Self.folder + "/shop/items.har")
        try tool.write("[{\"id\": \"1\", \"name\": \"Lamp\"}]\n", to: Self.folder + "/shop/items/1.json")
        try tool.write("{\"error\": \"gone\"}\n", to: Self.folder + "/shop/items/2.json")
        return tool
    }

    private static let folder = ".build/verbatim/unpublished"

    @Test func `check finds what the test has seen, and nothing else`() async throws {
        let tool = try shop()
        let run = await tool.run("check", "shop", "--unpublished")
        #expect(run.code == .broken)
        #expect(run.out.hasPrefix("breaking: shop sends 'id' as a string, not as an integer\n"), "\(run.out)")
        #expect(run.out.contains("--> .build/verbatim/unpublished/shop/items/1.json:1:9"), "\(run.out)")
        #expect(!run.out.contains("Recordings/shop"), "\(run.out)")
        #expect(run.out.contains("`verbatim review shop --unpublished`"), "\(run.out)")
        #expect(await !tool.run("check", "shop").out.contains("'id'"))
    }

    @Test func `check writes a failing test for it`() async throws {
        let tool = try shop()
        let run = await tool.run("check", "--unpublished", "--reproduce", "Tests/Reproduced")
        #expect(run.code == .broken)
        let names = try tool.files(in: "Tests/Reproduced").keys.map { $0.prefix { $0 != "-" } + "" }
        #expect(names.contains("model"), "\(run.error)")
        #expect(run.error.contains("Tests/Reproduced: "), "\(run.error)")
    }

    @Test func `diff compares with the published recordings`() async throws {
        let run = await (try shop()).run("diff", "--unpublished")
        #expect(run.code == .broken)
        #expect(run.out.hasPrefix("breaking: shop sends 'id' as a string, not as an integer\n"), "\(run.out)")
        #expect(run.out.contains("Sources/ShopItem.swift:2:9"), "\(run.out)")
    }

    @Test func `review and infer change the contract`() async throws {
        for words in [
            ["review", "shop", "--unpublished", "--accept-all"], ["infer", "shop", "--unpublished"],
        ] {
            let tool = try shop()
            let run = await tool.run(words: words)
            let contract = try tool.text("Contracts/shop.json")
            let id = try #require(contract.range(of: "\"id\": {"))
            #expect(contract[id.upperBound...].prefix(140).contains("\"string\""), "\(words) \(run)")
        }
    }

    @Test func `without such a recording, the commands say what makes one`() async throws {
        let tool = try CommandLineHarness.shop()
        for words in [["check"], ["diff"], ["review"]] {
            let run = await tool.run(words: words + ["--unpublished"])
            #expect(run.code == .usage)
            #expect(
                run.error == """
                    verbatim: no test has failed while it recorded: there is no recording in \
                    .build/verbatim/unpublished
                      next: run the tests with `VERBATIM_MODE=record`, or leave out '--unpublished'

                    """)
        }
        let named = await tool.run("check", "shop", "--unpublished")
        #expect(named.error.hasPrefix("verbatim: no test of shop has failed while it recorded: "))
    }

    @Test(arguments: [
        ["check", "--recordings", "Recordings"], ["check", "--since", "HEAD"], ["check", "--write-baseline"],
        ["check", "--max-age", "3d"], ["diff", "Contracts"], ["infer", "shop", "--recordings", "Recordings"],
    ])
    func `it names the recordings, and so no other option does`(words: [String]) async throws {
        #expect(await (try shop()).run(words: words + ["--unpublished"]).code == .usage)
    }
}
