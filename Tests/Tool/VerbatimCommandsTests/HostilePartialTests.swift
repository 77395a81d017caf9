import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimCommands

/// Partial results that no share has written: `verbatim merge` reads files of other machines.
@Suite struct HostilePartialTests {
    /// A project whose recordings break its contract, with the partial result of all of a command.
    private func project(_ words: [String]) async throws -> CommandLineHarness {
        let tool = try CommandLineHarness.shop()
        let share = words + ["--shard", "1/1", "--partial", "part.json"]
        var run = await tool.run(words: share)
        #expect(run.code == .holds, "\(run.error)")
        // The file of the only share is also what all shares have found.
        while await tool.run(words: Self.merge(words)).error.contains("the contract is not known after") {
            run = await tool.run(words: share + ["--with", "part.json"])
            #expect(run.code == .holds, "\(run.error)")
        }
        return tool
    }

    private static let lines = [
        ["check", "shop", "--coverage"], ["mutate", "shop"],
        ["infer", "new", "--recordings", "Recordings/shop"],
    ]

    private static func merge(_ words: [String]) -> [String] {
        ["merge", "part.json"] + (words[0] == "infer" ? ["--output", "made.json"] : [])
    }

    @Test(arguments: [
        ("record", #"["--","touch","made.json"]"#), ("check", #"["--fix-all"]"#),
        ("check", #"["--write-baseline"]"#), ("check", #"["--report","made.json"]"#),
        ("check", #"["--reproduce","Made"]"#), ("mutate", #"["--write"]"#),
        ("infer", #"["shop","--output","made.json"]"#),
        ("merge", #"["part.json"]"#), ("check", #"["--shard","1/1","--partial","made.json"]"#),
        ("none", "[]"),
    ])
    func `a file makes merge do nothing that a share may not do`(
        command: String, words: String
    ) async throws {
        let tool = try await project(Self.lines[0])
        let text = try tool.text("part.json")
            .replacing(#""command":"check""#, with: "\"command\":\"\(command)\"")
            .replacing(#"["shop","--coverage"]"#, with: words)
        try tool.write(text, to: "part.json")
        let files = try tool.files(in: "")
        let run = await tool.run("merge", "part.json")
        #expect(run.error.contains("part.json: its command line is not that of a share: "), "\(run)")
        #expect(run.code == .unreadable)
        #expect(try tool.files(in: "") == files)
    }

    @Test(arguments: lines)
    func `a file with other numbers is refused or merged`(words: [String]) async throws {
        let tool = try await project(words)
        let text = try tool.text("part.json")
        // Numbers after a name that is not within a string.
        let numbers = text.matches(of: #/[^\\]":(\d+)(?=[,}])/#).map { $0.1.startIndex..<$0.1.endIndex }
        #expect(numbers.count > 10)
        let step = TestEffort.isExhaustive ? 1 : max(13, numbers.count / 8)
        for index in stride(from: 0, to: numbers.count, by: step) {
            for (other, isRefused) in [
                ("-1", true), ("9223372036854775807", true), ("1e18", true), ("999999", false), ("3", false),
            ] {
                try tool.write(text.replacingCharacters(in: numbers[index], with: other), to: "part.json")
                let run = await tool.run(words: Self.merge(words))
                #expect(!isRefused || run.code == .unreadable, "\(index): \(other): \(run)")
            }
        }
    }

    @Test(arguments: ["../outside-", ".env", ".git/config", "Sources/shown.txt"])
    func `a file makes the report show no file that is hidden or elsewhere`(path: String) async throws {
        let tool = try await project(["check", "shop"])
        let name = path.hasSuffix("-") ? path + tool.folder.lastPathComponent : path
        try tool.write(String(repeating: "token of another\n", count: 40), to: name)
        defer { try? FileManager.default.removeItem(at: tool.path(name)) }
        let text = try tool.text("part.json")
        let other = text.replacing("Recordings/shop/items/1.json", with: name)
        #expect(other != text)
        try tool.write(other, to: "part.json")
        let reports = ["r.txt", "r.md", "r.html"]
        let run = await tool.run(words: ["merge", "part.json"] + reports.flatMap { ["--report", $0] })
        #expect(run.code == .broken, "\(run)")
        let isShown = try reports.contains { try tool.text($0).contains("token of another") }
        #expect(isShown == path.hasPrefix("Sources"))
    }
}
