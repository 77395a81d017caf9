import Foundation
import Testing
import VerbatimTestSupport

@testable import VerbatimTesting

@Suite struct RecordingsFoldersTests {
    @Test(arguments: ["Package.swift", "App.xcodeproj", "App.xcworkspace", ".git"])
    func `recordings are next to the package, the project or the repository`(marker: String) throws {
        try withTemporaryFolder { folder in
            let tests = folder.appending(path: "App/Tests/Unit")
            try create(tests)
            try create(folder.appending(path: "App/" + marker))
            try create(folder.appending(path: ".git"))
            let folders = self.folders(nil, in: tests)
            #expect(folders.primary?.path == folder.appending(path: "App/Recordings").path)
            #expect(try folders.forRecording("a/b") == folders.primary)
        }
    }

    @Test(arguments: [
        ("Fixtures", "Tests/Fixtures"), ("../Data", "Data"), ("./a/..", "Tests"), ("/tmp/x", "/tmp/x"),
    ])
    func `the argument is relative to the file of the test`(argument: String, path: String) throws {
        try withTemporaryFolder { folder in
            let tests = folder.appending(path: "Tests")
            try create(tests)
            let expected = path.hasPrefix("/") ? path : folder.path + "/" + path
            let folders = self.folders(argument, ["VERBATIM_RECORDINGS": "/elsewhere"], in: tests)
            #expect(folders.primary?.path == expected)
        }
    }

    @Test func `the variable replaces the folder of the sources`() throws {
        try withTemporaryFolder { folder in
            try create(folder.appending(path: ".git"))
            let folders = self.folders(nil, ["VERBATIM_RECORDINGS": "/elsewhere"], in: folder)
            #expect(folders.primary?.path == "/elsewhere")
            let empty = self.folders(nil, ["VERBATIM_RECORDINGS": ""], in: folder)
            #expect(empty.primary?.path == folder.appending(path: "Recordings").path)
        }
    }

    @Test func `without sources, a recording is replayed from the bundle or from ci_scripts`() throws {
        try withTemporaryFolder { folder in
            let bundle = folder.appending(path: "Tests.xctest")
            try create(bundle.appending(path: "Recordings/a/in-bundle.har"))
            try create(folder.appending(path: "ci_scripts/Recordings/a/in-scripts.har"))
            for argument in [nil, "Recordings"] {
                let folders = RecordingsFolders(
                    argument, testFile: "/none/of/this/Test.swift",
                    environment: ["CI_PRIMARY_REPOSITORY_PATH": folder.path], bundles: [bundle])
                #expect(try replayed("a/in-bundle", folders) == bundle.appending(path: "Recordings").path)
                #expect(
                    try replayed("a/in-scripts", folders)
                        == folder.appending(path: "ci_scripts/Recordings").path)
                let missing = #expect(throws: RecordingOptions.Failure.self) {
                    try replayed("a/none", folders)
                }
                #expect(
                    missing?.description.hasPrefix(
                        "recordings-not-found: no folder on this machine has the recording 'a/none'") == true)
                let refused = #expect(throws: RecordingOptions.Failure.self) {
                    try folders.forRecording("a/b")
                }
                #expect(
                    refused?.description == """
                        recordings-read-only: 'a/b' cannot be recorded without the sources of the test
                          at /none/of/this/Test.swift
                          next: record where the sources are, or set VERBATIM_RECORDINGS to the folder to record into
                        """)
            }
        }
    }

    @Test func `a recording of the sources comes before that of the bundle`() throws {
        try withTemporaryFolder { folder in
            try create(folder.appending(path: "Package.swift"))
            let bundle = folder.appending(path: "Tests.xctest")
            for path in [
                "Recordings/a/b.har", "Tests.xctest/Recordings/a/b.har", "Tests.xctest/Recordings/a/c.har",
            ] {
                try create(folder.appending(path: path))
            }
            let folders = RecordingsFolders(
                nil, testFile: folder.path + "/Test.swift", environment: [:], bundles: [bundle])
            #expect(try replayed("a/b", folders) == folder.appending(path: "Recordings").path)
            #expect(try replayed("a/c", folders) == bundle.appending(path: "Recordings").path)
            #expect(try replayed("a/none", folders) == folder.appending(path: "Recordings").path)
        }
    }

    @Test(arguments: ["Tests.xctest/Recordings/a/b.har", "Tests.xctest/Contracts/a.json"])
    func `without sources, contracts are those of the bundle`(file: String) throws {
        try withTemporaryFolder { folder in
            try create(folder.appending(path: file))
            let bundles = ["Other.bundle", "Tests.xctest"].map { folder.appending(path: $0) }
            let folders = RecordingsFolders(
                nil, testFile: "/none/of/this/Test.swift", environment: [:], bundles: bundles)
            #expect(folders.ofContracts?.path == folder.appending(path: "Tests.xctest/Recordings").path)
            let withSources = RecordingsFolders(
                "/elsewhere/Recordings", testFile: "/none/Test.swift", environment: [:], bundles: [])
            #expect(withSources.ofContracts?.path == "/elsewhere/Recordings")
        }
    }

    @Test func `the command that records is that of the build system`() {
        let command = RecordingCommand.text(filter: "Weather/.?berlin", environment: [:])
        #expect(command == "VERBATIM_MODE=record swift test --filter 'Weather/.?berlin'")
        let inXcode = ["XCTestConfigurationFilePath": "/x"]
        #expect(
            RecordingCommand.text(filter: "Weather/berlin", environment: inXcode)
                == "TEST_RUNNER_VERBATIM_MODE=record xcodebuild test")
    }

    @Test func `the command names the test`() throws {
        let test = try #require(Test.current)
        let command = try RecordingTarget(named: "a/b", .case, test.id, nil).command
        #expect(
            command
                == "VERBATIM_MODE=record swift test --filter 'RecordingsFoldersTests/.?the command names the test'"
        )
        let other = RecordingTarget(named: "a/b", .case, xctest: "WeatherTests.testBerlin").command
        #expect(other == "VERBATIM_MODE=record swift test --filter WeatherTests/testBerlin")
    }

    private func folders(
        _ argument: String?, _ environment: [String: String] = [:], in tests: URL
    ) -> RecordingsFolders {
        RecordingsFolders(
            argument, testFile: tests.path + "/Test.swift", environment: environment, bundles: [])
    }

    private func replayed(_ name: String, _ folders: RecordingsFolders) throws -> String {
        try folders.forReplay(name) { $0.appending(path: name + ".har") }.path
    }

    /// Creates a folder, or an empty file with its folders.
    private func create(_ url: URL) throws {
        let isFolder = url.pathExtension.isEmpty
        try FileManager.default.createDirectory(
            at: isFolder ? url : url.deletingLastPathComponent(), withIntermediateDirectories: true)
        if !isFolder { try Data().write(to: url) }
    }
}
