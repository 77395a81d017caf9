import Foundation
import VerbatimHAR

/// The interceptor that loads a request.
enum RequestLoader {
    /// The interceptor with a binding.
    case binding(ProtocolClassPool.Binding)
    /// No interceptor: the request fails.
    case refusal(Reason)

    /// The reason why a request that must not reach the network has no interceptor.
    enum Reason {
        /// The interceptor of its session is closed.
        case interceptorClosed
        /// The code that sent it through `URLSession.shared` belongs to a scope that has ended.
        case scopeEnded
        /// It was sent through `URLSession.shared`, and several scopes could have sent it.
        case scopeUnknown
    }
}

extension RequestLoader.Reason {
    /// Returns the message of the failure, in which the URL has no query, as it may contain a key.
    func message(for request: URLRequest) -> String {
        let url = URLParts(request.url?.absoluteString ?? "").withoutCredentials
        let line = "\(request.httpMethod ?? "GET") \(url)"
        return switch self {
        case .interceptorClosed:
            """
            recording-ended: the interceptor of this session is closed, so '\(line)' was not sent
              next: close the interceptor after the last request has ended
            """
        case .scopeEnded:
            """
            recording-ended: '\(line)' was not sent, as its recording has ended
              next: wait for the request before the test ends
            """
        case .scopeUnknown:
            """
            recording-unknown: '\(line)' was not sent, as several recordings are open and it may belong to each
              next: send it through 'URLSession.recorded', or run the tests that use 'URLSession.shared' one by one
            """
        }
    }
}
