import Foundation

/// An error of ``FlickrService``.
public enum FlickrError: Error, Sendable {
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

extension FlickrError: CustomStringConvertible {
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
