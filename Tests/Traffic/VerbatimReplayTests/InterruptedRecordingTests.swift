import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

/// Recordings during which a system call fails or the process is killed.
@Suite(.enabled(if: SystemCallFault.isSupported)) struct InterruptedRecordingTests {
    /// A folder of recordings with one recording, and the log.
    private struct Recordings {
        let folder: URL

        var url: URL { folder.appending(path: "api/case.har") }
        var log: RefreshLog { RefreshLog(in: folder) }

        /// Records a scenario, each time with the same body for every request.
        func record(
            _ body: String, requests: Int, mode: RecordingMode = .record, origin: RecordingOrigin
        ) throws {
            let network = FakeNetwork { _ in .response(HTTPResponse(200, body: .text(body))) }
            let player = try Player(
                recording: url, mode: mode, options: .init(origin: origin, refreshLog: log),
                transport: network)
            for index in 0..<requests { _ = player.outcome(HTTPRequest("GET", "https://a.test/\(index)")) }
            try player.finish(.succeeded)
        }

        /// The body of every interaction, the number of interactions, and the origin.
        func state() throws -> String {
            let archive = try Archive(contentsOf: url)
            let bodies = try archive.interactions.map {
                String(decoding: try $0.responseBytes(), as: UTF8.self)
            }
            return "\(bodies.count) \(Set(bodies).sorted()) \(archive.origin.map(\.rawValue) ?? "unknown")"
        }

        /// The names of all files.
        func names() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        }
    }

    private static let old = #"3 ["old"] live"#
    private static let new = #"2 ["new"] fake"#
    private static let complete = [
        "api", "api/case", "api/case.har", "api/case/1.txt", "api/case/2.txt", "refreshed.json",
    ]

    /// Replaces a recording with a fault at each system call, and passes on the error; then records again.
    private func interruptEachCall(
        _ fault: SystemCallFault, _ verify: (Recordings, (any Error)?) throws -> Void
    ) throws {
        var call = 0
        var isReached = true
        while isReached {
            call += 1
            try withTemporaryFolder { folder in
                let recordings = Recordings(folder: folder)
                try recordings.record("old", requests: 3, origin: .live)
                var failure: (any Error)?
                isReached = fault.inject(at: call, below: folder) {
                    do {
                        try recordings.record("new", requests: 2, origin: .fake)
                    } catch {
                        failure = error
                    }
                }
                try verify(recordings, failure)
                try recordings.record("new", requests: 2, origin: .fake)
                #expect(try recordings.state() == Self.new, "call \(call)")
                #expect(try recordings.names() == Self.complete, "call \(call)")
                #expect(try recordings.log.days()["api/case"] != nil, "call \(call)")
            }
        }
        #expect(call > 30)
    }

    @Test(arguments: [EIO, ENOSPC, EACCES].prefix(TestEffort.count(1, of: 3)))
    func `after a fault of any system call the error says what happened`(error: Int32) throws {
        try interruptEachCall(.error(error)) { recordings, failure in
            let error = failure as? RecordingError
            let isPublished = if case .unfinished = error { true } else { failure == nil }
            let state = try recordings.state()
            #expect(state == (isPublished ? Self.new : Self.old), "\(error?.description ?? "no error")")
        }
    }

    @Test func `a kill at any system call leaves a complete recording with its origin`() throws {
        try interruptEachCall(.stop) { recordings, _ in
            let state = try recordings.state()
            #expect(state == Self.old || state == Self.new)
        }
    }

    #if os(macOS) || os(Linux)
        @Test func `a process that is killed leaves a complete recording`() async throws {
            try await withTemporaryFolder { folder in
                let recordings = Recordings(folder: folder)
                try recordings.record("old", requests: 3, origin: .live)
                for kill in 1...TestEffort.count(3, of: 200) {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [path = folder.path as String, kill = kill as Int] in
                        let recordings = Recordings(folder: URL(filePath: path))
                        _ = try SystemCallFault.kill.inject(at: kill * 17, below: recordings.folder) {
                            for round in 0... {
                                try recordings.record(
                                    "\(kill) \(round)", requests: 2 + round % 3, origin: .fake)
                            }
                        }
                    }
                    let archive = try Archive(contentsOf: recordings.url)
                    let bodies = try archive.interactions.map { try $0.responseBytes() as Data }
                    #expect((2...4).contains(bodies.count))
                    #expect(Set(bodies).count == 1)
                }
                try recordings.record("new", requests: 2, origin: .fake)
                #expect(try recordings.state() == Self.new)
                #expect(try recordings.names() == Self.complete)
            }
        }
    #endif

    @Test func `extending never loses what was recorded`() throws {
        var call = 0
        var isReached = true
        while isReached {
            call += TestEffort.isExhaustive ? 1 : 5
            try withTemporaryFolder { folder in
                let recordings = Recordings(folder: folder)
                try recordings.record("old", requests: 2, origin: .fake)
                isReached = SystemCallFault.error(EIO).inject(at: call, below: folder) {
                    _ = try? recordings.record("old", requests: 3, mode: .extend, origin: .live)
                }
                #expect([#"2 ["old"] fake"#, #"3 ["old"] fake"#].contains(try recordings.state()))
                try recordings.record("old", requests: 3, mode: .extend, origin: .live)
                #expect(try recordings.state() == #"3 ["old"] fake"#, "call \(call)")
            }
        }
    }
}
