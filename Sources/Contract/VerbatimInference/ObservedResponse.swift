/// What was seen of the answers of one operation with one status.
public struct ObservedResponse: Sendable, Hashable {
    /// The exchange in short: `GET /books/v1/volumes -> 200`.
    public let exchange: String
    /// How many answers there were.
    public let answers: Int
    /// What was in them.
    public let shape: ObservedShape
}
