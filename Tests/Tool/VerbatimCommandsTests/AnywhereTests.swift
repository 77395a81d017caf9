import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimHAR
import VerbatimModels
import VerbatimReplay
import VerbatimTestSupport

@testable import VerbatimCommands

/// The command line in any folder, under any name, and on any terminal.
@Suite struct AnywhereTests {
    /// In a working directory that was deleted, paths are relative, and have no root.
    @Test(arguments: ["", ".", "a/b", "../.."])
    func `the folders around a relative path end`(path: String) throws {
        let folder = try #require(URL(string: path.isEmpty ? "./" : path))
        #expect(folder.andFoldersAround.count <= 3)
        #expect(URL(filePath: "/a/b").andFoldersAround.map(\.path) == ["/a/b", "/a", "/"])
    }

    @Test(arguments: ["verbatim", "swift run apis", "swift package verbatim"])
    func `messages name the command that was run`(tool: String) async throws {
        let harness = try CommandLineHarness(contractsOf: ["itunes"])
        let usage = await harness.run(words: ["check", "--fromat"], tool: tool)
        let name = try #require(tool.split(separator: " ").last)
        #expect(
            usage.error == """
                \(name): unknown option '--fromat', did you mean '--format'?
                  next: run `\(tool) check --help`

                """)
        let missing = await harness.run(words: ["check", "itunes"], tool: tool)
        #expect(missing.error.contains("next: run `\(tool) record itunes --scenario search-all`"))
        #expect(
            await harness.run(words: ["check", "--help"], tool: tool).out.hasPrefix("usage: \(tool) check"))
    }

    @Test(arguments: [
        ("/home/me/app/.build/debug/apis", [:], "swift run apis"),
        (".build/release/apis", [:], "swift run apis"),
        ("/usr/local/bin/apis", [:], "apis"), ("apis", [:], "apis"), ("", [:], "verbatim"),
        ("../build/x86_64-unknown-linux-gnu/debug/apis", [:], "swift run apis"),
        ("/x/DerivedData/Build/Products/Debug/apis", [:], "swift run apis"),
        ("/x/.build/debug/apis", ["VERBATIM_COMMAND": "make api"], "make api"),
        ("apis", ["VERBATIM_COMMAND": ""], "apis"),
    ])
    func `the name is what a user types`(program: String, environment: [String: String], name: String) {
        #expect(ToolName(program: program, environment: environment).text == name)
    }

    @Test func `a subfolder of the package is as good as the package`() async throws {
        let harness = try CommandLineHarness(contractsOf: ["reqres"])
        try FileManager.default.createDirectory(
            at: harness.path("Sources/App/Deep"), withIntermediateDirectories: true)
        let recorded = await harness.run(
            words: ["record", "reqres", "--origin", "fake", "--scenario", "list-users"],
            in: "Sources/App/Deep")
        #expect(recorded.code == .holds, "\(recorded)")
        #expect(try harness.files(in: "Recordings").keys.contains("reqres/list-users.har"))
        #expect(try harness.files(in: "Sources").isEmpty)
        let missing = await harness.run(words: ["check", "reqres"], in: "Sources/App/Deep")
        #expect(missing.error.contains("at ../../../Recordings/reqres/"), "\(missing.error)")
    }

    @Test func `no folder of recordings is made outside of a package`() async throws {
        try await withTemporaryFolder { folder in
            let harness = CommandLineHarness(sharing: folder)
            let run = await harness.run("record", "reqres", "--origin", "fake")
            #expect(run.code == .usage)
            #expect(
                run.error == """
                    verbatim: 'Recordings' is not created: the working directory is in no package
                      next: run the command in the folder of the package, or name another place with '--recordings'

                    """)
            let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(made.isEmpty)
        }
    }

    @Test func `no folder of contracts is made outside of a package`() async throws {
        try await withTemporaryFolder { folder in
            let harness = CommandLineHarness(sharing: folder)
            let response = HTTPResponse(
                200, headers: ["Content-Type": "application/json"], body: .text(#"{"celsius": 21}"#))
            let interaction = Interaction(HTTPRequest("GET", "https://w.test/now"), .response(response))
            try Archive([interaction]).selfContainedHAR().write(to: harness.path("export.har"))
            let words = ["infer", "weather", "--recordings", "export.har"]
            let refused = await harness.run(words: words)
            #expect(refused.code == .usage)
            #expect(
                refused.error == """
                    verbatim: 'Contracts' is not created: the working directory is in no package
                      next: run the command in the folder of the package, or name another place with '--output'

                    """)
            #expect(await harness.run(words: words + ["--output", "weather.json"]).code == .holds)
            let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(made.sorted() == ["export.har", "weather.json"])
        }
    }

    @Test func `a tool without APIs has nothing to record`() async throws {
        let run = try await CommandLineHarness(contractsOf: [], apis: []).run("record")
        #expect(run.code == .usage)
        #expect(
            run.error.contains("next: run the tool of the package, or write one with `verbatim init API`"))
    }

    @Test(arguments: ["Package.swift", "App.xcodeproj", ".git", "Recordings"])
    func `a package, a project or a repository is a root`(mark: String) throws {
        try withTemporaryFolder { folder in
            let inner = folder.appending(path: "a/b")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                at: folder.appending(path: mark), withIntermediateDirectories: true)
            #expect(ProjectRoot(of: inner, with: ToolFolders())?.path == "../..")
            #expect(ProjectRoot(of: folder, with: ToolFolders())?.path == "")
        }
    }

    @Test func `help is wrapped to the terminal and shows the folders of the tool`() async throws {
        let harness = try CommandLineHarness(contractsOf: [])
        for width in [40, 60, 80, 200] {
            for words in [["check", "--help"], ["help", "check"], ["--help"], ["help"]] {
                let run = await harness.run(words: words, width: width)
                #expect(run.code == .holds)
                let lines = run.out.split(separator: "\n")
                #expect(lines.allSatisfy { $0.count <= width }, "\(run.out)")
            }
        }
        let help = CheckCommand.syntax.help(with: ToolFolders(recordings: "Traffic", contracts: "Specs"))
        #expect(help.contains("(default: Specs)") && help.contains("(default: all in Traffic)"))
        #expect(!help.contains("{"))
        #expect(await harness.run("help", "chekc").error.contains("did you mean 'check'?"))
    }

    @Test func `the version names the commit`() async throws {
        let out = try await CommandLineHarness(contractsOf: []).run("--version").out
        #expect(out.wholeMatch(of: #/\d+\.\d+\.\d+( \([0-9a-f]{7,40}(-dirty)?\))?\n/#) != nil, "\(out)")
    }

    @Test func `an operand that is given twice counts once`() async throws {
        let harness = try CommandLineHarness(contractsOf: ["reqres"])
        let recordings = PackageFolder.frozen("Recordings/reqres").path
        let once = await harness.run("check", "reqres", "--recordings", recordings)
        let twice = await harness.run(
            "check", "reqres", "reqres", "--recordings", recordings, "--recordings", recordings + "/")
        #expect(once.out == twice.out)
        let status = await harness.run("status", "reqres")
        #expect(await harness.run("status", "reqres", "reqres").out == status.out)
    }

    @Test func `a folder given twice or as the default is judged alike`() async throws {
        let harness = try CommandLineHarness(
            contractsOf: ["reqres"], apis: API.all.filter { $0.name == "reqres" })
        try FileManager.default.copyItem(
            at: PackageFolder.frozen("Recordings"), to: harness.path("Recordings"))
        let whole = await harness.run("check")
        for path in ["Recordings", "./Recordings/", harness.path("Recordings").path] {
            let run = await harness.run("check", "--recordings", path)
            #expect(run.out == whole.out && run.code == whole.code)
        }
        #expect(await harness.run("check", "--recordings", "Recordings", "--max-age", "30").code != .usage)
    }

    @Test func `fake providers are a dictionary of origins or a function`() throws {
        let fakes: Fakes = ["https://api.weather.example": "http://127.0.0.1:8080"]
        let running = try fakes.start([:])
        #expect(running.map.fakeURL(for: "https://api.weather.example/v1") == "http://127.0.0.1:8080/v1")
        running.stop()
        #expect(throws: EnvironmentError.self) { try Fakes.none.start([:]) }
    }
}
