/// The iTunes Store of a country.
struct Storefront {
    /// The country's ISO 3166-1 alpha-2 code, in lowercase, as in URLs.
    let code: String
    /// The country's ISO 3166-1 alpha-3 code, as in results.
    let country: String
    /// The ISO 4217 code of the currency.
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

    /// Creates the store of a country; nil if the country has no store.
    ///
    /// - Parameter code: The ISO 3166-1 alpha-2 code, in any letter case.
    init?(_ code: String) {
        guard let storefront = Self.all.first(where: { $0.code == code.lowercased() }) else { return nil }
        self = storefront
    }

    func formatted(_ price: String) -> String { price == "0.00" ? free : symbol + price }

    private static let all = [
        Storefront("us", "USA", "USD", "$"), Storefront("gb", "GBR", "GBP", "£"),
        Storefront("ca", "CAN", "CAD", "$"), Storefront("au", "AUS", "AUD", "$"),
        Storefront("de", "DEU", "EUR", "€", free: "Gratis"),
        Storefront("fr", "FRA", "EUR", "€", free: "Gratuit"),
        Storefront("es", "ESP", "EUR", "€", free: "Gratis"),
        Storefront("it", "ITA", "EUR", "€", free: "Gratis"), Storefront("jp", "JPN", "JPY", "¥", free: "無料"),
    ]
}

/// The kinds of items that a search includes.
enum ITunesSearchScope {
    /// Returns the kinds that `media` and `entity` select, or nil if a value is unknown.
    ///
    /// Without `entity`, or with an empty one, the medium's default entity is searched; without either, all.
    ///
    /// https://performance-partners.apple.com/search-api, table 2-1
    static func kinds(media: String?, entity: String?) -> Set<FakeStoreItem.Kind>? {
        if let entity, !entity.isEmpty { return kindsByEntity[entity] }
        return kindsByMedia[media ?? "all"]
    }

    private static let kindsByEntity: [String: Set<FakeStoreItem.Kind>] = [
        "allArtist": [.artist], "allTrack": [.song, .musicVideo, .movie, .podcast], "album": [.album],
        "audiobook": [.audiobook], "ebook": [.ebook], "iPadSoftware": [.software],
        "macSoftware": [.macSoftware], "movie": [.movie], "musicArtist": [.artist],
        "musicTrack": [.song, .musicVideo], "musicVideo": [.musicVideo], "podcast": [.podcast],
        "podcastEpisode": [.podcastEpisode], "shortFilm": [], "software": [.software], "song": [.song],
        "tvEpisode": [], "tvSeason": [],
    ]

    private static let kindsByMedia: [String: Set<FakeStoreItem.Kind>] = [
        "all": Set(FakeStoreItem.Kind.allCases).subtracting([.artist, .podcastEpisode]),
        "audiobook": [.audiobook], "ebook": [.ebook], "movie": [.movie],
        "music": [.song, .musicVideo], "musicVideo": [.musicVideo], "podcast": [.podcast], "shortFilm": [],
        "software": [.software], "tvShow": [],
    ]
}
