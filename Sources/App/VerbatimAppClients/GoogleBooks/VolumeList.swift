/// The answer to a search for volumes.
///
/// https://developers.google.com/books/docs/v1/reference/volumes/list
public struct VolumeList: Sendable, Decodable {
    /// An estimate of how many volumes match; it differs from one second to the next.
    public let totalItems: Int
    /// The volumes of this page, best match first; empty when nothing matches.
    public let items: [Volume]

    private enum CodingKeys: CodingKey {
        case totalItems, items
    }

    /// Decodes a list; without a hit the service leaves the items out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        totalItems = try container.decode(Int.self, forKey: .totalItems)
        items = try container.decodeIfPresent([Volume].self, forKey: .items) ?? []
    }

    /// Finds the volume that bears a number; the first one listed need not.
    public func volume(with isbn: ISBN) -> Volume? {
        items.first { $0.volumeInfo.isbns.contains(isbn) }
    }
}
