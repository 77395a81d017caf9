public import Foundation
public import VerbatimReplay

/// The recording of a test while the test runs.
public struct TestRecording: Sendable {
    private let recording: OpenRecording

    /// The recording of the current test; nil outside a test that has one, and in a detached task.
    public static var current: TestRecording? { OpenRecording.current.map(TestRecording.init) }

    private init(_ recording: OpenRecording) {
        self.recording = recording
    }

    /// The name, `<api>/<scenario>`.
    public var name: String { recording.name }

    /// The mode: replaying, recording, or both.
    public var mode: RecordingMode { recording.mode }

    /// The session, which is also ``Foundation/URLSession/recorded``.
    public var session: URLSession { recording.session }

    /// The time at which the first recorded request was sent, for code that depends on the day; while
    /// recording, and if the recording does not say it, the current time.
    public var date: Date { recording.recordedAt ?? Date() }
}
