/// The store of a country.
struct Storefront {
    /// ISO 3166-1 alpha-2, in lower case, as addresses have it.
    let code: String
    /// ISO 3166-1 alpha-3, as results have it.
    let country: String
    /// ISO 4217.
    let currency: String
    private let symbol: String
    private let free: String

    private init(
        _ code: String, _ country: String, _ currency: String, _ symbol: String, free: String = "Free"
    ) {
        self.code = code
        self.country = country
        self.currency = currency
        self.symbol = symbol
        self.free = free
    }

    /// The store of a country by its two letters, in either case; nil where there is none.
    init?(_ code: String) {
        guard let storefront = Self.all.first(where: { $0.code == code.lowercased() }) else { return nil }
        self = storefront
    }

    /// A price as people read it.
    func text(_ price: String) -> String {
        price == "0.00" ? free : symbol + price
    }

    private static let all = [
        Storefront("us", "USA", "USD", "$"), Storefront("gb", "GBR", "GBP", "£"),
        Storefront("ca", "CAN", "CAD", "$"), Storefront("au", "AUS", "AUD", "$"),
        Storefront("de", "DEU", "EUR", "€", free: "Gratis"),
        Storefront("fr", "FRA", "EUR", "€", free: "Gratuit"),
        Storefront("es", "ESP", "EUR", "€", free: "Gratis"),
        Storefront("it", "ITA", "EUR", "€", free: "Gratis"),
        Storefront("jp", "JPN", "JPY", "¥", free: "無料"),
    ]
}
