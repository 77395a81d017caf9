import VerbatimServerTesting
import VerbatimTestSupport
import VerbatimTesting
import XCTest

/// A program in another process, which only macOS and Linux start.
enum OtherProgram {
    #if os(Linux)
        static let canStart = true

        /// Returns what a program prints. `Process` on Linux may crash, as it reads beyond its memory.
        static func output(_ words: [String]) throws -> String {
            let line = words.map { "'\($0)'" }.joined(separator: " ")
            guard let process = popen(line, "r") else { throw CocoaError(.fileReadUnknown) }
            var bytes: [UInt8] = []
            while case let byte = fgetc(process), byte != EOF {
                bytes.append(UInt8(truncatingIfNeeded: byte))
            }
            guard pclose(process) == 0 else { throw CocoaError(.fileReadUnknown) }
            return String(decoding: bytes, as: UTF8.self)
        }
    #elseif os(macOS)
        static let canStart = true

        static func output(_ words: [String]) throws -> String {
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = words
            process.standardOutput = pipe
            try process.run()
            let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw CocoaError(.fileReadUnknown) }
            return String(decoding: bytes, as: UTF8.self)
        }
    #else
        static let canStart = false

        static func output(_ words: [String]) throws -> String { throw CocoaError(.featureUnsupported) }
    #endif
}

#if canImport(FoundationNetworking)
    /// A test of XCTest that fails once, as expected.
    final class XCTestServerFailureTests: XCTestCase {
        private var failures: [String] = []

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
            expected: Bool
        ) {
            failures.append("\(URL(filePath: filePath).lastPathComponent): \(description)")
        }

        func testARequestOfAnotherProgramWithoutAnAnswerIsAFailureOfTheTest() throws {
            try withTemporaryFolder { folder in
                try Fixtures.write(to: folder)
                try withRecording("weather/cities", in: folder.path(percentEncoded: false)) { _ in
                    let server = try RecordingServer.start()
                    let url = server.url(for: "https://api.weather.example/v1/rivers")
                    XCTAssertEqual(try Fixtures.request([url]).map { $0.prefix(3) }, ["502"])
                }
            }
        }

        override func tearDown() {
            let failure = failures.first ?? "nothing"
            let expected =
                "Platform.swift: failed - request-not-recorded: 'GET https://api.weather.example/v1/rivers'"
            guard failures.count != 1 || !failure.hasPrefix(expected) else { return }
            super.recordFailure(
                withDescription: "\(failures)", inFile: #filePath, atLine: #line, expected: true)
        }
    }
#endif
