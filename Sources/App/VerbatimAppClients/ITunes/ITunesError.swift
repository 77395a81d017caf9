import Foundation

/// An error of an ``ITunesService``.
public enum ITunesError: ServiceError {
    /// There were too many searches in a short time: status 403 with an empty body.
    case throttled
    /// The response is an HTML page instead of results, usually with status 404.
    case htmlPage(RESTResponse)
    /// The service refused the search, with an explanation.
    case refused(ITunesFailure, status: Int)
    /// The service answered with a status other than 200, without an explanation.
    case unexpectedStatus(RESTResponse)
    /// The request failed, got an unusable response, or was cancelled.
    case request(RESTError)

    /// Creates the most specific error for a failed request.
    init(_ error: RESTError) {
        switch error {
        case .clientError(let response), .serverError(let response), .unexpectedStatus(let response):
            self.init(response)
        case .undecodable(let response, _) where response.isHTML: self = .htmlPage(response)
        default: self = .request(error)
        }
    }

    private init(_ response: RESTResponse) {
        if response.status == 403, response.body.isEmpty {
            self = .throttled
        } else if response.isHTML {
            self = .htmlPage(response)
        } else if let failure = try? response.decoded(
            as: ITunesFailure.self, by: ITunesSearchService.makeDecoder())
        {
            self = .refused(failure, status: response.status)
        } else {
            self = .unexpectedStatus(response)
        }
    }

    /// The failure of the request, or nil if the store responded otherwise than with results.
    public var requestError: RESTError? {
        if case .request(let error) = self { error } else { nil }
    }

    /// The texts of an alert, with the explanation of the store if it sent any.
    public var alert: ServiceAlert {
        switch self {
        case .throttled: ServiceAlert(status: 429)
        case .htmlPage: .unreadable
        case .refused(let failure, let status):
            ServiceAlert(ServiceAlert(status: status).title, reason: failure.errorMessage)
        case .unexpectedStatus(let response): ServiceAlert(status: response.status)
        case .request(let error): error.alert
        }
    }

    /// The explanation, in the store's own words if it sent any.
    public var description: String {
        switch self {
        case .throttled: "the iTunes Store answered 403 with an empty body: too many searches in a short time"
        case .htmlPage(let response): "\(response.summary), an HTML page instead of results"
        case .refused(let failure, let status):
            "the iTunes Store answered \(status): '\(failure.errorMessage)'"
        case .unexpectedStatus(let response): "\(response.summary) instead of results"
        case .request(let error): error.description
        }
    }
}

/// The response of the iTunes Search API to an invalid parameter.
public struct ITunesFailure: Sendable, Hashable, Codable {
    /// The explanation, such as `Invalid value(s) for key(s): [resultEntity]`.
    ///
    /// It calls the parameter `entity` `resultEntity`, and `lang` `language`.
    public let errorMessage: String
}
