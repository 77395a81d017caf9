import Foundation
import VerbatimHAR

/// What the client of a task is told.
enum LoadingEvent: Sendable {
    /// The whole outcome at once, and the URL it came from.
    case outcome(Outcome, URL)
    /// The head of a response whose body follows in pieces.
    case head(HTTPResponse, URL)
    /// A piece of a body.
    case piece(Data)
    /// The end of a body that came in pieces, before its time if there is a failure.
    case end(TransportFailure?, URL)
    /// A redirect that the loading system follows itself (Apple's platforms), and the request it leads to.
    case redirect(HTTPResponse, URL, next: URLRequest)

    /// Whether nothing can follow.
    var isLast: Bool {
        switch self {
        case .outcome, .end, .redirect: true
        case .head, .piece: false
        }
    }

    /// No player stands behind the session any more.
    static func closedDoor(_ request: URLRequest) -> LoadingEvent {
        let asked = "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
        let reason = """
            the door of this session is closed, so '\(asked)' was neither answered nor sent
              next: keep the door open until the last request has ended
            """
        return failure(.resourceUnavailable, request, reason)
    }

    /// An error of the door itself.
    static func failure(_ code: URLError.Code, _ request: URLRequest, _ reason: String) -> LoadingEvent {
        .outcome(.failure(TransportFailure(code, reason)), request.url ?? .nowhere)
    }
}

extension Outcome {
    /// Whether there is a response and it came to its end.
    var isWhole: Bool { failure == nil }

    /// What went wrong.
    var failure: TransportFailure? {
        if case .failure(let failure, _) = self { failure } else { nil }
    }
}

extension URL {
    /// Stands where an error has no URL to name.
    static let nowhere = URL(fileURLWithPath: "/")
}
