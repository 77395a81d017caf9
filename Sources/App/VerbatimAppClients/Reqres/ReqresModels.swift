public import Foundation

/// A user of reqres.in.
public struct ReqresUser: Sendable, Hashable, Identifiable, Codable {
    /// The user's identifier.
    public let id: Int
    /// The email address.
    public let email: String
    /// The given name.
    public let firstName: String
    /// The family name.
    public let lastName: String
    /// The URL of the avatar.
    public let avatar: URL

    private enum CodingKeys: String, CodingKey {
        case id, email, avatar
        case firstName = "first_name"
        case lastName = "last_name"
    }

    /// Creates a user.
    public init(id: Int, email: String, firstName: String, lastName: String, avatar: URL) {
        self.id = id
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.avatar = avatar
    }

    /// Decodes a user.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        email = try container.decode(String.self, forKey: .email)
        firstName = try container.decode(String.self, forKey: .firstName)
        lastName = try container.decode(String.self, forKey: .lastName)
        avatar = try container.decode(URL.self, forKey: .avatar).upgradedToHTTPS
    }
}

/// One page of the list of users.
public struct ReqresUserPage: Sendable, Hashable, Codable {
    /// The number of this page, from 1.
    public let page: Int
    /// The maximum number of users on a page.
    public let perPage: Int
    /// The number of users on all pages.
    public let total: Int
    /// The number of pages.
    public let totalPages: Int
    /// The users on this page; `$users` are those that cannot be read.
    @Lossy public var users: [ReqresUser]

    private enum CodingKeys: String, CodingKey {
        case page, total
        case perPage = "per_page"
        case totalPages = "total_pages"
        case users = "data"
    }
}

/// The response to a request for one user.
public struct ReqresUserEnvelope: Sendable, Hashable, Codable {
    /// The user.
    public let user: ReqresUser

    private enum CodingKeys: String, CodingKey {
        case user = "data"
    }
}

/// The response to the creation of a user.
public struct ReqresCreatedUser: Sendable, Hashable, Identifiable, Codable {
    /// The user's identifier, which is a string here.
    public let id: String
    /// The name.
    public let name: String
    /// The job.
    public let job: String
    /// The time of creation, to the millisecond.
    public let createdAt: Date
}

/// The response of reqres.in to a request that it refuses, for example without an API key.
public struct ReqresFailure: Sendable, Hashable, Codable {
    /// The kind of failure, such as `missing_api_key`.
    public let error: String
    /// The explanation, which answers before 2025 lack.
    public let message: String?
}

/// The response to a change of a user: what was sent, and the time.
public struct ReqresUpdatedUser: Sendable, Hashable, Codable {
    /// The name, if it was sent.
    public let name: String?
    /// The job, if it was sent.
    public let job: String?
    /// The time of the change, to the millisecond.
    public let updatedAt: Date
}
