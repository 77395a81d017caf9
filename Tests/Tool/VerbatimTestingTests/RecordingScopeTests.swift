import Foundation
import Testing
import VerbatimHAR
import VerbatimServer
import VerbatimTestSupport
import VerbatimTestingSupport

@testable import VerbatimTesting

/// Tests that record, from a server that answers with the path.
///
/// The trait of the outer suite looks at the recordings when all tests have ended.
@Suite(.quietRecording, RecordedFilesTrait()) struct RecordingScopeTests {
    @Test(.recording("scopes/test", mode: .record, in: Recorded.folder), arguments: 0..<8)
    func `the cases of a test share a recording`(number: Int) async throws {
        try await Recorded.request("same", "\(number)")
    }

    @Test(
        .recording("scopes/case", scope: .case, mode: .record, in: Recorded.folder),
        arguments: ["Lima", "São Paulo"], [1, 2])
    func `each case has a recording`(city: String, number: Int) async throws {
        try await Recorded.request(city.asFileName)
    }

    @Test(.recording(mode: .record, in: Recorded.folder), arguments: ["a", "a", "b"])
    func `equal arguments have numbers`(letter: String) async throws {
        try await Recorded.request(letter)
    }

    @Suite(.recording("scopes/suite", mode: .record, in: Recorded.folder)) struct NamedSuite {
        @Test func one() async throws { try await Recorded.request("same", "one") }
        @Test(arguments: [1, 2]) func other(number: Int) async throws { try await Recorded.request("same") }
        @Test(.recording("scopes/own", mode: .record, in: Recorded.folder))
        func own() async throws { try await Recorded.request("own") }
    }

    @Suite(.recording(mode: .record, in: Recorded.folder)) struct UnnamedSuite {
        @Test func one() async throws { try await Recorded.request("one") }
        @Test func other() async throws { try await Recorded.request("other") }
    }

    @Suite(.recording("scopes/each", scope: .test, mode: .record, in: Recorded.folder)) struct EachTest {
        @Test func one() async throws { try await Recorded.request("one") }
        @Test func other() async throws { try await Recorded.request("other") }
    }

    static let files = [
        "scopes/test": (0..<8).flatMap { number in
            ["same", "\(number)"].map {
                "\(suite)the cases of a test share a recording(number:)/\(number): \($0)"
            }
        },
        "scopes/case-lima-1": ["\(suite)each case has a recording(city:number:)/Lima, 1: lima"],
        "scopes/case-lima-2": ["\(suite)each case has a recording(city:number:)/Lima, 2: lima"],
        "scopes/case-são-paulo-1": [
            "\(suite)each case has a recording(city:number:)/São Paulo, 1: são-paulo"
        ],
        "scopes/case-são-paulo-2": [
            "\(suite)each case has a recording(city:number:)/São Paulo, 2: são-paulo"
        ],
        "recordingscopetests/equal-arguments-have-numbers": ["a", "a #2", "b"].map {
            "\(suite)equal arguments have numbers(letter:)/\($0): \($0.prefix(1))"
        },
        "scopes/suite": [
            "\(suite)NamedSuite/one: same", "\(suite)NamedSuite/one: one",
            "\(suite)NamedSuite/other(number:)/1: same", "\(suite)NamedSuite/other(number:)/2: same",
        ],
        "scopes/own": ["\(suite)NamedSuite/own: own"],
        "recordingscopetests/unnamedsuite/one": ["\(suite)UnnamedSuite/one: one"],
        "recordingscopetests/unnamedsuite/other": ["\(suite)UnnamedSuite/other: other"],
        "scopes/each-one": ["\(suite)EachTest/one: one"],
        "scopes/each-other": ["\(suite)EachTest/other: other"],
    ]

    private static let suite = "RecordingScopeTests/"
}

/// Recordings that the tests make.
private enum Recorded {
    static let folder = Fixtures.temporaryFolder()
    static let server = Result {
        try HTTPServer.start {
            ServerResponse(HTTPResponse(200, body: .text(String($0.url.split(separator: "/").last ?? ""))))
        }
    }

    static func request(_ paths: String...) async throws {
        for path in paths {
            let text = try await URLSession.recorded.text(try server.get().origin + "/" + path)
            #expect(text == path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed))
        }
    }
}

/// Expects the recordings when all tests of the suite have ended.
private struct RecordedFilesTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        defer { _ = try? FileManager.default.removeItem(atPath: Recorded.folder) }
        try await function()
        try Recorded.server.get().stop()
        for (name, expected) in RecordingScopeTests.files {
            let file = URL(fileURLWithPath: "\(Recorded.folder)/\(name).har")
            let recorded = try Archive(contentsOf: file).interactions.map {
                let path = $0.request.url.split(separator: "/").last ?? ""
                return "\($0.testCase?.name ?? ""): \(path.removingPercentEncoding ?? "")"
            }
            #expect(recorded == expected, "\(name)")
        }
        let made = try TemporaryFolder.files(in: URL(fileURLWithPath: Recorded.folder)).keys
            .filter { $0.hasSuffix(".har") }
        #expect(made.sorted() == RecordingScopeTests.files.keys.map { $0 + ".har" }.sorted())
    }
}

@Suite struct RecordingTargetTests {
    @Test(arguments: ["weather/berlin", "a/b/c", "berlin", "wetter/zürich", "a..b/c.d"])
    func `a name is a path below the folder`(name: String) throws {
        try withTemporaryFolder { folder in
            let file = try RecordingTarget(named: name, .case, xctest: "A.testB").file(in: folder)
            #expect(file.path == folder.path + "/\(name).har")
        }
    }

    @Test(arguments: [
        "", "/etc/passwd", "../x", "a/../../x", "a/..", "./a", ".git/config", "a/.hidden", "a//b", "a/",
        "a\\..\\b", "a\nb", "a\0b", "a/\u{1b}[0m",
    ])
    func `a name that leaves the folder is refused`(name: String) async throws {
        let issues = try await issues {
            try await withRecording(name, mode: .record, in: Fixtures.folder) { _ in
                Issue.record("the body ran")
            }
        }
        #expect(issues.map(\.severity) == [.error])
        #expect(issues.first?.comments.first?.rawValue.hasPrefix("recording-name-invalid: ") == true)
    }

    @Test func `a symbolic link that leads out of the folder is refused`() throws {
        try withTemporaryFolder { folder in
            let recordings = folder.appending(path: "Recordings")
            try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: recordings.appending(path: "out"), withDestinationURL: folder)
            let target = RecordingTarget(named: "out/x", .case, xctest: "A.testB")
            #expect(throws: RecordingTarget.Failure.self) { try target.file(in: recordings) }
        }
    }

    @Test(arguments: [
        "WeatherTests.testBerlin", "-[WeatherTests testBerlin]", "-[App.WeatherTests testBerlin]",
    ])
    func `a test of XCTest is named by its class and method`(name: String) {
        let alone = RecordingTarget(named: "a/b", .case, xctest: name).testCase
        #expect(alone == RecordingCase("WeatherTests/testBerlin"))
        let shared = RecordingTarget(named: "a/b", .suite, xctest: name).testCase
        #expect(shared == RecordingCase("WeatherTests/testBerlin", isOneOfSeveral: true))
    }

    @Test func `two traits on one test are an error`() async throws {
        let first = RecordingTrait.recording("api/1", in: Fixtures.folder)
        let second = RecordingTrait.stub(.get("/item"))
        var test = try #require(Test.current)
        test.traits = [first, second]
        for trait in [first, second] { try await trait.prepare(for: test) }
        let issues = try await issues { [test] in
            try await second.provideScope(for: test, testCase: Test.Case.current) {
                Issue.record("the test ran")
            }
        }
        #expect(issues.map(\.severity) == [.error])
        #expect(
            issues.first?.comments.first?.rawValue
                .hasPrefix("recording-twice: the test has 2 traits `.recording` or `.stub`") == true)
    }

    @Test func `names are short and different`() {
        let long = String(repeating: "word ", count: 100)
        #expect(long.asFileName.utf8.count < 60)
        #expect(long.asFileName != (long + "x").asFileName)
        #expect(!"→".asFileName.isEmpty)
        #expect("→".asFileName != "←".asFileName)
    }
}
