import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimCommands

/// Commands other than `record` that write files, killed at a system call.
@Suite(.enabled(if: SystemCallFault.isSupported)) struct KilledCommandTests {
    private static let commands = [
        ["import", "shop", "fixture.json"], ["review", "--accept-all"], ["infer", "shop"],
        ["check", "--write-baseline"], ["check", "--fix-all"],
    ]

    private func shop() throws -> CommandLineHarness {
        let tool = try CommandLineHarness.shop()
        try tool.write(
            """
            {"interactions": [{"recorded_at": 1434171536, "request": {"method": "GET", "url": "https://w.test/a"},
              "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"x": 1}}}]}
            """, to: "fixture.json")
        return tool
    }

    /// Returns the bytes of all files but temporary ones; of a recording the bodies, as they are read.
    private func state(_ tool: CommandLineHarness) throws -> [String: Data] {
        var state: [String: Data] = [:]
        for (path, bytes) in try tool.files(in: "") where !path.contains("/.") {
            guard path.hasSuffix(".har") else {
                if !path.hasPrefix("Recordings/shop/") { state[path] = bytes }
                continue
            }
            let archive = try Archive(contentsOf: tool.path(path))
            state[path] = try archive.interactions.map { try $0.responseBytes() }.reduce(Data(), +)
        }
        return state
    }

    private func expectOldOrNew(
        _ tool: CommandLineHarness, _ old: [String: Data], _ new: [String: Data], _ call: Int
    ) throws {
        let now = try state(tool)
        for path in Set(old.keys).union(new.keys) {
            #expect(now[path] == old[path] || now[path] == new[path], "call \(call): \(path)")
        }
        #expect(Set(now.keys).isSubset(of: new.keys), "call \(call)")
    }

    /// Runs a command again, after which everything is new.
    private func finish(_ words: [String], _ tool: CommandLineHarness, _ new: [String: Data], _ call: Int)
        async throws
    {
        // An import replaces no recording.
        for name in words[0] == "import" ? ["fixture.har", "fixture"] : [] {
            let file = tool.path("Recordings/shop/\(name)")
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.removeItem(at: file)
        }
        let run = await tool.run(words: words)
        #expect(try state(tool) == new, "call \(call): \(run.error)")
    }

    #if os(macOS) || os(Linux)
        @Test(arguments: commands)
        func `a killed command leaves each file as it was or as it becomes`(words: [String]) async throws {
            let tool = try shop()
            let (old, files) = (try state(tool), try tool.files(in: ""))
            _ = await tool.run(words: words)
            let new = try state(tool)
            #expect(new != old)
            func restore() throws {
                for path in try tool.files(in: "").keys where files[path] == nil {
                    try FileManager.default.removeItem(at: tool.path(path))
                }
                for (path, bytes) in files { try bytes.write(to: tool.path(path)) }
            }
            var (call, last, isReached) = (1, 0, true)
            while isReached {
                try restore()
                isReached = await SystemCallFault.stop.inject(at: call, below: tool.folder) {
                    _ = await tool.run(words: words)
                }
                try expectOldOrNew(tool, old, new, call)
                try await finish(words, tool, new, call)
                if isReached { last = call }
                call += TestEffort.isExhaustive ? 1 : 19
            }
            #expect(last >= 20)
            let kills = TestEffort.count(1, of: 40)
            for call in (1...kills).map({ last * $0 / kills }) {
                try restore()
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [path = tool.folder.path as String, words = words as [String], call = call as Int] in
                    let tool = CommandLineHarness(sharingShop: URL(filePath: path))
                    _ = await SystemCallFault.kill.inject(at: call, below: tool.folder) {
                        _ = await tool.run(words: words)
                    }
                }
                try expectOldOrNew(tool, old, new, call)
                try await finish(words, tool, new, call)
            }
        }
    #endif
}
