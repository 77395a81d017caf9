public import Foundation

/// An error of ``RESTClient``.
public enum RESTError: ServiceError {
    /// The request cannot be sent.
    case invalidRequest(InvalidRequest)
    /// The task was cancelled.
    case cancelled
    /// No response was received: the error of the URL loading system.
    case transport(any Error)
    /// The response is not an HTTP response.
    case notHTTP
    /// The service rejected the request: status 4xx.
    case clientError(RESTResponse)
    /// The service failed: status 5xx.
    case serverError(RESTResponse)
    /// The status is neither a success nor an error.
    case unexpectedStatus(RESTResponse)
    /// The body cannot be decoded: the decoder's error.
    case undecodable(RESTResponse, any Error)
    /// The body is not an image.
    case notAnImage(RESTResponse)
    /// The body is an image that is incomplete or damaged.
    case damagedImage(RESTResponse, ImageError)
    /// A download ended early; it can be continued with the part that arrived.
    case interrupted(PartialDownload, any Error)

    /// The error itself.
    public var requestError: RESTError? { self }
}

/// The reason why a request cannot be sent.
public enum InvalidRequest: Error, Sendable, Hashable {
    /// The URL is malformed; spaces and other characters have to be percent-encoded.
    case notAURL(String)
    /// The scheme is neither `http` nor `https`.
    case unsupportedScheme(String)
    /// The URL has no host.
    case noHost(String)
    /// The name of a header contains an invalid character.
    case headerName(String)
    /// The value of the header with this name contains a control character, such as a line break.
    case headerValue(name: String)
    /// A GET request has a body.
    case bodyOfGET
    /// There are parameters, but this content type is neither JSON nor a form.
    case contentTypeOfParameters(String)
    /// The parameters cannot be encoded as JSON.
    case parametersAsJSON
    /// The file with the body does not exist or cannot be read.
    case unreadableFile(URL)
}

// MARK: - Descriptions

extension RESTError {
    /// The explanation, with the URL, the status and the beginning of the body of the response.
    public var description: String {
        switch self {
        case .invalidRequest(let reason): "invalid request: \(reason)"
        case .cancelled: "the request was cancelled"
        case .transport(let error as URLError): "no response: \(error.localizedDescription)"
        case .transport(let error): "no response: \(error)"
        case .notHTTP: "the response is not HTTP"
        case .clientError(let response): "\(response.summary) (client error)"
        case .serverError(let response): "\(response.summary) (server error)"
        case .unexpectedStatus(let response): "\(response.summary) (unexpected status)"
        case .undecodable(let response, let error): "\(response.summary), which cannot be decoded: \(error)"
        case .notAnImage(let response): "\(response.summary), which is not an image"
        case .damagedImage(let response, let error): "\(response.summary): \(error)"
        case .interrupted(let part, let error): "the download ended after \(part.size) bytes: \(error)"
        }
    }
}

extension InvalidRequest: CustomStringConvertible {
    /// The explanation.
    public var description: String {
        switch self {
        case .notAURL(let url): "'\(url)' is not a URL"
        case .unsupportedScheme(let url): "'\(url)' is not an http or https URL"
        case .noHost(let url): "'\(url)' has no host"
        case .headerName(let name): "'\(name)' is not a valid header name"
        case .headerValue(let name): "the value of header '\(name)' contains a control character"
        case .bodyOfGET: "a GET request cannot have a body"
        case .contentTypeOfParameters(let contentType): "parameters cannot be encoded as '\(contentType)'"
        case .parametersAsJSON: "the parameters cannot be encoded as JSON"
        case .unreadableFile(let file): "the file '\(file.path)' cannot be read"
        }
    }
}

extension RESTResponse {
    /// The URL, the status and the beginning of the body, in one line.
    ///
    /// The query of the URL is left out, because it may contain a key.
    var summary: String { "\(shownURL) answered \(status) with \(excerpt)" }

    private var shownURL: String {
        guard let url else { return "the service" }
        return "'\(url.host() ?? "")\(url.path())'"
    }

    private var excerpt: String {
        if body.isEmpty { return "an empty body" }
        guard let text = String(bytes: body, encoding: .utf8) else { return "\(body.count) bytes" }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.utf8.count > 200 else { return "'\(line)'" }
        // An index in the middle of a character is rounded down to its beginning.
        return "'\(line[..<line.utf8.index(line.startIndex, offsetBy: 200)])...'"
    }
}
