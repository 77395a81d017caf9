public import Foundation

/// The receipt for a created user.
public struct ReqresCreatedUser: Sendable, Hashable, Identifiable, Decodable {
    /// The number of the user, here as text.
    public let id: String
    /// The name.
    public let name: String
    /// What the user does.
    public let job: String
    /// When the user was created, to the millisecond.
    public let createdAt: Date
}
