import Foundation

extension ITunesItem: Decodable {
    /// The members of a result that the app reads.
    fileprivate enum CodingKeys: String, CodingKey {
        case trackId, trackName, trackPrice, trackViewUrl
        case collectionId, collectionName, collectionPrice, collectionViewUrl
        case artistId, artistName, artistLinkUrl
        case price, currency, releaseDate, primaryGenreName, genres
        case artworkUrl60, artworkUrl100, previewUrl
    }

    /// Where a kind keeps what all kinds have.
    private struct Names {
        let id: CodingKeys
        let name: CodingKeys
        let price: CodingKeys
        let storeURL: CodingKeys

        init(of kind: ITunesKind) {
            switch kind {
            case .software, .ebook:
                (id, name, price, storeURL) = (.trackId, .trackName, .price, .trackViewUrl)
            case .audiobook, .album:
                (id, name, price, storeURL) = (
                    .collectionId, .collectionName, .collectionPrice, .collectionViewUrl
                )
            case .artist:
                (id, name, price, storeURL) = (.artistId, .artistName, .price, .artistLinkUrl)
            case .song, .musicVideo, .movie, .tvEpisode, .podcast, .other:
                (id, name, price, storeURL) = (.trackId, .trackName, .trackPrice, .trackViewUrl)
            }
        }
    }

    /// Decodes a result of any kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try ITunesKind(from: decoder)
        let names = Names(of: kind)
        id = try container.decodeInteger(forKey: names.id)
        name = try container.decode(String.self, forKey: names.name)
        artistName = try container.decode(String.self, forKey: .artistName)
        collectionName = try container.decodeIfPresent(String.self, forKey: .collectionName)
        genre = try container.decodeGenre()
        releaseDate = kind == .artist ? nil : try container.decode(Date.self, forKey: .releaseDate)
        // The service writes -1 for what is sold as a part of a collection only.
        let price = try container.decodeIfPresent(Decimal.self, forKey: names.price)
        self.price = price.flatMap { $0 < 0 ? nil : $0 }
        currency = try container.decodeIfPresent(String.self, forKey: .currency)
        artworkURL = kind == .artist ? nil : try container.decodeArtwork()
        storeURL = try container.decodeIfPresent(URL.self, forKey: names.storeURL)
        previewURL = try container.decodeIfPresent(URL.self, forKey: .previewUrl)
    }
}

extension KeyedDecodingContainer<ITunesItem.CodingKeys> {
    fileprivate func decodeGenre() throws -> String? {
        try decodeIfPresent(String.self, forKey: .primaryGenreName)
            ?? decodeIfPresent([String].self, forKey: .genres)?.first
    }

    fileprivate func decodeArtwork() throws -> URL {
        try decodeIfPresent(URL.self, forKey: .artworkUrl100) ?? decode(URL.self, forKey: .artworkUrl60)
    }
}
