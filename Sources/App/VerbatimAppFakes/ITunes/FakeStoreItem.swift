/// An item of the iTunes Store.
///
/// Together, the items include one that is sold only with its collection (-1.00), free ones, an app without a
/// price, a name of digits, accents, names that differ only in case, and a video without a collection.
struct FakeStoreItem: Decodable {
    enum Kind: String, CaseIterable, Decodable {
        case song, musicVideo, album, movie, podcast, audiobook, ebook, software, macSoftware
    }

    struct Artist: Hashable, Decodable {
        let id: Int
        let name: String
    }

    struct Collection: Hashable, Decodable {
        let id: Int
        let name: String
        let trackCount: Int
        /// The price in the store's spelling; -1.00 if the collection is not sold as a whole.
        let price: String
    }

    struct Genre: Hashable, Decodable {
        let id: Int
        let name: String
    }

    struct Rating: Decodable {
        /// The mean, in the store's spelling.
        let average: String
        let count: Int
    }

    /// The properties that only apps have.
    struct App: Decodable {
        let bundleID: String
        let version: String
        let updateDate: String
        let minimumOSVersion: String
        let byteCount: Int
    }

    let kind: Kind
    /// The identifier of the track; for albums and audiobooks, that of the collection.
    let id: Int
    let name: String
    let artist: Artist
    let collection: Collection?
    /// The position of a song in its collection.
    let trackNumber: Int?
    let milliseconds: Int?
    /// The price in the store's spelling.
    let price: String?
    let releaseDate: String
    let genre: Genre
    let description: String?
    let rating: Rating?
    let app: App?
}
