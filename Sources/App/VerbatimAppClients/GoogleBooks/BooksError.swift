import Foundation

/// An error of a ``BooksService``.
public enum BooksError: ServiceError {
    /// The catalogue refused the request or failed, with an explanation.
    case refused(GoogleBooksFailure)
    /// The request failed, got an unusable response, or was cancelled.
    case request(RESTError)

    /// Creates the most specific error for a failed request.
    init(_ error: RESTError) {
        switch error {
        case .clientError(let response), .serverError(let response):
            let failure = try? response.decoded(
                as: GoogleBooksFailure.self, by: GoogleBooksService.makeDecoder())
            self = failure.map(BooksError.refused) ?? .request(error)
        default: self = .request(error)
        }
    }

    /// The failure of the request, or nil if the catalogue explained it.
    public var requestError: RESTError? {
        if case .request(let error) = self { error } else { nil }
    }

    /// The texts of an alert, with the explanation of the catalogue if it sent any.
    public var alert: ServiceAlert {
        switch self {
        case .refused(let failure): ServiceAlert(status: failure.code, reason: failure.message)
        case .request(let error): error.alert
        }
    }

    /// The explanation, in the catalogue's own words if it sent any.
    public var description: String {
        switch self {
        case .refused(let failure):
            "Google Books answered \(failure.code) (\(failure.reasons.joined(separator: ", "))): "
                + "'\(failure.message)'"
        case .request(let error): error.description
        }
    }
}

/// The response of Google Books to a request that it refuses or cannot serve.
public struct GoogleBooksFailure: Sendable, Hashable, Codable {
    /// The status code.
    public let code: Int
    /// The explanation for developers.
    public let message: String
    /// The reasons, such as `queryRequired` or `rateLimitExceeded`.
    public let reasons: [String]

    private enum CodingKeys: CodingKey { case error }

    private struct Contents: Codable {
        let code: Int
        let message: String
        let errors: [Detail]?
    }

    private struct Detail: Codable {
        let reason: String
    }

    /// Creates a failure.
    public init(code: Int, message: String, reasons: [String] = []) {
        self.code = code
        self.message = message
        self.reasons = reasons
    }

    /// Decodes the object under `error`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let contents = try container.decode(Contents.self, forKey: .error)
        code = contents.code
        message = contents.message
        reasons = (contents.errors ?? []).map(\.reason)
    }

    /// Encodes the failure as an object under `error`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let errors = reasons.map(Detail.init)
        try container.encode(Contents(code: code, message: message, errors: errors), forKey: .error)
    }
}
