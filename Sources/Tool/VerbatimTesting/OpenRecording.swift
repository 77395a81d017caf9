import Foundation
import VerbatimReplay
import VerbatimURLSession

/// The recording of a test while the test runs.
final class OpenRecording: Sendable {
    /// The recording of the current test.
    @TaskLocal static var current: OpenRecording?

    let interceptor: URLSessionInterceptor
    let session: URLSession
    private let player: Player

    var mode: RecordingMode { player.mode }

    init(_ player: Player, _ timing: ReplayTiming) {
        self.player = player
        interceptor = URLSessionInterceptor(player, timing: timing)
        session = interceptor.session()
    }

    /// Runs code of the test, whose requests through ``session`` and `URLSession.shared` are intercepted.
    func run(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async rethrows {
        try await interceptor.withInterceptedSharedSession {
            try await Self.$current.withValue(self) { try await body() }
        }
    }

    /// Closes the recording, publishes it if it was recorded and the test passed, and returns the problems.
    func close(passed: Bool) -> [RecordingProblem] {
        interceptor.close()
        do {
            // A request without a response fails the test.
            let summary = try player.finish(passed && player.misses.isEmpty ? .succeeded : .failed)
            let misses = summary.misses.map { RecordingProblem(message: $0.description, isFailure: true) }
            let others = RecordingProblem(unpublished: summary, passed: passed && misses.isEmpty)
            let reportsUnused = mode == .replay && passed && misses.isEmpty && !summary.unused.isEmpty
            return misses
                + [others, reportsUnused ? try RecordingProblem(unusedIn: summary) : nil]
                .compactMap { $0 }
        } catch {
            return [RecordingProblem(error)]
        }
    }
}

/// The parameters of a trait or of `withRecording`.
struct RecordingConfiguration: Sendable {
    var mode: RecordingMode?
    var options: Player.Options
    var timing: ReplayTiming
    var folder: String?

    /// Opens the recording of a test case.
    ///
    /// - Parameters:
    ///   - target: The name of the recording, and the test case.
    ///   - testFile: The source file of the test, which determines the default folder.
    func open(_ target: RecordingTarget, for testFile: String) throws -> OpenRecording {
        let folder =
            try folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? Self.recordingsFolder(of: testFile)
        let mode =
            try mode ?? OpenRecording.current?.mode
            ?? RecordingMode(environment: ProcessInfo.processInfo.environment)
        var options = options
        options.refreshLog = RefreshLog(in: folder)
        options.testCase = target.testCase
        let file = try target.file(in: folder)
        // Each recording has connections that end with it: Foundation on Linux keeps a processor busy with
        // those that a server has closed.
        let player =
            mode == .replay && target.testCase.group != nil
            ? try Player(sharedRecording: file, for: target.testCase, options: options)
            : try Player(
                recording: file, mode: mode, options: options,
                transport: mode == .replay ? nil : URLSessionTransport())
        return OpenRecording(player, timing)
    }

    /// Returns the folder `Recordings` of the package that contains a file.
    private static func recordingsFolder(of file: String) throws -> URL {
        var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        while folder.path != "/" {
            let manifest = folder.appendingPathComponent("Package.swift")
            if FileManager.default.fileExists(atPath: manifest.path) {
                return folder.appendingPathComponent("Recordings", isDirectory: true)
            }
            folder.deleteLastPathComponent()
        }
        throw Failure.noPackage(file)
    }
}

extension RecordingMode {
    /// Creates the mode that `VERBATIM_MODE` names; without the variable, ``replay``.
    init(environment: [String: String]) throws {
        guard let name = environment["VERBATIM_MODE"], !name.isEmpty else {
            self = .replay
            return
        }
        guard let mode = RecordingMode(rawValue: name) else {
            throw RecordingConfiguration.Failure.unknownMode(name)
        }
        self = mode
    }
}
