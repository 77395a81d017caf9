import Foundation
import VerbatimReplay
import VerbatimURLSession

/// The recording of a test while the test runs.
final class RecordingScope: Sendable {
    /// The recording of the current test.
    @TaskLocal static var current: RecordingScope?

    let interceptor: URLSessionInterceptor
    let session: URLSession
    private let player: Player

    var mode: RecordingMode { player.mode }

    fileprivate init(_ player: Player, _ timing: ReplayTiming) {
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
            let summary = try player.finish(passed ? .succeeded : .failed)
            let misses = summary.misses.map { RecordingProblem(message: $0.description, isFailure: true) }
            let reportsUnused = passed && misses.isEmpty && !summary.unused.isEmpty
            return misses + (reportsUnused ? [try RecordingProblem(unusedIn: summary)] : [])
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

    /// Opens a recording.
    ///
    /// - Parameter testFile: The source file of the test, which determines the default folder.
    func open(_ name: String, for testFile: String) throws -> RecordingScope {
        let folder =
            try folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
            ?? Self.recordingsFolder(of: testFile)
        let mode =
            try mode ?? RecordingScope.current?.mode
            ?? RecordingMode(environment: ProcessInfo.processInfo.environment)
        var options = options
        options.refreshLog = RefreshLog(in: folder)
        let player = try Player(
            recording: folder.appendingPathComponent(name + ".har"), mode: mode, options: options,
            transport: mode == .replay ? nil : Self.transport)
        return RecordingScope(player, timing)
    }

    /// The transport of all tests, which thus share connections.
    private static let transport = URLSessionTransport()

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
