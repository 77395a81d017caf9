import Foundation
import Synchronization
import VerbatimHAR
import VerbatimServer

/// A server that keeps some askers waiting until it is told to answer.
final class WithholdingServer: Sendable {
    private let waiting: Waiting
    private let server: HTTPServer

    init(_ ledger: SoakStats) throws {
        let waiting = Waiting()
        self.waiting = waiting
        server = try HTTPServer.start { request, reply in
            ledger.noteServed()
            waiting.add(reply, as: request.url.split(separator: "/").dropFirst(2).map(String.init))
        }
    }

    func stop() {
        server.stop()
    }

    /// A request that is answered at once or withheld until the mark's are answered.
    func request(_ mark: String, _ number: Int, _ kind: TaskKind, isWithheld: Bool) -> HTTPRequest {
        let isUpload = kind.work == .upload
        let url = "\(server.origin)/\(isWithheld ? "withheld" : "plain")/\(mark)/\(number)"
        return HTTPRequest(isUpload ? "POST" : "GET", url, body: isUpload ? Data("x".utf8) : nil)
    }

    /// What an app has to see when it is answered.
    func answer(to request: HTTPRequest) -> ClientResult {
        let path = request.url.split(separator: "/").dropFirst(2)
        return .answer(status: 200, body: Data(path.joined(separator: "/").utf8))
    }

    /// Has the withheld requests with a mark wait.
    func withhold(_ mark: String) {
        waiting.open(mark)
    }

    /// Answers all of a mark, also those that are still to come.
    func answer(_ mark: String) {
        waiting.close(mark)
    }
}

/// The replies not made yet, by mark.
private final class Waiting: Sendable {
    private typealias Entry = @Sendable () -> Void

    private let entries = Mutex<[String: [Entry]]>([:])

    func open(_ mark: String) {
        entries.withLock { $0[mark] = [] }
    }

    func close(_ mark: String) {
        let due = entries.withLock { $0.removeValue(forKey: mark) } ?? []
        for reply in due { reply() }
    }

    /// - Parameter path: `withheld` or `plain`, the mark, and a number.
    func add(_ reply: @escaping @Sendable (ServerResponse) -> Void, as path: [String]) {
        let entry: Entry = {
            reply(ServerResponse(HTTPResponse(200, body: .text(path.joined(separator: "/")))))
        }
        let isKept = entries.withLock { entries in
            guard path.count > 1, path[0] == "withheld", entries[path[1]] != nil else { return false }
            entries[path[1]]?.append(entry)
            return true
        }
        if !isKept { entry() }
    }
}
