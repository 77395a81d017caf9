/// The outcome of a request.
public enum Outcome: Sendable {
    /// A complete response.
    case response(HTTPResponse)
    /// A failure, with the part of the response that had arrived if there was one.
    case failure(TransportFailure, partial: HTTPResponse? = nil)

    /// The response, complete or partial.
    public var response: HTTPResponse? {
        switch self {
        case .response(let response): response
        case .failure(_, let partial): partial
        }
    }

    /// The failure, if the response is not complete.
    package var failure: TransportFailure? {
        if case .failure(let failure, _) = self { failure } else { nil }
    }
}
