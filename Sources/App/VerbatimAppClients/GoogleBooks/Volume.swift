public import Foundation

/// A book or a magazine.
///
/// https://developers.google.com/books/docs/v1/reference/volumes
public struct Volume: Sendable, Hashable, Codable, Identifiable {
    /// The volume's identifier in Google Books.
    public let id: String
    /// The bibliographic data.
    public let volumeInfo: VolumeInfo
    /// The terms of sale.
    public let saleInfo: SaleInfo?
    /// The parts that can be read.
    public let accessInfo: AccessInfo?
}

/// The bibliographic data of a volume, which is the same in every country.
public struct VolumeInfo: Sendable, Hashable, Codable {
    /// The title.
    public let title: String
    /// The subtitle, which may be empty.
    public let subtitle: String?
    /// The authors, in the order of the title page; about one volume in twenty lacks them.
    public let authors: [String]?
    /// The publisher, which may be empty.
    public let publisher: String?
    /// The date of publication.
    public let publishedDate: PublishedDate?
    /// The description: plain text in lists, HTML otherwise.
    public let description: String?
    /// The identifiers, in no fixed order.
    public let industryIdentifiers: [IndustryIdentifier]?
    /// The number of pages; 0 if unknown.
    public let pageCount: Int?
    /// The subjects.
    public let categories: [String]?
    /// The mean rating, from 1 to 5.
    public let averageRating: Decimal?
    /// The number of ratings.
    public let ratingsCount: Int?
    /// The links to the cover.
    public let imageLinks: ImageLinks?
    /// The language, as an ISO 639-1 code.
    public let language: String?
    /// The page with a preview.
    public let previewLink: URL?
    /// The page about the volume, in the shop if it is sold there.
    public let infoLink: URL?

    /// The ISBNs among the identifiers.
    public var isbns: [ISBN] { (industryIdentifiers ?? []).filter(\.isISBN).map { ISBN($0.identifier) } }

    /// An identifier of a volume.
    public struct IndustryIdentifier: Sendable, Hashable, Codable {
        /// The kind of identifier: `ISBN_10`, `ISBN_13`, `ISSN` or `OTHER`.
        public let type: String
        /// The identifier, without hyphens.
        public let identifier: String

        var isISBN: Bool { type == "ISBN_10" || type == "ISBN_13" }
    }

    /// Links to the cover, over TLS although the service links with `http`; lists have the two smallest.
    public struct ImageLinks: Sendable, Hashable, Codable {
        /// A cover about 80 pixels wide.
        public let smallThumbnail: URL?
        /// A cover about 128 pixels wide.
        public let thumbnail: URL?
        /// A cover about 300 pixels wide.
        public let small: URL?
        /// A cover about 575 pixels wide.
        public let medium: URL?
        /// A cover about 800 pixels wide.
        public let large: URL?
        /// A cover about 1280 pixels wide.
        public let extraLarge: URL?

        /// Decodes the links.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            smallThumbnail = try container.decodeImageURL(forKey: .smallThumbnail)
            thumbnail = try container.decodeImageURL(forKey: .thumbnail)
            small = try container.decodeImageURL(forKey: .small)
            medium = try container.decodeImageURL(forKey: .medium)
            large = try container.decodeImageURL(forKey: .large)
            extraLarge = try container.decodeImageURL(forKey: .extraLarge)
        }
    }
}

/// The parts of a volume that can be read in one country.
public struct AccessInfo: Sendable, Hashable, Codable {
    /// The country, as an ISO 3166-1 alpha-2 code.
    public let country: String
    /// The pages that can be viewed: `NO_PAGES`, `PARTIAL`, `ALL_PAGES` or `UNKNOWN`.
    public let viewability: String?
    /// Whether the volume is in the public domain.
    public let publicDomain: Bool?
    /// The availability as EPUB.
    public let epub: Availability?
    /// The availability as PDF.
    public let pdf: Availability?
    /// The page where the volume can be read.
    public let webReaderLink: URL?

    /// The availability in a format.
    public struct Availability: Sendable, Hashable, Codable {
        /// Whether there is an edition in this format.
        public let isAvailable: Bool
    }
}

/// The terms of sale of a volume in one country.
public struct SaleInfo: Sendable, Hashable, Codable {
    /// The country, as an ISO 3166-1 alpha-2 code.
    public let country: String
    /// The kind of sale; known are `FOR_SALE`, `FREE`, `NOT_FOR_SALE` and `FOR_SALE_AND_RENTAL`.
    public let saleability: String
    /// Whether there is an electronic edition.
    public let isEbook: Bool
    /// The publisher's price.
    public let listPrice: Price?
    /// The shop's price.
    public let retailPrice: Price?
    /// The page where it is sold or given away; some free volumes lack it.
    public let buyLink: URL?

    /// An amount of money.
    public struct Price: Sendable, Hashable, Codable {
        /// The amount, in units of the currency.
        public let amount: Decimal
        /// The currency, as an ISO 4217 code.
        public let currencyCode: String
    }
}

/// The response to a search for volumes.
///
/// https://developers.google.com/books/docs/v1/reference/volumes/list
public struct VolumeList: Sendable, Hashable, Codable {
    /// The estimated number of matches, which varies between identical requests.
    public let totalItems: Int
    /// The volumes on this page, best match first; `$items` are those that cannot be read.
    @Lossy public var items: [Volume]

    private enum CodingKeys: CodingKey { case totalItems, items }

    /// Decodes a list; the service omits `items` if there is no match.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        totalItems = try container.decode(Int.self, forKey: .totalItems)
        _items = try container.decodeIfPresent(Lossy<Volume>.self, forKey: .items) ?? Lossy([])
    }

    /// Encodes the list, without the volumes that cannot be read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(totalItems, forKey: .totalItems)
        if !items.isEmpty { try container.encode(items, forKey: .items) }
    }

    /// Returns the volume with an ISBN, which is not always the first one.
    public func volume(with isbn: ISBN) -> Volume? { items.first { $0.volumeInfo.isbns.contains(isbn) } }
}
