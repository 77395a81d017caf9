public import Foundation

/// The response to a search.
///
/// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/
public struct ITunesSearchResponse: Sendable {
    /// The number of results, with those that cannot be read.
    public let resultCount: Int
    /// The results, best match first, without those that cannot be read.
    public let results: [ITunesItem]
    /// The results that cannot be read.
    public let unreadableResults: [UnreadableElement]
}

extension ITunesSearchResponse: Decodable {
    private enum CodingKeys: CodingKey {
        case resultCount, results
    }

    /// Decodes the response to a search or a lookup.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        resultCount = try container.decode(Int.self, forKey: .resultCount)
        let list = try container.decode(Lossy<ITunesItem>.self, forKey: .results)
        results = list.elements
        unreadableResults = list.unreadable
    }
}

/// An item of the iTunes Store, of any kind.
///
/// The service uses different names for the same property of different kinds; here each property has one
/// name.
public struct ITunesItem: Sendable, Hashable, Identifiable {
    /// The kind of item.
    public let kind: ITunesKind
    /// The identifier of the track, collection or artist in the store.
    public let id: Int
    /// The name of the track, collection or artist.
    public let name: String
    /// The name of the artist; for an artist, the same as ``name``; nil for an episode of a podcast.
    public let artistName: String?
    /// The name of the collection that a track is from.
    public let collectionName: String?
    /// The genre.
    public let genre: String?
    /// The date of release; nil for an artist, and for a podcast without episodes.
    public let releaseDate: Date?
    /// The price; nil if the item is not sold by itself.
    public let price: Decimal?
    /// The currency of the price, as an ISO 4217 code.
    public let currency: String?
    /// The URL of the artwork, about 100 pixels wide, or 60 if there is no other; nil for an artist.
    public let artworkURL: URL?
    /// The item's page in the store.
    public let storeURL: URL?
    /// An audio or video excerpt.
    public let previewURL: URL?

    /// Whether this item precedes another in a list sorted by name, ignoring case and accents.
    public func precedes(_ other: ITunesItem) -> Bool {
        switch name.compare(other.name, options: [.caseInsensitive, .diacriticInsensitive]) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: (name, id) < (other.name, other.id)
        }
    }
}

extension ITunesItem: Decodable {
    /// The properties that the app reads.
    fileprivate enum CodingKeys: String, CodingKey {
        case trackId, trackName, trackPrice, trackViewUrl
        case collectionId, collectionName, collectionPrice, collectionViewUrl
        case artistId, artistName, artistLinkUrl
        case price, currency, releaseDate, primaryGenreName, genres
        case artworkUrl60, artworkUrl100, previewUrl
    }

    /// The names that a kind uses for the properties common to all kinds.
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
            case .song, .musicVideo, .movie, .tvEpisode, .podcast, .podcastEpisode, .other:
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
        artistName = try container.decodeIfPresent(String.self, forKey: .artistName)
        collectionName = try container.decodeIfPresent(String.self, forKey: .collectionName)
        genre = try container.decodeGenre()
        releaseDate = try container.decodeIfPresent(Date.self, forKey: .releaseDate)
        // The service writes -1 for an item that is only sold as a part of a collection.
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
            ?? decodeIfPresent([Genre].self, forKey: .genres)?.first?.name
    }

    fileprivate func decodeArtwork() throws -> URL {
        try decodeIfPresent(URL.self, forKey: .artworkUrl100) ?? decode(URL.self, forKey: .artworkUrl60)
    }
}

/// A genre: a name, or for an episode of a podcast an object with the name and the identifier.
private struct Genre: Decodable {
    let name: String

    private enum CodingKeys: CodingKey {
        case name
    }

    init(from decoder: any Decoder) throws {
        do {
            name = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }
}
