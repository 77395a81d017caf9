public import Foundation

/// What a volume is: the part of it that is the same in every country.
public struct VolumeInfo: Sendable, Decodable {
    /// The title.
    public let title: String
    /// The subtitle; sometimes present and empty.
    public let subtitle: String?
    /// The authors, in the order of the title page; about one volume in twenty has none.
    public let authors: [String]?
    /// The publisher.
    public let publisher: String?
    /// When the volume was published.
    public let publishedDate: PublishedDate?
    /// What the volume is about; plain text in lists.
    public let description: String?
    /// The numbers that identify the volume, in no fixed order.
    public let industryIdentifiers: [IndustryIdentifier]?
    /// The number of pages; 0 when it is not known.
    public let pageCount: Int?
    /// Subjects.
    public let categories: [String]?
    /// The mean of the ratings, 1 to 5.
    public let averageRating: Decimal?
    /// How many people rated the volume.
    public let ratingsCount: Int?
    /// Links to the cover.
    public let imageLinks: ImageLinks?

    /// The International Standard Book Numbers among the identifiers.
    public var isbns: [ISBN] {
        (industryIdentifiers ?? []).filter(\.isISBN).map { ISBN($0.identifier) }
    }

    /// A number that identifies a volume.
    public struct IndustryIdentifier: Sendable, Hashable, Decodable {
        /// What the number is: `ISBN_10`, `ISBN_13`, `ISSN` or `OTHER`.
        public let type: String
        /// The number, without hyphens.
        public let identifier: String

        var isISBN: Bool { type == "ISBN_10" || type == "ISBN_13" }
    }

    /// Links to the cover; lists have the two small ones only, always as `http`.
    public struct ImageLinks: Sendable, Hashable, Decodable {
        /// A cover about 80 pixels wide.
        public let smallThumbnail: URL?
        /// A cover about 128 pixels wide.
        public let thumbnail: URL?
    }
}
