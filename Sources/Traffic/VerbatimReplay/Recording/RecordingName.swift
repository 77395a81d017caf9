package import Foundation
import VerbatimJSON

/// The name of a recording: `itunes/search-music` is that of `Recordings/itunes/search-music.har`.
package struct RecordingName: Sendable, Hashable, Codable {
    /// The name of the API, which is that of the folder; empty if the recording is in no folder.
    package let api: String
    /// The name of the file, without its extension.
    package let scenario: String

    package init(api: String, scenario: String) {
        self.api = api
        self.scenario = scenario
    }

    /// Parses a name, `<api>/<scenario>` or a scenario alone.
    package init(_ text: some StringProtocol) {
        let slash = text.firstIndex(of: "/")
        self.init(
            api: slash.map { String(text[..<$0]) } ?? "",
            scenario: String(slash.map { text[$0...].dropFirst() } ?? text[...]))
    }

    /// Creates the name of the recording in a file, from the last two parts of its path.
    package init(file: URL) {
        self.init(
            api: file.deletingLastPathComponent().lastPathComponent,
            scenario: file.deletingPathExtension().lastPathComponent)
    }

    /// Creates the name of the recording at a path in the folder of the recordings.
    package init(path: String) { self.init(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) }

    /// Whether the name is that of a file in the folder of the recordings: no part of it is empty, begins
    /// with a dot, or has a backslash or a control character.
    package var isValid: Bool { Self.isValid(description) }

    package static func isValid(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && !part.hasPrefix(".") && !part.contains("\\")
                && !part.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }

    /// The path in the folder of the recordings.
    package var path: String { "\(self).har" }

    /// The command that makes the recording.
    package var command: String {
        let narrowed = ToolCommand("record", api, "--scenario", scenario)
        return (api.isEmpty ? ToolCommand("record", "--scenario", scenario) : narrowed).line
    }
}

extension RecordingName: CustomStringConvertible, Comparable, ExpressibleByStringInterpolation {
    package init(stringLiteral name: String) { self.init(name) }

    package var description: String { api.isEmpty ? scenario : "\(api)/\(scenario)" }

    package static func < (a: RecordingName, b: RecordingName) -> Bool { a.description < b.description }
}
