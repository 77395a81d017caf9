/// Why a search in the iTunes Store gave no results.
public enum ITunesError: Error, Sendable {
    /// Too many searches in a short time: status 403 with an empty body.
    case throttled
    /// A page for people instead of results, usually with status 404.
    case htmlPage(RESTResponse)
    /// The service refused the search and said why.
    case refused(ITunesFailure, status: Int)
    /// The service answered with a status other than 200, and not why.
    case unexpectedStatus(RESTResponse)
    /// The request got no usable answer, or was cancelled.
    case request(RESTError)

    /// Tells apart what a search came to.
    init(_ error: RESTError) {
        switch error {
        case .clientError(let response), .serverError(let response), .unexpectedStatus(let response):
            self.init(response)
        case .undecodable(let response, _) where response.isHTML:
            self = .htmlPage(response)
        default:
            self = .request(error)
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
}
