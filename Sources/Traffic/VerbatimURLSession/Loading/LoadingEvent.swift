import Foundation
import VerbatimHAR

/// An event of a load that is delivered to the client of its protocol.
enum LoadingEvent: Sendable {
    /// The whole outcome, and the URL of its response.
    case outcome(Outcome, URL)
    /// The head of a response whose body follows in pieces.
    case head(HTTPResponse, URL)
    /// A piece of a body.
    case piece(Data)
    /// The end of a body in pieces; it is incomplete if there is a failure.
    case end(TransportFailure?, URL)
    /// A redirect that the loading system follows (on Apple platforms), and the request to which it leads. If
    /// the load is not stopped then, the outcome follows.
    case redirect(HTTPResponse, URL, next: URLRequest)

    /// Whether no event can follow.
    var isLast: Bool {
        switch self {
        case .outcome, .end: true
        case .head, .piece, .redirect: false
        }
    }

    /// Returns the failure of a request whose interceptor is closed.
    static func interceptorClosed(_ request: URLRequest) -> LoadingEvent {
        let line = "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
        let reason = """
            the interceptor of this session is closed, so '\(line)' was not sent
              next: close the interceptor after the last request has ended
            """
        return failure(.resourceUnavailable, request, reason)
    }

    /// Returns a failure that the protocol itself causes.
    static func failure(_ code: URLError.Code, _ request: URLRequest, _ reason: String) -> LoadingEvent {
        .outcome(.failure(TransportFailure(code, reason)), request.url ?? .unknown)
    }
}

extension Outcome {
    /// The failure, if any.
    var failure: TransportFailure? {
        if case .failure(let failure, _) = self { failure } else { nil }
    }

    /// Returns the events of the head, the body and the end.
    func parts(from url: URL) throws -> [LoadingEvent] {
        guard let response else { return [.end(failure, url)] }
        let body = try response.body.bytes()
        return [.head(response, url)] + (body.isEmpty ? [] : [.piece(body)]) + [.end(failure, url)]
    }
}

extension URL {
    /// The URL in the error of a request without a valid one.
    static let unknown = URL(fileURLWithPath: "/")
}
