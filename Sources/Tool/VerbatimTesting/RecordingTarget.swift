package import Foundation
import Testing
import VerbatimHAR
package import VerbatimJSON
import VerbatimReplay

/// The recording of a test case: its name, and the test case as the recording names it.
struct RecordingTarget: Sendable {
    let name: String
    let testCase: RecordingCase
    let command: String

    /// - Parameters:
    ///   - name: The name that the trait gives, or nil.
    ///   - scope: The scope that the trait gives, or nil.
    ///   - suite: The suite that declares the trait; nil if the test does.
    init(
        _ name: String?, _ scope: RecordingScope?, suite: Test.ID?, _ test: Test.ID, _ testCase: Test.Case?
    ) throws {
        let path = TestPath(test)
        command = RecordingCommand.text(filter: path.filter)
        let scope = scope ?? (suite != nil && name != nil ? .suite : .test)
        self.testCase = try path.recordingCase(scope, testCase)
        let suite = suite.map(TestPath.init)
        guard scope != .suite else {
            self.name = name ?? (suite ?? path.parent).recordingName
            return
        }
        let suffixes = [
            name == nil ? nil : suite.map { path.dropping($0).recordingName },
            scope == .test ? nil : try testCase.flatMap(TestPath.arguments)?.asFileName,
        ]
        self.name = ([name ?? path.recordingName] + suffixes.compactMap { $0 }).joined(separator: "-")
    }

    init(named name: String, _ scope: RecordingScope, _ test: Test.ID, _ testCase: Test.Case?) throws {
        self.name = name
        command = RecordingCommand.text(filter: TestPath(test).filter)
        self.testCase = try TestPath(test).recordingCase(scope, testCase)
    }

    /// Creates the target of a call within a test of XCTest.
    ///
    /// - Parameters:
    ///   - name: The name; nil is that of the test, `weathertests/testberlin`.
    ///   - xctest: The name of the test: `WeatherTests.testBerlin`, or `-[WeatherTests testBerlin]` on Apple
    ///     platforms.
    init(named name: String?, _ scope: RecordingScope, xctest: String) {
        let path = xctest.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.suffix(2).map(String.init)
        self.name = name ?? path.map(\.asFileName).joined(separator: "/")
        command = RecordingCommand.text(filter: path.joined(separator: "/"))
        testCase = RecordingCase(path.joined(separator: "/"), isOneOfSeveral: scope == .suite)
    }

    /// Returns the file of the recording.
    ///
    /// - Throws: ``Failure/nameLeavesFolder(_:)`` if it is not in the folder.
    func file(in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent(name + ".har")
        guard RecordingName.isValid(name), file.isInside(folder) else { throw Failure.nameLeavesFolder(name) }
        return file
    }

    /// An error in the use of a trait.
    enum Failure: Error, CustomStringConvertible {
        case nameLeavesFolder(String)
        case severalTraits(Int)
        case unknownArguments(String)

        var description: String {
            switch self {
            case .nameLeavesFolder(let name):
                """
                recording-name-invalid: '\(name)' is not the name of a file in the folder of the recordings
                  next: name it `<api>/<scenario>`, without '.' at the beginning of a part
                """
            case .severalTraits(let count):
                """
                recording-twice: the test has \(count) traits `.recording` or `.stub`, of which only one could apply
                  next: keep one; stubs inside a recording are its argument `replacing:`, and a part of the test that \
                needs another recording is in `withRecording`
                """
            case .unknownArguments(let test):
                """
                recording-arguments-unknown: the arguments of '\(test)' cannot be read with this toolchain
                  next: use `withRecording` with a name for each argument
                """
            }
        }
    }
}

extension ToolCommand {
    /// Returns the words that run the commands of the package in a folder; nil elsewhere, as in a project of
    /// Xcode, where they depend on how `verbatim` is installed.
    package static func tool(ofPackageAt folder: URL) -> String? {
        let manifest = folder.appendingPathComponent("Package.swift")
        return FileManager.default.fileExists(atPath: manifest.path) ? plugin : nil
    }
}

/// The command that runs a test in a mode that records.
enum RecordingCommand {
    static func text(
        filter: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        // Xcode and xcodebuild set the variable; they pass those that begin with `TEST_RUNNER_` on.
        guard environment["XCTestConfigurationFilePath"] == nil else {
            return "TEST_RUNNER_VERBATIM_MODE=record xcodebuild test"
        }
        let isPlain = filter.allSatisfy { $0.isLetter || $0.isNumber || "_./".contains($0) }
        return "VERBATIM_MODE=record swift test --filter " + (isPlain ? filter : "'\(filter)'")
    }
}

extension URL {
    /// Returns whether a file is in a folder even if parts of its path are symbolic links.
    fileprivate func isInside(_ folder: URL) -> Bool {
        var existing = self
        while !FileManager.default.fileExists(atPath: existing.path), existing.path != folder.path,
            existing.path != "/"
        {
            existing.deleteLastPathComponent()
        }
        let (inner, outer) = (existing.resolvingSymlinksInPath().path, folder.resolvingSymlinksInPath().path)
        return inner == outer || inner.hasPrefix(outer + "/")
    }
}

/// The names of a test and its suites, from the outermost.
struct TestPath: Sendable {
    private let module: String
    private let parts: [String]

    init(_ id: Test.ID) { self.init(id.moduleName, id.nameComponents) }

    private init(_ module: String, _ parts: some Sequence<String>) {
        self.module = module
        self.parts = parts.map { part in
            let name = part.filter { $0 != "`" }
            return name.hasSuffix("()") ? String(name.dropLast(2)) : name
        }
    }

    var parent: TestPath { TestPath(module, parts.dropLast()) }

    func dropping(_ suite: TestPath) -> TestPath { TestPath("", parts.dropFirst(suite.parts.count)) }

    /// The names in lower case, with hyphens between words: `books/finds-a-book` for the test
    /// ``` `finds a book`() ``` of the suite `Books`. The module is the first if there is only one name.
    var recordingName: String {
        let parts = parts.map { $0.prefix { $0 != "(" } }.map { String($0).asFileName }
        return ((parts.count < 2 && !module.isEmpty ? [module.asFileName] : []) + parts)
            .joined(separator: module.isEmpty ? "-" : "/")
    }

    /// A regular expression for the names of the suite and the test.
    var filter: String {
        parts.suffix(2).map { part in
            String(
                part.prefix { $0 != "(" }.map { $0.isLetter || $0.isNumber || "_ ".contains($0) ? $0 : "." })
        }.joined(separator: "/.?")
    }

    /// Returns the test case as recordings name it.
    func recordingCase(_ scope: RecordingScope, _ testCase: Test.Case?) throws -> RecordingCase {
        let arguments = try testCase.flatMap(Self.arguments)
        let name = (parts + [arguments].compactMap { $0 }).joined(separator: "/")
        return RecordingCase(name, isOneOfSeveral: scope == .suite || scope == .test && arguments != nil)
    }

    /// Returns the arguments of a test case as text, different for different ones; nil if it has none.
    ///
    /// Swift Testing does not publish them, so they are read by reflection: the identifier of each argument,
    /// which is its JSON, and the number of a case among those with equal arguments.
    static func arguments(of testCase: Test.Case) throws -> String? {
        guard testCase.isParameterized else { return nil }
        let kind = Mirror(reflecting: testCase).descendant("_kind", "parameterized")
        guard let mirror = kind.map(Mirror.init(reflecting:)),
            let arguments = mirror.descendant("arguments") as? [Any],
            let number = mirror.descendant("discriminator") as? Int
        else { throw RecordingTarget.Failure.unknownArguments(Test.current?.name ?? "") }
        let texts = try arguments.map { argument in
            guard let bytes = Mirror(reflecting: argument).descendant("id", "bytes") as? [UInt8] else {
                throw RecordingTarget.Failure.unknownArguments(Test.current?.name ?? "")
            }
            return String(decoding: bytes, as: UTF8.self).withoutQuotes
        }
        return (texts.joined(separator: ", ") + (number == 0 ? "" : " #\(number + 1)")).shortened(to: 120)
    }
}

extension String {
    /// The words in lower case with hyphens between them, as a part of a file name; never empty.
    var asFileName: String {
        let words = lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return words.isEmpty ? stableHash : words.shortened(to: 100)
    }

    fileprivate var withoutQuotes: String {
        let isText = count > 2 && hasPrefix("\"") && hasSuffix("\"") && !contains("\\")
        return isText ? String(dropFirst().dropLast()) : self
    }

    /// Returns the text, or its beginning and a number that stands for the rest.
    fileprivate func shortened(to limit: Int) -> String {
        utf8.count <= limit ? self : String(prefix(limit / 4)) + "-" + stableHash
    }
}
