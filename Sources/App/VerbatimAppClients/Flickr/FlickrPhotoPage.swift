/// One page of a list of photos.
public struct FlickrPhotoPage: Sendable {
    /// The number of this page, from 1.
    public let page: Int
    /// How many pages there are.
    public let pages: Int
    /// How many photos a page may have; a page can have fewer although more follow.
    public let perPage: Int
    /// How many photos the list has.
    public let total: Int
    /// The photos of this page.
    public let records: [FlickrPhotoRecord]
}

extension FlickrPhotoPage: Decodable {
    private enum CodingKeys: String, CodingKey {
        case page, pages, total, perpage
        case perPage = "per_page"
        case records = "photo"
    }

    /// Decodes a page; some methods of Flickr write the total as a string, and `per_page` for `perpage`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        page = try container.decode(Int.self, forKey: .page)
        pages = try container.decode(Int.self, forKey: .pages)
        perPage = try container.decode(Int.self, forKey: container.contains(.perpage) ? .perpage : .perPage)
        total = try container.decodeInteger(forKey: .total)
        records = try container.decode([FlickrPhotoRecord].self, forKey: .records)
    }
}
