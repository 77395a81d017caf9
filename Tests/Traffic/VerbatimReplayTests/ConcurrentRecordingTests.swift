import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

#if os(macOS) || os(Linux)
    /// Two processes that make the same recording at the same time.
    @Suite struct ConcurrentRecordingTests {
        private static let recordings = TestEffort.count(10, of: 60)
        private static let extensions = TestEffort.count(8, of: 30)

        private static func archive(in folder: URL) -> URL { folder.appending(path: "api/case.har") }

        /// Records requests, all with the same response.
        private static func record(
            _ paths: [String], response: String, in folder: URL, _ mode: RecordingMode
        ) throws {
            let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(response))) }
            let player = try Player(recording: archive(in: folder), mode: mode, transport: network)
            for path in paths { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(path)")) }
            try player.finish(.succeeded)
        }

        /// Performs the work of a process, and reports its error as an issue.
        private static func reportingErrors(_ work: () throws -> Void) {
            do {
                try work()
            } catch {
                Issue.record("\(error)")
            }
        }

        /// Records a scenario again and again, with as many requests as the response has bytes.
        private static func record(_ response: String, in folder: URL) throws {
            try meet(response, in: folder)
            let paths = (0..<response.utf8.count).map { "\($0)" }
            for _ in 0..<recordings { try record(paths, response: response, in: folder, .record) }
        }

        /// Extends a recording again and again, by one request of this process and by one that both make.
        private static func extend(_ response: String, in folder: URL) throws {
            try meet(response, in: folder)
            for round in 0..<extensions {
                try record(
                    ["\(response)/\(round)", "both/\(round)"], response: response, in: folder, .extend)
            }
        }

        /// Waits for the other process, so that both record at the same time.
        private static func meet(_ name: String, in folder: URL) throws {
            let lobby = folder.appending(path: "lobby")
            try FileManager.default.createDirectory(at: lobby, withIntermediateDirectories: true)
            try Data().write(to: lobby.appending(path: name))
            while try TemporaryFolder.names(in: lobby).count < 2 { sched_yield() }
        }

        @Test(.timeLimit(.minutes(5)))
        func `the recording is entirely that of one of two recording processes`() async throws {
            try await withTemporaryFolder { folder in
                async let one = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    Self.reportingErrors { try Self.record("one", in: URL(filePath: path)) }
                }
                async let other = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    Self.reportingErrors { try Self.record("another", in: URL(filePath: path)) }
                }
                _ = await (one, other)
                let bodies = try Archive(contentsOf: Self.archive(in: folder)).interactions.map {
                    String(decoding: try $0.responseBytes(), as: UTF8.self)
                }
                let response = try #require(bodies.first)
                #expect(["one", "another"].contains(response))
                #expect(bodies == Array(repeating: response, count: response.utf8.count))
                try expectNothingElse(in: folder, bodies: bodies.count)
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `the recording has the requests of two extending processes, shared ones once`() async throws {
            try await withTemporaryFolder { folder in
                async let one = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    Self.reportingErrors { try Self.extend("one", in: URL(filePath: path)) }
                }
                async let other = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    Self.reportingErrors { try Self.extend("another", in: URL(filePath: path)) }
                }
                _ = await (one, other)
                let interactions = try Archive(contentsOf: Self.archive(in: folder)).interactions
                let sent = (0..<Self.extensions).flatMap { round in
                    ["one", "another", "both"].map { "https://a.test/\($0)/\(round)" }
                }
                #expect(interactions.map(\.request.url).sorted() == sent.sorted())
                for interaction in interactions {
                    let response = String(decoding: try interaction.responseBytes(), as: UTF8.self)
                    let isShared = interaction.request.url.contains("/both/")
                    #expect(
                        isShared
                            ? ["one", "another"].contains(response)
                            : interaction.request.url.contains("/\(response)/"))
                }
                try expectNothingElse(in: folder, bodies: interactions.count)
            }
        }

        /// Records test cases that share a recording, each again and again.
        private static func recordCases(_ process: String, in folder: URL) throws {
            try meet(process, in: folder)
            for round in 0..<3 {
                for number in 0..<recordings / 2 {
                    try SharedRecordingTests.record(
                        "Suite/\(process) \(number)", ["x"], response: "\(process) \(round)",
                        at: archive(in: folder))
                }
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `two processes record test cases into one recording, and none is lost`() async throws {
            try await withTemporaryFolder { folder in
                async let one = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    Self.reportingErrors { try Self.recordCases("one", in: URL(filePath: path)) }
                }
                async let other = #expect(processExitsWith: .success) { [path = folder.path as String] in
                    Self.reportingErrors { try Self.recordCases("other", in: URL(filePath: path)) }
                }
                _ = await (one, other)
                let interactions = try Archive(contentsOf: Self.archive(in: folder)).interactions
                let recorded = try interactions.map {
                    "\($0.testCase?.name ?? ""): \(String(decoding: try $0.responseBytes(), as: UTF8.self))"
                }
                let expected = ["one", "other"].flatMap { process in
                    (0..<Self.recordings / 2).map { "Suite/\(process) \($0): \(process) 2" }
                }
                #expect(recorded.sorted() == expected.sorted())
            }
        }

        /// Expects the archive, its bodies, and no hidden files.
        private func expectNothingElse(in folder: URL, bodies: Int) throws {
            let api = folder.appending(path: "api")
            let sidecars = (1...bodies).map { "case/\($0).txt" }.sorted()
            #expect(try TemporaryFolder.files(in: api).keys.sorted() == ["case.har"] + sidecars)
            #expect(try TemporaryFolder.names(in: api) == ["case", "case.har"])
        }
    }
#endif
