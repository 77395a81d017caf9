/// One page of the list of users.
public struct ReqresUserPage: Sendable, Hashable, Decodable {
    /// The number of this page, from 1.
    public let page: Int
    /// How many users a page has at most.
    public let perPage: Int
    /// How many users there are.
    public let total: Int
    /// How many pages there are.
    public let totalPages: Int
    /// The users of this page.
    public let users: [ReqresUser]

    private enum CodingKeys: String, CodingKey {
        case page, total
        case perPage = "per_page"
        case totalPages = "total_pages"
        case users = "data"
    }
}
