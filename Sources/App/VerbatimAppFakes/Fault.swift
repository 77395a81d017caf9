/// A fault of a fake provider, for example an error response or an incompatible change of the API.
///
/// The raw value is its name in the environment variable ``FaultPlan/environmentVariable``.
public enum Fault: String, Sendable, CaseIterable {
    /// Status 400 with the provider's error response.
    case badRequest = "400"
    /// Status 401 with the provider's error response.
    case unauthorized = "401"
    /// Status 403 with the provider's error response.
    case forbidden = "403"
    /// Status 403 with an empty body and no media type, as iTunes throttles.
    case emptyForbidden = "empty-403"
    /// Status 404 with an HTML page.
    case notFoundPage = "html-404"
    /// Status 429 with the provider's error response.
    case tooManyRequests = "429"
    /// Status 500 with the provider's error response.
    case internalError = "500"
    /// Status 502 with the provider's error response.
    case badGateway = "502"
    /// Status 503 with the provider's error response.
    case unavailable = "503"
    /// Flickr's error response with status 200.
    case statFail = "stat-fail"
    /// JSONP, although the request asks for JSON.
    case jsonp
    /// The response is delayed by a second.
    case slow
    /// The connection is closed in the middle of the body.
    case truncated
    /// The connection is reset in the middle of the body.
    case reset
    /// There is no response.
    case silent
    /// Status 302 to another path of the same host.
    case redirect
    /// Status 302 to another host of the provider.
    case redirectToOtherHost = "redirect-host"
    /// Status 404 with an HTML page for every image.
    case missingImage = "missing-image"
    /// An HTML page with the media type of an image for every image.
    case brokenImage = "broken-image"
    /// Dates have another format.
    case otherDateFormat = "other-date-format"
    /// A field that is always present is missing.
    case droppedKey = "dropped-key"
    /// A field that is never null is null.
    case nullForValue = "null-for-value"
    /// A number is a string.
    case stringForNumber = "string-for-number"
    /// A success has status 202 instead of 200.
    case newStatus = "new-status"
    /// An HTML page instead of JSON, with status 200.
    case htmlForJSON = "html-for-json"

    /// Returns whether a provider can have this fault.
    public func applies(to provider: Provider) -> Bool {
        switch self {
        case .statFail, .jsonp: provider == .flickr
        case .unauthorized: provider == .flickr || provider == .reqres
        case .forbidden: provider == .googleBooks
        default: true
        }
    }
}
