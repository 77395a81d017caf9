import Foundation

/// An error of ``FlickrService``.
public enum FlickrError: ServiceError {
    /// Flickr understood the request, and refused it or failed: `stat` is `fail`.
    case failed(FlickrFailure)
    /// The response is a script that calls `jsonFlickrApi`, as if `nojsoncallback=1` had not been sent.
    case jsonp(RESTResponse)
    /// Flickr rejected an OAuth signature, such as with `parameter_absent`: a form with status 400 or 401.
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
        default: self = .request(error)
        }
    }

    private static func oauthProblem(in body: Data) -> String? {
        let name = "oauth_problem="
        let fields = String(decoding: body, as: UTF8.self).split(separator: "&")
        return fields.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
    }

    /// The failure of the request, or nil if Flickr explained it or its response is not as requested.
    public var requestError: RESTError? {
        if case .request(let error) = self { error } else { nil }
    }

    /// The texts of an alert, with the explanation of Flickr if it sent any.
    public var alert: ServiceAlert {
        switch self {
        case .failed(let failure): failure.alert
        case .oauthProblem(_, let status): ServiceAlert(status: status)
        case .jsonp: .unreadable
        case .request(let error): error.alert
        }
    }

    /// The explanation, in Flickr's own words if it sent any.
    public var description: String {
        switch self {
        case .failed(let failure): "Flickr failed with code \(failure.code): '\(failure.message)'"
        case .jsonp(let response):
            "\(response.summary), JSONP instead of JSON: the parameter 'nojsoncallback=1' was lost"
        case .oauthProblem(let problem, let status): "Flickr answered \(status): OAuth problem '\(problem)'"
        case .request(let error): error.description
        }
    }
}

extension FlickrFailure {
    fileprivate var alert: ServiceAlert {
        switch code {
        // The service is currently unavailable, or the write operation failed.
        case 105, 106: ServiceAlert(status: 503, reason: message)
        // The user or the key has no permission, or the key is invalid.
        case 99, 100: ServiceAlert(status: 403, reason: message)
        default: ServiceAlert(status: 400, reason: message)
        }
    }
}
