public import Foundation

/// Something the iTunes Store sells, of whatever kind.
///
/// The service names the same facts differently for each kind; here they have one name.
public struct ITunesItem: Sendable, Hashable, Identifiable {
    /// What the item is.
    public let kind: ITunesKind
    /// The identifier of the track, collection or artist in the store.
    public let id: Int
    /// The name of the track, collection or artist.
    public let name: String
    /// Who made it; for an artist, the name.
    public let artistName: String
    /// The collection a track is from.
    public let collectionName: String?
    /// The genre the store lists it under.
    public let genre: String?
    /// When it was released; nil for an artist.
    public let releaseDate: Date?
    /// The price, or nil when it is not sold by itself.
    public let price: Decimal?
    /// The currency of the price, ISO 4217.
    public let currency: String?
    /// A picture about 100 pixels wide, or 60 where there is no other; nil for an artist.
    public let artworkURL: URL?
    /// The page in the store.
    public let storeURL: URL?
    /// A piece to see or hear.
    public let previewURL: URL?

    /// Whether this item comes before another in a list by name, without regard to case and accents.
    public func precedes(_ other: ITunesItem) -> Bool {
        switch name.compare(other.name, options: [.caseInsensitive, .diacriticInsensitive]) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: (name, id) < (other.name, other.id)
        }
    }
}
