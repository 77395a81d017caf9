/// A volume of the catalogue.
///
/// Together, the volumes have dates in all formats, an unreadable one, or no date; no author, an empty
/// publisher; no cover and a missing one; no page count and 0; identifiers in either order, of another kind,
/// or no identifier; an empty subtitle; other scripts; all kinds of sale, and a free one without a link; one
/// is a magazine. The first volume quotes the ISBN of another one, so that a search for this ISBN finds it
/// first.
struct FakeBook: Decodable {
    struct Identifier: Decodable {
        /// `ISBN_10`, `ISBN_13` or `OTHER`.
        let type: String
        let identifier: String
    }

    struct Rating: Decodable {
        /// The mean, in the provider's spelling.
        let average: String
        let count: Int
    }

    enum Cover: String, Decodable {
        /// There is neither a link nor an image.
        case none
        case available
        /// There is a link to an image that does not exist.
        case missing
    }

    struct Sale: Decodable {
        enum Kind: String, Decodable {
            case notForSale = "NOT_FOR_SALE"
            case free = "FREE"
            case forSale = "FOR_SALE"
            case forSaleAndRental = "FOR_SALE_AND_RENTAL"
        }

        let kind: Kind
        /// The price in US dollars, with two decimals.
        let price: String?
        let rentalPrice: String?
        /// Whether a volume that is free says where; nil is true.
        let hasLink: Bool?
    }

    let id: String
    /// `MAGAZINE`; nil for a book.
    let printType: String?
    let title: String
    let subtitle: String?
    let authors: [String]
    let publisher: String?
    let publishedDate: String?
    let description: String?
    let identifiers: [Identifier]
    let pageCount: Int?
    /// Paths such as `Fiction / Classics`, of which lists show only the first component of the first path.
    let categories: [String]
    let rating: Rating?
    /// Whether there is a maturity rating, which old records lack.
    let hasMaturityRating: Bool
    let cover: Cover
    let language: String
    let sale: Sale
}
