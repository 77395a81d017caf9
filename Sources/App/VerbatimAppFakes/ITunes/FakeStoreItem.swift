/// An item of the iTunes Store.
///
/// Together, the items include one that is sold only with its collection (-1.00), free ones, an app without a
/// price, a song that can only be streamed, a podcast without an episode, a name of digits, accents, names
/// that differ only in case, and a video without a collection. Only a lookup finds an artist and an episode
/// of a podcast.
struct FakeStoreItem: Decodable {
    enum Kind: String, CaseIterable, Decodable {
        case song, musicVideo, album, movie, podcast, podcastEpisode, audiobook, ebook, software,
            macSoftware, artist
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
        /// The languages as ISO 639-1 codes; nil for three.
        let languages: [String]?
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
    /// The price in the store's spelling; nil for an app that is not sold, and a song that can only be
    /// streamed.
    let price: String?
    let releaseDate: String?
    let genre: Genre
    let description: String?
    let rating: Rating?
    let app: App?
}
