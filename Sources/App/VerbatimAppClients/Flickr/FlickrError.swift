import Foundation

/// An error of ``FlickrService``.
public enum FlickrError: ServiceError {
    /// Flickr understood the request, and refused it or failed: `stat` is `fail`.
    case failed(FlickrFailure)
    /// A photo has an image but no date, although the request asked for dates.
    case missingDate(photoID: String)
    /// The response is a script that calls `jsonFlickrApi`, as if `nojsoncallback=1` had not been sent.
    case jsonp(RESTResponse)
    /// Flickr rejected an OAuth signature, for example with `parameter_absent`: a form with status 400 or
    /// 401.
    case oauthProblem(String, status: Int)
    /// The request failed, got an unusable response, or was cancelled.
    case request(RESTError)

    /// Creates the most specific error for a failed request.
    init(_ error: RESTError) {
        switch error {
        case .clientError(let response):
            let problem = Self.oauthProblem(in: response.body)
            self = problem.map { .oauthProblem($0, status: response.status) } ?? .request(error)
        case .undecodable(let response, _) where response.body.starts(with: "jsonFlickrApi(".utf8):
            self = .jsonp(response)
        default:
            self = .request(error)
        }
    }

    private static func oauthProblem(in body: Data) -> String? {
        let name = "oauth_problem="
        let fields = String(decoding: body, as: UTF8.self).split(separator: "&")
        return fields.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }
}

extension FlickrError {
    /// The failure of the request, or nil if Flickr explained it or its response is not as requested.
    public var requestError: RESTError? {
        if case .request(let error) = self { error } else { nil }
    }

    /// The description for people.
    public var errorDescription: String? {
        switch self {
        case .failed(let failure) where failure.isTemporary: AlertText.title(status: 503)
        case .failed(let failure) where failure.isAboutKey: AlertText.title(status: 403)
        case .failed: AlertText.title(status: 400)
        case .oauthProblem(_, let status): AlertText.title(status: status)
        case .missingDate, .jsonp: AlertText.unreadable
        case .request(let error): error.errorDescription
        }
    }

    /// The explanation of Flickr, or the reason for the failure of the request.
    public var failureReason: String? {
        if case .failed(let failure) = self { return failure.message }
        return requestError?.failureReason
    }

    /// The next step.
    public var recoverySuggestion: String? {
        switch self {
        case .failed(let failure): failure.isTemporary ? AlertText.tryLater : nil
        case .missingDate, .jsonp: AlertText.update
        case .oauthProblem: nil
        case .request(let error): error.recoverySuggestion
        }
    }

    /// The explanation, in Flickr's own words if it sent any.
    public var description: String {
        switch self {
        case .failed(let failure): "Flickr failed with code \(failure.code): '\(failure.message)'"
        case .missingDate(let photoID):
            "photo '\(photoID)' has no 'datetaken', although the request asked for it"
        case .jsonp(let response):
            "\(response.summary), JSONP instead of JSON: the parameter 'nojsoncallback=1' was lost"
        case .oauthProblem(let problem, let status): "Flickr answered \(status): OAuth problem '\(problem)'"
        case .request(let error): error.description
        }
    }
}

extension FlickrFailure {
    /// Whether the service is currently unavailable (105) or the write operation failed (106).
    fileprivate var isTemporary: Bool { code == 105 || code == 106 }
    /// Whether the user or the key has no permission (99), or the key is invalid (100).
    fileprivate var isAboutKey: Bool { code == 99 || code == 100 }
}
