/// Why a catalogue of books gave no answer.
public enum BooksError: Error, Sendable {
    /// The catalogue refused the request or failed, and said why in its own words.
    case refused(GoogleBooksFailure)
    /// The request got no usable answer, or was cancelled.
    case request(RESTError)

    /// Looks for the catalogue's own words in what a request came to.
    init(_ error: RESTError) {
        switch error {
        case .clientError(let response), .serverError(let response):
            let failure = try? response.decoded(
                as: GoogleBooksFailure.self, by: GoogleBooksService.makeDecoder())
            self = failure.map(BooksError.refused) ?? .request(error)
        default:
            self = .request(error)
        }
    }
}
