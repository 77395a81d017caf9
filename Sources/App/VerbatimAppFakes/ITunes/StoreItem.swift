/// Something the store sells; works are in the public domain or invented, and so is whoever performs them.
struct StoreItem {
    enum Kind: CaseIterable {
        case song, musicVideo, album, movie, podcast, audiobook, ebook, software, macSoftware
    }

    struct Artist {
        let id: Int
        let name: String
    }

    struct Collection {
        let id: Int
        let name: String
        let trackCount: Int
        /// As the store spells it; -1.00 when it is not sold as a whole.
        var price = "9.99"
    }

    struct Genre {
        let id: Int
        let name: String
    }

    /// What only apps have.
    struct App {
        let bundleID: String
        let version: String
        let updated: String
        let minimumSystem: String
        let bytes: Int
    }

    let kind: Kind
    /// The number of the track; for albums and audiobooks that of the collection.
    let id: Int
    let name: String
    let artist: Artist
    var collection: Collection?
    var trackNumber = 1
    var milliseconds = 0
    /// As the store spells it; nil when there is no price at all.
    var price: String?
    let released: String
    let genre: Genre
    var description: String?
    var rating: (average: String, count: Int)?
    var app: App?
}
