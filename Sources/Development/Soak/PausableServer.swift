import Foundation
import Synchronization
import VerbatimHAR
import VerbatimServer

/// A server that delays some responses until it is resumed.
final class PausableServer: Sendable {
    private let responses: DelayedResponses
    private let server: HTTPServer

    init(_ stats: SoakStats) throws {
        let responses = DelayedResponses()
        self.responses = responses
        server = try HTTPServer.start { request, respond in
            stats.countServed()
            responses.add(path: request.url.split(separator: "/").dropFirst(2).map(String.init), respond)
        }
    }

    func stop() {
        server.stop()
    }

    /// Returns a request of a run, whose response is immediate, or delayed until the run is resumed.
    func request(_ runID: String, _ number: Int, _ kind: TaskKind, isDelayed: Bool) -> HTTPRequest {
        let isUpload = kind.work == .upload
        let url = "\(server.origin)/\(isDelayed ? "delayed" : "immediate")/\(runID)/\(number)"
        return HTTPRequest(isUpload ? "POST" : "GET", url, body: isUpload ? Data("x".utf8) : nil)
    }

    /// Returns the result that an app receives for a request.
    func result(of request: HTTPRequest) -> ClientResult {
        let path = request.url.split(separator: "/").dropFirst(2)
        return .response(status: 200, body: Data(path.joined(separator: "/").utf8))
    }

    /// Delays the responses to a run's delayed requests.
    func pause(_ runID: String) {
        responses.pause(runID)
    }

    /// Sends the delayed responses of a run; later ones are sent immediately.
    func resume(_ runID: String) {
        responses.resume(runID)
    }
}

/// The responses that are yet to be sent, by run.
private final class DelayedResponses: Sendable {
    private typealias Send = @Sendable () -> Void

    private let delayed = Mutex<[String: [Send]]>([:])

    func pause(_ runID: String) {
        delayed.withLock { $0[runID] = [] }
    }

    func resume(_ runID: String) {
        let sends = delayed.withLock { $0.removeValue(forKey: runID) } ?? []
        for send in sends { send() }
    }

    /// - Parameter path: `delayed` or `immediate`, the run, and a number.
    func add(path: [String], _ respond: @escaping @Sendable (ServerResponse) -> Void) {
        let send: Send = {
            respond(ServerResponse(HTTPResponse(200, body: .text(path.joined(separator: "/")))))
        }
        let isDelayed = delayed.withLock { delayed in
            guard path.count > 1, path[0] == "delayed", delayed[path[1]] != nil else { return false }
            delayed[path[1]]?.append(send)
            return true
        }
        if !isDelayed { send() }
    }
}
