public import Foundation

/// A user of reqres.in.
public struct ReqresUser: Sendable, Hashable, Identifiable, Decodable {
    /// The number of the user.
    public let id: Int
    /// The address for mail.
    public let email: String
    /// The given name.
    public let firstName: String
    /// The family name.
    public let lastName: String
    /// Where the picture is.
    public let avatar: URL

    private enum CodingKeys: String, CodingKey {
        case id, email, avatar
        case firstName = "first_name"
        case lastName = "last_name"
    }
}
