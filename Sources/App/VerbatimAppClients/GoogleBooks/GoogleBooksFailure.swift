/// What Google Books answers when it refuses a request or fails.
public struct GoogleBooksFailure: Sendable, Hashable, Decodable {
    /// The status code.
    public let code: Int
    /// The explanation for developers.
    public let message: String
    /// The reasons, one word each, such as `queryRequired` or `rateLimitExceeded`.
    public let reasons: [String]

    private enum CodingKeys: CodingKey {
        case error
    }

    private struct Contents: Decodable {
        let code: Int
        let message: String
        let errors: [Detail]?
    }

    private struct Detail: Decodable {
        let reason: String
    }

    /// Decodes the object under `error`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let contents = try container.decode(Contents.self, forKey: .error)
        code = contents.code
        message = contents.message
        reasons = (contents.errors ?? []).map(\.reason)
    }
}
