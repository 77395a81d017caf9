import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimAppFakes
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimCommands

/// The command-line tool in a temporary folder with contracts of the frozen project and the fake providers.
final class CommandLineHarness: Sendable {
    let folder: URL
    private let apis: [API]
    /// Whether the folder is removed at the end.
    private let ownsFolder: Bool

    struct Run {
        var code: ExitCode
        var out: String
        var error: String
    }

    /// Creates a folder with contracts of the frozen project.
    ///
    /// - Parameters:
    ///   - copied: The APIs whose contracts are copied, or nil for all; fewer make commands faster.
    ///   - apis: The APIs that the tool knows.
    init(contractsOf copied: [String]? = nil, apis: [API] = API.all) throws {
        self.apis = apis
        folder = FileManager.default.temporaryDirectory.appending(path: "verbatim-\(UUID().uuidString)")
        ownsFolder = true
        let contracts = folder.appending(path: "Contracts")
        try FileManager.default.createDirectory(at: contracts, withIntermediateDirectories: true)
        let frozen = PackageFolder.frozen("Contracts")
        let files = try FileManager.default.contentsOfDirectory(atPath: frozen.path)
        for file in files where copied?.contains(where: { file.hasPrefix($0 + ".") }) ?? true {
            try FileManager.default.copyItem(
                at: frozen.appending(path: file), to: contracts.appending(path: file))
        }
    }

    /// Uses the folder of another harness, in a process that it has started.
    init(sharing folder: URL, apis: [API] = API.all) {
        self.folder = folder
        self.apis = apis
        ownsFolder = false
    }

    deinit {
        if ownsFolder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Runs a command line.
    func run(_ words: String..., environment: [String: String] = [:]) async -> Run {
        await run(words: words, environment: environment)
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - subfolder: The working directory, below the folder.
    ///   - tool: The words that run the tool.
    ///   - program: The type of the program; nil if it is no ``VerbatimTool``.
    ///   - width: The width of a terminal that shows the results; nil if there is none.
    ///   - answers: The lines that someone types; nil if no one does.
    ///   - terminal: A terminal that gives single keys; nil if there is none.
    ///   - input: The bytes of the standard input, in the pieces in which they come.
    ///   - question: Called before each of them is typed.
    ///   - client: Runs while a command serves, with what it has printed.
    func run(
        words: [String], environment: [String: String] = [:], in subfolder: String = "",
        tool: String = "verbatim", program: String? = "apis.APIs", width: Int? = nil,
        answers: [String]? = nil, terminal: ScriptedTerminal? = nil, input: [[UInt8]] = [],
        beforeAnswers question: @escaping @Sendable () -> Void = {},
        whileServing client: @escaping @Sendable (_ printed: String) async throws -> Void = { _ in }
    ) async -> Run {
        let out = Mutex("")
        let lines = Mutex((answers ?? [])[...])
        @Sendable func answer() -> String? {
            question()
            let line = lines.withLock { $0.popFirst() }
            // As a terminal echoes it.
            if let line { out.withLock { $0 += line + "\n" } }
            return line
        }
        let error = Mutex("")
        var console = Console(
            out: { text in out.withLock { $0 += text } },
            error: { text in error.withLock { $0 += text } },
            isTerminal: width != nil, width: width,
            input: answers == nil && terminal == nil ? nil : answer)
        console.terminal = terminal
        let variables: [String: String] = terminal == nil ? [:] : ["TERM": "xterm", "NO_COLOR": "1"]
        var context = CommandContext(
            apis: apis, fakes: Self.fakes, tool: tool,
            environment: environment.merging(variables) { own, _ in own },
            directory: folder.appending(path: subfolder).path(percentEncoded: false), console: console)
        context.program = program
        let chunks = Mutex(input[...])
        context.readInput = { chunks.withLock { $0.popFirst() ?? [] } }
        context.awaitEnd = { begin in
            begin()
            try await client(out.withLock { $0 })
        }
        let code = await CommandLineTool(context).run(words)
        return Run(code: code, out: out.withLock { $0 }, error: error.withLock { $0 })
    }

    /// Returns the URL of a file in the folder.
    func path(_ name: String) -> URL { folder.appending(path: name) }

    /// Runs git in the folder.
    ///
    /// - Parameter environment: Assignments such as `GIT_COMMITTER_DATE=2026-11-20T12:00:00Z`.
    func git(_ words: String..., environment: [String] = []) throws {
        let command = ["env"] + environment + ["git", "-C", folder.path(percentEncoded: false)] + words
        let done = try ExternalProgram.run(command)
        #expect(done.code == 0, "\(words): \(String(decoding: done.message, as: UTF8.self))")
    }

    /// Returns the bytes of every file in a folder, by path.
    func files(in name: String = "Recordings") throws -> [String: Data] {
        let root = path(name)
        let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects ?? []).compactMap {
            $0 as? String
        }
        var files: [String: Data] = [:]
        for path in paths {
            var isFolder: ObjCBool = false
            let file = root.appending(path: path)
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            files[path] = try Data(contentsOf: file)
        }
        return files
    }

    private static let fakes = Fakes { environment in
        do {
            let fakes = try FakeServers.start(in: environment)
            return Fakes.Running(origins: fakes.origins, stop: fakes.stop)
        } catch let error as FaultPlanError {
            throw EnvironmentError("\(error)")
        } catch let error as CatalogueError {
            throw EnvironmentError("\(error)")
        }
    }
}
