import Foundation

/// Why Flickr gave no photos.
public enum FlickrError: Error, Sendable {
    /// Flickr understood, and failed or refused: `stat` is `fail`.
    case failed(FlickrFailure)
    /// A photo has a picture but no date, although dates were asked for.
    case missingDate(photoID: String)
    /// A script that calls `jsonFlickrApi` instead of JSON: `nojsoncallback=1` got lost on the way.
    case jsonp(RESTResponse)
    /// Flickr found fault with a signature, such as `parameter_absent`: a form with status 400 or 401.
    case oauthProblem(String, status: Int)
    /// The request got no usable answer, or was cancelled.
    case request(RESTError)

    /// Tells apart what a request came to.
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
