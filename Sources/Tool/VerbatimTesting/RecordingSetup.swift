import Foundation
import VerbatimReplay
import VerbatimURLSession

/// How a test wants its recording opened.
struct RecordingSetup: Sendable {
    var mode: RecordingMode?
    var options: Player.Options
    var pace: Pace
    var folder: String?

    /// Opens a recording for the test in a file.
    func open(_ name: String, near file: String) throws -> RecordingScope {
        let folder =
            try folder.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? Self.recordings(above: file)
        let mode =
            try mode ?? RecordingScope.current?.mode
            ?? RecordingMode(environment: ProcessInfo.processInfo.environment)
        var options = options
        options.refreshLog = RefreshLog(in: folder)
        let player = try Player(
            recording: folder.appendingPathComponent(name + ".har"), mode: mode, options: options,
            transport: mode == .replay ? nil : Self.network)
        return RecordingScope(player, pace)
    }

    /// One transport for all tests: connections are kept between them.
    private static let network = URLSessionTransport()

    /// Finds `Recordings` in the folder of the package a file belongs to.
    private static func recordings(above file: String) throws -> URL {
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
    /// Reads `VERBATIM_MODE`; without it recordings are replayed.
    init(environment: [String: String]) throws {
        guard let name = environment["VERBATIM_MODE"], !name.isEmpty else {
            self = .replay
            return
        }
        guard let mode = RecordingMode(rawValue: name) else { throw RecordingSetup.Failure.unknownMode(name) }
        self = mode
    }
}
