import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// `--shard K/N --partial FILE` and `verbatim merge`.
@Suite struct MergeCommandTests {
    /// A command line that divides its work.
    struct Line: Sendable, CustomTestStringConvertible {
        let words: [String]

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let formats =
        ["json", "txt"] + (TestEffort.isExhaustive ? ["md", "html", "xml", "sarif"] : [])

    private static let lines =
        [
            Line(words: ["check", "reqres", "--coverage", "--max-age", "90d"]),
            Line(words: ["diff", "Recordings/reqres", "New"]),
            Line(words: ["mutate", "reqres", "--sample", "12"]),
        ]
        + (TestEffort.isExhaustive
            ? [
                Line(words: ["check", "--coverage"]),
                Line(words: ["check", "itunes", "--recordings", "New", "--recordings", "Recordings/itunes"]),
                Line(words: ["diff", "Recordings", "New", "--fail-on", "never"]),
                Line(words: ["mutate", "--sample", "100"]),
            ] : [])

    /// A project whose recordings break its contracts, and a folder of changed recordings.
    private func project(_ apis: [String]?) throws -> CommandLineHarness {
        let tool = try CommandLineHarness(contractsOf: apis)
        let files = FileManager.default
        try files.copyItem(at: PackageFolder.frozen("Recordings"), to: tool.path("Recordings"))
        for name in try files.contentsOfDirectory(atPath: tool.path("Contracts").path) {
            try edit(tool.path("Contracts/\(name)"), #""type": "integer""#, #""type": "boolean""#)
        }
        // A folder of contracts may have folders.
        try tool.write("{}", to: "Contracts/parts/part.json")
        let changed = apis.map { "Recordings/\($0[0])" } ?? "Recordings"
        try files.copyItem(at: tool.path(changed), to: tool.path("New"))
        for name in try tool.files(in: "New").keys where name.hasSuffix(".json") {
            try edit(tool.path("New/\(name)"), #""id": "#, #""id": null, "number": "#)
        }
        return tool
    }

    private func edit(_ file: URL, _ old: String, _ new: String) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(old, with: new).utf8).write(to: file)
    }

    /// The exit code and all reports of a command line.
    private func reports(_ words: [String], _ tool: CommandLineHarness) async throws -> [String: String] {
        let files = Self.formats.map { "Reports/report.\($0)" }
        let run = await tool.run(words: words + files.flatMap { ["--report", $0] })
        var texts = ["exit code": "\(run.code)", "output": run.out, "messages": run.error]
        for file in files { texts[file] = try String(contentsOf: tool.path(file), encoding: .utf8) }
        return texts
    }

    /// Merges files as a random tree until few are left, and returns their names in random order.
    private func grouped(
        _ files: [String], _ tool: CommandLineHarness, _ random: inout SeededGenerator
    ) async -> [String] {
        var files = files.shuffled(using: &random)
        let rest = Int.random(in: 1...3, using: &random)
        while files.count > rest {
            let group = [files.removeFirst(), files.removeFirst()].shuffled(using: &random)
            let name = "Partial/group-\(group.count)-\(files.count).json"
            let run = await tool.run(words: ["merge"] + group + ["--partial", name])
            #expect(run.code == .holds, "\(run.error)")
            files.append(name)
            files.shuffle(using: &random)
        }
        return files
    }

    @Test(arguments: lines)
    func `shares in any order and grouping give the reports of one run`(line: Line) async throws {
        let tool = try project(line.words.count > 1 && line.words[1].hasSuffix("reqres") ? ["reqres"] : nil)
        let whole = try await reports(line.words, tool)
        #expect(whole["exit code"] != "\(ExitCode.unreadable)" && whole["exit code"] != "\(ExitCode.usage)")
        for seed in 1...UInt64(TestEffort.count(1, of: 4)) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...TestEffort.count(3, of: 16), using: &random)
            for number in 1...count {
                let run = await tool.run(
                    words: line.words + [
                        "--shard", "\(number)/\(count)", "--partial", "Partial/\(number).json",
                    ])
                #expect(run.code == .holds, "\(run.error)")
            }
            let files = await grouped((1...count).map { "Partial/\($0).json" }, tool, &random)
            var merged = try await reports(["merge"] + files, tool)
            merged["messages"] = whole["messages"]
            for (name, text) in whole { #expect(merged[name] == text, "\(name), \(count) shares") }
        }
    }

    @Test(arguments: [
        Line(words: ["infer", "reqres"]), Line(words: ["infer", "other", "--recordings", "New"]),
        Line(words: ["infer", "itunes", "--recordings", "Recordings/itunes", "--literal-paths"]),
    ])
    func `shares of an inference give the contract of one run`(line: Line) async throws {
        let tool = try project(line.words[1] == "itunes" ? nil : ["reqres"])
        let one = await tool.run(words: line.words + ["--output", "one.json"])
        #expect(one.code == .holds, "\(one.error)")
        for seed in 1...UInt64(TestEffort.count(1, of: 3)) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...TestEffort.count(3, of: 16), using: &random)
            var (passes, known): (Int, [String]) = (0, [])
            while passes < 32 {
                for number in 1...count {
                    let share = ["--shard", "\(number)/\(count)", "--partial", "Partial/\(number).json"]
                    let run = await tool.run(words: line.words + share + known)
                    #expect(run.code == .holds, "\(run.error)")
                }
                let files = await grouped((1...count).map { "Partial/\($0).json" }, tool, &random)
                let merged = await tool.run(words: ["merge"] + files + ["--output", "merged.json"])
                passes += 1
                guard merged.code == .broken else {
                    #expect(merged.error.replacing("merged.json", with: "one.json") == one.error)
                    break
                }
                #expect(merged.error.contains("pass"), "\(merged.error)")
                #expect(
                    await tool.run(words: ["merge"] + files + ["--partial", "joined.json"]).code == .holds)
                known = ["--with", "joined.json"]
            }
            #expect(passes > 2)
            #expect(try tool.text("merged.json") == tool.text("one.json"), "\(count) shares")
        }
    }

    @Test func `shares that do not belong together are refused`() async throws {
        let tool = try project(["reqres"])
        func share(_ words: String...) async throws {
            #expect(await tool.run(words: ["check", "reqres"] + words).code == .holds)
        }
        try await share("--shard", "1/3", "--partial", "a.json")
        try await share("--shard", "2/3", "--partial", "b.json")
        try await share("--shard", "2/4", "--partial", "c.json")
        try await share("--coverage", "--shard", "3/3", "--partial", "d.json")
        try Data("{}".utf8).write(to: tool.path("e.json"))
        let cases: [([String], String)] = [
            (
                ["a.json"],
                """
                verbatim: a.json: shares 2 and 3 of 3 are missing
                  next: run `verbatim check reqres --shard 2/3 --partial FILE`, and merge again

                """
            ),
            (
                ["a.json", "b.json", "a.json"],
                """
                verbatim: a.json: share 1 of 3 is also in a.json
                  next: name each share once

                """
            ),
            (
                ["a.json", "c.json"],
                """
                verbatim: c.json: it does not belong to a.json: another number of shares
                  next: merge the partial results of one run

                """
            ),
            (
                ["a.json", "d.json"],
                """
                verbatim: d.json: it does not belong to a.json: another command line
                  next: merge the partial results of one run

                """
            ),
            (
                ["a.json", "e.json"],
                """
                verbatim: e.json: the file is no partial result
                  next: write it again with `--shard K/N --partial e.json`

                """
            ),
        ]
        for (files, message) in cases {
            let run = await tool.run(words: ["merge"] + files)
            #expect(run.error == message)
            #expect(run.code == .unreadable)
        }
        try await share("--shard", "3/3", "--partial", "f.json")
        try edit(tool.path("Contracts/reqres.json"), #""type": "boolean""#, #""type": "integer""#)
        let changed = await tool.run("merge", "a.json", "b.json", "f.json")
        #expect(
            changed.error == """
                verbatim: a.json: the partial result is of another state: Contracts has changed since
                  next: run all shares again, with the files and the tool of this one

                """)
        #expect(changed.code == .unreadable)
    }

    @Test(arguments: [
        (["--shard", "4/3", "--partial", "a"], "'--shard 4/3' is not a share such as 3/8, from 1/8 to 8/8"),
        (["--shard", "0/3", "--partial", "a"], "'--shard 0/3' is not a share such as 3/8, from 1/8 to 8/8"),
        (["--shard", "1/3"], "'--shard' is not of use without '--partial FILE'"),
        (["--partial", "a"], "'--partial' is not of use without '--shard K/N'"),
        (
            ["--shard", "1/3", "--partial", "a", "--format", "json"],
            "'--shard' cannot be combined with '--format': a share has no report; name it for 'merge'"
        ),
        (
            ["--shard", "1/3", "--partial", "a", "--watch"],
            "'--shard' cannot be combined with '--watch': name it for the whole, in a run without shares"
        ),
    ])
    func `wrong command lines are explained`(words: [String], message: String) async throws {
        let run = await (try CommandLineHarness(contractsOf: [])).run(words: ["check"] + words)
        #expect(run.error.hasPrefix("verbatim: \(message)\n"), "\(run.error)")
        #expect(run.code == .usage)
    }
}
