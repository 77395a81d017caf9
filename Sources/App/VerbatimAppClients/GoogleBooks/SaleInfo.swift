public import Foundation

/// How a volume is sold in one country.
public struct SaleInfo: Sendable, Decodable {
    /// The country, ISO 3166-1 alpha-2.
    public let country: String
    /// How it is sold: `FOR_SALE`, `FREE`, `NOT_FOR_SALE`, `FOR_SALE_AND_RENTAL` so far.
    public let saleability: String
    /// Whether there is an electronic edition.
    public let isEbook: Bool
    /// The publisher's price.
    public let listPrice: Price?
    /// The price in the shop.
    public let retailPrice: Price?
    /// Where it is sold.
    public let buyLink: URL?

    /// An amount of money.
    public struct Price: Sendable, Hashable, Decodable {
        /// The amount, in units of the currency.
        public let amount: Decimal
        /// The currency, ISO 4217.
        public let currencyCode: String
    }
}
