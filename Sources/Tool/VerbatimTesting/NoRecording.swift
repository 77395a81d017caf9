import Foundation
import VerbatimHAR
import VerbatimReplay
import VerbatimURLSession

/// Fails what is asked outside a test with a recording.
struct NoRecording: Responder {
    static let door = URLSessionInterceptor(NoRecording())

    func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        let reason = """
            no-recording: '\(request.method) \(request.url)' was asked outside a test with a recording
              next: give the test a recording, `@Test(.recording("<api>/<scenario>"))`, and do not ask from a detached task
            """
        return .immediate(
            .failure(TransportFailure(code: URLError.Code.resourceUnavailable.rawValue, reason: reason)))
    }
}
