import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim record` while system calls fail.
@Suite(.enabled(if: SystemCallFault.isSupported)) struct InterruptedRecordTests {
    private static let scenarios = ["list-users", "missing-user"]
    /// Records two scenarios: a body that changes, and ones that stay, in text and in bytes. Further ones
    /// would take the same steps again, and each makes more calls, and each call a longer test.
    private static let record =
        ["record", "--origin", "fake", "reqres"] + scenarios.flatMap { ["--scenario", $0] }

    /// Returns the bodies of the recordings, by the names of scenarios.
    private func bodies(_ tool: CommandLineHarness) throws -> [String: [Data]] {
        var bodies: [String: [Data]] = [:]
        for name in Self.scenarios {
            let archive = try Archive(contentsOf: tool.path("Recordings/reqres/\(name).har"))
            bodies[name] = try archive.interactions.map { try $0.responseBytes() }
        }
        return bodies
    }

    /// Changes the origin of all recordings and a digit in each body, so that recording again changes both.
    private func makeOld(_ tool: CommandLineHarness) throws {
        for (path, bytes) in try tool.files() {
            var bytes = bytes
            if path.contains("/1."), let digit = bytes.firstIndex(where: { 0x30...0x38 ~= $0 }) {
                bytes[digit] += 1
            } else if path.hasSuffix(".har") || path.hasSuffix(".json") {
                bytes = Data(
                    String(decoding: bytes, as: UTF8.self).replacing("\"fake\"", with: "\"live\"").utf8)
            }
            try bytes.write(to: tool.path("Recordings/" + path))
        }
    }

    /// Whether each recording has the old bodies and is from the provider, or has the new ones and is not.
    private func isOldOrNew(_ tool: CommandLineHarness, old: [String: [Data]], new: [String: [Data]]) throws
        -> Bool
    {
        let now = try bodies(tool)
        return try now.allSatisfy { name, bodies in
            let origin = try Archive(contentsOf: tool.path("Recordings/reqres/\(name).har")).origin
            return bodies == old[name] && origin == .live || bodies == new[name] && origin == .fake
        }
    }

    #if os(macOS) || os(Linux)
        @Test func `a command that is killed leaves complete recordings with their origins`() async throws {
            let tool = try CommandLineHarness(contractsOf: ["reqres"])
            _ = await tool.run(words: Self.record)
            let (new, names) = (try bodies(tool), try tool.files().keys.sorted())
            try makeOld(tool)
            let (old, oldFiles) = (try bodies(tool), try tool.files())
            for call in TestEffort.isExhaustive ? Array(stride(from: 2, through: 180, by: 2)) : [120] {
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [path = tool.folder.path as String, call = call as Int] in
                    let tool = CommandLineHarness(sharing: URL(filePath: path))
                    _ = await SystemCallFault.kill.inject(at: call, below: tool.path("Recordings")) {
                        _ = await tool.run(words: Self.record)
                    }
                }
                #expect(try isOldOrNew(tool, old: old, new: new), "call \(call)")
                let again = await tool.run(words: Self.record)
                #expect(again.code == .holds, "call \(call): \(again.error)")
                #expect(try tool.files().keys.sorted() == names, "call \(call)")
                #expect(try bodies(tool) == new, "call \(call)")
                for (path, bytes) in oldFiles { try bytes.write(to: tool.path("Recordings/" + path)) }
            }
        }
    #endif

    @Test(arguments: [EIO, ENOSPC].prefix(TestEffort.count(1, of: 2)))
    func `the messages say which recordings were replaced`(error: Int32) async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        _ = await tool.run(words: Self.record)
        let (new, names) = (try bodies(tool), try tool.files().keys.sorted())
        try makeOld(tool)
        let (old, oldFiles) = (try bodies(tool), try tool.files())
        #expect(old.keys.count { old[$0] != new[$0] } == 1)
        var call = 1
        var isReached = true
        while isReached {
            var run: CommandLineHarness.Run?
            isReached = await SystemCallFault.error(error).inject(at: call, below: tool.path("Recordings")) {
                run = await tool.run(words: Self.record + ["--verbose"])
            }
            let (lines, now) = (run?.error ?? "", try bodies(tool))
            #expect(try isOldOrNew(tool, old: old, new: new), "call \(call)")
            for (name, bodies) in now {
                let isPublished =
                    lines.contains("reqres/\(name): published")
                    || lines.contains(
                        "reqres/\(name): recording-unfinished: the new recording is published, but")
                #expect(bodies == (isPublished ? new : old)[name], "call \(call): \(lines)")
            }
            let incomplete = ["no recording replaced", "unfinished", "not compared with the last recording"]
            let isComplete = !incomplete.contains { lines.contains($0) }
            #expect(
                (run?.code == .holds) == (isComplete && !lines.contains("verbatim:")),
                "call \(call): \(lines)")
            let again = await tool.run(words: Self.record)
            #expect(again.code == .holds, "call \(call): \(again.error)")
            #expect(try tool.files().keys.sorted() == names, "call \(call)")
            #expect(try self.bodies(tool) == new, "call \(call)")
            for (path, bytes) in oldFiles { try bytes.write(to: tool.path("Recordings/" + path)) }
            call += TestEffort.isExhaustive ? 1 : 67
        }
        #expect(call > 100)
    }
}
