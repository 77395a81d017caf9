/// What Flickr answers, with status 200, when it cannot do what was asked.
///
/// https://www.flickr.com/services/api/response.json.html
public struct FlickrFailure: Sendable, Hashable, Decodable {
    /// The number of the failure; the smaller ones mean something else for each method.
    public let code: Int
    /// The explanation.
    public let message: String
}
