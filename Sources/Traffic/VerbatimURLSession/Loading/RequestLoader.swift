import Foundation
import VerbatimHAR

/// The interceptor that loads a request.
enum RequestLoader {
    /// The interceptor with a binding.
    case binding(ProtocolClassPool.Binding)
    /// The interceptor of its session is closed: the request fails.
    case closed
    /// No interceptor: the request fails.
    case refusal(Reason)

    /// The reason why a request through `URLSession.shared` has no interceptor.
    enum Reason {
        /// The code that sent it belongs to a scope that has ended.
        case scopeEnded
        /// Several scopes could have sent it.
        case scopeUnknown
    }
}

extension RequestLoader.Reason {
    /// Returns the message of the failure, in which the URL has no query, as it may contain a key.
    func message(for request: URLRequest) -> String {
        let url = URLParts(request.url?.absoluteString ?? "").withoutCredentials
        let line = "\(request.httpMethod ?? "GET") \(url)"
        return switch self {
        case .scopeEnded:
            """
            recording-ended: '\(line)' was not sent, as its recording has ended
              next: wait for the request before the test ends
            """
        case .scopeUnknown:
            """
            recording-unknown: '\(line)' was not sent, as several recordings are open and it may belong to each
              next: send it through 'URLSession.recorded', or run the tests with `swift test --no-parallel`
            """
        }
    }
}
