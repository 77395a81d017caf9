/// Why a request has no usable answer.
public enum RESTError: Error, Sendable {
    /// The request cannot be sent as it is.
    case invalidRequest(InvalidRequest)
    /// The task was cancelled.
    case cancelled
    /// No answer arrived: the error of the URL loading system.
    case transport(any Error)
    /// An answer arrived that is not HTTP.
    case notHTTP
    /// The service found fault with the request: status 4xx.
    case clientError(RESTResponse)
    /// The service failed: status 5xx.
    case serverError(RESTResponse)
    /// The service answered with a status that is neither a success nor an error.
    case unexpectedStatus(RESTResponse)
    /// The body cannot be decoded: the decoder's error.
    case undecodable(RESTResponse, any Error)
    /// The body is not an image.
    case notAnImage(RESTResponse)
}
