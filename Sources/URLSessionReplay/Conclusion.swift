import Foundation
import HTTPArchive

/// What the client of a task is told at the end.
enum Conclusion: Sendable {
    /// The last outcome, and the URL it came from.
    case outcome(Outcome, URL)
    /// A redirect that the loading system follows itself (Apple's platforms), and the request it leads to.
    case redirect(HTTPResponse, URL, next: URLRequest)

    /// No player stands behind the session any more.
    static func closedDoor(_ request: URLRequest) -> Conclusion {
        failure(
            .resourceUnavailable, request,
            "the door of this session is closed, so '\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")'"
                + " was neither answered nor sent\n  next: keep the door open until the last request has ended"
        )
    }

    /// An error of the door itself.
    static func failure(_ code: URLError.Code, _ request: URLRequest, _ reason: String) -> Conclusion {
        .outcome(.failure(TransportFailure(code, reason)), request.url ?? URL(fileURLWithPath: "/"))
    }
}

extension Outcome {
    /// Whether there is a response and it came to its end.
    var isWhole: Bool {
        if case .response = self { true } else { false }
    }
}
