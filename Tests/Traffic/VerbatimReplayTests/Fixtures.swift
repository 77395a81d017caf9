import Foundation
import Synchronization
import Testing
import VerbatimHAR
import VerbatimReplay

/// A folder of its own for one test, removed at the end of it.
func withFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "verbatim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    return try work(folder)
}

/// Every file below a folder by its relative path.
func files(in folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let url = folder.appendingPathComponent(path)
        let isFolder = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
        if !isFolder { files[path] = try Data(contentsOf: url) }
    }
    return files
}

extension Interaction {
    /// A request that was answered with 200 and a text.
    static func get(_ url: String, _ text: String, body: String? = nil, type: String = "") -> Interaction {
        let headers: HeaderFields = type.isEmpty ? [:] : ["Content-Type": type]
        let request = HTTPRequest(
            body == nil ? "GET" : "POST", url, headers: headers, body: body.map { Data($0.utf8) })
        return Interaction(request, .response(HTTPResponse(200, body: .text(text))))
    }
}

extension Player {
    /// Asks, and returns the outcome whichever way it comes.
    func outcome(_ request: HTTPRequest) -> Outcome {
        switch respond(to: request, timeout: 5) {
        case .immediate(let outcome): return outcome
        case .deferred(let work):
            let done = DispatchSemaphore(value: 0)
            let result = Mutex<Outcome?>(nil)
            _ = work { outcome in
                result.withLock { $0 = outcome }
                done.signal()
            }
            done.wait()
            return result.withLock { $0 } ?? .failure(TransportFailure(code: 0, reason: "no outcome"))
        }
    }

    /// Asks, and returns the text of the answer, or the reason why there is none.
    func text(
        _ method: String = "GET", _ url: String, headers: HeaderFields = [:], body: String? = nil
    ) throws -> String {
        switch outcome(HTTPRequest(method, url, headers: headers, body: body.map { Data($0.utf8) })) {
        case .response(let response): String(decoding: try response.body.bytes(), as: UTF8.self)
        case .failure(let failure, _): failure.reason
        }
    }
}

/// A network of the test's own making, which remembers what it was asked.
final class FakeNetwork: LiveTransport {
    private let respond: @Sendable (HTTPRequest) -> Outcome
    private let requests = Mutex<[HTTPRequest]>([])

    init(_ respond: @escaping @Sendable (HTTPRequest) -> Outcome) {
        self.respond = respond
    }

    var asked: [HTTPRequest] { requests.withLock { $0 } }

    func send(
        _ request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void
    ) -> any CancellableTask {
        requests.withLock { $0.append(request) }
        completion(respond(request))
        return Handle()
    }

    private struct Handle: CancellableTask {
        func cancel() {}
    }
}

/// A network that answers when the test does.
struct PendingNetwork: LiveTransport {
    let hold: @Sendable (@escaping @Sendable (Outcome) -> Void) -> Void

    func send(
        _ request: HTTPRequest, timeout: Double, completion: @escaping @Sendable (Outcome) -> Void
    ) -> any CancellableTask {
        hold(completion)
        return Handle()
    }

    private struct Handle: CancellableTask {
        func cancel() {}
    }
}

/// A network that fails the test when it is asked.
let noNetwork = FakeNetwork { request in
    Issue.record("asked the network for \(request.url)")
    return .failure(TransportFailure(code: -1009, reason: "no network in tests"))
}
