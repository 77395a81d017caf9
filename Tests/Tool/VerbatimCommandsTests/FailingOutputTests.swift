import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimTestSupport

@testable import VerbatimCommands

/// Streams and files that cannot be written: full disks, closed pipes, closed descriptors.
@Suite struct FailingOutputTests {
    /// A file descriptor of a test, closed with it.
    private final class Descriptor: Sendable {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { close(number) }

        static func full() throws -> Descriptor {
            let number = open("/dev/full", O_WRONLY)
            try #require(number >= 0)
            return Descriptor(number)
        }

        /// The end to write of a pipe that no one reads.
        static func closedPipe() throws -> Descriptor {
            // As in a process that ignores the signal; otherwise it ends without a word, which is right too.
            signal(SIGPIPE, SIG_IGN)
            let pipe = Pipe()
            let number = dup(pipe.fileHandleForWriting.fileDescriptor)
            try #require(number >= 0)
            try pipe.fileHandleForReading.close()
            try pipe.fileHandleForWriting.close()
            return Descriptor(number)
        }
    }

    private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

    /// Runs the tool with a descriptor for results, and returns the code and the other stream.
    private func run(_ words: [String], out: Descriptor) async throws -> (code: ExitCode, error: String) {
        let error = Mutex("")
        let console = Console(
            out: { try StandardStream.send($0, to: out.number) },
            error: { text in error.withLock { $0 += text } })
        let context = CommandContext(
            apis: API.all, environment: [:], directory: PackageFolder.frozen("").path, console: console)
        let code = await CommandLineTool(context).run(words)
        return (code, error.withLock { $0 })
    }

    private static let commands = [
        ["--help"], ["--version"], ["rules", "--format", "json"], ["status"], ["check", "reqres"],
        ["check", "reqres", "--format", "json"], ["show", "reqres/list-users"],
        ["show", "reqres/list-users", "--embed"], ["models", "reqres"], ["infer", "reqres", "--output", "-"],
    ]

    @Test(.enabled(if: hasFullDevice), arguments: commands)
    func `a full disk ends every command with one line`(words: [String]) async throws {
        let run = try await run(words, out: try .full())
        #expect(run.code == .unreadable)
        #expect(
            run.error.hasSuffix("verbatim: standard output cannot be written: No space left on device\n"),
            "\(run.error)")
    }

    @Test func `a pipe that no one reads ends a command with one line`() async throws {
        let run = try await run(["rules"], out: try .closedPipe())
        #expect(run.code == .unreadable)
        #expect(run.error == "verbatim: standard output cannot be written: Broken pipe\n")
    }

    @Test func `a closed stream ends a command with one line`() async throws {
        let run = try await run(["rules"], out: Descriptor(-1))
        #expect(run.code == .unreadable)
        #expect(run.error == "verbatim: standard output cannot be written: Bad file descriptor\n")
    }

    @Test func `errors that cannot be written do not hide the result`() async throws {
        let console = Console(
            out: { _ in }, error: { _ throws(StandardStream.Failure) in throw .init(code: ENOSPC) })
        let context = CommandContext(apis: API.all, environment: [:], console: console)
        #expect(await CommandLineTool(context).run(["chekc"]) == .unreadable)
    }

    @Test func `a stream that does not block is waited for`() async throws {
        let pipe = Pipe()
        let writer = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK)
        let text = String(repeating: "0123456789", count: 100_000)
        async let received = Task.detached { try pipe.fileHandleForReading.readToEnd() }.value
        try StandardStream.send(text, to: writer)
        try pipe.fileHandleForWriting.close()
        #expect(try await received == Data(text.utf8))
    }

    @Test(.enabled(if: hasFullDevice))
    func `a device is written and not replaced`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let recordings = PackageFolder.frozen("Recordings/reqres").path
        let words = ["infer", "reqres", "--recordings", recordings, "--output"]
        let full = await tool.run(words: words + ["/dev/full"])
        #expect(full.code == .unreadable)
        #expect(
            full.error.contains("verbatim: /dev/full: the file cannot be written: No space left on device\n"),
            "\(full.error)")
        #expect(await tool.run(words: words + ["/dev/null"]).code == .holds)
        for device in ["/dev/full", "/dev/null"] {
            let type = try FileManager.default.attributesOfItem(atPath: device)[.type] as? FileAttributeType
            #expect(type == .typeCharacterSpecial)
        }
    }

    @Test func `a file that cannot be written leaves nothing`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let recordings = PackageFolder.frozen("Recordings/reqres").path
        try FileManager.default.createDirectory(
            at: tool.path("made/shop.json"), withIntermediateDirectories: true)
        let run = await tool.run(
            "infer", "reqres", "--recordings", recordings, "--output", "made/shop.json")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("verbatim: made/shop.json: the file cannot be written: "), "\(run.error)")
        #expect(try TemporaryFolder.names(in: tool.path("made")) == ["shop.json"])
    }

    @Test func `a symbolic link stays`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let recordings = PackageFolder.frozen("Recordings/reqres").path
        try FileManager.default.createSymbolicLink(
            at: tool.path("link.json"), withDestinationURL: tool.path("target.json"))
        try Data("old".utf8).write(to: tool.path("target.json"))
        let run = await tool.run("infer", "reqres", "--recordings", recordings, "--output", "link.json")
        #expect(run.code == .holds, "\(run.error)")
        #expect(try Data(contentsOf: tool.path("target.json")).count > 100)
        let type = try FileManager.default.attributesOfItem(atPath: tool.path("link.json").path)[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
    }
}
