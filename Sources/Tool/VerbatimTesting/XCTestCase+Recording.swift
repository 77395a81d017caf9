#if canImport(XCTest)
    import Foundation
    import VerbatimHAR
    public import VerbatimReplay
    public import VerbatimURLSession
    public import XCTest

    /// The parameters are those of the trait `.recording` of ``RecordingTrait``; a recording that
    /// several tests of the class record has the scope ``RecordingScope/suite``.
    extension XCTestCase {
        /// Replays the recording `Recordings/<name>.har` for the requests of a test, or of a part of one.
        ///
        /// Requests that are not recorded are failures at the location of the call. In a mode that records,
        /// the recording is published if the test has not failed so far. Warnings, such as those of recorded
        /// interactions that the test does not request, are printed, as XCTest has none.
        ///
        /// - Throws: The errors of the body. The error of a request without an answer, which is reported with
        ///   its reason, is replaced by one that ends the test and is not reported again.
        public func withRecording(
            _ name: String, scope: RecordingScope = .case, mode: RecordingMode? = nil,
            replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
            ignoring volatile: Set<String> = [], secrets: [Secret] = [], redaction: Redaction = Redaction(),
            matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
            timing: ReplayTiming = .immediate, faults: Faults = [], in folder: String? = nil,
            file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
            _ body: (URLSession) async throws -> Void
        ) async throws {
            let options = RecordingOptions(
                scope: scope, mode: mode, stubs: stubs, contract: contract, ignoring: volatile,
                secrets: secrets, redaction: redaction, matching: matching, exhausted: exhausted,
                timing: timing, faults: faults, folder: folder)
            try await run(name, options, file, line, body)
        }

        /// Replays the recording `Recordings/<name>.har` for the requests of a synchronous test, or of a part
        /// of one, which waits for them with expectations.
        ///
        /// - Throws: The errors of the body.
        public func withRecording(
            _ name: String, scope: RecordingScope = .case, mode: RecordingMode? = nil,
            replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
            ignoring volatile: Set<String> = [], secrets: [Secret] = [], redaction: Redaction = Redaction(),
            matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
            timing: ReplayTiming = .immediate, faults: Faults = [], in folder: String? = nil,
            file: StaticString = #filePath, line: UInt = #line, _ body: (URLSession) throws -> Void
        ) throws {
            let options = RecordingOptions(
                scope: scope, mode: mode, stubs: stubs, contract: contract, ignoring: volatile,
                secrets: secrets, redaction: redaction, matching: matching, exhausted: exhausted,
                timing: timing, faults: faults, folder: folder)
            let recording = try open(name, options, file, line)
            do {
                try recording.run { try body(recording.session) }
            } catch {
                try fail(recording, error, file, line)
                return
            }
            report(recording.close(passed: hasNotFailed), file, line)
        }

        /// Replays a recording for the requests of a whole test, from `setUp()` until its end.
        ///
        /// ```swift
        /// override func setUpWithError() throws {
        ///     try startRecording("weather/berlin", scope: .suite)
        /// }
        /// ```
        ///
        /// The recording is closed, and published in a mode that records, before `tearDown()`. All requests
        /// of the process belong to it until then, also those of detached tasks and dispatch queues. Problems
        /// are reported at the location of the call.
        ///
        /// - Parameters:
        ///   - name: The name of the recording; nil is that of the class and the method,
        ///     `weathertests/testberlin`, so that each test of the class has its own.
        ///   - scope: The test cases that record into the file; ``RecordingScope/suite`` for a name that all
        ///     tests of the class share.
        /// - Throws: An error that ends the test if the recording cannot be opened, which is reported.
        public func startRecording(
            _ name: String? = nil, scope: RecordingScope = .case, mode: RecordingMode? = nil,
            replacing stubs: [Stub] = [], keeping contract: ContractRequirement? = nil,
            ignoring volatile: Set<String> = [], secrets: [Secret] = [], redaction: Redaction = Redaction(),
            matching: MatchingRules = MatchingRules(), exhausted: Player.Exhaustion = .fail,
            timing: ReplayTiming = .immediate, faults: Faults = [], in folder: String? = nil,
            file: StaticString = #filePath, line: UInt = #line
        ) throws {
            let options = RecordingOptions(
                scope: scope, mode: mode, stubs: stubs, contract: contract, ignoring: volatile,
                secrets: secrets, redaction: redaction, matching: matching, exhausted: exhausted,
                timing: timing, faults: faults, folder: folder)
            let recording = try open(name, options, file, line)
            let end = recording.begin()
            // XCTest calls the block on the main thread, after the test: nothing else uses the case then.
            nonisolated(unsafe) let test = self
            addTeardownBlock {
                end()
                test.report(recording.close(passed: test.hasNotFailed), file, line)
            }
        }
    }

    extension XCTestCase {
        /// Runs a part of the test on a recording.
        package func run(
            _ name: String, _ options: RecordingOptions, _ file: StaticString, _ line: UInt,
            isolation: isolated (any Actor)? = #isolation, _ body: (URLSession) async throws -> Void
        ) async throws {
            let recording = try open(name, options, file, line)
            do {
                try await recording.run { try await body(recording.session) }
            } catch {
                try fail(recording, error, file, line)
                return
            }
            report(recording.close(passed: hasNotFailed), file, line)
        }

        private func open(
            _ name: String?, _ options: RecordingOptions, _ file: StaticString, _ line: UInt
        ) throws -> OpenRecording {
            do {
                return try options.open(
                    RecordingTarget(named: name, options.scope ?? .case, xctest: self.name), for: "\(file)")
            } catch {
                return try XCTUnwrap(nil as OpenRecording?, "\(error)", file: file, line: line)
            }
        }

        /// Closes the recording of a body that has thrown an error, and throws it.
        ///
        /// XCTest reports an error that a test throws, but not that of `XCTUnwrap`: with it, a request
        /// without an answer ends the test and is one failure, at the line of the call.
        private func fail(
            _ recording: OpenRecording, _ error: any Error, _ file: StaticString, _ line: UInt
        ) throws {
            var closed = recording.close(passed: false)
            let miss = recording.reports(error) ? closed.problems.firstIndex(where: \.isFailure) : nil
            let problem = miss.map { closed.problems.remove(at: $0) }
            report(closed, file, line)
            guard let problem else { throw error }
            _ = try XCTUnwrap(nil as HTTPResponse?, problem.message, file: file, line: line)
        }

        /// Whether the test has not failed so far; `hasSucceeded` is false as long as it runs.
        private var hasNotFailed: Bool { testRun?.totalFailureCount ?? 0 == 0 }

        private func report(_ report: RecordingReport, _ file: StaticString, _ line: UInt) {
            report.printNotes()
            for problem in report.problems {
                if problem.isFailure {
                    XCTFail(problem.message, file: file, line: line)
                } else {
                    let text = "\(file):\(line): warning: \(problem.message)\n"
                    // A warning that cannot be printed does not fail the test.
                    _ = try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
                }
            }
            attach(report.attachments)
        }

        #if canImport(Darwin)
            /// Attaches files to the test, which Xcode keeps in its report.
            func attach(_ attachments: [RecordingAttachment]) {
                for file in attachments {
                    let attachment = XCTAttachment(data: file.contents)
                    attachment.name = file.name
                    attachment.lifetime = .keepAlways
                    add(attachment)
                }
            }
        #else
            /// Does nothing: XCTest has attachments only on Apple platforms.
            func attach(_ attachments: [RecordingAttachment]) {}
        #endif
    }
#endif
