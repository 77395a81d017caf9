public import Foundation

/// The response to a search.
///
/// https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/
public struct ITunesSearchResponse: Sendable, Hashable, Codable {
    /// The number of results, with those that cannot be read.
    public let resultCount: Int
    /// The results, best match first; `$results` are those that cannot be read.
    @Lossy public var results: [ITunesItem]
}

/// An item of the iTunes Store, of any kind.
///
/// The service has different names for the same property of different kinds; here each property has one.
public struct ITunesItem: Sendable, Hashable, Identifiable {
    /// The kind of item.
    public let kind: ITunesKind
    /// The identifier of the track, collection or artist in the store.
    public let id: Int
    /// The name of the track, collection or artist.
    public let name: String
    /// The name of the artist; for an artist, the same as ``name``; nil for an episode of a podcast.
    public let artistName: String?
    /// The identifier of the artist in the store.
    public let artistID: Int?
    /// The name of the collection that a track is from.
    public let collectionName: String?
    /// The number of the track on its disc, from 1.
    public let trackNumber: Int?
    /// The number of the disc in its collection, from 1.
    public let discNumber: Int?
    /// The length of a song, a video or an episode.
    public let duration: Duration?
    /// The description of an app, a book, a movie or an episode.
    public let description: String?
    /// Whether the contents are explicit; nil if the store does not say.
    public let explicitness: ITunesExplicitness?
    /// The bundle identifier of an app.
    public let bundleID: String?
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
    /// The URL of a small artwork, 60 pixels wide, or 30 if there is no other.
    public let smallArtworkURL: URL?
    /// The URL of a large artwork, 600 pixels wide, or 512 if there is no other; nil for many kinds.
    public let largeArtworkURL: URL?
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

/// Whether the contents of an item are explicit.
public enum ITunesExplicitness: String, Sendable, Hashable, Codable {
    /// The contents are explicit.
    case explicit
    /// The contents are an edited version of explicit ones.
    case cleaned
    /// The contents are not explicit.
    case notExplicit
}

// MARK: - Coding

extension ITunesItem: Codable {
    /// The properties that the app reads.
    fileprivate enum CodingKeys: String, CodingKey {
        case trackId, trackName, trackPrice, trackViewUrl
        case collectionId, collectionName, collectionPrice, collectionViewUrl
        case artistId, artistName, artistLinkUrl
        case trackNumber, discNumber, trackTimeMillis, trackExplicitness, collectionExplicitness
        case description, longDescription, bundleId
        case price, currency, releaseDate, primaryGenreName, genres
        case artworkUrl30, artworkUrl60, artworkUrl100, artworkUrl512, artworkUrl600, previewUrl
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
            case .artist: (id, name, price, storeURL) = (.artistId, .artistName, .price, .artistLinkUrl)
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
        artistID = try container.decodeIntegerIfPresent(forKey: .artistId)
        collectionName = try container.decodeIfPresent(String.self, forKey: .collectionName)
        trackNumber = try container.decodeIfPresent(Int.self, forKey: .trackNumber)
        discNumber = try container.decodeIfPresent(Int.self, forKey: .discNumber)
        duration = try container.decodeIfPresent(Int.self, forKey: .trackTimeMillis).map(
            Duration.milliseconds)
        description = try container.decodeFirst(String.self, of: .description, .longDescription)
        explicitness = try container.decodeFirst(String.self, of: .trackExplicitness, .collectionExplicitness)
            .flatMap(ITunesExplicitness.init)
        bundleID = try container.decodeIfPresent(String.self, forKey: .bundleId)
        genre = try container.decodeGenre()
        releaseDate = try container.decodeIfPresent(Date.self, forKey: .releaseDate)
        // The service writes -1 for an item that is only sold as a part of a collection.
        let price = try container.decodeIfPresent(Decimal.self, forKey: names.price)
        self.price = price.flatMap { $0 < 0 ? nil : $0 }
        currency = try container.decodeIfPresent(String.self, forKey: .currency)
        artworkURL = kind == .artist ? nil : try container.decodeArtwork()
        smallArtworkURL = try container.decodeFirst(URL.self, of: .artworkUrl60, .artworkUrl30)?
            .upgradedToHTTPS
        largeArtworkURL = try container.decodeFirst(URL.self, of: .artworkUrl600, .artworkUrl512)?
            .upgradedToHTTPS
        storeURL = try container.decodeIfPresent(URL.self, forKey: names.storeURL)
        previewURL = try container.decodeIfPresent(URL.self, forKey: .previewUrl)
    }

    /// Encodes the item with the names of its kind.
    public func encode(to encoder: any Encoder) throws {
        try kind.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        let names = Names(of: kind)
        try container.encodeIfPresent(artistName, forKey: .artistName)
        try container.encodeIfPresent(artistID, forKey: .artistId)
        try container.encodeIfPresent(collectionName, forKey: .collectionName)
        try container.encode(id, forKey: names.id)
        try container.encode(name, forKey: names.name)
        try container.encodeIfPresent(trackNumber, forKey: .trackNumber)
        try container.encodeIfPresent(discNumber, forKey: .discNumber)
        try container.encodeIfPresent(duration.map { Int($0 / .milliseconds(1)) }, forKey: .trackTimeMillis)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(explicitness, forKey: .trackExplicitness)
        try container.encodeIfPresent(bundleID, forKey: .bundleId)
        try container.encodeIfPresent(genre, forKey: .primaryGenreName)
        try container.encodeIfPresent(releaseDate, forKey: .releaseDate)
        try container.encodeIfPresent(price, forKey: names.price)
        try container.encodeIfPresent(currency, forKey: .currency)
        try container.encodeIfPresent(artworkURL, forKey: .artworkUrl100)
        try container.encodeIfPresent(smallArtworkURL, forKey: .artworkUrl60)
        try container.encodeIfPresent(largeArtworkURL, forKey: .artworkUrl600)
        try container.encodeIfPresent(storeURL, forKey: names.storeURL)
        try container.encodeIfPresent(previewURL, forKey: .previewUrl)
    }
}

extension KeyedDecodingContainer<ITunesItem.CodingKeys> {
    fileprivate func decodeGenre() throws -> String? {
        try decodeIfPresent(String.self, forKey: .primaryGenreName)
            ?? decodeIfPresent([Genre].self, forKey: .genres)?.first?.name
    }

    fileprivate func decodeArtwork() throws -> URL {
        try (decodeIfPresent(URL.self, forKey: .artworkUrl100) ?? decode(URL.self, forKey: .artworkUrl60))
            .upgradedToHTTPS
    }

    /// Decodes the first of two values that is present.
    fileprivate func decodeFirst<Value: Decodable>(
        _ type: Value.Type, of first: Key, _ second: Key
    ) throws -> Value? { try decodeIfPresent(type, forKey: first) ?? decodeIfPresent(type, forKey: second) }
}

/// A genre: a name, or for an episode of a podcast an object with the name and the identifier.
private struct Genre: Decodable {
    let name: String

    private enum CodingKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
        do {
            name = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }
}
