/// A way for a fake provider to fail on demand, or to simulate a provider that has changed its mind.
///
/// The raw value is the name it has on a command line and in the environment.
public enum Fault: String, Sendable, CaseIterable {
    /// Status 400 with the provider's own error.
    case badRequest = "400"
    /// Status 403 with an empty body and no media type, as iTunes throttles.
    case emptyForbidden = "empty-403"
    /// Status 404 with a page for people.
    case notFoundPage = "html-404"
    /// Status 429 with the provider's own error.
    case tooManyRequests = "429"
    /// Status 503 with the provider's own error.
    case unavailable = "503"
    /// Flickr's failure under status 200.
    case statFail = "stat-fail"
    /// A script that calls a function instead of JSON, although bare JSON was asked for.
    case jsonp
    /// The head comes a second late.
    case slow
    /// The connection closes in the middle of the body.
    case truncated
    /// The connection is reset in the middle of the body.
    case reset
    /// No answer ever comes.
    case silent
    /// Status 302 to another path of the same host.
    case redirect
    /// Status 302 to another host of the provider.
    case redirectToOtherHost = "redirect-host"
    /// Images are gone: status 404 with a page.
    case missingImage = "missing-image"
    /// Images are pages, while the media type still says image.
    case brokenImage = "broken-image"
    /// Dates are written in another form.
    case otherDateFormat = "other-date-format"
    /// A member that was always there is gone.
    case droppedKey = "dropped-key"
    /// A member that always had a value is null.
    case nullForValue = "null-for-value"
    /// A number is written as a string.
    case stringForNumber = "string-for-number"
    /// Success has a status it never had: 202.
    case newStatus = "new-status"
    /// A page instead of JSON, with status 200.
    case htmlForJSON = "html-for-json"

    /// Whether a provider can fail in this way.
    public func applies(to provider: Provider) -> Bool {
        switch self {
        case .statFail, .jsonp: provider == .flickr
        default: true
        }
    }
}
