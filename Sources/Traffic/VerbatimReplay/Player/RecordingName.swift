import Foundation
import VerbatimHAR

/// What a recording is called, by where it is: `Recordings/itunes/search-music.har` is `itunes/search-music`.
struct RecordingName: Sendable {
    /// `<api>/<scenario>`.
    let text: String
    /// The command that records it.
    let command: String

    init(_ url: URL) {
        let api = url.deletingLastPathComponent().lastPathComponent
        let scenario = url.deletingPathExtension().lastPathComponent
        self.init(api: api, scenario: scenario)
    }

    /// - Parameter text: `<api>/<scenario>`, or a scenario alone.
    init(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        self.init(api: parts.count > 1 ? parts[0] : nil, scenario: parts.last ?? text)
    }

    private init(api: String?, scenario: String) {
        text = [api, scenario].compactMap { $0 }.joined(separator: "/")
        command = (["make record"] + [api.map { "API=\($0)" }, "SCENARIO=\(scenario)"].compactMap { $0 })
            .joined(separator: " ")
    }
}
