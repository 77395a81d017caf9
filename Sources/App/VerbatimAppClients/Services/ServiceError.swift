public import Foundation

/// An error of a service.
///
/// Its `description` is for developers: it quotes what the service sent. Its `localizedDescription`,
/// `failureReason` and `recoverySuggestion` are for people, as an alert shows them.
public protocol ServiceError: LocalizedError, CustomNSError, CustomStringConvertible, Sendable {
    /// The failure of the request, or nil if the service responded with an explanation of its own.
    var requestError: RESTError? { get }
    /// The texts of an alert.
    var alert: ServiceAlert { get }
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

    /// What went wrong, for people.
    public var errorDescription: String? { alert.title }
    /// The reason, as far as a person understands it.
    public var failureReason: String? { alert.reason }
    /// The next step, if there is one.
    public var recoverySuggestion: String? { alert.suggestion }

    /// The texts and the underlying error, by the keys of `NSError`.
    public var errorUserInfo: [String: Any] {
        let values: [String: Any?] = [
            NSLocalizedDescriptionKey: errorDescription, NSLocalizedFailureReasonErrorKey: failureReason,
            NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion, NSUnderlyingErrorKey: underlyingError,
        ]
        return values.compactMapValues(\.self)
    }
}

/// The texts of an alert about an error.
public struct ServiceAlert: Sendable, Hashable {
    /// What went wrong.
    public let title: String
    /// The reason, as far as a person understands it.
    public let reason: String?
    /// The next step, if there is one.
    public let suggestion: String?

    /// Creates the texts of an alert.
    public init(_ title: String, reason: String? = nil, suggestion: String? = nil) {
        self.title = title
        self.reason = reason
        self.suggestion = suggestion
    }

    /// Creates the alert about a response with the status of an error.
    init(status: Int, reason: String? = nil) {
        let title =
            switch status {
            case 429: "There were too many requests in a short time."
            case 401, 403: "The service refused access."
            case 404, 410: "The service has nothing at this address."
            case 400..<500: "The service rejected the request."
            case 500..<600: "The service is not available at the moment."
            default: Self.unreadable.title
            }
        self.init(title, reason: reason, suggestion: status == 429 || status >= 500 ? Self.tryLater : nil)
    }

    static let tryLater = "Try again later."
    static let update = "Look for an update of the app."
    static let unreadable = ServiceAlert("The response of the service cannot be read.", suggestion: update)
}

extension RESTError {
    /// The texts of an alert.
    public var alert: ServiceAlert {
        switch self {
        case .invalidRequest: ServiceAlert("The request cannot be sent.")
        case .cancelled: ServiceAlert("The request was cancelled.")
        case .transport(let error):
            ServiceAlert(
                "The service cannot be reached.", reason: error.localizedDescription,
                suggestion: "Check the connection to the network and try again.")
        case .interrupted(_, let error):
            ServiceAlert(
                "The download was interrupted.", reason: error.localizedDescription,
                suggestion: "Download again to continue.")
        case .clientError(let response), .serverError(let response):
            ServiceAlert(status: response.status, reason: "The status of the response is \(response.status).")
        case .unexpectedStatus(let response):
            ServiceAlert(
                ServiceAlert.unreadable.title, reason: "The status of the response is \(response.status).",
                suggestion: ServiceAlert.update)
        case .notHTTP, .undecodable: .unreadable
        case .notAnImage: ServiceAlert("The image cannot be shown.", reason: "The response is not an image.")
        case .damagedImage:
            ServiceAlert(
                "The image cannot be shown.", reason: "The image is incomplete or damaged.",
                suggestion: ServiceAlert.tryLater)
        }
    }
}
