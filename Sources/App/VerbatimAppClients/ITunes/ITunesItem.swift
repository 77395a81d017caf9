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
