/// The answer to a request for one user.
public struct ReqresUserEnvelope: Sendable, Hashable, Decodable {
    /// The user.
    public let user: ReqresUser

    private enum CodingKeys: String, CodingKey {
        case user = "data"
    }
}
