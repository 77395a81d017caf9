public import Foundation
import VerbatimHAR
import VerbatimJSON
public import VerbatimReplay
import VerbatimURLSession

/// The recording of a test while the test runs.
public struct TestRecording: Sendable {
    private let recording: OpenRecording

    /// The recording of the current test; nil outside a test that has one, and in a detached task.
    public static var current: TestRecording? { OpenRecording.current.map(TestRecording.init) }

    private init(_ recording: OpenRecording) { self.recording = recording }

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

extension URLSession {
    /// The session of the current test's recording, which replays or records every request.
    ///
    /// The session is the same throughout a test. Outside a test that has a recording, and in a detached
    /// task, all requests fail with an explanation; none reaches the network.
    public static var recorded: URLSession {
        OpenRecording.current?.session ?? MissingRecordingResponder.interceptor.session()
    }
}

extension URLSessionConfiguration {
    /// A configuration for other sessions of the current test's recording, e.g. with a delegate.
    ///
    /// Change everything as the app does, except `protocolClasses`, which intercept the requests.
    public static var recorded: URLSessionConfiguration {
        (OpenRecording.current?.interceptor ?? MissingRecordingResponder.interceptor).configuration()
    }
}

/// A responder that fails every request sent outside a test that has a recording.
private struct MissingRecordingResponder: Responder {
    static let interceptor = URLSessionInterceptor(MissingRecordingResponder())

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        let line = "\(request.method) \(URLParts(request.url).withoutCredentials)"
        let reason = MessageText(
            "no-recording: '\(line)' was sent outside a test that has a recording",
            next: """
                run the code in a test with the trait `.recording("<api>/<scenario>")`, or with `withRecording`, and \
                not in a detached task
                """
        )
        return .immediate(
            .failure(TransportFailure(code: URLError.Code.resourceUnavailable.rawValue, reason: reason.text)))
    }
}
