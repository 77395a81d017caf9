public import Foundation

/// An error of a service.
///
/// Its `description` is for developers: it quotes what the service sent. Its `localizedDescription`,
/// `failureReason` and `recoverySuggestion` are for people, as an alert shows them.
public protocol ServiceError: LocalizedError, CustomNSError, CustomStringConvertible, Sendable {
    /// The failure of the request, or nil if the service responded with an explanation of its own.
    var requestError: RESTError? { get }
}

extension ServiceError {
    /// Whether the request was cancelled, which is no reason for an alert.
    public var isCancelled: Bool {
        switch requestError {
        case .cancelled: true
        case .interrupted(_, let error): (error as? URLError)?.code == .cancelled
        default: false
        }
    }

    /// The error that caused this one: of the URL loading system, of a decoder or of an image.
    public var underlyingError: (any Error)? {
        switch requestError {
        case .transport(let error), .undecodable(_, let error), .interrupted(_, let error): error
        case .invalidRequest(let reason): reason
        case .damagedImage(_, let error): error
        case .cancelled, .notHTTP, .clientError, .serverError, .unexpectedStatus, .notAnImage, nil: nil
        }
    }

    /// The description of the failed request.
    public var errorDescription: String? { requestError?.title }

    /// The reason for the failure of the request, as far as a person understands it.
    public var failureReason: String? { requestError?.reason }

    /// The next step after the failure of the request.
    public var recoverySuggestion: String? { requestError?.suggestion }

    /// The texts and the underlying error, by the keys of `NSError`.
    public var errorUserInfo: [String: Any] {
        let values: [String: Any?] = [
            NSLocalizedDescriptionKey: errorDescription, NSLocalizedFailureReasonErrorKey: failureReason,
            NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion, NSUnderlyingErrorKey: underlyingError,
        ]
        return values.compactMapValues(\.self)
    }
}

/// The sentences that alerts of several errors have in common.
enum AlertText {
    static let unreadable = "The response of the service cannot be read."
    static let tryLater = "Try again later."
    static let update = "Look for an update of the app."

    /// Returns the description of a response with the status of an error.
    static func title(status: Int) -> String {
        switch status {
        case 429: "There were too many requests in a short time."
        case 401, 403: "The service refused access."
        case 404, 410: "The service has nothing at this address."
        case 400..<500: "The service rejected the request."
        case 500..<600: "The service is not available at the moment."
        default: unreadable
        }
    }

    /// Returns the next step after a response with the status of an error.
    static func suggestion(status: Int) -> String? {
        status == 429 || status >= 500 ? tryLater : nil
    }
}

extension RESTError {
    fileprivate var title: String {
        switch self {
        case .invalidRequest: "The request cannot be sent."
        case .cancelled: "The request was cancelled."
        case .transport: "The service cannot be reached."
        case .clientError(let response), .serverError(let response): AlertText.title(status: response.status)
        case .notHTTP, .unexpectedStatus, .undecodable: AlertText.unreadable
        case .notAnImage, .damagedImage: "The image cannot be shown."
        case .interrupted: "The download was interrupted."
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .transport(let error), .interrupted(_, let error): error.localizedDescription
        case .clientError(let response), .serverError(let response), .unexpectedStatus(let response):
            "The status of the response is \(response.status)."
        case .notAnImage: "The response is not an image."
        case .damagedImage: "The image is incomplete or damaged."
        case .invalidRequest, .cancelled, .notHTTP, .undecodable: nil
        }
    }

    fileprivate var suggestion: String? {
        switch self {
        case .transport: "Check the connection to the network and try again."
        case .clientError(let response), .serverError(let response):
            AlertText.suggestion(status: response.status)
        case .damagedImage: AlertText.tryLater
        case .interrupted: "Download again to continue."
        case .notHTTP, .unexpectedStatus, .undecodable: AlertText.update
        case .invalidRequest, .cancelled, .notAnImage: nil
        }
    }
}
