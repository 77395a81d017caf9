/// What became of a request.
public enum Outcome: Sendable {
    /// A whole response.
    case response(HTTPResponse)
    /// No whole response; what had arrived of one until then, if its head had.
    case failure(TransportFailure, partial: HTTPResponse? = nil)

    /// The response, whole or partial.
    public var response: HTTPResponse? {
        switch self {
        case .response(let response): response
        case .failure(_, let partial): partial
        }
    }
}
